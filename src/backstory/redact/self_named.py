"""Values of words and a number that say themselves what they are: `key-harbor-tin-4711-lamp`."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import has_words_and_number
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret

SELF_NAMED: Final = Pattern(
    rb"(?i)(?:^|[\s\"'`(:=])((?:api[-_]?)?(?:key|token|secret|passw(?:or)?d|pass|pwd?)[-_]"
    rb"(?:[a-z]{2,16}[-_]){1,4}[0-9]{3,8}(?:[-_][a-z]{2,16}){0,4})(?:[\s\"'`),;!?]|[.:](?:\s|$)|$)"
)
"""A value of words and a number that says itself what it is: `key-harbor-tin-4711-lamp`."""


def judge_self_named(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Yields a value of words and a number after a word such as `password`.

    Years, ports, limits and names of branches are left out.
    """
    first, last = groups[1]
    value = text[first:last]
    before = text[max(text.rfind(b"\n", 0, first) + 1, first - 80, 0) : first]
    words = sum(word.isalpha() for word in value.replace(b"_", b"-").split(b"-"))
    if (
        _OPENING_WORD.within(before)
        and not _OF_THINGS.within(value)
        and words >= 3
        and not _COUNTING.within(value)
        and has_words_and_number(value)
        and is_secret(value, strong=True, quoted=True, reference=True)
    ):
        yield Span(first, last, name)


_COUNTING: Final = Pattern(rb"[-_](?:(?:19|20)[0-9]{2}|[0-9]+0[0-9]?0|123[0-9]?)(?:[-_]|\z)")
_OF_THINGS: Final = Pattern(
    rb"(?i)[-_](?:reset|refresh|rotation|rotate|expiry|expired|fix|bug|job|flow|mail|template|page|value|store|bucket|"
    rb"limit|"
    rb"issue|ticket|branch|feature|test|user|users|order|orders|cache|service|controller|handler)(?:[-_]|\z)"
)
"""Words of the names of branches, tickets, templates and entries."""
_OPENING_WORD: Final = Pattern(rb"(?i)\b(?:api|key|token|secret|password|passphrase|credential|login|access)s?\b")
