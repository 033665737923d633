"""Recognises keys and ids that every page or every sign-in shows, by the name before them and by their form.

The key of a site for a captcha, the key of a search that may only search, the public half of a key for pushes, the id
of a tenant, of a subscription and of an application.
"""

from typing import Final

from backstory.redact.chance import HEX
from backstory.redact.judge import UUID
from backstory.redact.patterns import Pattern

NEAREST: Final = 80
"""Bytes before a value in which its name stands."""
_SIGN: Final = rb"(?:\\?[\"'`\])]{0,2}[ \t]{0,8}(?:=>|:=|[:=,])|[ ]is)?[ \t]{0,8}\\?[\"'`(]{0,2}\z"
_OF_SITE: Final = Pattern(
    rb"(?i)(?:site[_ .-]?key|captcha/(?:api|enterprise)\.js\?(?:[\w.=-]{1,24}&)?render=|"
    rb"captcha(?:\.enterprise)?\.(?:execute|render)\()" + _SIGN
)
"""What names the key of a site for a captcha."""
_SITE_KEY: Final = Pattern(rb"6L[\w-]{38}|0x4[\w-]{20,23}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
"""A key that reCAPTCHA, Turnstile and hCaptcha have pages show. A secret of the first looks the same."""
_OF_SEARCH: Final = Pattern(
    rb"(?i)(?:search[_ .-]?only[_ .-]?(?:api[_ .-]?)?|algolia[_ .-]?(?:public[_ .-]?)?search[_ .-]?(?:api[_ .-]?)?)key"
    + _SIGN
)
"""What names a key of Algolia that may search and do nothing else."""
_OF_DIRECTORY: Final = Pattern(
    rb"(?i)(?:tenants?|subscriptions?|directory|(?:client|app(?:lication)?|object|principal)[_ .-]?id)"
    rb"(?:[_ .-]?(?:id|guid))?" + _SIGN
)
"""What names an id of a directory of accounts. They stand in the addresses of its sign-ins."""
_APPLICATION: Final = Pattern(
    rb"[0-9]{6,20}-[a-z0-9]{32}\.apps\.googleusercontent\.com|Iv1\.[0-9a-f]{16}|Iv23[A-Za-z0-9]{16}"
)
"""The id of an application of Google or GitHub, which a browser sends to sign in."""
_OF_PUSHES: Final = Pattern(rb"(?i)(?:public[_ .-]?key|application[_ .-]?server[_ .-]?key)" + _SIGN)
"""What names the public half of a key for pushes."""
_SIZE_OF_POINT: Final = 87
_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_PUBLIC_HALF: Final = Pattern(rb"(?i)\bpub(?:lic)?[ _.-]?key(?:[ ]?[:=]|[ ]is)?[ ]{0,4}[\"'`<]{0,2}\z")
"""What names the public half of a key."""
_OF_IDENTITY: Final = Pattern(rb"\bdid:[a-z0-9]{2,16}:\z|\|1\|(?:[A-Za-z0-9+/]{27}=\|)?\z")
"""What stands before a decentralised id, and before the digests of a host that SSH knows."""
_ONION: Final = Pattern(rb"[a-z2-7]{56}")
"""The address of a hidden service, which is its public key."""
_SIZE_OF_UUID, _SIZE_OF_DIGEST = 36, 32


SIZE_OF_ONION: Final = 56


def is_published_key(text: bytes, first: int, last: int, rule: str) -> bool:
    """Whether the value from `first` to `last`, which a rule has taken, is one that its issuer has everybody read."""
    value = text[first:last]
    size = last - first
    if size == _SIZE_OF_DIGEST and not value.strip(HEX):
        return _OF_SEARCH.within(text[max(0, first - NEAREST) : first])
    if value[-4:] == b".com" or value[:2] == b"Iv":
        return _APPLICATION.whole(value)
    before = text[max(0, first - NEAREST) : first]
    if size == _SIZE_OF_UUID and UUID.whole(value) and _OF_DIRECTORY.within(before):
        return True
    if _OF_IDENTITY.within(before) or (rule == "high-entropy" and _PUBLIC_HALF.within(before)):
        return True
    host = text.find(b".onion", first, last + len(b".onion"))
    if host >= 0 and _ONION.whole(text[max(0, host - SIZE_OF_ONION) : host]):
        return True
    if _SITE_KEY.whole(value):
        return _OF_SITE.within(before)
    return _is_point(text, first, before)


def _is_point(text: bytes, first: int, before: bytes) -> bool:
    """Whether the run round a place is a point of a curve, as pushes have for a public key."""
    head = before.rstrip(_CHARS)
    start = first - len(before) + len(head)
    if text[start : start + 1] != b"B" or not _OF_PUSHES.within(head):
        return False
    run = text[start : start + _SIZE_OF_POINT + 1]
    return len(run) - len(run.lstrip(_CHARS)) == _SIZE_OF_POINT
