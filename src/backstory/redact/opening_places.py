"""Logins, keys and links where no word for a password stands beside them, and the place says that they open something.

`req.basic_auth 'ada', '...'`, `{ host = "cache", auth = "..." }`, `wifi ..., key: ...`, a list below the name of a
file of accounts, an address that shows a secret once; and what a listed change says that a secret becomes.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact import cut_keys, keyed_places
from backstory.redact.arguments import NAMED, RUN, SHAPE, is_chosen
from backstory.redact.chance import DIGITS
from backstory.redact.looks import is_slight_password
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.public_places import is_type_or_algorithm
from backstory.redact.readable_values import is_worded_secret, is_written_word
from backstory.redact.sentences import is_of_code
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret
from backstory.redact.words import STRONG, is_placeholder

_QUOTED: Final = rb"(?:\"([^\"\n]{5,64})\"|'([^'\n]{5,64})')"
_SIGNS_IN: Final = rb"(?:\bbasic_?auth\w*|\.(?:auth|login|authenticate|authorize|log_in|sign_in))"
_GIVEN: Final = rb"[\"']?(?:[ ]?(?:[:=]|=>)[ ]?|[ ])[\[(]?[ ]?"
_AUTH: Final = rb"\bauth[\"']?[ ]?[:=][ ]?[\[(][ ]?"
LISTED: Final = Pattern(
    rb"(?i)(?:" + _SIGNS_IN + _GIVEN + rb"|" + _AUTH + rb")(?:\"[^\"\n]{1,64}\"|'[^'\n]{1,64}'),[ ]?" + _QUOTED
)
"""An account and its password as two strings: of a call without brackets, of a list."""
_ACCOUNT: Final = rb"[\w.>$-]{0,40}(?:user(?:_?name|_?id)?|account|e?mail|sender|from|login|uid|addr(?:ess)?|dn)"
CALLED: Final = Pattern(
    rb"(?i)(?:[.>:]log_?in|[.>:]sign_?in|[.>:]authenticate|basic_?auth\w*|simple_bind(?:_s)?|credentials?)[ ]?\([ ]?"
    + _ACCOUNT + rb",[ ]?" + _QUOTED
)  # fmt: skip
"""The password that a call takes behind a variable for the account."""
ELEMENT: Final = Pattern(
    rb"(?i)<(?:[\w-]{0,20}name|key)>[\w.-]{0,60}(?:" + STRONG + rb")</[\w-]{3,24}>\s{0,12}<[\w-]{0,20}(?:value|string)>"
    rb"([^<>\s]{4,128})</"
)
"""An element with a value behind one with its name."""
BESIDE_HOST: Final = Pattern(
    rb"(?i)\b(?:host(?:name)?|port|server|addr(?:ess)?|socket|endpoint|db)"
    rb"[\"']?[ ]?(?:=>?|:)[^{}();]{1,120}?[,;\n][ \t]*"
    rb"[:\"']?auth(?:_?pass)?[\"']?[ ]?(?:=>?|:)[ ]?" + _QUOTED
)
"""What signs in to a server, in a table of settings that has the server too."""
_NETWORK: Final = rb"\b(?:wlan|wi-?fi|hotspot|ssid)\b"
NETWORK_KEY: Final = Pattern(
    rb"(?i)" + _NETWORK + rb"[^\n]{0,60}?[ ,;/(](?:key|schl(?:\xc3\xbc|ue)ssel|cl(?:\xc3\xa9|ef)|chiave|chave)"
    rb"[ ]?[:=][ ]?[\"'`]?([^\s\"'`,;]{6,64})"
)
"""The key of a network, in a line that names it."""
_FILE: Final = rb"(?:\.secrets|htpasswd|passwd[ _-]?file|(?:users|accounts|logins|creds)\.(?:txt|list|conf))"
MEMBERS: Final = Pattern(
    rb"(?im)^[^\n]{0,80}" + _FILE + rb"\b[^\n]{0,20}\r?\n((?:[\w.@-]+:[^\s:]+[ \t]*\r?(?:\n|$)){1,40})"
)
"""The name of a file of accounts and its lines. Group: the lines."""
_MEMBER: Final = Pattern(rb"(?m)^[\w.@-]{2,32}:([^\s:$]{4,64})")
_SHARES: Final = (
    rb"(?:privnote\.com|onetimesecret\.com/secret|pwpush\.com/(?:[a-z]{2}/)?p|password\.link|yopass\.se/#/[sf]|"
    rb"send\.bitwarden\.(?:com|eu)|vault\.bitwarden\.(?:com|eu)/#/send|1ty\.me|scrt\.link/[a-z]|"
    rb"share\.doppler\.com/s|share\.1password\.(?:com|eu)/s|snappass\.\w{2,5}|cryptgeon\.org/note|safenote\.co/r)"
)
SHARED: Final = Pattern(rb"(?i)://(?:[\w-]{1,40}\.){0,3}" + _SHARES + rb"/([\w#/~=%.-]{6,200})")
"""The address at which a service shows a secret once."""
_ARROW: Final = rb"[ ](?:->|\xe2\x86\x92)[ ]"
REPLACED: Final = Pattern(
    rb"(?i)(?:" + STRONG + rb"|token|api[_-]?key)\w{0,16}[\"']?[ \t]{0,40}[:=][ ]?"
    rb"(?:\"([^\"\n]{4,128})\"|'([^'\n]{4,128})')" + _ARROW + rb"(?:\"([^\"\n]{4,128})\"|'([^'\n]{4,128})')"
)
"""A secret before and after a change, as a plan lists it."""


def _judge_listed(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a person may have chosen, words joined too."""
    place = next(group for group in groups[1:] if group[0] >= 0)
    value = text[slice(*place)]
    if not is_of_code(value) and (is_chosen(value) or is_worded_secret(value, 2)):
        yield Span(*place, name)


def _judge_setting(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value with digits, and no way to sign in: `auth = "oauth2"`."""
    place = next(group for group in groups[1:] if group[0] >= 0)
    value = text[slice(*place)]
    if is_type_or_algorithm(value) or is_of_code(value) or is_placeholder(value):
        return
    if is_slight_password(value) or is_chosen(value):
        yield Span(*place, name)


def _judge_element(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Whatever stands there, unless it only says that something goes there."""
    if _is_written(text[slice(*groups[1])]):
        yield Span(*groups[1], name)


def _judge_members(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Each password of a list, apart from hashes and numbers of accounts."""
    for _, (first, last) in _MEMBER.each(text, *groups[1]):
        value = text[first:last]
        if is_slight_password(value) or is_chosen(value) or is_worded_secret(value, 2):
            yield Span(first, last, name)


def _judge_shared(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What is drawn, and no page of the service."""
    value = text[slice(*groups[1])]
    if any(char in DIGITS for char in value) or not value.islower():
        yield Span(*groups[1], name)


def _judge_replaced(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Both values, where each is a secret by itself or a word that is written out."""
    places = [group for group in groups[1:] if group[0] >= 0]
    if all(_is_written(text[slice(*place)]) for place in places):
        yield from (Span(*place, name) for place in places)


def _is_written(value: bytes) -> bool:
    return is_secret(value, strong=True, quoted=True, exact=True, written=is_written_word(value))


_AUTH_SIGNS: Final = (b"auth:", b"auth :", b"auth=", b"auth =", b'auth"', b"auth'")
_CALLS: Final = (
    b"login(", b"log_in(", b"sign_in(", b"signin(", b"authenticate(", b"auth(", b"authentication(", b"bind(",
    b"bind_s(", b"credential(", b"credentials(",
)  # fmt: skip
_FILES: Final = (
    b".secrets", b"htpasswd", b"passwd file", b"passwd_file", b"passwd-file", b"passwdfile", b"users.", b"accounts.",
    b"logins.", b"creds.",
)  # fmt: skip
_HOSTS: Final = (
    b"privnote.com", b"onetimesecret.com", b"pwpush.com", b"password.link", b"yopass.se", b".bitwarden.", b"1ty.me",
    b"scrt.link", b"share.", b"snappass.", b"cryptgeon.org", b"safenote.co",
)  # fmt: skip
RULES: Final = (
    (
        LISTED,
        "password",
        _judge_listed,
        SHAPE,
        (b"basic", b".auth", b".login", b".log_in", b".sign_in", *_AUTH_SIGNS),
    ),
    (CALLED, "password", _judge_listed, SHAPE, _CALLS),
    (ELEMENT, "password", _judge_element, SHAPE | NAMED, (b"value>", b"string>")),
    (BESIDE_HOST, "password", _judge_setting, SHAPE, (b"authpass", b"auth_pass", *_AUTH_SIGNS)),
    (NETWORK_KEY, "password", _judge_listed, SHAPE, (b"wlan", b"wifi", b"wi-fi", b"hotspot", b"ssid")),
    (MEMBERS, "password", _judge_members, SHAPE, _FILES),
    (SHARED, "url-token", _judge_shared, SHAPE, _HOSTS),
    (
        REPLACED,
        "password",
        _judge_replaced,
        SHAPE | NAMED | RUN,
        (b'" ->', b"' ->", b'" \xe2\x86\x92', b"' \xe2\x86\x92"),
    ),
    *cut_keys.RULES,
    *keyed_places.RULES,
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?i:(?:" + _SIGNS_IN + _GIVEN + rb"|" + _AUTH + rb")[\"'][^\"'\n]+[\"'],[ ]?[\"'])|"
    rb"(?i:\bauth(?:_?pass)?[\"']?[ ]?(?:=>?|:)[ ]?[\"'][^\"'\n]*[0-9])|"
    rb"(?i:(?:log_?in|sign_?in|authenticate|basic_?auth\w*|simple_bind(?:_s)?|credentials?)[ ]?\([ ]?"
    + _ACCOUNT.replace(b"{0,40}", b"*")
    + rb",[ ]?[\"'])|"
    rb"(?i:" + _FILE + rb"\b[^\n]*\n[\w.@-]+:[^\s:])|(?i:" + _SHARES + rb"/)|" + keyed_places.TRIGGERS
)
"""What announces one of them to the search. The names of networks and of elements are announced elsewhere."""
