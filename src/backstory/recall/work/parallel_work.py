"""The sessions that went on beside the last one with other work: whose files and tests are not those of its task."""

from collections.abc import Sequence
from typing import Final

import msgspec

from backstory.model.session import Session
from backstory.model.snapshot import GitState
from backstory.model.text import one_line
from backstory.recall.past.red_tests import FEW_RED, last_test_run, list_red, test_notes
from backstory.recall.past.sessions import PastWork, describe_files
from backstory.recall.text.content import Note
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.red_reasons import explain_red

LABEL: Final = "in parallel"
MAX_SESSIONS: Final = 2
"""Sessions that are named."""
MAX_TITLE: Final = 60
MAX_FILES: Final = 4
MAX_NAME: Final = 120


def list_parallel(past: PastWork) -> tuple[Session, ...]:
    """The sessions that began before the last one ended and went on after it began, and that edited none of its files.

    What it follows, what it is a part of and its own parts are the same work.
    """
    last = past.last
    if last is None or not (last.started and last.ended and last.edited):
        return ()
    kin = {last.id, last.parent, last.previous} - {""}
    return tuple(
        one
        for one in past.sessions
        if one.id not in kin
        and last.id not in (one.parent, one.previous)
        and one.branch == last.branch
        and one.edited
        and one.started < last.ended
        and one.ended > last.started
        and set(one.edited).isdisjoint(last.edited)
    )


def leave_out_parallel(past: PastWork) -> PastWork:
    """The past work without the sessions that went on in parallel."""
    others = {one.id for one in list_parallel(past)}
    return past._replace(sessions=tuple(session for session in past.sessions if session.id not in others))


def name_parallel(detail: str, session: Session, past: PastWork) -> str:
    """What is told of a session, with `in parallel` if it went on beside the last one."""
    return ", ".join(filter(None, (detail, LABEL))) if session in list_parallel(past) else detail


def own_tests(moment: BriefRequest, past: PastWork, git: GitState, rules: Sequence[str] = ()) -> list[Note]:
    """The last run of tests of the work. That of a session in parallel only where there is no other, or where what was
    red in the other passes in it, and it says so."""
    own = leave_out_parallel(past)
    if last_test_run(own) is not None:
        red = list_red(own)
        if not red or not set(red).isdisjoint(list_red(past)):
            return [*test_notes(moment, own, git, rules), *explain_red(moment, own)]
    run = last_test_run(past)
    session = next((one for one in list_parallel(past) if any(each is run for each in one.commands)), None)
    notes = test_notes(moment, past, git, rules)
    if session is None:
        return notes
    return [msgspec.structs.replace(note, detail=name_parallel(note.detail, session, past)) for note in notes]


def parallel_notes(past: PastWork, git: GitState, *, states: bool = True) -> list[Note]:
    """What was worked on in parallel: the request, the files, with `states` each with its state, and red tests."""
    own = leave_out_parallel(past)
    own_red = frozenset(list_red(own))
    red = [name for name in list_red(past) if name not in own_red] if last_test_run(own) is not None else []
    return [
        Note(label=LABEL, text=_describe(one, red, git, states=states), session=one.id)
        for one in list_parallel(past)[:MAX_SESSIONS]
    ]


def _describe(session: Session, red: Sequence[str], git: GitState, *, states: bool) -> str:
    title = one_line(session.title, MAX_TITLE)
    files = describe_files([*reversed(session.edited)], git, MAX_FILES, states=states)
    own = [one_line(name, MAX_NAME) for name in red if any(name in run.red for run in session.commands)]
    text = ": ".join(filter(None, (title.rstrip(".:") if files else title, files)))
    return f"{text}; red: {', '.join(own[:FEW_RED])}" if own else text
