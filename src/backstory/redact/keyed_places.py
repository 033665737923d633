"""Keys at places that name no secret: behind `-K`, in an expression that is hashed, in a list of numbers.

`openssl enc -K ...`, `secure_link_md5 "$uri walnut"`, `echo -n "$uri walnut" | openssl md5`, `&appid=...`,
`network_key: [1, 44, ...]`, `Unseal Key 2: ...`, `add-user.sh ada ...`, `log in as ada with ...`.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import NAMED, RUN, SHAPE, is_chosen, judge_chosen
from backstory.redact.chance import DIGITS
from backstory.redact.drawn_expressions import is_drawn_expression
from backstory.redact.judge import looks_drawn
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import is_worded_secret, is_written_word
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

_CALCULATES: Final = rb"(?:openssl|md5(?:sum)?|sha[0-9]{1,3}(?:sum)?|b2sum|hmac\w*)\b"
HASHED: Final = Pattern(
    rb"\bsecure_link(?:_md5|_hmac(?:_secret|_message)?|_secret)[ \t]+(?:\"([^\"\n]{4,300})\"|'([^'\n]{4,300})'|"
    rb"([^\s\"';]{4,300});)|"
    rb"\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?\"([^\"\n]*\$[^\"\n]{4,300})\"[ \t]*\|[ \t]*" + _CALCULATES
)
"""What is hashed to sign an address. Groups: variables and, among them, the secret."""
_LITERAL: Final = Pattern(rb"(?:\A|[\s}|])([^\s${}|\"']{5,128})(?:\z|[\s$|])")
"""A part that is not a variable."""
BRACED: Final = Pattern(rb"(?i)[;\"'\s](?:pwd|password)[ ]?=[ ]?\{((?:[^{}\n]|\}\}){4,128})\}(?:[;\"'\\\s]|$)")
"""A password in braces, as a connection of ODBC takes one that has any signs."""
_REFERENCE: Final = Pattern(
    rb"[A-Za-z_$][\w$]*(?:\??\.[\w$]+|\([^()]*\)|\[[^\[\]]*\])*(?:![rsa])?(?::[^:]*)?|[0-9]+|<.*>|\*+|\$.*|%.*%"
)
"""What a format string has in braces."""
OPTION: Final = Pattern(
    rb"\bopenssl[ \t][^\n|]{0,300}?[ \t]-(?:K|psk)[ \t]+[\"']?([0-9a-fA-F]{16,128})\b|"
    rb"[ \t]-K[ \t]+[\"']?([0-9a-fA-F]{32,128})[\"']?[ \t][^\n|]{0,80}?-iv\b|"
    rb"\bhex(?:key|pass|secret):([0-9a-fA-F]{8,512})\b|"
    rb"\bopenssl[ \t][^\n|]{0,200}?[ \t](?:-hmac|-(?:mac|kdf)opt[ \t]+(?:key|pass|secret):|-sigopt[ \t]+key:)[ \t]*"
    rb"[\"']?([^\s\"'`$|;&<>-][^\s\"'`$|;&<>]{5,128})"
)
"""A key as the argument of an option that has one letter, or the word `hexkey`."""
ADDRESS: Final = Pattern(rb"[?&](?:amp;)?appid=([0-9a-f]{32})\b|\bappid[\"']?[ ]?[:=][ ]?[\"']([0-9a-f]{32})[\"']")
"""The key of a service that calls it `appid`."""
LABELLED: Final = Pattern(
    rb"(?i)\b(?:unseal|recovery|application)[ _-]key(?:[ ]?#?[0-9]{1,2})?(?:[ ]?[:=]|[ ]is)?[ \t]*[\[(\"'`]?"
    rb"((?:base64:)?[a-z0-9+/]{42,}={0,2})(?:[\])\"'`\s,]|$)"
)
"""A part of the key of a store, and the key of an application in the words of the command that drew it."""
PAIRED: Final = Pattern(
    rb"(?i)\b(?:primary|secondary)_?(?:(?:read_?only_?)?(?:master|shared_?access)_?)?key"
    rb"\\{0,3}[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}[\"']?([a-z0-9+/]{42,86}={1,2})"
)
"""One of the two keys of a cloud account. Primary keys of other kinds are not the base64 of a whole key."""
_NAMES: Final = rb"\b\w{0,24}(?:key|secret|seed)\\{0,3}[\"']?[ ]?[:=][ ]?\[\s{0,8}"
NUMBERS: Final = Pattern(
    rb"(?i)" + _NAMES + rb"((?:(?:0x)?[0-9a-f]{1,4}\s{0,2},\s{0,8}){15,63}(?:0x)?[0-9a-f]{1,4})\s{0,8},?\s{0,8}\]"
)
"""A key as a list of its bytes."""
ADDED: Final = Pattern(
    rb"(?i)(?:^|[\s/\"'`])(?:add|create|new)[-_]?(?:user|account|admin|member)\.(?:sh|bat|cmd|exe|py|rb|php|ps1|js)[ ]+"
    rb"(?:--?[a-z][\w-]{0,24}[ ]+){0,3}[a-z][\w.@-]{0,63}[ ]+[\"']?([^\s\"'`|;&<>$-][^\s\"'`|;&<>]{4,64})"
)
"""The account and its password that a script takes which adds one."""
ENTERED: Final = Pattern(
    rb"(?i)\b(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on)[ ](?:as|for)[ ][\w.@-]{1,40}[ ](?:with|using|and)[ ]"
    rb"[\"'`]?([^\s\"'`(){}<>]{8,64})[\"'`]?(?:[ ,.;:!?)]|$)"
)
"""The account and its password in an order to sign in, without a word for the password."""


def _judge_hashed(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Yields each part that is not a variable and that a person or a program chose."""
    start, end = next(group for group in groups[1:] if group[0] >= 0)
    part = text[start:end]
    if end - start < 300 and b"$" not in part and b" " not in part:
        if not is_placeholder(part) and (is_chosen(part) or is_written_word(part)):
            yield Span(start, end, name)
        return
    for groups in _LITERAL.each(part, 0, len(part)):
        first, last = (start + place for place in groups[1])
        value = text[first:last]
        if not is_placeholder(value) and (is_chosen(value) or looks_drawn(value) or is_worded_secret(value, 2)):
            yield Span(first, last, name)


def _judge_braced(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Yields a value that is not part of a format string, or whose letters look drawn."""
    value = text[slice(*groups[1])]
    if not is_placeholder(value) and (not _REFERENCE.whole(value) or is_drawn_expression(value)):
        yield Span(*groups[1], name)


def _judge_option(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    place = next(group for group in groups[1:] if group[0] >= 0)
    value = text[slice(*place)]
    if not is_placeholder(value) and len(set(value)) > 4:
        yield Span(*place, name)


def _judge_drawn(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    place = next(group for group in groups[1:] if group[0] >= 0)
    if looks_drawn(text[slice(*place)].removeprefix(b"base64:")):
        yield Span(*place, name)


def _judge_numbers(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """As many bytes as a key has, spread over all there are; not codes of keys on a keyboard, which are small."""
    parts = text[slice(*groups[1])].lower().replace(b",", b" ").split()
    base = 16 if any(part.startswith(b"0x") or part.strip(b"0123456789") for part in parts) else 10
    try:
        values = [int(part, base) for part in parts]
    except ValueError:
        return
    is_spread = sum(value > 127 for value in values) * 5 > len(values) and len(set(values)) * 2 > len(values)
    if len(values) in (16, 24, 32, 48, 64) and max(values) < 256 and is_spread and values != sorted(values):
        yield Span(*groups[1], name)


def _judge_entered(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A drawn value with a digit and capitals or signs, and no name of a file or a way to sign in."""
    first, last = groups[1]
    while last > first and text[last - 1] in b".,;:!?":
        last -= 1
    value = text[first:last]
    is_mixed = any(char in DIGITS for char in value) and not value.replace(b"_", b"").replace(b"-", b"").islower()
    if is_mixed and is_chosen(value) and (looks_drawn(value) or any(char in b"!#%^&*=?@+~" for char in value)):
        yield Span(first, last, name)


_LISTS: Final = tuple(
    stem + sign
    for stem in (b"key", b"secret", b"seed")
    for sign in (b": [", b":[", b" = [", b"=[", b" =[", b" : [", b'": [', b'":[', b"': [", b"':[")
)
"""What stands before a list of numbers."""
RULES: Final = (
    (
        HASHED,
        "assigned-secret",
        _judge_hashed,
        SHAPE,
        (b"secure_link_", b'" | ', b'"| ', b'" |o', b'" |m', b'" |s', b'"|o', b'"|m', b'"|s', b'"|b', b'"|h'),
    ),
    (BRACED, "password", _judge_braced, SHAPE | NAMED, (b"={", b"= {")),
    (OPTION, "flag-secret", _judge_option, SHAPE | RUN, (b"openssl", b" -iv", b"hexkey:", b"hexpass:", b"hexsecret:")),
    (ADDRESS, "url-token", _judge_option, SHAPE | RUN, (b"appid",)),
    (LABELLED, "assigned-secret", _judge_drawn, SHAPE | RUN, (b"unseal", b"recovery", b"application")),
    (PAIRED, "assigned-secret", _judge_drawn, SHAPE | RUN, (b"primary", b"secondary")),
    (NUMBERS, "key-bytes", _judge_numbers, SHAPE | RUN, _LISTS),
    (ADDED, "password", judge_chosen, SHAPE, (b"user.", b"account.", b"admin.", b"member.")),
    (ENTERED, "prose-password", _judge_entered, SHAPE, (b"in as ", b"on as ", b"in for ", b"on for ")),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"\bsecure_link_\w|\"[ \t]?\|[ \t]?" + _CALCULATES + rb"|"
    rb"[ ]-(?:K|psk|hmac)[ ]|\bhex(?:key|pass|secret):|(?:mac|kdf|sig)opt[ ]|\bappid[\"']?[ ]?[:=]|"
    rb"(?i:(?:unseal|recovery|application)[ _-]key|(?:primary|secondary)_?(?:read_?only_?)?"
    rb"(?:master_?|shared_?access_?)?key[\\\"': =]{1,6}[a-z0-9+/]{12})|"
    rb"(?i:(?:key|secret|seed)[\"']?[ ]?[:=][ ]?\[\s?(?:0x)?[0-9])|"
    rb"(?i:(?:log|sign)[a-z]{0,4}[ -]?(?:in|on)[ ](?:as|for)[ ])|"
    rb"(?i:(?:add|create|new)[-_]?(?:user|account|admin|member)\.[a-z])"
)
"""What announces one of them to the search."""
