"""Tells whether a sentence gives the command of a rule in another form: `always run npx ava 'test/*.ts' here`, and
later `from now on it is NO_BROWSERS=1 npx ava`.

Both run the same program for the same purpose, or both say how the tests are run and the later one says what is no
longer needed. A command of another purpose stands beside the rule.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.model.tool_names import KIND_OF, SUBCOMMANDS, TASK_WORDS, TASKS
from backstory.patterns.pattern import Pattern
from backstory.patterns.revision_words import LIMIT, MUST_NOT, STRONG, read_polarity

_TOKEN: Final = Pattern(r"(?:[^\s'\"`]*[^\s'\"`\w])?(?:'[^'\n]*'|\"[^\"\n]*\")[^\s`]*|[^\s`]+")
_ASSIGNMENT: Final = Pattern(r"[A-Z][A-Z0-9_]*=\S+$")
_CLOSES: Final = Pattern(r"[,;:!?)]$|[\w'\"]\.$")
_CLOSING: Final = ",;:!?)."
_WRITTEN: Final = Pattern(r"--?\w|\.{0,2}/|.*[\w*\]][/=:]|.*['\"]")
"""What only the words of a command line have."""
_WRAPPERS: Final = frozenset(
    ("npx", "bunx", "uv", "poetry", "pipenv", "hatch", "bundle", "exec", "run", "python", "-m")
)
"""Words between an assignment and the program that is run."""
_PURPOSES: Final = frozenset(("test", "lint", "types", "build"))
_PROGRAMS: Final = frozenset(name for name, kind in KIND_OF.items() if kind in _PURPOSES and name not in TASKS)
_WORDS: Final = frozenset(("build", "green", "black", "tap", "lab", "make", "flow", "pint", "vale", "revive", "trial"))
"""Programs whose names are words of prose."""
_BESIDE: Final = Pattern(
    r"\b(?:also|too|as well|additionally|on top|first|afterwards|then|before|after|auch|zusätzlich|aussi|también"
    r"|(?:for|when|if|while|für|wenn|pour|quand|para|cuando) (?!all\b|everything\b|good\b)\w+)\b"
)
"""Words of a command that is run beside another one, or in a case of its own."""


class _Command(NamedTuple):
    """A command in a sentence: its program with its task, what is written about how to run it, and where it begins."""

    program: str
    signs: tuple[str, ...]
    before: str
    """The words of its clause before it."""
    around: str
    """The words around it that name neither program nor options."""


def gives_other_command(sentence: str, rule: str) -> bool:
    """Whether a sentence of a person says that from now on the command of a rule is run in another form."""
    if not STRONG.search(sentence.lower()):
        return False
    if _runs_tests_otherwise(sentence, rule):
        return True
    given, former = list(read_commands(sentence)), list(read_commands(rule))
    if len(given) != 1 or len(former) != 1 or given[0].program != former[0].program:
        return False
    if not given[0].signs or given[0].signs == former[0].signs:
        return False
    if any(_BESIDE.search(one.around) for one in (given[0], former[0])) or LIMIT.search(former[0].around):
        return False
    return MUST_NOT not in (read_polarity(given[0].before), read_polarity(former[0].before))


def _runs_tests_otherwise(sentence: str, rule: str) -> bool:
    """Whether a sentence says how all tests are run, in place of a rule that says it: `run the tests with CI=1 from now
    on, and the -k expression can go`. It also says that something is no longer needed."""
    head = re.split(r"[;.]\s", sentence.lower())[0]
    if not _GONE.search(sentence.lower()) or _BESIDE.search(head):
        return False
    given, former = _read_test_run(sentence), _read_test_run(rule)
    return bool(given and former) and given != former and given[0] not in rule


def _read_test_run(text: str) -> tuple[str, ...]:
    """What a sentence writes about how tests are run: options, variables and paths; empty where it orders no run."""
    if (match := _WITH.search(text)) is not None:
        return (match["way"],) if _is_sign(match["way"]) else ()
    commands = [one for one in read_commands(text) if _is_test(one.program) and not _NO_LONGER.search(one.before)]
    if len(commands) != 1 or _BESIDE.search(commands[0].around) or read_polarity(commands[0].before) == MUST_NOT:
        return ()
    return commands[0].signs


def _is_test(program: str) -> bool:
    name, _, task = program.partition(" ")
    if not task:
        return KIND_OF.get(name) == "test"
    return (SUBCOMMANDS.get(name, {}).get(task) or TASK_WORDS.get(task)) == "test"


_NO_LONGER: Final = Pattern(
    r"\b(?:no more|not|no longer|instead of|in place of|rather than|forget|drop|without|statt|nicht mehr|kein\w*"
    r"|plus de"
    r"|au lieu d\w+|en lugar de|nada de)(?: \w+){0,2} ?$"
)
"""Words right before a command that is given up: `..., no more naked go test ./...`"""
_WITH: Final = Pattern(
    r"\b(?:(?:run|start|execute|lass|lance[rz]?|ejecuta) (?:(?:(?:all |the |our |die |les |los )*(?:tests?"
    r"|test suite|suite"
    r"|specs?)|them|it|everything) )?|(?:the |all )?(?:tests?|suite) (?:now )?(?:run|are run|runs|go|goes) )(?:\w+ )?"
    r"(?:with|using|via|under|through|mit|avec|con) `?(?P<way>[^\s`]+)",
    re.IGNORECASE,
)
"""How somebody says how all tests are run."""
_GONE: Final = Pattern(
    r"\b(?:can go|is (?:gone|history|dead|obsolete)|no more|no longer|not? .{0,40}\bany ?more|instead|drop"
    r"|forget|nothing"
    r" else|in place of|replaces|nobody has to|kann weg|fällt weg|statt|nicht mehr|à la place|en lugar|ya no)\b"
)
"""What a new way makes superfluous."""


def read_commands(text: str) -> Iterator[_Command]:
    """The commands that a sentence names."""
    tokens = _TOKEN.findall(text)
    place = 0
    while place < len(tokens):
        program, count = _read_program(tokens[place:])
        if not program:
            place += 1
            continue
        start = place
        while start and (_ASSIGNMENT.match(tokens[start - 1]) or tokens[start - 1] in _WRAPPERS):
            start -= 1
        end = next((one + 1 for one in range(place, len(tokens)) if _CLOSES.search(tokens[one])), len(tokens))
        words = [one.rstrip(_CLOSING) for one in tokens[start:end]]
        signs = tuple(one for before, one in pairwise(("", *words)) if _is_sign(one) or before.startswith("--"))
        rest = [one for one in words[place + count - start :] if one not in signs]
        clause = next((one for one in range(start, 0, -1) if _CLOSES.search(tokens[one - 1])), 0)
        before = " ".join(tokens[clause:start]).lower()
        yield _Command(program, signs, before, " ".join((*tokens[:start], *rest)).lower())
        place = end


def _is_sign(word: str) -> bool:
    return bool(_WRITTEN.match(word) or _ASSIGNMENT.match(word))


def _read_program(tokens: list[str]) -> tuple[str, int]:
    """The program that some words begin with and its task, and how many words name them."""
    name = tokens[0].rstrip(_CLOSING).rsplit("/", 1)[-1]
    closes = _CLOSES.search(tokens[0]) is not None
    following = tokens[1].rstrip(_CLOSING) if len(tokens) > 1 and not closes else ""
    kind = SUBCOMMANDS.get(name, {}).get(following) or (TASK_WORDS.get(following) if name in TASKS else None)
    if following and kind in _PURPOSES:
        return f"{name} {following}", 2
    if name in TASKS and following == "run" and len(tokens) > 2:
        return f"{name} {tokens[2].rstrip(_CLOSING)}", 3
    is_program = name in _PROGRAMS and (name not in _WORDS or bool(_WRITTEN.match(following)))
    return (name, 1) if is_program else ("", 0)
