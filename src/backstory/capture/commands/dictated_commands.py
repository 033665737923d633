"""Commands that the person gives for testing, checking and building: `the whole suite is tox -e py312`."""

import re
from collections.abc import Iterable
from itertools import chain, islice
from typing import Final

from backstory.capture.commands.chosen_tests import is_test_file, names_several, names_test_file
from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.named_purposes import FOR, WITH, is_runnable, name_purpose, names_own_purpose
from backstory.capture.commands.refused_commands import find_refused
from backstory.capture.commands.working_commands import MAX_COMMAND, Purpose, WorkingCommand, purpose_of, runs_part
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.model.session import Prompt, Session
from backstory.model.tool_names import KIND_OF, SUBCOMMANDS, TASK_WORDS, TASKS
from backstory.patterns.canned_prompts import is_typed
from backstory.patterns.ended_ways import ends_way
from backstory.patterns.other_commands import gives_other_command
from backstory.patterns.verdicts import judged

MAX_SESSIONS: Final = 10
"""Sessions whose prompts are read, the newest first."""
DICTATED: Final = "user"
"""The source of a command that the person gave."""
_PURPOSES: Final[frozenset[Purpose]] = frozenset(("one test", "tests", "all tests", "lint", "types", "build"))
_PROGRAMS: Final = frozenset((*KIND_OF, *SUBCOMMANDS, *TASKS, "manage.py", "artisan"))
_NAMES_THAT_ARE_WORDS: Final = frozenset(
    ("make", "just", "go", "task", "next", "build", "robot", "green", "black", "behave", "trial", "ward", "tap", "flow",
     "stack", "helm", "forge", "moon", "trunk", "turbo", "patrol", "prove", "pest", "parcel", "swift", "crystal",
     "dune", "air", "hub", "mage", "rush", "pants", "invoke", "revive", "vale", "gradle", "rake")
)  # fmt: skip
"""Programs that count in prose only with an option or a path behind them."""
_TOKEN: Final = Pattern(r"`[^`\n]{3,160}`|(?:[^\s'\"]*[^\s'\"\w])?(?:'[^'\n]*'|\"[^\"\n]*\")\S*|\S+")
_CLOSES: Final = Pattern(r"[,;)!?]$|[\w'\"]\.$")
"""How the last word of a clause ends."""
_SHORT: Final = 5
"""Words of a labelled command in which no word looks like one."""
_ASSIGNMENT: Final = Pattern(r"[A-Z][A-Z0-9_]*=\S+$")
_SIGN: Final = Pattern(r"--?(?:\w|$)|.*\d|.*[\w*\]](?:[/=]|:[^\s:]|::)|\./|\.$|.*\w\.\w|.*(?:'[^']*'|\"[^\"]*\")")
"""What only words of a command line have."""
_VERSION: Final = Pattern(r"v?\d+(?:\.\d+)*(?:\.x)?$")
"""What stands behind the name of a program that is only spoken of: `vitest 4`."""
_FIGURE: Final = Pattern(r"\W*\d[\d.,]*\w{0,3}$|(?:'[^']*'|\"[^\"]*\")\W*$")
"""A number with its unit, or a quoted word: neither makes a command of a name that is a word: `make 3`, `make "posts"`.
"""
_END: Final = (",", ";", ")", "!", "?")
_ENDS_SENTENCE: Final = Pattern(r"[\w'\"]\.$")
_ALL: Final = Pattern(
    r"\b(?:all|every\w*|whole|entire|full|suite|alles?|ganze\w*|tous|toute?s?|todos?|todas?|tutt\w+"
    r"|alle)\b[^.;,]{0,24}$",
    re.IGNORECASE,
)
"""How what stands before a command says that it runs all tests."""
_WORDS: Final = frozenset(
    (*TASK_WORDS, *chain.from_iterable(SUBCOMMANDS.values()), "run", "exec", "verify", "converge")
)
"""Words without a sign that may belong to a command."""
_SMALL: Final = frozenset(
    ("a", "an", "the", "and", "or", "but", "is", "are", "was", "it", "in", "on", "at", "to", "for", "of", "with",
     "from", "as", "so", "then", "before", "after", "here", "there", "now", "please", "if", "und", "oder", "ist",
     "sind", "dann", "vor", "nach", "hier", "bitte", "mit", "für", "der", "die", "das", "et", "ou", "est", "sont",
     "puis", "avant", "ici", "avec", "pour", "le", "la", "les", "y", "o", "es", "son", "antes", "con", "para", "el",
     "los", "las", "en", "de", "van", "met", "voor", "e", "per", "il")
)  # fmt: skip
"""Words of prose that follow an option, and are not its value."""
_TURNS_DOWN: Final = Pattern(
    r"\b(?:no+|not|never|don['’]?t|doesn['’]?t|won['’]?t|can['’]?t|stop|avoid|without|instead of|rather than|nicht|nie"
    r"|kein\w*|statt|pas|jamais|sans|nunca|sin|niet|nooit|non|mai|não)\b",
    re.IGNORECASE,
)
_TURNED_DOWN: Final = Pattern(r"^(?:\w+ ){0,3}(?:not|never|nicht|nie|niet|nooit|pas|jamais|nunca|não)\b", re.IGNORECASE)
_CLAUSE_END: Final = Pattern(r"[,;:.!?(](?=\s|$)|[\n`]")
_PASTED: Final = Pattern(r"➜|❯|git:\(|^\s*[\[>$#|]|\[REDACTED|\berror:|\bexited \(")
"""What stands in lines of a terminal, and not in what a person writes."""
_TASK: Final = Pattern(r"[a-z]\w*[-:_]\w[\w:-]*[.,;!)]*$")
_WRAPPERS: Final = frozenset(("uv", "poetry", "pdm", "hatch", "npx", "bundle", "pipenv"))


def find_dictated(sessions: Iterable[Session]) -> dict[Purpose, WorkingCommand]:
    """Purpose -> the command that the person gave last, and did not turn down since. `sessions` begin with the newest.

    What was run and passed is known better; this is for what the agent has not run yet, or not so that it was seen.
    """
    chosen: dict[Purpose, WorkingCommand] = {}
    refused: list[str] = []
    later: list[str] = []
    for session in islice(sessions, MAX_SESSIONS):
        for prompt in filter(_names_program, reversed(session.prompts)):
            commands = _read_own_commands(prompt.text)
            giving = [one.text for one in read_sentences(prompt.text, person=True)] if commands else []
            if any(_is_replaced(former, one) for one in later for former in giving):
                continue
            later += giving
            refused += find_refused([prompt.text], _PROGRAMS)
            for command in reversed(commands):
                purpose = _find_purpose(command, prompt.text)
                if purpose == "all tests" and runs_part(command) and not _is_standing(prompt.text, command):
                    purpose = "tests"
                is_refused = any(command == words or command.startswith(f"{words} ") for words in refused)
                if purpose in _PURPOSES and not is_refused:
                    standing = purpose == "all tests" and _is_standing(prompt.text, command)
                    one = WorkingCommand(purpose, command, DICTATED, prompt.made, is_standing=standing)
                    chosen.setdefault(purpose, one)
    if "tests" in chosen and "all tests" not in chosen:
        chosen["all tests"] = chosen.pop("tests")._replace(purpose="all tests")
    return chosen


def _is_replaced(former: str, sentence: str) -> bool:
    """Whether a later sentence of the person replaces the way in which another one has something run."""
    return gives_other_command(sentence, former) or ends_way(sentence, former)


def _find_purpose(command: str, text: str) -> Purpose | None:
    """What a command is for: by the words before it where these say that it runs all tests."""
    purpose = _name_kind(command)
    if purpose == "all tests" and _FOR_PART.search(text[: text.index(command)]):
        return None
    if not names_own_purpose(command, purpose) and is_typed(text):
        line, start = _find_line(text, command)
        purpose = name_purpose(line, start, start + len(command)) or purpose
    if purpose == "one test" and _is_standing(text, command):
        return "all tests"
    if purpose == "one test" and _ALL.search(text[: text.index(command)].rpartition("\n")[2].rstrip("` ")):
        return "all tests"
    return purpose


_FOR_PART: Final = Pattern(
    r"\b(?:only|just|nur|bloß|seulement|uniquement|solo|sólo|solamente)\b[^.;!?\n]{0,40}"
    r"\b(?:files?|modules?|packages?|class(?:es)?|folders?|cases?|affected|relevant|datei(?:en)?|moduls?|klassen?|fichiers?"
    r"|modules?|archivos?|ficheros?|módulos?)\b[^.;!?\n]{0,50}$"
    r"|\b(?:what|whatever|that|which|was|die|ce que|que|lo que) (?:you|we|i|du|wir|tu|vous|on)\b[^.;!?\n]{0,12}"
    r"\b(?:touch|chang|edit|work|modif|änder|geänder|bearbeit|anfass|angefass|toca|cambi|touche)\w*[^.;!?\n]{0,30}$",
    re.IGNORECASE,
)
"""How what stands before a command says that it is for a part: `run only the test file of what you touched, with`."""


def _is_standing(text: str, command: str) -> bool:
    """Whether a prompt says that a command is to be used henceforth, in the place of the whole suite."""
    before, _, after = text.partition(command)
    return bool(_ONLY.search(before[-_NEAR:]) or _HENCEFORTH.match(after[:_NEAR]))


_NEAR: Final = 60
_ONLY: Final = Pattern(
    r"\b(?:only|always|just) (?:run|use|call) `?$|\bfrom (?:now|today|\w+day) on,? (?:\w+ ){0,3}`?$", re.IGNORECASE
)
_HENCEFORTH: Final = Pattern(
    r"`?,?(?: takes [\w ]{3,20},)? (?:that['’]?s|that is|is|are) (?:the one|enough|plenty|sufficient"
    r"|all (?:you|we|i) need)\b"
    r"(?! (?:in between|for|while|until|if|when))"
    r"|`?,? (?:is|are) (?:what|the one) (?:you|we|i) (?:are to |shall |should |will )?(?:run|use|call|need)\b"
    r"|`?[.,]? (?:and )?(?:always (?:that|this) one|(?:that|this) one always|every (?:single )?time"
    r"|(?:only )?from (?:now|today|tomorrow|this point|here|\w+day)(?: on(?:wards)?)?\b)",
    re.IGNORECASE,
)


def _find_line(text: str, command: str) -> tuple[str, int]:
    """The line of a prompt that has a command, and where it begins there."""
    place = text.index(command)
    start = text.rfind("\n", 0, place) + 1
    return text[start:].partition("\n")[0], place - start


def _name_kind(command: str) -> Purpose | None:
    """The purpose of a command by its words. An unknown program that is given test files runs tests."""
    if (purpose := purpose_of(command)) is not None:
        return purpose
    parts = split_command(command)
    if len(parts) != 1 or not names_test_file(parts[0]):
        return None
    return "all tests" if names_several(command) else "one test"


def _names_program(prompt: Prompt) -> bool:
    """Whether a prompt has the name of a program, or quotes a script, which few do."""
    words = [word.strip(_AROUND) for word in prompt.text.replace("`", " ").split()]
    if not _PROGRAMS.isdisjoint(word.rsplit("/", 1)[-1] for word in words):
        return True
    return any("/" in word and is_runnable(word) for word in words) or (
        "`" in prompt.text and any(map(is_test_file, words))
    )


_AROUND: Final = ",;:!?()\"'"


def _read_own_commands(text: str) -> list[str]:
    """The commands that a person wrote, without those of a document that was pasted."""
    places = _place_own_commands(text)
    return [text[start:end] for start, end in zip(places[::2], places[1::2], strict=True)]


@judged
def _place_own_commands(text: str) -> list[int]:
    """Where each of them begins and ends."""
    places = _place_commands(text)
    own = " ".join(sentence.text for sentence in read_sentences(text, person=True)) if places else ""
    own = own.replace("*", "")
    spans = zip(places[::2], places[1::2], strict=True)
    return list(chain.from_iterable(span for span in spans if text[slice(*span)].replace("*", "") in own))


def _place_commands(text: str) -> list[int]:
    """Where each command that a prompt gives begins and ends."""
    places: list[int] = []
    is_own = is_typed(text)
    for line in re.finditer(r"[^\n]+", text):
        if _PASTED.search(line[0]):
            continue
        tokens = list(_TOKEN.finditer(line[0]))
        number = 0
        while number < len(tokens):
            former = tokens[number - 1][0] if number else ""
            is_named = is_own and _is_named(line[0], tokens[number], former)
            is_next = bool(places) and former in _JOINS and places[-1] + 1 == line.start() + tokens[number - 1].start()
            if (
                is_own
                and (span := _read_script(tokens[number], "run" if is_next else former))
                and not _is_turned_down(line[0], *span)
            ):
                places += [line.start() + span[0], line.start() + span[1]]
            is_labelled = former.endswith(":") or (is_named and _names_task(tokens[number:]))
            count, span = _read_command(tokens[number:], is_labelled=is_labelled, is_named=is_named)
            if span and not _is_turned_down(line[0], *span):
                places += [line.start() + span[0], line.start() + span[1]]
            number += max(count, 1)
    return places


def _read_script(token: "re.Match[str]", former: str) -> tuple[int, int] | None:
    """Where a script of the project begins and ends that the person says to run: `run scripts/test`."""
    word = token[0].rstrip(",;:)!?.")
    if former.lower() not in _RUNS or "/" not in word or not is_runnable(word) or purpose_of(word) not in _PURPOSES:
        return None
    return token.start(), token.start() + len(word)


_RUNS: Final = frozenset(("run", "use", "call", "rerun", "start", "via", "nimm", "nutze", "lance", "ejecuta", "corre"))
"""Words before a script that is to be run."""
_JOINS: Final = ("and", "then", "und", "et", "y", "&&")
"""Words between two of them."""


def _is_named(line: str, token: "re.Match[str]", former: str) -> bool:
    """Whether a line says what a command is for that begins with a word: by the word before it, or right behind it."""
    if token[0][0] != "`" and token[0].rsplit("/", 1)[-1] not in _PROGRAMS:
        return False
    is_joined = former.lower() in WITH or former.endswith(":") or FOR.match(line, token.end()) is not None
    return is_joined and name_purpose(line, token.start(), token.end()) is not None


def _names_task(tokens: "list[re.Match[str]]") -> bool:
    """Whether the second of some words is the name of a task, and no word of prose: `make check-fast`."""
    return len(tokens) > 1 and _TASK.match(tokens[1][0]) is not None


def _is_turned_down(line: str, start: int, end: int) -> bool:
    """Whether the clause around a command says not to use it, or asks."""
    clause = _CLAUSE_END.split(line[:start].rstrip("`"))[-1]
    after = line[end:].lstrip("` ")
    stop = _CLAUSE_END.search(after)
    rest = after[: stop.start()] if stop else after
    is_question = stop is not None and stop[0] == "?"
    return is_question or bool(_TURNS_DOWN.search(clause) or _TURNED_DOWN.search(rest))


def _read_command(
    tokens: "list[re.Match[str]]", *, is_labelled: bool, is_named: bool
) -> tuple[int, tuple[int, int] | None]:
    """How many of some words are a command, and where it begins and ends. `is_named`: the line says what it is for."""
    first = tokens[0]
    if first[0].startswith("`") and first[0].endswith("`") and len(first[0]) > 2:
        quoted = first[0].strip("`")
        is_command = (" " in quoted and _name_kind(quoted) in _PURPOSES) or (is_named and is_runnable(quoted))
        return 1, (first.start() + 1, first.end() - 1) if is_command else None
    count = _count_words([token[0] for token in tokens], is_labelled=is_labelled)
    if count == 0:
        return 0, None
    words = " ".join(token[0] for token in tokens[:count]).rstrip(",;)!? ")
    words = words if words.endswith((" .", "..")) else words.removesuffix(".")
    span = (first.start(), first.start() + len(words))
    return count, span if len(words) <= MAX_COMMAND and purpose_of(words) in _PURPOSES else None


def _count_words(words: list[str], *, is_labelled: bool) -> int:
    """How many of the first words are a command line; 0 where they are prose, or only the name of a program. Behind a
    label such as `lint:` the plain words of a short sentence belong to it."""
    count, program, has_sign, is_chain = 0, "", False, False
    last = next((place for place, word in enumerate(words) if _CLOSES.search(word)), len(words) - 1)
    is_whole = is_labelled and last < _SHORT and _SMALL.isdisjoint(words[: last + 1])
    for place, word in enumerate(words):
        plain = word.rstrip(",;)!?")
        if not program:
            if _ASSIGNMENT.match(plain):
                has_sign = True
            elif (name := plain.rsplit("/", 1)[-1]) in _PROGRAMS or (count and plain in _WRAPPERS):
                program, has_sign = name, has_sign or "/" in plain
            else:
                break
        elif place == 1 and _VERSION.match(plain):
            break  # `vitest 4`
        elif word in ("&&", "||"):
            program, has_sign, is_chain = "", True, True
        elif plain.startswith("("):
            break
        elif _SIGN.match(plain):
            has_sign = has_sign or program not in _NAMES_THAT_ARE_WORDS or not _FIGURE.match(plain)
        elif not (plain.rstrip(".") in _WORDS or plain.rstrip(".") in _PROGRAMS):
            ends = place == len(words) - 1 or word.endswith((*_END, "."))
            is_value = words[place - 1].startswith("-") and "=" not in words[place - 1] and plain not in _SMALL
            if not (is_value or is_whole or (is_chain and ends)):  # or the folder of the last command of a chain
                break
        count += 1
        if word.endswith(_END) or _ENDS_SENTENCE.search(word):
            break
    while count and words[count - 1] in ("&&", "||"):
        count -= 1
    is_dictated = has_sign or is_whole or (count > 1 and words[0] not in _NAMES_THAT_ARE_WORDS)
    return count if is_dictated and count > 1 else 0
