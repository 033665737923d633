"""Reads times as people write them, and prints the distance from now."""

from backstory.model.dates import EXPECTED, epoch_seconds, format_timestamp, parse_span
from backstory.model.errors import Invalid


def parse_since(text: str, now: float) -> str:
    """`7d`, `24h`, `2w`, `2026-11-01`, `2026-11-01T10:00` or `yesterday` as a UTC stamp. Raises `Invalid`."""
    span = parse_span(text, now)
    if span is None:
        raise Invalid(f"`{text}` is not a time", hint=f"it takes {EXPECTED}")
    return format_timestamp(span.start)


def format_age(stamp: str, now: float) -> str:
    """The distance of a UTC time from now, in words."""
    then = epoch_seconds(stamp[:19])
    if then is None:
        return "at an unknown time"
    seconds = int(now - then)
    if seconds < -60:
        return "in the future"
    for size, word in (
        (365 * 86_400, "year"),
        (30 * 86_400, "month"),
        (7 * 86_400, "week"),
        (86_400, "day"),
        (3600, "hour"),
        (60, "minute"),
    ):
        if seconds >= size:
            count = seconds // size
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"
