"""Merges search hits whose records have the same text, so that an answer shows each statement once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from backstory.index.search import Hit

SPARE: Final = 3
"""How many times the limit are searched for, because hits with the same text count once."""
SHORTEST: Final = 40
"""Characters from which a body alone decides whether two records are alike. For a shorter one the title counts too."""


def merge_alike(hits: "Sequence[Hit]", limit: int) -> "tuple[list[Hit], dict[str, tuple[str, ...]]]":
    """The best hit of each text, at most `limit`, and id of a hit -> ids of the other records with its text.

    Records are alike if kind, status, outcome and text are the same. One that is superseded or untrusted is never
    merged with one that is not.
    """
    groups: dict[tuple[object, ...], list[Hit]] = {}
    for hit in hits:
        groups.setdefault(_read_key(hit), []).append(hit)
    chosen = list(groups.values())[:limit]
    alike = {group[0].row.record.id: tuple(hit.row.record.id for hit in group[1:]) for group in chosen if group[1:]}
    return [group[0] for group in chosen], alike


def _read_key(hit: "Hit") -> tuple[object, ...]:
    """The values that alike hits share."""
    row, record = hit.row, hit.row.record
    body = " ".join(record.body.casefold().split())
    title = "" if len(body) >= SHORTEST else " ".join(record.title.casefold().split())
    outcome = record.fields.get("outcome", "")
    return record.kind, record.status, row.foreign, bool(row.superseded_by), outcome, title, body
