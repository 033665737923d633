"""Secrets that stand right beside a word for a password."""

from collections.abc import Iterator

from backstory.redact.changed_passwords import find_changed
from backstory.redact.drawn_values import find_drawn_value
from backstory.redact.fallbacks import find_fallback, find_reset
from backstory.redact.slight_passwords import find_slight_password
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import find_serving_word
from backstory.redact.syntax import read_word_beside


def find_beside_word(text: bytes, start: int, last: int, end: int) -> Iterator[Span]:
    """The passwords beside the word for one that stands at `start` to `last`."""
    if text[start - 1 : start] == b" " and (span := find_serving_word(text, start, last, end)):
        yield span
    if span := find_slight_password(text, start, last, end):
        yield span
    blank = text[last : last + 1] == b" "
    if blank:
        yield from find_changed(text, start, last, end)
    if read_word_beside(text, last):
        return  # a word of prose, behind which hardly ever stands a value
    yield from find_drawn_value(text, start, last, end)
    yield from find_fallback(text, start, last, end)
    if blank:
        yield from find_reset(text, start, last, end)
