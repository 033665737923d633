"""The state of the work in terms of git, where nobody said more."""

from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.text import format_count, one_line

NOTHING_CHANGED: Final = "nothing uncommitted"
_CHANGES: Final = late_pattern(r"[\d,.]+ files? changed: ")


def describe_changes(changes: str | list[str]) -> str:
    if not changes:
        return NOTHING_CHANGED
    names = [one_line(change).rpartition(" ")[2] for change in changes[:3]] if isinstance(changes, list) else []
    return f"{format_count(len(changes), 'file')} changed: {', '.join(names)}{'…' if len(changes) > 3 else ''}"


def describes_changes(state: str) -> bool:
    """Whether a state only says what git had to say when it was written."""
    return state == NOTHING_CHANGED or bool(_CHANGES.match(state))
