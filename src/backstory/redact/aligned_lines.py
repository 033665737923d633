"""Passwords of any look in lines of a name, blanks and a value, as programs print what they keep.

One such line may be a sentence, a field of a structure or a help text. So a line beside it has to have its value in the
same column, and that has to be data.
"""

from typing import Final

from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import PREDICATES
from backstory.redact.stated_passwords import is_stated_word

_VALUE: Final = Pattern(rb"([ ]{2,40}|\t{1,4})([^\s\"'`(){}<>\[\];,|=]{4,64})[ \t]*\r?(?:\n|$)")
"""From the name to the end of its line. Groups: the blanks, and the value."""
_LINE_ABOVE: Final = Pattern(
    rb"(?:\A|\n)([ \t]*[\w. /-]{2,32}?:?(?:[ ]{2,40}|\t{1,4}))([^\s(){}\[\];]{2,80})[ \t]*\r?\n\z"
)
_LINE_BELOW: Final = Pattern(
    rb"\n([ \t]*[\w. /-]{2,32}?:?(?:[ ]{2,40}|\t{1,4}))([^\s(){}\[\];]{2,80})[ \t]*\r?(?:\n|\z)"
)
"""Another line of the kind. Groups: up to its value, and the value."""
_DATA: Final = Pattern(rb"[^\s]*(?:[0-9]|[@:/]|\w\.\w|\w-\w)[^\s]*|admin|root|app|true|false")
"""A value: an address, a number or a name of several parts, and not a type or a word of a sentence."""
_ACCOUNT: Final = Pattern(rb"(?i)\b(?:[a-z]+_)?(?:user(?:[ _-]?name)?|login|e-?mail|account):?[ \t]+\z")
"""The name of an account, up to its value."""
_TYPE: Final = Pattern(rb"(?i)u?int[0-9]*|float[0-9]+|varchar.*|\[\].*|\*.*|[\w.]+\.[A-Z]\w*|-+")
_BEFORE: Final = 120
"""Bytes of the line above at most."""


def find_aligned(text: bytes, head: bytes, last: int, limit: int) -> tuple[int, int] | None:
    """The value behind the word for a password that ends at `last`, if a line beside it has one in the same column.

    `head`: the line up to the word.
    """
    groups = _VALUE.at(text, last, limit) if text[last : last + 1] in _BLANKS else None
    if not groups or not is_stated_word(text[slice(*groups[2])]):
        return None
    first = groups[2][0]
    line = text.rfind(b"\n", 0, last) + 1
    column = text[line:first]
    above = _LINE_ABOVE.find(text[max(0, line - _BEFORE) : line], 0, min(line, _BEFORE))
    if above and _is_beside(text[max(0, line - _BEFORE) : line], above, column):
        return groups[2]
    end = groups[2][1] + len(text[groups[2][1] : limit]) - len(text[groups[2][1] : limit].lstrip(b" \t\r"))
    below = _LINE_BELOW.at(text, end, min(len(text), end + _BEFORE))
    return groups[2] if below and _is_beside(text, below, column) else None


_BLANKS: Final = (b" ", b"\t")


def _is_beside(text: bytes, groups: Spans, column: bytes) -> bool:
    """Whether the value of a line begins in the column of another, and is data."""
    lead, value = text[slice(*groups[1])], text[slice(*groups[2])]
    if (b"\t" in column) != (b"\t" in lead) or (b"\t" not in column and len(lead) != len(column)):
        return False
    if _TYPE.whole(value) or value.lower() in PREDICATES:
        return False
    return _DATA.whole(value) or _ACCOUNT.within(lead)
