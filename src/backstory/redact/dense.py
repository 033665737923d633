"""What is taken of a text that has too many places to read each with care: whole tokens, and values by a plain form."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.chance import HEX
from backstory.redact.judge import is_uuid_or_ulid, looks_drawn
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span
from backstory.redact.words import STRONG


def find_dense_runs(text: bytes, hits: list[tuple[int, int, int]]) -> Iterator[Span]:
    """Every run of token characters with digits: what is taken where text is too dense to ask every rule."""
    for first, last, _ in hits:
        for groups in _RUN.each(text, first, last):
            run = text[slice(*groups[0])]
            if looks_drawn(run) and run.strip(HEX) and not is_uuid_or_ulid(run):
                yield Span(*groups[0], "dense-token")


DENSE_VALUE: Final = Pattern(
    rb"(?i:" + STRONG + rb")[\w.-]*\\?[\"'\])]*[ \t]*(?:[:=]+>?|,|[ \t]is)?[ \t]*\\?[\"'`]?"
    rb"([^\s\"'`<>,;:=]*[0-9!#$%^&*?@+~][^\s\"'`<>,;]*)"
)
"""What stands behind a telling word and has a digit or a sign: what is taken where there are too many words to read."""
_RUN: Final = Pattern(rb"[A-Za-z0-9_+/=~-]{16,}")
