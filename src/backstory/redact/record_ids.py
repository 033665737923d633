"""Cleans a text in which record ids stand: they are drawn at random, and beside some words look like passwords."""

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

_MARK: Final = re.compile(r"\[REDACTED:record-id:([0-9a-f]{8})\]")


def clean_around(gate: "Gate", text: str, ids: Collection[str]) -> str:
    """The text without secrets, in which these ids stay. The gate reads each of them as a mark of its own."""
    present = [ident for ident in dict.fromkeys(ids) if ident and ident in text]
    if not present or _MARK.search(text):
        return gate.clean(text)
    numbers = {ident: number for number, ident in enumerate(present)}
    places = re.compile(rf"\b(?:{'|'.join(map(re.escape, present))})\b")
    masked = places.sub(lambda match: f"[REDACTED:record-id:{numbers[match[0]]:08x}]", text)
    return _MARK.sub(lambda match: present[int(match[1], 16)], gate.clean(masked))
