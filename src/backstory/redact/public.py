"""Runs that look drawn and that everybody may read: names of cloud resources, public members of JSON Web Keys."""

from typing import Final

from backstory.redact.patterns import Pattern

NEAR: Final = 2048
"""Bytes to either side of a member of a JSON Web Key in which the key's type stands."""
_LONGEST: Final = 512
_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=~.-"
_RESOURCE: Final = Pattern(rb"arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:[\w:/.*-]*$")
_MEMBER: Final = Pattern(rb"(?:^|[\s{,\"'])(?:n|e|x|y|kid|x5t|x5t#S256)\\?[\"']?\s{0,2}:\s{0,12}\\?[\"']$")


_PRIVATE: Final = Pattern(rb"(?:^|[\s{,\"'])(?:d|p|q|dp|dq|qi|k)\\?[\"']?\s{0,2}:\s{0,12}\\?[\"']$")


def is_private(text: bytes, start: int) -> bool:
    """Whether the run that begins at `start` is a private member of a JSON Web Key.

    Such a run may be as long as encoded data, which stays elsewhere.
    """
    return (
        text.find(b":", max(0, start - 16), start) >= 0
        and _PRIVATE.within(text[max(0, start - 28) : start])
        and b"kty" in text[max(0, start - NEAR) : start + NEAR]
    )


def is_public(text: bytes, place: int) -> bool:
    """Whether the run round a place is a part of a resource's name, or a public member of a JSON Web Key.

    The private members (`d`, `p`, `q`, `dp`, `dq`, `qi`, `k`) are secrets: see `is_private`.
    """
    head = text[max(0, place - _LONGEST) : place]
    before = head.rstrip(_CHARS)[-160:]
    if b"arn:aws" in head and _RESOURCE.within(head[-200:]):
        return True
    return (
        before[-1:] in (b'"', b"'")
        and _MEMBER.within(before[-28:])
        and b"kty" in text[max(0, place - NEAR) : place + NEAR]
    )
