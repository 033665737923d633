"""What was worked on: what was committed since, and what a session on a shared branch committed and planned."""

from collections.abc import Sequence
from typing import Final

import msgspec

from backstory.model.record import Record
from backstory.model.session import TRUNKS, Session
from backstory.model.snapshot import GitState
from backstory.model.text import clean_text, format_count, one_line
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.done_since import drop_done, list_deeds_after_answer
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.content import Note

_FEWEST_COMMITS: Final = 3
"""Commits from which a session is told by them."""
_MOST_COMMITS: Final = 6
FEW_COMMITS: Final = 3
"""Commits that a small brief names."""
_RECENT_ANSWERS: Final = 30
"""Answers at the end of a session in which a plan is looked for."""
_FEWEST_STEPS: Final = 2
_MOST_SUBJECTS: Final = 3


def list_progress(past: PastWork, most: int = _MOST_COMMITS) -> list[str]:
    """The subjects of what the last session committed, newest last, if its branch is shared and it did several things.

    On a branch of its own the first request tells the task. A long session on a shared branch goes from one thing to
    the next, and its first request is done since.
    """
    session = drop_asides(past.sessions)
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
    answer = next((one for one in recent if len(one.next) >= _FEWEST_STEPS), None)
    if answer is None:
        return ()
    steps = [step for step in answer.next if not past.is_closed(one_line(clean_text(step)), answer.made)]
    return drop_done(steps, list_deeds_after_answer(session, answer.line, answer.made))


def list_merged(past: PastWork, most: int) -> list[Note]:
    """The branches of these sessions whose work is part of the one that is checked out, the newest first, in one note.

    `most`: how many are named.
    """
    names = [name for name in dict.fromkeys(one.branch for one in past.sessions) if name in past.merged - TRUNKS]
    text = ", ".join(f"`{clean_text(name)}`" for name in names[:most])
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return [Note(label="merged here", text=text + more)] if names else []


def list_commits_since(head: Record, git: GitState) -> list[Note]:
    """How many commits came after a checkpoint, and the newest of them; nothing when the history does not say."""
    base = head.origin.commit
    ids = [commit.id for commit in git.commits]
    places = [place for place, ident in enumerate(ids) if len(base) >= 7 and ident.startswith(base[:12])]
    return _describe_commits(git, places[0]) if places else []


def list_commits_after(past: PastWork, git: GitState) -> list[Note]:
    """The commits after the end of the last session."""
    if past.last is None:
        return []
    commit = past.last.commit
    place = next((n for n, one in enumerate(git.commits) if len(commit) >= 7 and one.id.startswith(commit)), 0)
    return [msgspec.structs.replace(note, session=past.last.id) for note in _describe_commits(git, place)]


def _describe_commits(git: GitState, count: int) -> list[Note]:
    """How many commits came last, and the newest of them but for merges."""
    if not count:
        return []
    own = [commit for commit in git.commits[:count] if not commit.subject.startswith("Merge ")]
    subjects = [one_line(commit.subject, 60) for commit in own[:_MOST_SUBJECTS]]
    more = "; …" if len(own) > _MOST_SUBJECTS else ""
    number = format_count(count, "commit")
    return [Note(label="since then", text=f"{number}: {'; '.join(subjects)}{more}" if subjects else number)]
