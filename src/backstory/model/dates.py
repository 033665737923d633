"""Dates and ages as people write them, as spans of time."""

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


class Span(NamedTuple):
    """From `start` up to `end`, which is not part of it; seconds since the epoch. An age is a second long."""

    start: int
    end: int
    age: bool = False


def span(text: str, now: float) -> Span | None:
    """What a date (its year, month, day, minute or second, in UTC) or an age covers; None for anything else.

    `today` and `yesterday` are days. An age is counted back from `now`.
    """
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        day = int(now) // 86_400 * 86_400 - (86_400 if word == "yesterday" else 0)
        return Span(day, day + 86_400)
    if found := _AGE.fullmatch(word):
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


def stamp(seconds: float) -> str:
    """A time as records write it, within the years 1 to 9999: stamps compare as text."""
    t = gmtime(min(max(int(seconds), FIRST), LAST - 1))
    return f"{t.tm_year:04d}-{t.tm_mon:02d}-{t.tm_mday:02d}T{t.tm_hour:02d}:{t.tm_min:02d}:{t.tm_sec:02d}Z"


def seconds(made: str) -> int | None:
    """The time of a stamp in seconds since the epoch; None where it is none."""
    found = span(made[:19], 0.0)
    return None if found is None or found.age else found.start
