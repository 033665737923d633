"""Routes, commands, variables, packages and a file's past in a few lines of a map, within a share of its budget."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from backstory.base.token_estimate import estimate_tokens
from backstory.code.index.file_history import Companion, FileHistory, Revert
from backstory.model.text import format_count

_SHARE: Final = 0.4
"""Of the budget, for all of it."""


def surface_lines(lists: Mapping[str, Sequence[str]], budget: int) -> list[str]:
    """One line for each title with its names: as many as fit, the rest counted."""
    filled = {title: names for title, names in lists.items() if names}
    return [_line(title, names, int(budget * _SHARE / len(filled))) for title, names in filled.items()]


def history_lines(past: FileHistory) -> list[str]:
    """The history of one file: a line for each of companions, authors, issues and reverts that it has."""
    lines: list[str] = []
    if past.together:
        lines.append("changes with: " + ", ".join(map(_companion, past.together[:5])))
    if past.authors:
        authors = ", ".join(f"{name} {count}" for name, count in past.authors[:4])
        total, since = format_count(past.commits, "commit"), format_count(past.since, "commit")
        lines.append(f"authors: {authors} ({total}, the last {since} ago)")
    if past.issues:
        lines.append("issues: " + ", ".join(name for name, _ in past.issues[:8]))
    lines += map(_revert_line, past.reverts[:3])
    return lines


def _companion(companion: Companion) -> str:
    return f"{companion.path} ({companion.commits}x, lift {companion.lift:g})"


def _revert_line(revert: Revert) -> str:
    undone = " ".join(oid[:9] for oid in revert.undone)
    line = f"reverted: {revert.commit[:9]} {revert.subject[:100]}"
    return f"{line} (undid {undone})" if undone else line


def _line(title: str, names: Sequence[str], tokens: int) -> str:
    def render(count: int) -> str:
        more = f" and {len(names) - count} more" if count < len(names) else ""
        return f"{title} {len(names)}: {', '.join(names[:count])}{more}"

    return render(_most(len(names), lambda count: estimate_tokens(render(count)) <= tokens))


def _most(limit: int, fits: Callable[[int], bool]) -> int:
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
