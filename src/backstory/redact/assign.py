"""Our own rules: a name that announces a secret, something between, and a value.

Environment files, JSON, YAML, code, flags, XML, headers, addresses with a password, prose. The search finds where a
value begins; where it ends is decided here, because that is not regular; whether it is a secret, by `judge`.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.judge import LONGEST, PAIR, is_name, is_secret, looks_drawn, mixed_case
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.prefixes import DER, HOOK, KEY_BYTES, PREFIXED, TENANT, prefixed, tenant
from backstory.redact.spans import Span
from backstory.redact.words import NAME, STRONG, is_placeholder

ASSIGNED: Final = Pattern(
    NAME + rb"(\\{0,3}[\"'`]{0,3}[\])]?)"
    rb"(?:(?:[ \t]+|:[ \t]*)(?:&'static |\*|\[\])?[A-Za-z][\w.<>\[\]?|]{0,30}(?:\([0-9]+\))?)??"
    rb"[ \t]{0,10}(:{1,3}=|=>|={1,3}|\?=|\|\||\.=|\+=|->|:|>|,|[ \t](?:is|was|are)[ \t]|[\"'][ \t]+value=|"
    rb"[\"']?,?\s{1,40}[\"']?value[\"']?[ \t]*:|[\"'],[ \t]*\\?[\"']value\\?[\"'][ \t]*:)"
    rb"(?:[ \t\"'(]*(?:to|:|is|was|=)[ \t])?"
    rb"\s{0,10}\(?(?:[rbfuL@]{1,2}(?:\\?[\"'`]))?(\\{0,3}[\"'`]{0,3})"
)
FLAG: Final = Pattern(
    rb"(?i)(?:^|[\s\"'(\[,])--?((?:[a-z][\w-]{0,30}-)?(?:"
    + STRONG
    + rb"|token|api-?key|auth|key|pass))(?:[\"'],)?[ \t]+([\"']?)([^\s\"'-])"
)
SHORT_FLAG: Final = Pattern(
    rb"(?:\b(?:mysql|mysqldump|mysqladmin|sshpass|7z|zip|unzip)\b[^\n|;&]{0,120}? -p)[ ]?([\"']?)([^\s\"'-])"
)
USER_FLAG: Final = Pattern(rb"[\s\"'](?:-u|--user|--proxy-user|-U)(?:[ \t=]+|[\"'],[ \t]*)([\"']?)([^\s\"':]{0,80}):")
PROSE: Final = Pattern(
    rb"(?i)\b("
    + STRONG
    + rb"|pin|token|api key|access key|pass)(?: (?:for|of|to|on|in|at) [\w.@-]+(?: [\w.@-]+){0,4})?"
    rb" (?:is(?: now| still| set to)?|was|will be|remains|set to|changed to|reset to|becomes?|ist|:|=)[ \t]+"
    rb"[\"'`\xe2\x80\x9c\x98]{0,3}([^\s\"'`])"
)
NETRC: Final = Pattern(rb"\b(?:login|user|account)[ \t]+\S{1,100}\s+password[ \t]+(\S)")
HEADER: Final = Pattern(
    rb"(?i)\b(?:bearer|basic|token|apikey|digest|negotiate|hmac|key|splunk|genie-?key|sso-key|bot)"
    rb"(?:[ \t]+|%20|\+|: ?)[\"']?([\w+/=.~:|-]{12,})"
)
ADDRESS: Final = Pattern(rb"://([^\s/?#@\"'`<>:]*):([^\s/\"'`<>@]+(?:@[^\s/\"'`<>@:.]+)?)@([\w\[{$%.-])")
TOKEN_ADDRESS: Final = Pattern(rb"(?i)\bhttps?://([\w.~-]{16,})(?::|:x-oauth-basic)?@[\w.-]+")
CRYPT: Final = Pattern(rb"(\$(?:1|2[abxy]?|5|6|y|7|argon2(?:id|i|d)|pbkdf2-sha[0-9]+|apr1)\$[./A-Za-z0-9$=,+-]{20,})")
JWT: Final = Pattern(
    rb"\b(ey[JIi][\w-]{8,}\.ey[\w-]{6,}(?:\.[\w+/=-]{4,})?|ey[A-Za-z][\w-]{16,}\.[\w-]{16,}(?:\.[\w+/=-]{10,})?)"
)
_RUN: Final = Pattern(rb"(?:[^\s\"'`\\]|\\[^nrt\s\"'`])+")
_SYMBOLS: Final = b"!@#$%^&*?+=~;|<>{}[]()"


def spans(text: bytes, start: int, end: int) -> Iterator[Span]:
    """Every secret of an own rule that begins in `text[start:end]`; values may run on behind `end`."""
    yield from _assigned(text, start, end)
    yield from _addresses(text, start, end)
    for pattern, name, kind in _SIMPLE:
        for groups in pattern.each(text, start, end):
            found = kind(text, groups, name)
            if found:
                yield found


def _assigned(text: bytes, start: int, end: int) -> Iterator[Span]:
    at = start
    while groups := ASSIGNED.find(text, at, end):
        whole, strong, weak, rest, closing, between, opening = groups[:7]
        at = max(whole[1], at + 1)
        key_start = (strong if strong[0] >= 0 else weak)[0]
        is_strong = strong[0] >= 0
        word = text[key_start : rest[1]]
        if not is_name(text, key_start, word, is_strong):
            at = (strong if is_strong else weak)[1]
            continue
        sign = text[between[0] : between[1]]
        quote = text[opening[0] : opening[1]]
        named = text[closing[0] : closing[1]] or word.isupper()
        if (sign == b"," and not (named and quote)) or (sign == b">" and text[between[1] : between[1] + 1] == b" "):
            at = (strong if is_strong else weak)[1]
            continue
        first, last = _value(text, whole[1], quote, sign)
        if not quote and _in_query(text, key_start):
            following = _NEXT_FIELD.find(text, first, last)
            last = following[0][0] if following else last
        if sign in (b"==", b"===") and not quote:
            at = between[1]
            continue
        spaced = sign == b"=" and text[between[0] - 1 : between[0]] == b" "
        exact = not spaced and _is_line(text, key_start, last)
        if is_secret(text[first:last], strong=is_strong, quoted=bool(quote), exact=exact, pair=bool(PAIR.within(word))):
            yield Span(first, last, "password" if is_strong and b"s" in word[2:4].lower() else "assigned-secret")
            at = max(at, last)
        else:
            # the value may itself be a name: `key: password: x`
            at = min(at, between[1])


_NEXT_FIELD: Final = Pattern(rb"&[\w.%-]{1,40}=")


def _in_query(text: bytes, key: int) -> bool:
    """Whether the name is a field of an address or a form: what follows an ampersand is another one."""
    return text[max(0, key - 60) : key].rstrip(_NAME_CHARS)[-1:] in (b"?", b"&", b'"', b"'")


_NAME_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_LINE_HEADS: Final = (b"", b"export", b"-", b"#", b"set", b"setx", b"ENV", b"ARG", b"//", b'"', b"'")


def _is_line(text: bytes, key: int, last: int) -> bool:
    """Whether name and value are all of their line, as in an environment file or YAML."""
    line = text.rfind(b"\n", 0, key) + 1
    head = text[line:key].rstrip(_NAME_CHARS).strip()
    return text[last : last + 1] in (b"", b"\n", b"\r", b"\\") and head in _LINE_HEADS


def _value(text: bytes, start: int, quote: bytes, sign: bytes) -> tuple[int, int]:
    """Where a value ends: at its closing quote, or at the end of its run."""
    limit = min(len(text), start + LONGEST)
    if quote:
        mark = quote[-1:]
        escaped = len(quote) - len(quote.lstrip(b"\\"))
        at = start
        while True:
            at = text.find(mark, at, limit)
            if at < 0:
                break
            slashes = 0
            while at - slashes > start and text[at - slashes - 1] == 92:
                slashes += 1
            if escaped and slashes <= escaped:
                return start, at - slashes
            if not escaped and slashes % 2 == 0:
                return start, at
            at += 1
        line = text.find(b"\n", start, limit)
        return start, line if line >= 0 else limit
    last = max(start, _RUN.begin(text, start, limit))
    if sign == b">":
        cut = text.find(b"<", start, last)
        last = cut if cut >= 0 else last
    while last > start and text[last - 1] in b",;)]}.:'\\\"":
        last -= 1
    return start, last


def _addresses(text: bytes, start: int, end: int) -> Iterator[Span]:
    at = start
    while groups := ADDRESS.find(text, at, end):
        whole, _, password, host = groups[:4]
        at = max(whole[1] - 1, at + 1)
        value = text[password[0] : password[1]]
        if (
            text[whole[0] - 1 : whole[0]].isalnum()
            and not _is_template(value)
            and text[host[0] : host[1]] not in b"{%$["
        ):
            yield Span(*password, "url-login")


def _is_template(value: bytes) -> bool:
    """A placeholder that no person would choose as a password; `user:password@host` may well be one."""
    return (is_placeholder(value) and not value.isalpha()) or value.lower() in (b"pass", b"pwd", b"port")


def _taken(text: bytes, groups: Spans, name: str) -> Span | None:
    first, last = groups[1]
    value = text[first:last]
    return None if is_placeholder(value) or not looks_drawn(value) else Span(first, last, name)


def _whole(text: bytes, groups: Spans, name: str) -> Span | None:
    return Span(*groups[1], name)


def _after(text: bytes, groups: Spans, name: str) -> Span | None:
    """A value that begins with the last group; a quote may stand in the group before."""
    first = groups[-1][0]
    quote = text[first - 1 : first]
    first, last = _value(text, first, quote if quote in (b'"', b"'", b"`") else b"", b"")
    value = text[first:last]
    if name == "prose-password":
        good = is_secret(value, strong=True, quoted=False) and (
            any(c in DIGITS or c in _SYMBOLS for c in value) or mixed_case(value)
        )
    else:
        good = is_secret(value, strong=True, quoted=False, exact=name == "netrc-password")
    return Span(first, last, name) if good else None


def _user(text: bytes, groups: Spans, name: str) -> Span | None:
    first = groups[0][1]
    quote = text[groups[1][0] : groups[1][1]]
    first, last = _value(text, first, quote, b"")
    value = text[first:last]
    good = len(value) >= 3 and not is_placeholder(value) and not value.isdigit() and value[:1] not in (b"/", b"$")
    return Span(first, last, name) if good else None


_SIMPLE: Final = (
    (FLAG, "flag-secret", _after),
    (SHORT_FLAG, "flag-secret", _after),
    (USER_FLAG, "flag-secret", _user),
    (PROSE, "prose-password", _after),
    (NETRC, "netrc-password", _after),
    (HEADER, "authorization-header", _taken),
    (TOKEN_ADDRESS, "url-token", _taken),
    (CRYPT, "password-hash", _whole),
    (JWT, "json-web-token", _whole),
    (PREFIXED, "prefixed-token", prefixed),
    (HOOK, "webhook", _whole),
    (TENANT, "tenant-host", tenant),
    (KEY_BYTES, "key-bytes", _whole),
    (DER, "private-key", _whole),
)
