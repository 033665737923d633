"""Remembers which commit brought the work that a private record was made on to another branch.

Git forgets this after some weeks: branches that were squashed and deleted leave the reflogs, then the object database.
The file `arrivals` in the project's folder of the data home has a line `<record id> <commit>` for each.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from backstory.base.journal_lines import append_line
from backstory.model.ids import is_ulid

FILE: Final = "arrivals"
LIMIT: Final = 64 << 20


def read_carriers(private: str) -> dict[str, tuple[str, ...]]:
    """Record id -> the commits that brought its work, oldest first."""
    try:
        with open(os.path.join(private, FILE), "rb") as file:
            text = file.read(LIMIT).decode("ascii", "replace")
    except OSError:
        return {}
    carriers: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        ident, _, commit = line.partition(" ")
        if is_ulid(ident) and commit.isalnum():
            carriers[ident] = (*carriers.get(ident, ()), commit)
    return carriers


def add_carriers(private: str, carriers: Iterable[tuple[str, str]]) -> None:
    """Adds pairs of record id and commit. If that fails, git is asked again the next time."""
    lines = "".join(f"{ident} {commit}\n" for ident, commit in carriers)
    if lines:
        with suppress(OSError):
            append_line(os.path.join(private, FILE), lines.encode("ascii", "replace"), False)
