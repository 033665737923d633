"""Strategies: a view on runs that worked, for the next task that is like them; and what is known of an area.

A run that failed is kept and never offered. What ranks a strategy are named signals; the time only breaks ties.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Literal, NamedTuple

from backstory.capture.commands.task_types import find_task_type
from backstory.capture.commands.working_commands import has_passed, plain_commands, purpose_of
from backstory.capture.reports.fingerprints import read_fault
from backstory.capture.sessions.failures import Failure, find_failures_of
from backstory.capture.sessions.task_lines import only_asks
from backstory.capture.text.patterns import Pattern
from backstory.model.run import Run, TaskType
from backstory.model.text import one_line
from backstory.patterns.step_orders import orders_by_number

Signal = Literal[
    "task_type", "prompt_similarity", "overlapping_files", "primary_entry_point", "commands", "tests", "errors", "area"
]
WEIGHTS: Final[dict[Signal, float]] = {
    "task_type": 1.0,
    "prompt_similarity": 3.0,
    "overlapping_files": 3.0,
    "primary_entry_point": 1.0,
    "commands": 0.5,
    "tests": 0.5,
    "errors": 2.0,
    "area": 1.0,
}
"""Signal -> what it adds at its full value."""
LEAST: Final = 1.2
"""Below this sum there is no evidence that a strategy fits: the type of the task or its folder alone is none."""
MAX_FILES: Final = 12
_MOST_TESTS: Final = 3
MAX_COMMANDS: Final = 6

_WORD: Final = Pattern(r"[A-Za-z][A-Za-z0-9]+")
_STOP: Final = frozenset(
    [
        "the",
        "and",
        "for",
        "with",
        "that",
        "this",
        "from",
        "into",
        "not",
        "are",
        "was",
        "were",
        "have",
        "has",
        "can",
        "could",
        "should",
        "would",
        "please",
        "now",
        "then",
        "when",
        "which",
        "you",
        "our",
        "its",
        "all",
        "any",
        "but",
        "use",
        "using",
        "make",
        "sure",
        "also",
        "some",
        "there",
        "here",
        "they",
        "them",
        "will",
        "what",
        "why",
        "how",
        "where",
        "about",
        "add",
        "fix",
        "new",
        "get",
    ]
)


class Strategy(NamedTuple):
    """How a task was done that worked."""

    run: str
    goal: str
    task_type: TaskType
    files: tuple[str, ...]
    """Files that were edited."""
    entry_point: str
    """The file that was edited first."""
    commands: tuple[str, ...]
    """Commands that passed and are of use again."""
    tests: tuple[str, ...]
    """Test commands that passed."""
    errors: tuple[str, ...]
    """Fingerprints of the faults that were met and overcome."""
    areas: tuple[str, ...]
    commits: tuple[str, ...]
    reason: str
    """Why it counts as a success."""
    made: str
    is_confirmed: bool
    """Whether a passing check or a person says that it worked, and not a commit alone."""


class Question(NamedTuple):
    """What a strategy is looked for."""

    goal: str = ""
    task_type: TaskType = "unknown"
    files: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """Lines of errors."""


class Ranked(NamedTuple):
    """A strategy with what each signal adds."""

    strategy: Strategy
    score: float
    signals: dict[Signal, float]


class Area(NamedTuple):
    """What is known of a folder."""

    path: str
    runs: int
    files: tuple[tuple[str, int], ...]
    """Files with the number of runs that edited them, the most edited first."""
    tests: tuple[str, ...]
    """Test commands that runs in it used and that passed, the newest first."""
    failures: tuple[Failure, ...]
    together: tuple[tuple[str, int], ...]
    """Other folders that were edited in the same runs."""


def find_strategies(runs: Iterable[Run]) -> tuple[Strategy, ...]:
    """The strategies of the runs that worked and changed something, the newest first. One without a task tells no
    other task how it may be done."""
    worked = (run for run in runs if run.outcome == "success" and (run.edited or run.commits))
    rows = [to_strategy(run) for run in worked if _states_task(run.goal)]
    return tuple(sorted(rows, key=lambda row: row.made, reverse=True))


_LEAD: Final = re.compile(
    r"^(?:(?:hi|hey|hello|morning|good morning|back|back again|i'm back|wait|hm+|ok(?:ay)?|so|and|but|hallo|moin|hola"
    r"|salut|bonjour)\b[\s,.!:;–-]*)+",
    re.IGNORECASE,
)
"""A greeting, or how somebody starts to speak."""
_ASKS: Final = re.compile(
    r"(?:why|what|how come|who|where|when|which|warum|wieso|was|wer|wo|pourquoi|por qué)\b(?!.*[.?!]\s+\w)",
    re.IGNORECASE | re.DOTALL,
)
"""How a question begins behind which nothing else is said, whether or not it has its mark."""


def _states_task(goal: str) -> bool:
    """Whether the words that a run is named by state a task: no greeting, no question, no bare number of a step."""
    rest = _LEAD.sub("", goal.strip())
    if not goal.strip() or only_asks(goal):
        return not goal.strip()
    return bool(rest) and not _ASKS.match(rest) and not orders_by_number(rest)


def to_strategy(run: Run) -> Strategy:
    """A run as a strategy."""
    passed = _find_passed(run)
    failed = _find_failed(run)
    tests = _find_tests(passed)
    commands = [plain for plain in passed if plain in tests or plain not in failed]
    return Strategy(
        run=run.id,
        goal=run.goal,
        task_type=run.task_type,
        files=run.edited[:MAX_FILES],
        entry_point=next(iter(run.edited), ""),
        commands=tuple(commands[:MAX_COMMANDS]),
        tests=tests,
        errors=tuple(dict.fromkeys(read_fault(line).fingerprint for line in run.errors)),
        areas=tuple(dict.fromkeys(folder_of(path) for path in run.edited)),
        commits=run.commits,
        reason=run.reason,
        made=run.ended or run.started,
        is_confirmed=_is_confirmed(run),
    )


def _find_passed(run: Run) -> list[str]:
    """The plain commands of a run that passed and have a purpose, in their order, none twice."""
    lines = [command.command for command in run.commands if has_passed(command)]
    plain = chain.from_iterable(map(plain_commands, lines))
    return list(dict.fromkeys(filter(purpose_of, plain)))


def _find_tests(passed: Iterable[str]) -> tuple[str, ...]:
    """The commands that run tests."""
    return tuple(plain for plain in passed if purpose_of(plain) in ("one test", "all tests"))


def _find_failed(run: Run) -> set[str]:
    lines = [command.command for command in run.commands if command.failed]
    return set(chain.from_iterable(map(plain_commands, lines)))


def _is_confirmed(run: Run) -> bool:
    """Whether a person or a check that passed says that a run worked."""
    if run.source_of("outcome") == "explicit":
        return True
    return any(has_passed(command) for command in run.commands if command.kind in ("test", "types", "build"))


def rank_strategies(strategies: Iterable[Strategy], question: Question) -> tuple[Ranked, ...]:
    """The strategies for which there is evidence that they fit, the best first."""
    task_type = question.task_type if question.task_type != "unknown" else find_task_type(question.goal, question.files)
    question = question._replace(task_type=task_type)
    rows = [Ranked(row, sum(signals.values()), signals) for row in strategies if (signals := _signals(row, question))]
    fit = [row for row in rows if row.score - row.signals.get("task_type", 0.0) > 0 and row.score >= LEAST]
    return tuple(sorted(fit, key=lambda row: (round(row.score, 3), row.strategy.made), reverse=True))


def _signals(strategy: Strategy, question: Question) -> dict[Signal, float]:
    """Signal -> what it adds; signals that add nothing are left out."""
    errors = {read_fault(line).fingerprint for line in question.errors}
    areas = {folder_of(path) for path in question.files}
    values: dict[Signal, float] = {
        "task_type": float(question.task_type != "unknown" and question.task_type == strategy.task_type),
        "prompt_similarity": cover_words(question.goal, f"{strategy.goal} {' '.join(strategy.files)}"),
        "overlapping_files": _share(question.files, strategy.files),
        "primary_entry_point": float(bool(strategy.entry_point) and strategy.entry_point in question.files),
        "commands": _share(question.commands, strategy.commands),
        "tests": _share(question.tests, strategy.tests),
        "errors": _share(tuple(errors), strategy.errors),
        "area": _share(tuple(areas), strategy.areas) if areas else float(_names_area(question.goal, strategy.areas)),
    }
    return {name: round(WEIGHTS[name] * value, 3) for name, value in values.items() if value > 0}


def _share(words: Sequence[str], present: Sequence[str]) -> float:
    return len(set(words) & set(present)) / len(set(words)) if words else 0.0


def _names_area(goal: str, areas: Iterable[str]) -> bool:
    words = _words(goal)
    return any(set(_words(area.rsplit("/", 1)[-1])) & words.keys() for area in areas if area)


def cover_words(goal: str, text: str) -> float:
    """Which share of the words of a goal a text has, from 0 to 1; parts of names count as words.

    One word in common out of several counts little: it may be a common one.
    """
    words = _words(goal)
    shared = len(words & _words(text))
    return shared / len(words) * (1.0 if shared > 1 or len(words) == 1 else 0.5) if words else 0.0


@lru_cache(64)  # the question is compared with every strategy
def _words(text: str) -> Counter[str]:
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_|-", " ", text)
    return Counter({_stem(word.lower()) for word in _WORD.findall(split)} - _STOP)


def _stem(word: str) -> str:
    return (
        re.sub(r"(?:ies|es|s|ing|ed)$", "", word)
        if len(word) > 5
        else word.removesuffix("s")
        if len(word) > 3
        else word
    )


def folder_of(path: str) -> str:
    """The area of a file: its folder, at most two levels deep; empty for the root."""
    return "/".join(path.split("/")[:-1][:2])


def describe_area(path: str, runs: Sequence[Run], failures: Sequence[Failure] = ()) -> Area | None:
    """What is known of a folder or file from the runs that edited something in it; None if there are none."""
    path = path.strip("/")
    files: Counter[str] = Counter()
    others: Counter[str] = Counter()
    inside: list[Run] = []
    for run in runs:
        below = [name for name in run.edited if _is_below(name, path)]
        if below:
            inside.append(run)
            files.update(below)
            others.update(list(dict.fromkeys(folder_of(name) for name in run.edited if name not in below)))
    if not inside:
        return None
    return Area(
        path=path,
        runs=len(inside),
        files=tuple(files.most_common(MAX_FILES)),
        tests=_newest_tests(inside),
        failures=find_failures_of(failures, (path,)),
        together=tuple(others.most_common(5)),
    )


def _newest_tests(runs: Sequence[Run]) -> tuple[str, ...]:
    """The three test commands that passed in the newest of the runs."""
    newest = sorted(runs, key=lambda run: run.ended or run.started, reverse=True)
    tests: dict[str, None] = {}
    for run in newest:
        tests.update(dict.fromkeys(_find_tests(_find_passed(run))))
        if len(tests) >= _MOST_TESTS:
            break
    return tuple(tests)[:_MOST_TESTS]


def _is_below(name: str, path: str) -> bool:
    return not path or name == path or name.startswith(path + "/")


def describe_strategy(strategy: Strategy) -> str:
    """A strategy in one line."""
    parts = [
        f"edited {', '.join(strategy.files[:3])}" if strategy.files else "",
        *(f"ran `{one}`" for one in strategy.commands[:2]),
    ]
    text = f"{one_line(strategy.goal, 100)}: {', then '.join(part for part in parts if part)}"
    return f"{text} ({strategy.reason})" if strategy.reason else text
