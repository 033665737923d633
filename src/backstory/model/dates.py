"""Dates, times and ages: parses them, and writes the time stamps of records. The one place for both."""

import re
from time import gmtime
from typing import Final, NamedTuple

from backstory.model.late_pattern import late_pattern

AGES: Final = {"m": 60, "h": 3_600, "d": 86_400, "w": 7 * 86_400, "mo": 30 * 86_400, "y": 365 * 86_400}
"""Unit of an age -> its seconds."""
EXPECTED: Final = "a date such as 2025-01-01, 2025-01 or 2025, or an age such as 7d, 24h, 2w"
FIRST: Final = -62_135_596_800
"""The beginning of the year 1, in seconds since the epoch."""
LAST: Final = 253_402_300_800
"""The end of the year 9999."""

_EPOCH: Final = 719_162
"""Days from the beginning of the year 1 to 1970."""
_MONTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""The days of the months of a year that is not a leap year."""
_EARLIEST: Final = (1, 1, 1, 0, 0, 0)
"""The numbers of a date that gives none: month, day and time of its beginning."""
_AGE: Final = late_pattern(r"(\d{1,4})\s*(mo|[mhdwy])", re.ASCII)
_DATE: Final = late_pattern(
    r"(\d{4})(?:-(\d\d?)(?:-(\d\d?)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?z?)?)?)?", re.ASCII
)
_OFFSET: Final = late_pattern(r"(?:\.\d+)?([+-])(\d\d):?(\d\d)", re.ASCII)


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
    age = _AGE.fullmatch(word)
    if age:
        then = max(int(now) - int(age[1]) * AGES[age[2]], FIRST)
        return Span(then, then + 1, age=True)
    match = _DATE.fullmatch(word)
    return _span_of_date([int(part) for part in match.groups() if part]) if match else None


def _span_of_date(numbers: list[int]) -> Span | None:
    """The time that the first numbers of a date cover (year, month, ... second); None when the calendar lacks it."""
    year, month, day, hour, minute, second = (*numbers, *_EARLIEST[len(numbers) :])
    if year < 1 or not 1 <= month <= 12 or not 1 <= day <= _days_of_month(year, month):
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    days = {1: 365 + _is_leap(year), 2: _days_of_month(year, month)}.get(len(numbers), 1)
    length = {5: 60, 6: 1}.get(len(numbers), days * 86_400)
    start = _days_before(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    return Span(start, min(start + length, LAST))


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_of_month(year: int, month: int) -> int:
    return _MONTHS[month - 1] + (month == 2 and _is_leap(year))


def _days_before(year: int, month: int, day: int) -> int:
    """The days from 1970 to a date; less than nothing for an earlier one."""
    past = year - 1
    days = past * 365 + past // 4 - past // 100 + past // 400 - _EPOCH
    return days + sum(_days_of_month(year, each) for each in range(1, month)) + day - 1


def format_timestamp(seconds: float) -> str:
    """A time (seconds since the epoch) as records write it, in UTC, within the years 1 to 9999: it compares as text."""
    year, month, day, hour, minute, second, *_ = gmtime(min(max(int(seconds), FIRST), LAST - 1))
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}Z"


def epoch_seconds(text: str) -> int | None:
    """Seconds since the epoch of an ISO 8601 date or time; None for any other text.

    A time without an offset is in UTC; `+02:00`, as git writes it, is subtracted.
    """
    span = parse_span(text[:19], 0.0) if text[:4].isdigit() else None
    if span is None or span.age:
        return None
    offset = _OFFSET.match(text, 19)
    if offset is None:
        return span.start
    ahead = int(offset[2]) * 3_600 + int(offset[3]) * 60
    return span.start - (ahead if offset[1] == "+" else -ahead)


def is_day(text: str) -> bool:
    """Whether a text has the form `YYYY-MM-DD`."""
    digits = text.replace("-", "")
    return len(text) == 10 and text[4:8:3] == "--" and len(digits) == 8 and digits.isascii() and digits.isdecimal()


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
