"""The page of one symbol as an agent reads it."""

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Final

from backstory.code.map_text import shorten

if TYPE_CHECKING:
    from backstory.code.index.references import Place, SymbolPage

_PLACES: Final = 12
"""Callers, tests or callees that a page shows of each."""
_LINES: Final = 60
"""Lines of its source that a page shows."""


def page_text(page: "SymbolPage") -> str:
    """One symbol as an agent reads it: its source, callers, callees, tests and history."""
    body = page.text.split("\n")
    lines = [f"{page.path}:{page.symbol.line} {page.symbol.kind} {page.symbol.name}", "", *body[:_LINES]]
    if len(body) > _LINES:
        lines.append(f"… {len(body) - _LINES} more lines")
    for title, places in (("called by", page.callers), ("tests", page.tests), ("calls", page.callees)):
        if places:
            lines += ["", f"{title}:", *_place_lines(places)]
    if page.commits:
        lines += ["", "history:", *(f"  {oid[:9]} {shorten(subject, 100)}" for oid, subject in page.commits[:5])]
    return "\n".join(lines) + "\n"


def _place_lines(places: "Iterable[Place]") -> list[str]:
    """A line for each file and symbol among the places, with the first line of the file that names it."""
    first: dict[tuple[str, str], int] = {}
    for place in places:
        first.setdefault((place.path, place.inside), place.line)
    lines: list[str] = []
    for (path, inside), line in islice(first.items(), _PLACES):
        lines.append(f"  {path}{f':{line}' if line else ''}{f'  {inside}' if inside else ''}")
    if len(first) > _PLACES:
        lines.append(f"  … {len(first) - _PLACES} more")
    return lines
