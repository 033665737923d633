"""Runs that look drawn and that everybody may read: names of cloud resources, public members of JSON Web Keys, versions
and files of packages, and data that is encrypted."""

from functools import lru_cache
from typing import Final

from backstory.redact.judge import is_record_id
from backstory.redact.patterns import Pattern

NEAR: Final = 2048
"""Bytes to either side of a member of a JSON Web Key in which the key's type stands."""
_LONGEST: Final = 512
_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=~.-"
_RESOURCE: Final = Pattern(rb"arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:[\w:/.*-]*$")
_MEMBER: Final = Pattern(rb"(?:^|[\s{,\"'])(?:n|e|x|y|kid|x5t|x5t#S256)\\?[\"']?\s{0,2}:\s{0,12}\\?[\"']$")


_NKEY: Final = Pattern(
    rb"[ACNOUX][A-Z2-7]{55}\b|(?:age1|npub1)[02-9ac-hj-np-z]{58}\b|(?:bc|tb|ltc|addr|stake|cosmos)1[02-9ac-hj-np-z]{38,100}\b"
)
"""The public half of a key of NATS, where the private one begins with an S, and of age and Nostr; addresses of
chains."""
_NKEY_HEADS: Final = frozenset((b"A", b"C", b"N", b"O", b"U", b"X", *(b"%c" % head for head in b"abclnst")))
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
    before = head.rstrip(_CHARS)
    start = place - len(head) + len(before)
    if text[start : start + 1] in _NKEY_HEADS and _NKEY.begin(text, start, min(len(text), place + _LONGEST)) >= 0:
        return True
    if b"arn:aws" in head and _RESOURCE.within(head[-200:]):
        return True
    return (
        before[-1:] in (b'"', b"'")
        and _MEMBER.within(before[-28:])
        and b"kty" in text[max(0, place - NEAR) : place + NEAR]
    )


LONGEST_KEY: Final = 240
"""Characters of a run without a point above which it is data and no key."""
_DATA: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/-"
_SEALED: Final = Pattern(
    rb"\bENC\[AES256_GCM,data:$|[\w+/=]{3},(?:iv|tag):$|\bsecure:[ ][\"']?$|"
    rb"[\"']signature\\?[\"'][ ]?:[ ]?\\?[\"']$|"
    rb"(?:encrypted_content|[tT]hought_?[sS]ignature|[tT]hinking_?[sS]ignature)\\?[\"']"
    rb"[ ]?:[ ]?\\?[\"']$"
)
"""What stands before a value that SOPS or a service for builds encrypted, or before what a model keeps of its
reasoning."""
_DIGEST: Final = Pattern(rb"(?i)(?:sha-?[0-9]{1,3}|md5|blake2?b?)[-:=]$")
_PACKAGE: Final = Pattern(
    rb".*-v?[0-9]+(?:\.[0-9]+)+(?:[-.+][a-z0-9.]{1,16})?|.*\.(?:tgz|gz|zip|whl|gem|jar|js|mjs|cjs|css|map|json|jsonl|git|so|dylib|dll)(?:\.[0-9]+){0,3}|"
    rb"v[0-9]+\.[0-9]+\.[0-9]+-(?:[\w.]{1,16}\.)?[0-9]{14}-[0-9a-f]{12}(?:\+incompatible)?(?:/go\.mod)?"
)
"""A package with its version, a file of one, a version of a commit as Go writes it."""


def is_data(text: bytes, place: int) -> bool:
    """Whether the run round a place is encrypted or a digest, or too long for a key."""
    head, tail = text[max(0, place - _LONGEST) : place], text[place : place + _LONGEST]
    before = head.rstrip(_DATA)
    size = len(head) - len(before) + len(tail) - len(tail.lstrip(_DATA))
    if size >= LONGEST_KEY:
        return True
    near = before[-40:]
    return _SEALED.within(near) or _DIGEST.within(near) or _is_in_data_address(text, place)


def _is_in_data_address(text: bytes, place: int) -> bool:
    """Whether the run is a part of the data that an address holds, maybe of several strings."""
    head = text.rfind(b"base64,", max(0, place - LONGEST_DATA), place)
    return head >= 0 and not text[head + 7 : place].translate(None, _DATA + b"=\"'+\\ \t\r\n")


LONGEST_DATA: Final = 4096


def is_package(run: bytes) -> bool:
    """Whether a run is the name of a package with its version, of a file of one, or such a version."""
    return b"." in run and _PACKAGE.whole(run)


_DIGEST_HEAD: Final = Pattern(rb"(?i)(?:sha-?[0-9]{1,3}|md5|h1|b2|b3|blake2?b?|nonce)[-:=]")


@lru_cache(maxsize=2048)
def names_itself(token: bytes, body: bytes) -> bool:
    """Whether a token is the id of a record, a package, or a digest that says how it was made.

    `body`: the token without what joins it to its neighbours.
    """
    return is_record_id(body) or is_package(body) or _DIGEST_HEAD.begin(token, 0, len(token)) >= 0
