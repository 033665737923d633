"""Where the work stands, by the last sessions: the steps that are left, the last answer, the last run of the tests.

Short references of daily work, such as `continue` or `was the last run green`, have no word to search by. What they
mean is in the state of the work.
"""

from itertools import pairwise

from backstory.base.answer_kinds import is_general
from backstory.base.candidates import DIRECTIVES, VERDICTS
from backstory.base.common_words import is_usual
from backstory.base.courtesies import is_greeting
from backstory.base.passages import fetch_passages, shown_key, shown_sessions
from backstory.base.purposes import OF_WORK
from backstory.base.software_words import SOFTWARE
from backstory.base.tokenizer import STOP, WEAK, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    import apsw

    from backstory.base.passages import PassageHit
    from backstory.base.visibility import View

MAX_SESSIONS = 50
"""Last sessions whose commands are looked at."""
MAX_COMMANDS = 120
"""Last commands that are looked at."""
LONG_WORD = 4
MAX_REMARKS = 400
"""Last things said in a role that are looked at for those which lay down something, or tell how a way ended."""
MAX_CHOSEN = 8
"""Most remarks of a kind that an answer lists."""
MAX_BESIDE = 2
"""Answers listed beside a run, since they name what its output does not."""
MAX_AWAY = 5
"""Last sessions among which the steps that are left are looked for: one on the side may come after the work."""
MAX_ENDS = 16
"""Passages at the end of the last session that are looked at."""
TURNS = 2
"""Turns whose ends tell where it stopped."""
TURNS_WITHOUT_STEPS = 4
"""The same where no steps are known: the last answer may be one on the side."""
MAX_OF_TURN = 2
SCORE = 9.0
"""What is added for the best passage of the kind that is asked for."""
STEP = 0.75
"""How much less each after it gets."""
SHORT = 120
"""Characters up to which what was said last may be a farewell."""
_PARTING = """
bye goodbye ciao cya thanks thank tomorrow tonight lunch dinner weekend holiday train bus doctor kids school tschüss
morgen feierabend danke gracias mañana suerte adiós médico merci demain salut bonne
"""
FAREWELLS = frozenset(_PARTING.split())
CHECKS = ("types: ", "lint: ", "build: ")
"""Labels of commands that check something else than tests do."""
PASSED = (" passed", " success", " ok", " 0 fail", " 0 errors", " green", " no issues", " done")
FAILED = (" failed", " failure", " failures", " error", " errors", " issue", " issues", "; red: ")
NOTHING_WRONG = (
    " 0 failed", " 0 failures", " 0 failure", " 0 errors", " 0 error", " no errors", " 0 issues", " no issues",
)  # fmt: skip
OF_RUN = {"lint": ("lint: ",), "types": ("types: ",), "build": ("build: ",)}
"""Word of a question -> the commands that it is about, in place of the tests."""
NARROWING = ("-k", "-t", "-run", "--run", "--tests", "--filter", "--grep", "-g", "--only")
"""Beginnings of options that choose tests."""
STARTING = ("run", "start", "serve", "dev", "up", "watch", "install", "sync", "setup")
"""Words of a command that starts the program, or makes it ready to be."""
DEPLOYING = ("install", "deploy", "publish", "release", "upload", "flash", "rollout", "apply", "push")
"""Parts of a command that puts something into use."""


class Run:
    """The last run of a command in a session."""

    def __init__(self, row: "Sequence[Any]") -> None:
        self.passage: int = row[0]
        text: str = row[1]
        self.session: int = row[2]
        self.label = text[: text.find(": ") + 2]
        self.command, _, self.result = text[len(self.label) :].partition("` gave ")

    @staticmethod
    def command_of(text: str) -> str:
        """The command of a passage, as in `command`."""
        return Run((0, text, 0)).command

    @property
    def is_test(self) -> bool:
        return self.label == "test: "

    @property
    def is_red(self) -> bool:
        """Whether tests are named that failed."""
        return "; red: " in self.result

    @property
    def has_failed(self) -> bool:
        result = f" {self.result.lower()}"
        for words in NOTHING_WRONG:
            result = result.replace(words, "")
        return any(word in result for word in FAILED)

    def names(self, word: str) -> bool:
        """Whether its command has a word, also as a part of a name if it is a long one."""
        return word in split_words(self.command) or (len(word) > LONG_WORD and word in self.command.lower())

    @property
    def is_narrow(self) -> bool:
        """Whether its command runs a part of the tests: it names a file, a folder or a test."""
        words = self.command.split()
        return any(word.startswith(NARROWING) or _names_place(word) for word in words[1:])

    @property
    def has_worked(self) -> bool:
        """Whether it did what it is for, also where tests failed."""
        if self.is_red or not self.has_failed or (self.is_test and _reports_passes(self.result)):
            return True
        return any(word in f" {self.result.lower()}" for word in PASSED)


def _reports_passes(result: str) -> bool:
    """Whether a summary counts more tests than failures: `2 tests, 1 failure`, `Tests: 5, Failures: 1`."""
    words = [word.strip("(),;.") for word in result.lower().split()]
    counts: dict[str, int] = {}
    for one, other in pairwise(words):
        number, noun = (other, one[:-1]) if one.endswith(":") else (one, other)
        if number.isdecimal() and not noun.endswith(":"):
            counts.setdefault(noun.rstrip("s"), int(number))
    tests = next((counts[noun] for noun in ("test", "example", "spec", "run", "scenario") if noun in counts), 0)
    failures = [counts[noun] for noun in ("failure", "failed", "error") if noun in counts]
    return bool(failures) and tests > sum(failures)


def _names_place(word: str) -> bool:
    """Whether a word of a command names a file, a folder or a test."""
    return "::" in word or ("/" in word and "..." not in word and not word.startswith(("/", "./gradlew", "$", "-")))


def find_recent(
    con: "apsw.Connection", view: "View", kinds: "frozenset[str]", text: str, *, asks_only: bool = False
) -> "list[PassageHit]":
    """What the last sessions say that a question of these kinds asks for, most wanted first. `asks_only`: it is known
    that the text asks for nothing else."""
    state_kinds = kinds & OF_WORK
    if not (asks_only or state_kinds.isdisjoint(ONLY_ASKED) or is_general(text, kinds)):
        state_kinds -= ONLY_ASKED
    if not state_kinds:
        return []
    places = list(dict.fromkeys(_list_places(con, view, state_kinds, text)))
    return fetch_passages(con, view, places, {place: SCORE - STEP * at for at, place in enumerate(places)})


LAID_DOWN = (
    *DIRECTIVES, " has to ", " have to ", " not without ", " ask me ", " alone ", " i want ", " we want ", " only ",
    " for every ", " for each ", " each time ", " muss ", " müssen ", " quiero ", " hay que ", " il faut ",
)  # fmt: skip
"""What a person says who lays something down, for somebody who asks for just that."""
OF_TESTS = (" tests ", " test ", " suite ", " specs ", " pass ", " passed ", " passes ", " green ", " verde ", " grün ")
OF_FAILURE = (
    " red ", " fails ", " failing ", " failed ", " fail ", " rojo ", " falla ", " rot ", " rouge ", " schlägt fehl ",
)  # fmt: skip
ONLY_ASKED = frozenset(("rules", "tried", "task"))
"""Kinds that are listed for a question which asks for nothing else."""


def drop_outdated_runs(con: "apsw.Connection", view: "View", hits: "Sequence[PassageHit]") -> "list[PassageHit]":
    """The passages without runs of commands that were run again since: how they ended holds no more."""
    if not any(hit.role == "command" for hit in hits):
        return list(hits)
    runs = [*_list_runs(con, view)]
    newest = {run.command: run.passage for run in reversed(runs)}
    return [hit for hit in hits if hit.role != "command" or newest.get(Run.command_of(hit.text), 0) in (0, hit.passage)]


def _list_places(con: "apsw.Connection", view: "View", kinds: "frozenset[str]", text: str) -> "Iterator[int]":
    runs = [] if kinds == {"next"} else list(_list_runs(con, view))
    if "rules" in kinds:
        yield from _find_remarks(con, view, "user", LAID_DOWN)
    if "tried" in kinds:
        yield from _find_remarks(con, view, "assistant", VERDICTS)
    if "task" in kinds:
        yield from _find_task(con, view)
    if "again" in kinds:
        yield from [run.passage for run in runs[:1]]
    if "deploy" in kinds:
        deploying = [run for run in runs if _deploys(run)]
        yield from [run.passage for run in sorted(deploying, key=lambda run: not run.has_worked)[:1]]
    if "run" in kinds:
        yield from _choose_run(runs, text, kinds)
    if "start" in kinds:
        yield from [run.passage for run in _list_named(runs, text)][:1]
    if "green" in kinds:
        yield from [run.passage for run in runs if run.is_test][:1]
        yield from [run.passage for run in runs if run.label == "build: "][:1]
        yield from _find_remarks(con, view, "assistant", OF_TESTS)[:MAX_BESIDE]
    if "failed" in kinds:
        yield from _choose_red(runs)
        yield from [run.passage for run in runs if run.label in CHECKS and run.has_failed][:MAX_BESIDE]
        yield from _find_remarks(con, view, "assistant", OF_FAILURE)[:MAX_BESIDE]
    steps = _find_steps(con, view) if kinds & {"resume", "next", "task"} else []
    yield from steps
    if kinds & {"resume", "task"}:
        yield from [run.passage for run in runs if run.is_test][:1]
    if kinds & {"resume", "next", "task"}:
        yield from _find_last_words(con, view, TURNS if steps else TURNS_WITHOUT_STEPS)


def fetch_recent(
    con: "apsw.Connection", view: "View", role: str, sessions: int, most: int
) -> "Iterator[tuple[int, str, str]]":
    """Yields (passage, text, session) of the passages of a role in the last sessions, the newest first."""
    query = (
        "SELECT p.passage, p.text, p.session FROM"
        f" (SELECT s.session, s.ended FROM session s WHERE {shown_sessions(view)} ORDER BY s.ended DESC"
        " LIMIT ?3) s CROSS JOIN passage p ON p.session = s.session WHERE p.role = ?2"
        " ORDER BY s.ended DESC, p.passage DESC LIMIT ?4"
    )
    yield from con.execute(query, (shown_key(view), role, sessions, most))


def _list_runs(con: "apsw.Connection", view: "View") -> "Iterator[Run]":
    """The runs of the last sessions, the newest first; of the same command only the newest."""
    names: set[str] = set()
    for row in fetch_recent(con, view, "command", MAX_SESSIONS, MAX_COMMANDS):
        run = Run(row)
        if run.command not in names:
            names.add(run.command)
            yield run


def _choose_run(runs: "Sequence[Run]", text: str, kinds: "frozenset[str]") -> "Iterator[int]":
    """The last run that worked, of the tests or of what a question asks for; those first that it names more of."""
    words = kinds.union(split_words(text))
    labels = [label for word, of_word in OF_RUN.items() if word in words for label in of_word]
    chosen = [run for run in runs if run.label in labels]
    if "launch" in kinds and not chosen:
        chosen = [run for run in runs if run.label == "run: "] or [run for run in runs if _starts(run)]
    elif not chosen:
        chosen = [run for run in runs if run.is_test]
    worked = [run for run in chosen if run.has_worked]
    if "test" in kinds:
        worked.sort(key=lambda run: run.is_narrow)
    yield from [run.passage for run in (_list_named(worked, text) or worked)[:1]]
    yield from [run.passage for run in worked if not run.has_failed][:1]


def _list_named(runs: "Sequence[Run]", text: str) -> list[Run]:
    """The runs whose commands have words of a text, other than those of any run; those with most of them first."""
    words = [word for word in split_words(text) if word not in STOP and word not in _OF_ANY_RUN]
    counted = [(sum([run.names(word) for word in words]), run) for run in runs]
    return [run for count, run in sorted(counted, key=lambda one: -one[0]) if count]


_COMMON = """
run rerun execute start launch test tests suite spec specs please now again all build lint check
"""
_OF_ANY_RUN = frozenset(_COMMON.split())


def _choose_red(runs: "Sequence[Run]") -> "Iterator[int]":
    """The last run of the tests, and the last in which some failed: before it, if both are of the same session."""
    tests = [run for run in runs if run.is_test]
    red = [run for run in tests if run.is_red][:1]
    yield from [run.passage for run in red if run.session == tests[0].session]
    yield from [run.passage for run in (*tests[:1], *red)]


def _starts(run: Run) -> bool:
    """Whether a run started the program, or made it ready to be."""
    return not run.is_test and any(run.names(word) for word in STARTING)


def _deploys(run: Run) -> bool:
    command = run.command.lower()
    return run.label == "deploy: " or (not run.is_test and any(word in command for word in DEPLOYING))


def _find_steps(con: "apsw.Connection", view: "View") -> "list[int]":
    """The steps that the last session with any left open."""
    return [passage for passage, *_ in fetch_recent(con, view, "next", MAX_AWAY, 1)]


def _find_task(con: "apsw.Connection", view: "View") -> "list[int]":
    """What was asked first in the work on the branch of the last session: that names the task."""
    query = (
        "SELECT p.passage, p.text FROM"
        f" (SELECT s.session, s.started FROM (SELECT s.session, s.ended AS started FROM session s"
        f" WHERE {shown_sessions(view)} AND s.branch = (SELECT s.branch FROM session s WHERE {shown_sessions(view)}"
        f" ORDER BY s.ended DESC LIMIT 1) ORDER BY s.ended DESC LIMIT {MAX_AWAY}) s ORDER BY s.started LIMIT 1) s"
        " CROSS JOIN passage p ON p.session = s.session WHERE p.role = 'user' ORDER BY p.passage LIMIT 4"
    )
    rows = list(con.execute(query, (shown_key(view),)))
    return [passage for passage, text in rows if _is_telling(text)][:1] or [row[0] for row in rows[:1]]


def _find_remarks(con: "apsw.Connection", view: "View", role: str, cues: "Sequence[str]") -> "list[int]":
    """What was said in a role with one of some cues in the last sessions, the newest first."""
    rows = fetch_recent(con, view, role, MAX_SESSIONS, MAX_REMARKS)
    lines = [(passage, f" {' '.join(split_words(text))} ") for passage, text, _ in rows]
    return [passage for passage, line in lines if any(cue in line for cue in cues)][:MAX_CHOSEN]


def _find_last_words(con: "apsw.Connection", view: "View", most: int) -> "list[int]":
    """The end of the last session: of the last turns the end of each, without farewells. The last of it comes first."""
    query = (
        "SELECT p.passage, p.text, p.turn, p.role FROM passage p WHERE p.role IN ('user', 'assistant') AND p.session ="
        f" (SELECT s.session FROM session s WHERE {shown_sessions(view)} ORDER BY s.ended DESC LIMIT 1)"
        f" ORDER BY p.passage DESC LIMIT {MAX_ENDS}"
    )
    rows = list(con.execute(query, (shown_key(view),)))
    turns: dict[int, list[int]] = {}
    playful = _find_playful([(turn, role, text) for _, text, turn, role in rows])
    for passage, text, turn, _ in rows:
        if _is_telling(text) and turn not in playful:
            turns.setdefault(turn, []).append(passage)
    chosen = [passage for passages in list(turns.values())[:most] for passage in passages[:MAX_OF_TURN]]
    return chosen or [row[0] for row in rows[:1]]


def _find_playful(rows: "Sequence[tuple[int, str, str]]") -> "frozenset[int]":
    """The turns of answers to a prompt that asks for a poem, a joke and the like. `rows`: turn, role and text of what
    was said, the last first."""
    playful: list[int] = []
    answering: list[int] = []
    for turn, role, text in rows:
        if role == "assistant":
            answering.append(turn)
            continue
        if not _PLAY.isdisjoint(split_words(text)):
            playful += answering
        answering = []
    return frozenset(playful)


_FOR_FUN = """
haiku haikus poem poems limerick limericks joke jokes sonnet rhyme rhymes riddle riddles pun puns lyrics ballad
gedicht gedichte witz witze reim limerick rätsel poème poèmes blague blagues poema poemas chiste chistes barzelletta
poesia piada
"""
_PLAY = frozenset(_FOR_FUN.split())
"""What somebody asks for beside the work."""


def _names_file(text: str) -> bool:
    """Whether a text names a file or a folder."""
    words = [word.strip(".,;:!?()") for word in text.split()]
    return any("/" in word[1:-1] or "." in word[1:-1] for word in words)


def _is_telling(text: str) -> bool:
    """Whether something is more than a farewell, or an answer to one. `See you, tomorrow docs/cli.rst` is."""
    if "`" in text or len(text) > SHORT or _names_file(text):
        return True
    words = split_words(text)
    return FAREWELLS.isdisjoint(words) and any(word in SOFTWARE or _is_of_work(word) for word in words)


def _is_of_work(word: str) -> bool:
    return word in WEAK and not is_greeting(word) and not is_usual(word)
