"""Times of agents that count, as the text that turns have."""

from datetime import UTC, datetime
from typing import Final

_MILLISECONDS: Final = 100_000_000_000
"""A count from this on is in milliseconds: as seconds it would be the year 5138."""


def format_time(count: float) -> str:
    """UTC, ISO 8601 with milliseconds, from seconds or milliseconds since the epoch; empty for no such time."""
    seconds = count / 1000 if abs(count) >= _MILLISECONDS else count
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{int(seconds * 1000) % 1000:03}Z"
    except (ValueError, OverflowError, OSError):
        return ""


def time_of(value: object) -> str:
    """The time that a member holds as a text or as a count; empty for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return format_time(value)
    return ""
