"""Leaves out the steps of checkpoints that are over: the person gave them up, named what remains, or passed on what
they waited for.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from backstory.model.record import Record
from backstory.model.session import Session
from backstory.model.snapshot import GitState
from backstory.recall.past.sessions import PastWork, saw_more_commits
from backstory.recall.past.work_state import WorkItem
from backstory.recall.work.answered_steps import find_answered
from backstory.recall.work.ended_steps import find_ended
from backstory.recall.work.taken_steps import find_excluded


def drop_over(items: Sequence[WorkItem], past: PastWork, git: GitState) -> list[WorkItem]:
    """The steps of checkpoints that are still open, as far as the talk since tells."""
    left: list[WorkItem] = []
    for item in items:
        listed = [one.text for one in items if one.record is item.record]
        later = list(_list_later(item.record, past, git))
        is_over = item.text in find_excluded(listed, later) or item.text in find_ended([item.text], later)
        if not is_over and find_answered(item.text, later) is None:
            left.append(item)
    return left


def _list_later(record: Record, past: PastWork, git: GitState) -> Iterator[Session]:
    """The sessions since a checkpoint. The clock of the machine that wrote it may go wrong: commits count as well."""
    for session in past.sessions:
        if session.started <= record.made <= session.ended:
            yield _cut_after(session, record.made)
        elif record.made and (session.started > record.made or saw_more_commits(session, record, git)):
            yield session


def _cut_after(session: Session, made: str) -> Session:
    """A session with what was said and run after a time, and without its edits, of which no times are kept."""
    return replace(
        session,
        prompts=tuple(one for one in session.prompts if one.made > made),
        answers=tuple(one for one in session.answers if one.made > made),
        remarks=tuple(one for one in session.remarks if one.made > made),
        commands=tuple(one for one in session.commands if one.made > made),
        edited=(),
    )
