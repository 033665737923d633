"""Reads times as people write them."""

from backstory.model.dates import EXPECTED, format_timestamp, parse_span
from backstory.model.errors import Invalid


def parse_since(text: str, now: float) -> str:
    """`7d`, `24h`, `2w`, `2026-11-01`, `2026-11-01T10:00` or `yesterday` as a UTC stamp. Raises `Invalid`."""
    span = parse_span(text, now)
    if span is None:
        raise Invalid(f"`{text}` is not a time", hint=f"it takes {EXPECTED}")
    return format_timestamp(span.start)
