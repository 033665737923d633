"""What changed: git's state as notes. Backstory's own folder is not news."""

from typing import Final

from backstory.model.snapshot import Change, GitState
from backstory.model.text import clean, one_line
from backstory.recall.content import Note

COMMITS: Final = 8
"""Most commits named."""
_OWN: Final = ".backstory/"


def changed_files(git: GitState) -> list[Change]:
    """Changes outside `.backstory/`, conflicts first, then staged ones, then the rest, by path."""
    rank = {"conflicted": 0, "untracked": 3}
    theirs = [c for c in git.changes if not c.path.startswith(_OWN)]
    return sorted(theirs, key=lambda c: (rank.get(c.state, 1 if c.staged else 2), c.path))


def notes(git: GitState, *, most_files: int) -> list[Note]:
    """Operation under way, changed files, commits newest first."""
    out: list[Note] = []
    if git.operation:
        out.append(Note(label="operation", text=one_line(git.operation)))
    files = changed_files(git)
    out += [
        Note(label=c.state, text=one_line(c.path), detail="staged" if c.staged else "", where=one_line(c.was))
        for c in files[:most_files]
    ]
    if len(files) > most_files:
        out.append(Note(label="more", text=f"{len(files) - most_files} more changed files"))
    return out + [
        Note(
            label="commit",
            text=one_line(c.subject, 120),
            by=clean(c.author),
            made=one_line(c.made),
            where=one_line(c.id),
        )
        for c in git.commits[:COMMITS]
    ]
