"""The files that records are about, and the record that a ranked file is lifted for."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backstory.code.ranked import Ranked
    from backstory.index.read import Row


def map_anchored_files(rows: "Iterable[Row]") -> "dict[str, Row]":
    """Path -> the first of the trusted records that are about the file."""
    paths: dict[str, Row] = {}
    for row in rows:
        if not row.foreign:
            for anchor in row.record.anchors:
                if not anchor.is_glob:
                    paths.setdefault(anchor.path, row)
    return paths


def name_record(ranked: "Ranked", row: "Row | None") -> "Ranked":
    """The same with the record that it is lifted for."""
    if row is None:
        return ranked
    from backstory.code.reasons import REMEMBERED

    if not ranked.reason.startswith(REMEMBERED):
        return ranked
    words = f"{row.record.kind} {row.record.short} is about it"
    return ranked._replace(reason=words + ranked.reason.removeprefix(REMEMBERED))
