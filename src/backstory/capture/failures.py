"""Failures of sessions: what failed, whether it was resolved, by what; and what worked instead.

A failed command is a fact about the past and never something to run again: what can be run is what worked instead.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from backstory.capture.fingerprints import Fault, read_fault
from backstory.capture.red_tests import leaves_out_tests, runs_all_tests
from backstory.capture.working_commands import has_passed, is_unusable, plain_commands
from backstory.model.run import Run
from backstory.model.session import CommandRun
from backstory.model.text import one_line

MAX_FAULTS: Final = 3
"""Faults of one command that are kept: later ones mostly follow from the first."""
NEAR: Final = 8
"""Commands after a failure among which another one for the same purpose is what worked instead."""
_KINDS: Final = frozenset(("test", "lint", "types", "build", "run", "install"))


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
    """The command that worked where this one could not be run."""
    reopened: int = 0
    """How often it came back after it was resolved."""


class _Open(NamedTuple):
    """A failure that waits for its resolution."""

    plain: tuple[str, ...]
    failure: Failure
    edited: tuple[str, ...]
    waited: int
    """Commands since it was met."""
    unusable: bool


def find_failures(runs: Iterable[Run]) -> tuple[Failure, ...]:
    """The failures of runs, which are in the order of time; the one met last is the first.

    A failure is resolved when the command that met it passes, or one that covers it. A command that could not even be
    run is resolved by the next one of the same kind that worked, which is remembered as what to use instead.
    """
    closed: dict[str, Failure] = {}
    waiting: dict[str, _Open] = {}
    for run in runs:
        for command in run.commands:
            if command.call:
                continue
            _resolve(command, run, waiting, closed)
            if command.failed and command.kind in _KINDS:
                _meet(command, run, waiting, closed)
            if command.edited:
                for key, state in waiting.items():
                    waiting[key] = state._replace(edited=tuple(dict.fromkeys((*state.edited, *command.edited))))
    opened = {key: state.failure._replace(files=state.edited) for key, state in waiting.items()}
    return tuple(sorted((closed | opened).values(), key=lambda failure: failure.last, reverse=True))


def _meet(command: CommandRun, run: Run, waiting: dict[str, _Open], closed: dict[str, Failure]) -> None:
    lines = (command.errors or command.red or (command.summary or f"{command.kind} failed",))[:MAX_FAULTS]
    faults: dict[str, tuple[Fault, str]] = {}
    for line in lines:
        fault = read_fault(line)
        faults.setdefault(fault.fingerprint, (fault, line))
    plain = tuple(plain_commands(command.command)) or (one_line(command.command, 160),)
    for key, (fault, line) in faults.items():
        before = waiting[key].failure if key in waiting else closed.pop(key, None)
        failure = Failure(
            fingerprint=key,
            toolchain=fault.toolchain,
            message=one_line(line, 200),
            command=" && ".join(plain),
            kind=command.kind,
            status="open",
            first=before.first if before else command.made or run.started,
            last=command.made or run.started,
            times=before.times + 1 if before else 1,
            runs=tuple(dict.fromkeys((*(before.runs if before else ()), run.id))),
            red=command.red,
            reopened=before.reopened + (before.status == "resolved") if before else 0,
        )
        former = waiting.get(key)
        waiting[key] = _Open(plain, failure, former.edited if former else (), 0, is_unusable(command))


def _resolve(command: CommandRun, run: Run, waiting: dict[str, _Open], closed: dict[str, Failure]) -> None:
    passed = has_passed(command)
    plain = set(plain_commands(command.command))
    for key, state in list(waiting.items()):
        failure = state.failure
        waiting[key] = state._replace(waited=state.waited + 1)
        same = bool(plain & set(state.plain))
        instead = passed and state.unusable and not same and command.kind == failure.kind and state.waited < NEAR
        gone = _is_gone(command, state, plain, passed)
        if not gone and not instead:
            continue
        del waiting[key]
        closed[key] = failure._replace(
            status="resolved",
            files=state.edited,
            resolved_by=run.id,
            instead=next(iter(plain_commands(command.command)), "") if instead else "",
        )


def _is_gone(command: CommandRun, state: _Open, plain: set[str], passed: bool) -> bool:
    """Whether a command shows that a failure is over: it passed where the failure was met, or with all red tests."""
    if passed and plain & set(state.plain):
        return True
    if command.kind != state.failure.kind or not (passed or command.red):
        return False
    if command.kind == "test" and state.failure.red:
        from_all = passed and any(runs_all_tests(command) and not leaves_out_tests(command) for command in plain)
        return from_all or (passed and all(any(_covers(word, name) for word in plain) for name in state.failure.red))
    return False


def _covers(command: str, name: str) -> bool:
    """Whether a command names a test or its file."""
    return any(word and (word == name or name.startswith(word + "::")) for word in command.split())


def describe_failure(failure: Failure) -> str:
    """A failure in one line: what failed, with which error, and what is known of its end. Nothing in it is to be run
    but what stands after `instead`."""
    text = f"failed: {failure.message}"
    if failure.times > 1:
        text += f" ({failure.times} times)"
    if failure.instead:
        return f"{text}; instead `{failure.instead}` worked"
    if failure.status == "resolved":
        files = ", ".join(failure.files[:3])
        return f"{text}; resolved" + (f" by edits in {files}" if files else "")
    return f"{text}; still open"


def find_failures_of(failures: Sequence[Failure], paths: Iterable[str]) -> tuple[Failure, ...]:
    """The failures that belong to an area: their files or red tests are among or below the paths."""
    areas = [path.rstrip("/") for path in paths if path]
    return tuple(
        failure for failure in failures
        if any(_is_within(name, area) for area in areas for name in (*failure.files, *failure.red))
    )  # fmt: skip


def _is_within(name: str, area: str) -> bool:
    return name == area or name.startswith((area + "/", area + "::"))
