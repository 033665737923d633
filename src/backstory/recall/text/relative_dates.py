"""How long ago something was, in words that stay the same all day, as a brief does."""


def describe_time(made: str, today: str) -> str:
    """`today 16:42 UTC`, `yesterday 16:42 UTC`, `3 days ago`, or the date: the same all day, as the brief is."""
    from datetime import date

    try:
        days = (date.fromisoformat(today[:10]) - date.fromisoformat(made[:10])).days
    except ValueError:
        return made[:10]
    clock = f" {made[11:16]} UTC" if made[11:16] and days in (0, 1) else ""
    return f"{_day_words(days) or made[:10]}{clock}"


def describe_day(made: str, today: str) -> str:
    """The same without the time of day."""
    return describe_time(made[:10], today)


def _day_words(days: int) -> str:
    """`today`, `yesterday`, `3 days ago`; empty for what is long ago or in the future."""
    if days in (0, 1):
        return ("today", "yesterday")[days]
    return f"{days} days ago" if 1 < days < 60 else ""
