"""The linters, type checkers and builds that failed when they were run last, and what is wrong."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

import msgspec

from backstory.model.miscalled_runs import is_miscalled
from backstory.model.session import CommandRun, Session
from backstory.model.text import one_line
from backstory.recall.past.long_ago import list_long_ago
from backstory.recall.past.mended_runs import is_mended
from backstory.recall.past.red_tests import find_program, pass_after
from backstory.recall.past.sessions import PastWork, has_passed, name_part
from backstory.recall.past.work_state import AUTOMATIC, WorkItem
from backstory.recall.text.content import Note
from backstory.recall.work.refused_runs import is_refused

_KINDS: Final = ("lint", "types", "build")
_BUILDS: Final = ("build", "types")
_MOST: Final = 2
"""Checks of earlier sessions that are told."""
_SAME_BEGINNING: Final = 60
"""Characters by which a summary repeats an error: both are cut where they are long."""


def describe_failing(run: CommandRun) -> str:
    """A command that failed, with the first error: its file, line and message, and how many there are."""
    summary = one_line(run.summary, 160)
    error = one_line(run.errors[0], 200) if run.errors and not run.red else ""
    if error and summary and summary[:_SAME_BEGINNING].rstrip("…") not in error:
        summary = f"{error} ({summary})"
    red = f" ({', '.join(run.red[:5])})" if run.red else ""
    return f"`{one_line(run.command, 100)}`: {summary or error or 'failed'}{red}"


def name_error(note: Note, past: PastWork) -> Note:
    """A note about a command that failed, with what is wrong, which the last run of the command tells."""
    command = note.text.split("`")[1:2]
    run = find_failing_run(command[0], past) if command and note.text.startswith("`") else None
    return msgspec.structs.replace(note, text=describe_failing(run)) if run is not None and run.errors else note


def list_red_checks(past: PastWork) -> list[tuple[CommandRun, Session | None]]:
    """The checks of the work that are still red, each with the session of its last run, newest first."""
    return list(islice(_list_red(past._replace(sessions=past.open_in)), _MOST))


def is_over(blocker: WorkItem, past: PastWork) -> bool:
    """Whether an automatic checkpoint named a command that failed, and the same command has passed since, or the person
    has turned it down."""
    command = blocker.text.split("`")[1:2]
    if blocker.record.origin.how not in AUTOMATIC or not command:
        return False
    if blocker.record.origin.session in {ident for ident, _ in list_long_ago(past)} or _is_built(command[0], past):
        return True
    run = find_failing_run(command[0], past)
    if run is not None and (is_refused(run, past.sessions) or is_mended(run, _find_session(run, past))):
        return True
    return has_passed(command[0], past) or ("test" in command[0] and pass_after(blocker.record.origin.session, past))


def _is_built(command: str, past: PastWork) -> bool:
    """Whether tests passed after the last run of a command that builds."""
    later: list[CommandRun] = []
    for run, _ in past.runs:
        if one_line(run.command, 100) == command:
            return run.kind in _BUILDS and any(_builds(one, run) for one in later)
        later.append(run)
    return False


def _builds(tests: CommandRun, failed: CommandRun) -> bool:
    """Whether tests that passed were built, so that the build or the check of types by the same program is over."""
    is_same = failed.kind == "build" or find_program(tests.command) == find_program(failed.command)
    return tests.kind == "test" and not tests.failed and not tests.call and is_same


def find_failing_run(command: str, past: PastWork) -> CommandRun | None:
    """The last run of a command, if it failed."""
    run = next((one for one, _ in past.runs if one_line(one.command, 100) == command), None)
    return run if run is not None and run.failed else None


def _find_session(run: CommandRun, past: PastWork) -> Session | None:
    return next((session for one, session in past.runs if one is run), None)


def _list_red(past: PastWork) -> Iterator[tuple[CommandRun, Session | None]]:
    """Yields the last runs that failed. A later run of the same program that went well replaces one, and for a build
    tests that passed do: they were built. What failed weeks ago is over."""
    seen: set[tuple[str, str]] = set()
    later: list[CommandRun] = []
    long_ago = list_long_ago(past)
    for run, session in past.runs:
        if session is not None and name_part(session) in long_ago:
            return
        if is_miscalled(run):
            continue  # the run before it says how the check stands
        later.append(run)
        key = (run.kind, find_program(run.command))
        if run.kind in _KINDS and key not in seen:
            seen.add(key)
            if (
                run.failed
                and not is_refused(run, past.sessions)
                and not is_mended(run, session)
                and not (run.kind in _BUILDS and any(_builds(one, run) for one in later))
            ):
                yield run, session
