"""Routes, commands, variables, packages and a file's past in a few lines of a map, within a share of its budget."""

from collections.abc import Callable, Sequence
from typing import Final

from backstory.capture.code.exposed import COMMAND, ROUTE, VARIABLE, Exposed
from backstory.capture.manifests.workspace import Package
from backstory.index.code.past import Past
from backstory.model.text import estimate_tokens

_SHARE: Final = 0.4
"""Of the budget, for all of it."""
_KINDS: Final = ((ROUTE, "routes"), (COMMAND, "commands"), (VARIABLE, "environment"))


def surface_lines(found: Sequence[Exposed], packages: Sequence[Package], budget: int) -> list[str]:
    """One line for each kind; as many of its names as fit, the rest counted."""
    lists: list[tuple[str, list[str]]] = [("packages", [f"{p.path} ({p.name})" for p in packages])]
    for kind, title in _KINDS:
        places: dict[str, str] = {}
        for e in found:
            if e.kind == kind:
                places.setdefault(e.name, f"{e.path}:{e.line}")
        lists.append((title, [name if kind == VARIABLE else f"{name} ({place})" for name, place in places.items()]))
    told = [(title, names) for title, names in lists if names]
    return [_line(title, names, int(budget * _SHARE / len(told))) for title, names in told]


def past_lines(past: Past) -> list[str]:
    """What the history says of one file: a line for each thing that there is."""
    lines: list[str] = []
    if past.together:
        shown = ", ".join(f"{c.path} ({c.commits}x, lift {c.lift:g})" for c in past.together[:5])
        lines.append(f"changes with: {shown}")
    if past.authors:
        shown = ", ".join(f"{name} {n}" for name, n in past.authors[:4])
        lines.append(f"authors: {shown} ({past.commits} commits, the last {past.since} commits ago)")
    if past.issues:
        lines.append("issues: " + ", ".join(name for name, _ in past.issues[:8]))
    for r in past.reverts[:3]:
        undone = " ".join(oid[:9] for oid in r.undone)
        lines.append(f"reverted: {r.commit[:9]} {r.subject[:100]}{f' (undid {undone})' if undone else ''}")
    return lines


def _line(title: str, names: Sequence[str], tokens: int) -> str:
    def drawn(count: int) -> str:
        more = f" and {len(names) - count} more" if count < len(names) else ""
        return f"{title} {len(names)}: {', '.join(names[:count])}{more}"

    return drawn(_most(len(names), lambda count: estimate_tokens(drawn(count)) <= tokens))


def _most(limit: int, fits: Callable[[int], bool]) -> int:
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
