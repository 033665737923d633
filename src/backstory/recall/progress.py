"""What the last session of a shared branch worked on and planned, where its first request says little about it."""

from collections.abc import Sequence
from typing import Final

from backstory.model.session import Session
from backstory.model.text import one_line
from backstory.recall.asides import drop_asides
from backstory.recall.sessions import PastWork

_FEWEST_COMMITS: Final = 3
"""Commits from which a session is told by them."""
_MOST_COMMITS: Final = 6
FEW_COMMITS: Final = 3
"""Commits that a small brief names."""
_RECENT_ANSWERS: Final = 30
"""Answers at the end of a session in which a plan is looked for."""
_FEWEST_STEPS: Final = 2


def list_progress(past: PastWork, most: int = _MOST_COMMITS) -> list[str]:
    """The subjects of what the last session committed, newest last, if its branch is shared and it did several things.

    On a branch of its own the first request tells the task. A long session on a shared branch goes from one thing to
    the next, and its first request is done since.
    """
    session = past.last
    if session is None or past.has_own_branch:
        return []
    subjects = [one_line(commit.subject, 80) for commit in session.commits]
    unique = list(dict.fromkeys(reversed(subjects)))[::-1]
    return unique[-most:] if len(unique) >= _FEWEST_COMMITS else []


def list_older_plan(past: PastWork) -> Sequence[str]:
    """The last list of next steps that the last session named before its last answers; some of it may be done."""
    session: Session | None = drop_asides(past.sessions)
    if session is None:
        return ()
    recent = reversed(session.answers[-_RECENT_ANSWERS:])
    return next((answer.next for answer in recent if len(answer.next) >= _FEWEST_STEPS), ())
