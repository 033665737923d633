"""Times as people write and read them: dates, ages, and the distance from now."""

import calendar
import re
import time

from backstory.model.errors import Invalid

_UNITS = {"m": 60, "h": 3600, "d": 86_400, "w": 7 * 86_400, "mo": 30 * 86_400, "y": 365 * 86_400}


def since(text: str, now: float) -> str:
    """`7d`, `24h`, `2w`, `2026-11-01`, `2026-11-01T10:00` or `yesterday` as a UTC stamp. Raises `Invalid`."""
    word = text.strip().lower()
    if word in ("today", "yesterday"):
        start = int(now) // 86_400 * 86_400
        return _stamp(start - (86_400 if word == "yesterday" else 0))
    if found := re.fullmatch(r"(\d+)\s*(mo|[mhdwy])", word):
        return _stamp(now - int(found[1]) * _UNITS[found[2]])
    for form in ("%Y-%m-%d", "%Y-%m-%dt%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dt%H:%M:%Sz", "%Y-%m-%dt%H:%M:%S", "%Y-%m"):
        try:
            return _stamp(calendar.timegm(time.strptime(word, form)))
        except ValueError:
            continue
    raise Invalid(f"`{text}` is no time", hint="an age such as `7d`, `24h` or `2w`, or a date such as `2026-11-01`")


def ago(stamp: str, now: float) -> str:
    """How long ago a UTC stamp is, in words."""
    try:
        then = calendar.timegm(time.strptime(stamp[:19], "%Y-%m-%dT%H:%M:%S"))
    except ValueError:
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


def _stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
