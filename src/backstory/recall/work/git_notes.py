"""Notes about unfinished git operations and stashes: work on the branch that no commit has."""

from typing import Final

from backstory.model.snapshot import GitState, Stash
from backstory.model.text import one_line
from backstory.recall.past.sessions import describe_files
from backstory.recall.text.content import Note
from backstory.recall.text.relative_dates import describe_day

UNDER_WAY: Final = "under way"
STASHED: Final = "stashed"
_MAX_TEXT: Final = 120
_CONFLICTED: Final = "conflicted"


def git_notes(git: GitState, today: str) -> list[Note]:
    """The operation that git has not finished, with what is in conflict; and the stashes of the branch.

    A stash that does not fit leaves conflicts and no operation.
    """
    is_unfinished = git.operation or any(change.state == _CONFLICTED for change in git.changes)
    operation = [Note(label=UNDER_WAY, text=_describe_operation(git))] if is_unfinished else []
    return operation + [_stash_note(stash, today) for stash in git.stashes]


def _describe_operation(git: GitState) -> str:
    stopped = one_line(git.stopped, _MAX_TEXT)
    conflicts = [change.path for change in git.changes if change.state == _CONFLICTED]
    files = describe_files(conflicts, GitState(), states=False) if conflicts else ""
    if not git.operation:
        return f"unresolved conflicts in {files}"
    operation = f"{git.operation} ({stopped})" if stopped else git.operation
    return f"{operation}; in conflict: {files}" if files else operation


def _stash_note(stash: Stash, today: str) -> Note:
    files = describe_files(stash.files, GitState(), states=False)
    text = ": ".join(filter(None, (one_line(stash.text, _MAX_TEXT), files)))
    return Note(label=STASHED, text=text or "changes", detail=describe_day(stash.made, today), made=stash.made)
