"""Failures of sessions: what failed, whether it was resolved, by what; and what worked instead.

A failed command is a fact about the past and never something to run again: what can be run is what worked instead.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.red_tests import leaves_out_tests, runs_all_tests
from backstory.capture.commands.working_commands import has_passed, is_everyday, is_unusable, plain_commands
from backstory.capture.reports.fingerprints import Fault, read_fault
from backstory.capture.sessions.runs import Stretch
from backstory.model.run import Run
from backstory.model.session import CommandRun
from backstory.model.text import one_line

MAX_FAULTS: Final = 3
"""Faults of one command that are kept: later ones mostly follow from the first."""
NEAR: Final = 8
"""Commands after a failure among which another one for the same purpose is what worked instead."""
_KINDS: Final = frozenset(("test", "lint", "types", "build", "run", "install"))
_OTHERS: Final = frozenset(("other", "git"))
_LOOKING: Final = frozenset(
    ("log", "show", "diff", "status", "grep", "blame", "branch", "tag", "config", "rev-parse", "ls-files", "ls-remote",
     "cat-file", "merge-base", "check-ignore", "remote", "describe", "reflog", "stash", "view", "list", "checks",
     "watch")
)  # fmt: skip
"""Subcommands that only look at something: that they fail says nothing about the project."""
_INSTALLING: Final = frozenset(
    ("install", "i", "add", "ci", "sync", "get", "update", "upgrade", "require", "pip", "mod")
)


class Failure(NamedTuple):
    """A fault that commands of one kind ran into."""

    fingerprint: str
    toolchain: str
    message: str
    """The first line that named it, as it was printed."""
    command: str
    """What failed, for reading."""
    kind: str
    status: Literal["open", "resolved"]
    first: str
    """When it was seen first and last."""
    last: str
    times: int
    runs: tuple[str, ...]
    """The runs that met it."""
    red: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    """Files that were edited between the failure and what resolved it; for an open one, in the runs that met it."""
    resolved_by: str = ""
    """The run in which it was resolved."""
    instead: str = ""
    """The command that worked where this one did not."""
    after: str = ""
    """The last command that worked between the failure and its end, if no file was edited in between: `npm install`."""
    reopened: int = 0
    """How often it came back after it was resolved."""


class _Open:
    """A failure that waits for its resolution."""

    __slots__ = ("between", "edited", "failure", "met", "plain", "unusable")

    def __init__(
        self, plain: tuple[str, ...], failure: Failure, edited: dict[str, None], met: int, *, unusable: bool
    ) -> None:
        self.plain = plain
        self.failure = failure
        self.edited = edited
        self.met = met
        """The number of the command that met it last."""
        self.unusable = unusable
        self.between = ""
        """The last command since then that worked and may have changed something."""


def find_failures(runs: Iterable[Run | Stretch], *, others: bool = False) -> tuple[Failure, ...]:
    """The failures of runs, which are in the order of time; the one met last is the first.

    A failure is resolved when the command that met it passes, or one that covers it. A command that could not even be
    run is resolved by the next one of the same kind that worked, which is remembered as what to use instead; so is one
    that did the same in another way, if nothing was edited in between. `others`: also of commands without a known
    purpose, such as `docker compose up` or `git push`.
    """
    kinds = _KINDS | _OTHERS if others else _KINDS
    closed: dict[str, Failure] = {}
    waiting: dict[str, _Open] = {}
    called = ((run, command) for run in runs for command in run.commands if not command.call)
    for number, (run, command) in enumerate(called):
        if waiting and has_passed(command):
            _resolve(number, command, run, waiting, closed)
        if command.kind in kinds:
            _meet(number, command, run, waiting, closed)
        _note_edits(command, waiting)
    opened = {key: state.failure._replace(files=tuple(state.edited)) for key, state in waiting.items()}
    return tuple(sorted((closed | opened).values(), key=lambda failure: failure.last, reverse=True))


def _note_edits(command: CommandRun, waiting: dict[str, _Open]) -> None:
    """Adds the files that were edited after a command to the failures that wait for their resolution."""
    if command.edited:
        edited = dict.fromkeys(command.edited)
        for state in waiting.values():
            state.edited.update(edited)


def _unite(items: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*items, *more)))


def _meet(
    number: int, command: CommandRun, run: Run | Stretch, waiting: dict[str, _Open], closed: dict[str, Failure]
) -> None:
    """Adds the faults of a command that failed to the failures that wait, also those that were resolved before."""
    if not command.failed:
        return
    plain = tuple(plain_commands(command.command))
    if command.kind in _OTHERS and not any(map(_changes_something, plain)):
        return
    plain = plain or (one_line(command.command, 160),)
    for fault, line in _read_faults(command):
        key = fault.fingerprint
        former = waiting.get(key)
        failure = Failure(
            fingerprint=key,
            toolchain=fault.toolchain,
            message=one_line(line, 200),
            command=" && ".join(plain),
            kind=command.kind,
            status="open",
            first=command.made or run.started,
            last=command.made or run.started,
            times=1,
            runs=(run.id,),
            red=command.red,
        )
        before = former.failure if former else closed.pop(key, None)
        failure = _continue(before, failure) if before else failure
        edited = former.edited if former else {}
        waiting[key] = _Open(plain, failure, edited, number, unusable=is_unusable(command))


def _read_faults(command: CommandRun) -> list[tuple[Fault, str]]:
    """The first faults of a command with the lines that name them, each fault once."""
    lines = command.errors or command.red or (command.summary or f"{command.kind} failed",)
    faults: dict[str, tuple[Fault, str]] = {}
    for line in lines[:MAX_FAULTS]:
        fault = read_fault(line)
        faults.setdefault(fault.fingerprint, (fault, line))
    return list(faults.values())


def _continue(before: Failure, failure: Failure) -> Failure:
    """A failure that was met before, with its history."""
    return failure._replace(
        first=before.first,
        times=before.times + 1,
        runs=_unite(before.runs, failure.runs),
        reopened=before.reopened + (before.status == "resolved"),
    )


def _resolve(
    number: int, command: CommandRun, run: Run | Stretch, waiting: dict[str, _Open], closed: dict[str, Failure]
) -> None:
    """Closes the failures that a command which passed shows to be over, and notes it for the others."""
    plain = plain_commands(command.command)
    is_whole = command.kind == "test" and any(map(_runs_whole_suite, plain))
    between = _name_between(command, plain)
    over: list[tuple[str, bool]] = []
    for key, state in waiting.items():
        replaces = number - state.met <= NEAR and _replaces(command, state, plain)
        if replaces or _is_gone(command, state, plain, is_whole=is_whole):
            over.append((key, replaces))
        elif between:
            state.between = between
    for key, replaces in over:
        state = waiting.pop(key)
        closed[key] = state.failure._replace(
            status="resolved",
            files=tuple(state.edited),
            resolved_by=run.id,
            instead=next(iter(plain), "") if replaces else "",
            after="" if replaces or state.edited else state.between,
        )


def _name_between(command: CommandRun, plain: Sequence[str]) -> str:
    """A command that passed and may be what ended a failure: it installs, starts or sets up something."""
    if command.kind not in ("install", "other"):
        return ""
    return next((one for one in reversed(plain) if command.kind == "install" or _changes_something(one)), "")


def _changes_something(plain: str) -> bool:
    """Whether a plain command is one of the project, or one of git or of its host that does more than look."""
    for one in split_command(plain):
        if one.program in ("git", "gh", "glab"):
            words = [word for word in one.args if not word.startswith("-")][: 1 if one.program == "git" else 2]
            return bool(words) and _LOOKING.isdisjoint(words)
        if one.program not in ("cd", "") and not is_everyday(one.program):
            return True
    return False


def _replaces(command: CommandRun, state: _Open, plain: Sequence[str]) -> bool:
    """Whether a command that passed was for the same purpose as one that could not be run, or did what that one was
    to do without a change of the code."""
    if command.kind != state.failure.kind:
        return False
    if not plain or not set(plain).isdisjoint(state.plain):
        return False
    return state.unusable or (not state.edited and not state.failure.red and _does_the_same(command, state, plain))


def _does_the_same(command: CommandRun, state: _Open, plain: Sequence[str]) -> bool:
    """Whether a command does what a failed one was to do, by its words."""
    if command.kind == "test":
        return any(map(_runs_whole_suite, plain))
    if command.kind == "install":
        mine, its = _list_packages(plain), _list_packages(state.plain)
        return bool(mine & its) or not (mine or its)
    if command.kind in ("run", *_OTHERS):
        return not _name_actions(plain).isdisjoint(_name_actions(state.plain))
    return False


def _list_packages(plain: Iterable[str]) -> set[str]:
    """What commands install; none where they install what the project names."""
    words = (word for line in plain for one in split_command(line) for word in one.args)
    return {word for word in words if not word.startswith("-") and word not in _INSTALLING}


def _name_actions(plain: Iterable[str]) -> set[tuple[str, ...]]:
    """The programs of commands, each with the first two words that say what it does."""
    return {
        (one.program, *[word for word in one.args if not word.startswith("-")][:2])
        for line in plain
        for one in split_command(line)
        if one.args and one.program not in ("cd", "") and (one.program == "git" or not is_everyday(one.program))
    }


def _is_gone(command: CommandRun, state: _Open, plain: Sequence[str], *, is_whole: bool) -> bool:
    """Whether a command that passed shows that a failure is over: it is the one that met it, or ran all red tests.

    `is_whole`: it ran the whole suite.
    """
    if any(one in state.plain for one in plain):
        return True
    if command.kind != "test" or state.failure.kind != "test":
        return False
    red = state.failure.red
    return is_whole or (bool(red) and all(any(_covers(word, name) for word in plain) for name in red))


def _runs_whole_suite(command: str) -> bool:
    return runs_all_tests(command) and not leaves_out_tests(command)


def _covers(command: str, name: str) -> bool:
    """Whether a command names a test or its file."""
    return any(word and (word == name or name.startswith(word + "::")) for word in command.split())


def describe_failure(failure: Failure) -> str:
    """A failure in one line: what failed, with which error, and what is known of its end. Nothing in it is to be run
    but what stands after `instead`."""
    times = f" ({failure.times} times)" if failure.times > 1 else ""
    return f"failed: {failure.message}{times}; {describe_end(failure)}"


def describe_end(failure: Failure) -> str:
    """How a failure ended: by what worked instead, by edits, after another command, or not yet."""
    if failure.instead:
        return f"instead `{failure.instead}` worked"
    if failure.status != "resolved":
        return "still open"
    files = ", ".join(failure.files[:3])
    if files:
        return f"resolved by edits in {files}"
    return f"resolved after `{failure.after}`" if failure.after else "resolved"


def find_failures_of(failures: Sequence[Failure], paths: Iterable[str]) -> tuple[Failure, ...]:
    """The failures that belong to an area: their files or red tests are among or below the paths."""
    areas = [path.rstrip("/") for path in paths if path]
    return tuple(
        failure for failure in failures
        if any(_is_within(name, area) for area in areas for name in (*failure.files, *failure.red))
    )  # fmt: skip


def _is_within(name: str, area: str) -> bool:
    return name == area or name.startswith((area + "/", area + "::"))
