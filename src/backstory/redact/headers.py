"""Headers and members of addresses that sign in: `Authorization: Bearer ...`, `?token=...`."""

from binascii import a2b_base64
from functools import lru_cache
from typing import Final

from backstory.redact.judge import looks_drawn
from backstory.redact.names import opens_nothing
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

HEADER: Final = Pattern(
    rb"(?i)\b(?:bearer|basic|token|apikey|digest|negotiate|ntlm|hmac|key|splunk|genie-?key|sso-key|bot)"
    rb"(?:[ \t]+|%20|\+|: ?)[\"']?([\w+/=.~:|-]{12,})"
)

TOKEN_ADDRESS: Final = Pattern(rb"(?i)\bhttps?:/{1,2}([\w.~-]{16,})(?::|:x-oauth-basic)?@[\w.-]+")

QUERY: Final = Pattern(
    rb"(?i)(?:[?&;](?:amp;)?[\w.-]{0,24}(?:signature|sig|hmac|token|key|auth|secret|passw(?:or)?d|pwd|code|ticket|session|"
    rb"sid|jwt|assertion|samlresponse|wresult)|\b(?:samlresponse|samlart|client_assertion|wresult))="
    rb"([\w.~+/=%-]{16,})"
)
"""A member of an address that opens something."""

SCHEMES: Final = (b"bearer", b"basic", b"token", b"key", b"digest", b"negotiate", b"ntlm", b"hmac", b"splunk", b"bot")
"""What one of them has in small letters."""


def judge_header(text: bytes, groups: Spans, name: str) -> Span | None:
    """A value that looks drawn, and is no digest and no page."""
    first, last = groups[1]
    value = text[first:last]
    if value.isalpha() and text[last : last + 1] >= b"\x80":
        return None
    head = text[max(0, first - 40) : first].rstrip(b" \t\"'=:")
    return Span(first, last, name) if _signs_in(head, value) else None


@lru_cache(maxsize=2048)
def _signs_in(head: bytes, value: bytes) -> bool:
    """Whether a value behind such bytes signs in. A log says the same many times."""
    if opens_nothing(head) or _NO_HEADER.within(head) or is_placeholder(value) or not looks_drawn(value):
        return False
    return not _is_sample_login(value) and _DIGEST.begin(value, 0, len(value)) < 0


_DIGEST: Final = Pattern(rb"(?i)(?:sha-?[0-9]{1,3}|md5|blake2?b?)[-:=]")


def _is_sample_login(value: bytes) -> bool:
    """Whether base64 stands for words for a user and a password: `user:pass`."""
    try:
        user, sign, password = a2b_base64(value + b"=" * (-len(value) % 4)).partition(b":")
    except ValueError:
        return False
    return bool(sign) and is_placeholder(user) and is_placeholder(password)


_NO_HEADER: Final = Pattern(
    rb"(?i)(?:^|[^:] |[^a-z: ])digest\z|\b(?:public|rsa|dsa|ecdsa|eddsa|ed25519|host|primary|foreign|partition|"
    rb"signing)[ _-]key\z"
)
"""A digest that no header announces, and the public half of a key."""


def judge_encoded(text: bytes, groups: Spans, name: str) -> Span | None:
    """What a client sends in base64, and no word in small letters."""
    return None if text[slice(*groups[1])].islower() else Span(*groups[1], name)
