"""Ids that messages, listings and traces carry, and what keys and signatures show to everybody: they open nothing."""

from typing import Final

from backstory.redact.names import PAGING
from backstory.redact.patterns import Pattern
from backstory.redact.spans import WEAKEST

_LINE: Final = 400
"""Bytes of a line before a value that are read."""
_MESSAGE: Final = Pattern(
    rb"(?i)(?:^|[\"' ])(?:[\w-]*message-id|in-reply-to|references|content-id)\\?[\"']?[ ]?:[^\n]*<[^<>\s]*\z"
)
_ADDRESS_ENDS: Final = Pattern(rb"[^<>\s]*@[\w.-]+>")
_ASSIGNED: Final = Pattern(rb"([A-Za-z][\w.-]*)\\?[\"']?[ ]?[:=][ ]?\\?[\"']?[\w+/=.-]*\z")
"""A name and its value, up to a part of it that was taken for a secret."""
_TRACE: Final = Pattern(rb"(?i)\b(?:root|self)=1-(?:[0-9a-f]{1,8}-?)?[0-9a-f]*\z")
"""A trace of X-Ray, up to the value or a part of it."""
_TRACED: Final = b"0123456789abcdefABCDEF-"
_SHOWN: Final = (b"PUBLIC KEY", b"SIGNATURE", b"CERTIFICATE")
_BLOCK: Final = 8192
"""Bytes of an armoured block before a line of it."""


def is_passing_id(text: bytes, first: int, last: int, rule: str) -> bool:
    """Whether a value is the id of a message, a page or a trace, or a line of a public key, a certificate or a
    signature."""
    head = text[max(text.rfind(b"\n", max(0, first - _LINE), first) + 1, first - _LINE, 0) : first]
    if b"<" in head and _MESSAGE.within(head):
        return _ADDRESS_ENDS.begin(text, first, min(len(text), last + _LINE)) >= 0
    if b"token" in head.lower() and rule in WEAKEST:
        groups = _ASSIGNED.find(head, 0, len(head))
        if groups and PAGING.within(head[slice(*groups[1])]):
            return True
    if b"=1-" in head and _TRACE.within(head):
        return not text[first:last].strip(_TRACED)
    return rule in WEAKEST and _is_in_shown_block(text, first)


def _is_in_shown_block(text: bytes, first: int) -> bool:
    """Whether the nearest armour above is that of something public, and does not end before the place."""
    begin = text.rfind(b"-----BEGIN ", max(0, first - _BLOCK), first)
    if begin < 0 or text.find(b"-----END ", begin, first) >= 0:
        return False
    label = text[begin + len(b"-----BEGIN ") : begin + _LABEL].partition(b"-----")[0]
    return any(word in label for word in _SHOWN)


_LABEL: Final = 48
"""Bytes of the line with which an armour begins."""
