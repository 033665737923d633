"""Puts records together that say the same, so that an answer tells each statement once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from backstory.index.read import Row

SHORTEST: Final = 40
"""Characters from which a body says what a record is about. Under a shorter one titles decide."""


def merge_alike(rows: "Sequence[Row]", limit: int) -> "tuple[list[Row], dict[str, tuple[str, ...]]]":
    """The first `limit` rows of those that say something of their own, and for each the ids of the others like it.

    Two records say the same if their kind and their text are the same; under a short text their titles are compared as
    well. Only those with the same standing are put together: one that is superseded or untrusted is never hidden
    behind another.
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(_read_key(row), []).append(row)
    chosen = list(groups.values())[:limit]
    alike = {group[0].record.id: tuple(row.record.id for row in group[1:]) for group in chosen if group[1:]}
    return [group[0] for group in chosen], alike


def _read_key(row: "Row") -> tuple[object, ...]:
    """What two rows have in common that say the same."""
    record = row.record
    body = " ".join(record.body.casefold().split())
    title = "" if len(body) >= SHORTEST else " ".join(record.title.casefold().split())
    outcome = record.fields.get("outcome", "")
    return record.kind, record.status, row.foreign, bool(row.superseded_by), outcome, title, body
