"""Passwords that code gives for a variable that is not set, and those that a program prints when it resets one.

`ENV.fetch("DB_PASS") { "..." }`, `env::var("DB_PASS").unwrap_or("...")`, `config("DB_PASS", default="...")`,
`{{ db_pass | default("...") }}`. The name stands in the call, and the value behind what says that it is the other one.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.drawn_passwords import is_drawn_password
from backstory.redact.judge import looks_drawn
from backstory.redact.names import classify_name_at
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret

_BLOCK: Final = rb"\)(?:\.\w+\(\))?[ ]?(?:\{|do)[ ]?(?:\|\w*\|[ ]?)?"
_METHOD: Final = (
    rb"\){1,3}\??(?:\.\w+\(\))?\s{0,2}[ ]*\.(?:unwrap_or|unwrap_or_else|or|or_else|orElse|orElseGet|getOrElse|"
    rb"getOrDefault|ifEmpty|ifBlank|fallback|defaultTo|value_or|default)"
    rb"[ ]?\([ ]?(?:(?:move[ ])?\|\w*\|[ ]?|\(\)[ ]?(?:->|=>)[ ]?|\{[ ]?)?"
)
_KEYWORD: Final = rb",[ ]?(?:\w+[ ]?=[ ]?[\w.]+,[ ]?)*(?:default|fallback|default_value)[ ]?[=:][ ]?"
_OTHER: Final = rb"\)[ ]?,[ ]?"
_FILTER: Final = rb"[ ]?\|[ ]?(?:default|d)(?:\([ ]?|[ ])"
FALLBACK: Final = Pattern(
    rb"([\w.-]*)(?:\\?[\"'`]?(?:" + b"|".join((_BLOCK, _METHOD, _KEYWORD, _OTHER)) + rb")|" + _FILTER + rb")"
    rb"(?:String::from\(|str\()?(?:\\?\"([^\"\\\n]{4,128})\\?\"|'([^'\n]{4,128})'|`([^`\n]{4,128})`)"
)  # fmt: skip
"""From the end of a word for a password to what is taken where it is not set. Groups: the rest of the name; the
value, in one of three quotes."""
_QUOTES: Final = b"\"'`"
REACH: Final = 220
_GETS: Final = Pattern(
    rb"(?i)(?:getenv|environ(?:\.get)?|env|get_env|var|lookup|property|getproperty)\([ ]?[\"'`][\w.-]*\z"
)
"""What reads a variable, up to its name: behind its closing bracket stands what is taken instead."""
RESET: Final = Pattern(
    rb"(?i)[ ](?:for|of)[ ][^\n]{1,80}(?:reset|changed|updated|generated|created)[^\n]{0,24}\r?\n"
    rb"(?:new[ ](?:value|password)|value|password)[ ]?:[ ]([^\s]{8,64})[ \t]*\r?(?:\n|$)"
)
"""From the word to the line below that gives the new password."""


def find_fallback(text: bytes, start: int, last: int, end: int) -> Iterator[Span]:
    """What is taken in place of the variable whose telling word stands at `start` to `last`."""
    near = text[last : last + _NEAR]
    if not (b")" in near or b"default" in near or b"fallback" in near) or near == near.translate(None, _QUOTES):
        return
    groups = FALLBACK.at(text, last, min(end, last + REACH))
    if not groups:
        return
    first, stop = next(group for group in groups[2:] if group[0] >= 0)
    between = text[groups[1][1] : first].strip(b"\"'`\\ ")
    if between in (b"),", b") ,") and not _GETS.within(text[max(0, start - 64) : start]):
        return
    if classify_name_at(text, start, last, text[start : groups[1][1]], True) is None:
        return
    if is_secret(text[first:stop], strong=True, quoted=True, written=True):
        yield Span(first, stop, "password")


_NEAR: Final = 64


def find_reset(text: bytes, start: int, last: int, end: int) -> Iterator[Span]:
    """The new password that a program prints in the line below the one that says that it was reset."""
    groups = RESET.at(text, last, min(end, last + REACH)) if text[last : last + 1] == b" " else None
    if groups:
        value = text[slice(*groups[1])]
        if is_drawn_password(value) or looks_drawn(value) or is_secret(value, strong=True, quoted=False):
            yield Span(*groups[1], "password")
