"""The sessions that went on beside the last one with other work: whose files and tests are not those of its task."""

from collections.abc import Sequence
from typing import Final

import msgspec

from backstory.model.session import Session
from backstory.model.snapshot import GitState
from backstory.model.text import one_line
from backstory.recall.content import Note
from backstory.recall.red_tests import last_test_run
from backstory.recall.sessions import PastWork, describe_files

LABEL: Final = "in parallel"
MAX_SESSIONS: Final = 2
"""Sessions that are named."""
MAX_TITLE: Final = 60
MAX_FILES: Final = 4


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


def mark_parallel(notes: Sequence[Note], past: PastWork) -> list[Note]:
    """Statements about the last run of tests, which say so if a session that went on beside the last one made it."""
    run = last_test_run(past)
    if not any(each is run for one in list_parallel(past) for each in one.commands):
        return list(notes)
    return [msgspec.structs.replace(note, detail=", ".join(filter(None, (note.detail, LABEL)))) for note in notes]


def parallel_notes(past: PastWork, git: GitState, *, states: bool = True) -> list[Note]:
    """What was worked on in parallel: the request, and the files, with `states` each with its state."""
    return [
        Note(
            label=LABEL,
            text=": ".join(filter(None, (one_line(one.title, MAX_TITLE), _describe_edited(one, git, states=states)))),
            session=one.id,
        )
        for one in list_parallel(past)[:MAX_SESSIONS]
    ]


def _describe_edited(session: Session, git: GitState, *, states: bool) -> str:
    return describe_files([*reversed(session.edited)], git, MAX_FILES, states=states)
