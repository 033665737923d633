"""Dates, times and ages: parses them, and writes the time stamps of records. The one place for both."""

import re
from calendar import monthrange, timegm
from time import gmtime
from typing import Final, NamedTuple

AGES: Final = {"m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "mo": 30 * 86_400, "y": 365 * 86_400}
"""Unit of an age -> its seconds."""
EXPECTED: Final = "a date such as 2025-01-01, 2025-01 or 2025, or an age such as 7d, 24h, 2w"
FIRST: Final = -62_135_596_800
"""The beginning of the year 1, in seconds since the epoch."""
LAST: Final = 253_402_300_800
"""The end of the year 9999."""

_AGE: Final = re.compile(r"(\d{1,4})\s*(mo|[mhdwy])", re.ASCII)
_DATE: Final = re.compile(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?z?)?)?)?", re.ASCII)
_OFFSET: Final = re.compile(r"(?:\.\d+)?([+-])(\d\d):?(\d\d)", re.ASCII)


class Span(NamedTuple):
    """The time from `start` up to `end`, which is excluded; seconds since the epoch. An age is one second long."""

    start: int
    end: int
    age: bool = False


def parse_span(text: str, now: float) -> Span | None:
    """The time that a date (a year, month, day, minute or second, in UTC) or an age covers; None for anything else.

    `today` and `yesterday` are days. An age is counted back from `now`.
    """
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        day = int(now) // 86_400 * 86_400 - (86_400 if word == "yesterday" else 0)
        return Span(day, day + 86_400)
    found = _AGE.fullmatch(word)
    if found:
        then = max(int(now) - int(found[1]) * AGES[found[2]], FIRST)
        return Span(then, then + 1, age=True)
    found = _DATE.fullmatch(word)
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part) if part else -1 for part in found.groups())
    if not (year >= 1 and (month == -1 or 1 <= month <= 12) and hour < 24 and minute < 60 and second < 60):
        return None
    if day != -1 and not 1 <= day <= monthrange(year, month)[1]:
        return None
    start = timegm((year, max(month, 1), max(day, 1), max(hour, 0), max(minute, 0), max(second, 0)))
    if month == -1:
        days = 366 if monthrange(year, 2)[1] == 29 else 365
    else:
        days = monthrange(year, month)[1] if day == -1 else 1
    length = 1 if second >= 0 else 60 if hour >= 0 else days * 86_400
    return Span(start, min(start + length, LAST))


def format_timestamp(seconds: float) -> str:
    """A time (seconds since the epoch) as records write it, in UTC, within the years 1 to 9999: it compares as text."""
    t = gmtime(min(max(int(seconds), FIRST), LAST - 1))
    return f"{t.tm_year:04d}-{t.tm_mon:02d}-{t.tm_mday:02d}T{t.tm_hour:02d}:{t.tm_min:02d}:{t.tm_sec:02d}Z"


def epoch_seconds(text: str) -> int | None:
    """Seconds since the epoch of an ISO 8601 date or time; None for any other text.

    A time without an offset is in UTC; `+02:00`, as git writes it, is subtracted.
    """
    found = parse_span(text[:19], 0.0) if text[:4].isdigit() else None
    if found is None or found.age:
        return None
    offset = _OFFSET.match(text, 19)
    if offset is None:
        return found.start
    ahead = int(offset[2]) * 3_600 + int(offset[3]) * 60
    return found.start - (ahead if offset[1] == "+" else -ahead)
