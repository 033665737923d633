"""Routes, commands, variables, packages and a file's past in a few lines of a map, within a share of its budget."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from backstory.code.index.file_history import FileHistory
from backstory.model.text import estimate_tokens, format_count

_SHARE: Final = 0.4
"""Of the budget, for all of it."""


def surface_lines(lists: Mapping[str, Sequence[str]], budget: int) -> list[str]:
    """One line for each title with its names: as many as fit, the rest counted."""
    told = [(title, names) for title, names in lists.items() if names]
    return [_line(title, names, int(budget * _SHARE / len(told))) for title, names in told]


def history_lines(past: FileHistory) -> list[str]:
    """The history of one file: a line for each of companions, authors, issues and reverts that it has."""
    lines: list[str] = []
    if past.together:
        shown = ", ".join(f"{c.path} ({c.commits}x, lift {c.lift:g})" for c in past.together[:5])
        lines.append(f"changes with: {shown}")
    if past.authors:
        shown = ", ".join(f"{name} {n}" for name, n in past.authors[:4])
        total, since = format_count(past.commits, "commit"), format_count(past.since, "commit")
        lines.append(f"authors: {shown} ({total}, the last {since} ago)")
    if past.issues:
        lines.append("issues: " + ", ".join(name for name, _ in past.issues[:8]))
    for r in past.reverts[:3]:
        undone = " ".join(oid[:9] for oid in r.undone)
        lines.append(f"reverted: {r.commit[:9]} {r.subject[:100]}{f' (undid {undone})' if undone else ''}")
    return lines


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
