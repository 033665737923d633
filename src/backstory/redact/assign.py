"""Our own rules: a name that announces a secret, something between, and a value.

Environment files, JSON, YAML, code, flags, XML, headers, addresses with a password, prose. The search finds where a
value begins; where it ends is decided here, because that is not regular; whether it is a secret, by `judge`.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact import arguments, prose
from backstory.redact.arguments import NAMED, RUN, SHAPE
from backstory.redact.chance import DIGITS
from backstory.redact.judge import is_secret, looks_drawn, mixed_case
from backstory.redact.names import PAGING, Name, classify_name, classify_name_at
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.prefixes import DER, HOOK, KEY_BYTES, TENANT, judge_issued_key, judge_tenant_host
from backstory.redact.public import is_public
from backstory.redact.spans import Span
from backstory.redact.syntax import ASSIGNED, REVERSED, value_end
from backstory.redact.words import STRONG, is_placeholder

FLAG: Final = Pattern(
    rb"(?i)(?:^|[\s\"'(\[,])--?((?:[a-z][\w-]{0,30}-|store|key|src|dest)?(?:"
    + STRONG
    + rb"|token|api-?key|auth|key|pass))(?:[\"'],)?[ \t]+([\"']?)([^\s\"'-])"
)
SHORT_FLAG: Final = Pattern(
    rb"(?:\b(?:mysql|mysqldump|mysqladmin|sshpass|7z|zip|unzip|mongo(?:sh|import|export|dump|restore)|"
    rb"(?:docker|podman|az|registry|oc) login)\b[^\n|;&]{0,120}? -p|"
    rb"\bredis-cli\b[^\n|;&]{0,120}? -a|\bldap[a-z]{3,8}\b[^\n|;&]{0,120}? -w|\bsqlcmd\b[^\n|;&]{0,120}? -P|\bunzip -P)"
    rb"[ ]?([\"']?)([^\s\"'-])"
)
USER_FLAG: Final = Pattern(rb"[\s\"'](?:-u|--user|--proxy-user|-U)(?:[ \t=]+|[\"'],[ \t]*)([\"']?)([^\s\"':]{0,80}):")
_FOR: Final = (
    rb" (?:for|of|to|on|in|at|f\xc3\xbcr|von|vom|van|voor|pour|de|du|del|para|do|da|\xd0\xbe\xd1\x82|"
    rb"\xd0\xb4\xd0\xbb\xd1\x8f)"
    rb" [\w\x80-\xff.@-]+(?: [\w\x80-\xff.@-]+){0,4}"
)
PROSE: Final = Pattern(
    rb"(?i)(?:^|[^\w\x80-\xff]|[\xe3-\xed][\x80-\xbf]{2})(" + STRONG + rb"|pin|[a-z]+ (?:key|token)|token)"
    rb"(?:" + _FOR + rb":[ \t]+|(?:" + _FOR + rb")?"
    rb"(?: (?:is(?: now| still| set to)?|was|will be|remains|set to|changed to|reset to|becomes?|ist|lautet|est|es|to|"
    rb"jest|je|on|er|\xc3[\xa4\xa5]r|\xc3[\xa8\xa9]|:|=)[ \t]+|(?:\xe3\x81\xaf|\xe6\x98\xaf|\xeb\x8a\x94|"
    rb"\xec\x9d\x80)[ ]?))"
    rb"(?:[\"'`]|\xe2\x80[\x98-\x9f]|\xc2[\xab\xbb]|\xe3\x80[\x8c\x8e])?([^\s\"'`({\[<])"
)
PIPED: Final = Pattern(rb"\becho[ \t]+(?:-n[ \t]+)?[\"']?([^\s\"'|]{6,})[\"']?[ \t]*\|[^\n|]{0,80}stdin")
CHPASSWD: Final = Pattern(
    rb"\becho[ \t]+(?:-n[ \t]+)?[\"']?[\w.-]+:([^\s\"'|]{6,})[\"']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd"
)
LOGIN: Final = Pattern(
    rb"(?i)\b(?:log[ -]?in|sign in|creds?)[ \t](?:with|as|are|is|using)[ \t][\w.@-]+(?: / |:)([^\s\"'`]{6,})"
)
"""A name and its password as people write them to each other."""
PGPASS: Final = Pattern(rb"(?m)^[\"']?[\w.*-]+:(?:[0-9]{2,5}|\*):[\w*-]+:[\w*-]+:([^\s:\"']{6,})[\"']?\r?$")
DRIVER: Final = Pattern(rb"\b[\w.-]+:([^\s\"'`@/:]+)@(?:tcp|unix|udp)\(")
ORACLE: Final = Pattern(rb":(?:thin|oci):[\w.-]+/([^\s\"'`@/]+)@")
DIRECTIVE: Final = Pattern(
    rb"(?im)^[ \t]*(?:(?:env|setx?|arg)[ \t]+)?[\w.-]{0,40}(?:"
    + STRONG
    + rb")[ \t]{1,8}([^\s\"'`(){}<>]{6,})[ \t]*\r?$"
)
"""A line of a configuration that is a name, blanks and a value."""
CHANGED: Final = Pattern(
    rb"(?i)\b(?:chang|sett?|reset|updat|rotat)\w{0,4} (?:the |my |our )?(?:[\w-]+ ){0,3}(?:"
    + STRONG
    + rb")(?: (?:for|of|on|in) [\w.@-]+)? to "
    rb"([^\s\"'`(){}<>]{6,})"
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
_SYMBOLS: Final = b"!@#$%^&*?+=~;|<>{}[]()"


def find_by_own_rules(text: bytes, start: int, end: int, part: bytes, kinds: int, issued: Pattern) -> Iterator[Span]:
    """Secrets of own rules in `text[start:end]`, which is `part`; values may run on behind `end`.

    `kinds` is what triggers the region has: a rule whose trigger is missing has nothing to look for.
    """
    if b"alue" in part:
        yield from _reversed(text, start, end)
    if b"://" in part:
        yield from _addresses(text, start, end)
    for pattern, name, kind, needs, needle in _SIMPLE:
        if kinds & needs and needle in part:
            for groups in pattern.each(text, start, end):
                found = kind(text, groups, name)
                if found:
                    yield found
    for pattern, name, judge, needs, needle in _TOLD_BY_PLACE:
        if kinds & needs and needle in part:
            for groups in pattern.each(text, start, end):
                yield from judge(text, groups, name)
    if kinds & RUN:
        for groups in issued.each(text, start, end):
            found = judge_issued_key(text, groups, "prefixed-token")
            if found:
                yield found


def find_assigned(text: bytes, start: int, last: int, strong: bool, end: int) -> Span | None:
    """The secret that the telling word at `start` to `last` announces, if there is one."""
    groups = ASSIGNED.at(text, last, min(end, last + LONGEST_GAP))
    if not groups:
        return None
    whole, rest, closing, between, wrapped, plain, loose, loose_quote = groups[:8]
    word = text[start : rest[1]]
    name = classify_name_at(text, start, last, word, strong)
    if not name:
        return None
    gap = between if between[0] >= 0 else loose
    sign = text[slice(*gap)].strip(b" \t\r\n")
    opened = next((g for g in (wrapped, plain, loose_quote) if g[0] >= 0), (-1, -1))
    opening = text[slice(*opened)] if opened[0] >= 0 else b""
    if sign == b"," and b"\n" in text[gap[1] : opened[0]]:
        return None
    if name.verb and sign == b":" and _REPORT.within(text[max(0, name.start - 200) : end][: 200 + REPORTED]):
        return None
    if not _fits(text, name, sign, opening, text[slice(*closing)], gap, word):
        return None
    if opening == b"`" and _STRUCT_TAG.begin(text, whole[1], end) >= 0:
        return None
    first, last = value_end(text, whole[1], opening, sign)
    if not opening:
        last = _field_end(text, start, first, last)
    element = sign[-1:] == b">" and sign not in (b"=>", b"->")
    if element and not opening and not text[last : last + 80].lstrip().startswith((b"</", b"]]>", b"<")):
        return None
    value = text[first:last]
    if (name.reference or sign in (b",", b"as")) and _REFERS.within(value) and not looks_drawn(value):
        return None
    if sign == b":" and text[start - 1 : start] == b":" and is_public(text, first):
        return None
    if sign == b"as" and not opening and _NAME.whole(value):
        return None
    delimited = bool(opening) or element
    spaced = sign == b"=" and text[gap[0] : gap[0] + 1] == b" "
    exact = not spaced and _is_line(text, start, last)
    good = is_secret(value, strong=name.strong, quoted=delimited, exact=exact, pair=name.pair, reference=name.reference)
    return Span(first, last, "password" if name.password else "assigned-secret") if good else None


_REFERS: Final = Pattern(rb"(?i)secret|credential|token|passw")
_NAME: Final = Pattern(rb"[A-Za-z_][A-Za-z_.]*[0-9]{0,2}[A-Za-z_.]*[0-9]{0,2}[A-Za-z_.]*")
REPORTED: Final = 320
"""Bytes after a verdict in which the next one stands."""
_REPORT: Final = Pattern(
    rb"(?m)^[ \t]*(?:PASS|FAIL|XFAIL|XPASS|SKIP|UNSUPPORTED|UNTESTED|UNRESOLVED): [^\n]*\r?\n"
    rb"[ \t]*(?:PASS|FAIL|XFAIL|XPASS|SKIP|UNSUPPORTED|UNTESTED|UNRESOLVED): "
)
"""Two verdicts of a test run in neighbouring lines: `PASS` is no password there."""
_STRUCT_TAG: Final = Pattern(rb"[a-z]+:\"")
LONGEST_GAP: Final = 256
"""Bytes from the beginning of a name to the beginning of its value at most."""


def _fits(
    text: bytes, name: Name, sign: bytes, opening: bytes, closed: bytes, place: tuple[int, int], word: bytes
) -> bool:
    """Whether what stands between a name and a value makes the one belong to the other."""
    if sign == b",":
        if _TAIL.within(word):
            return False
        quoted = text[name.start - 1 : name.start] in (b'"', b"'", b":", b"`", b"#", b"=")
        return bool(opening) and ((bool(closed) and quoted) or (not closed and word.isupper()))
    if sign == b">":
        return text[place[1] : place[1] + 1] != b" "
    if sign == b"::":
        return bool(opening)
    if sign in (b"==", b"===", b"!=", b"!=="):
        return bool(opening)
    if name.verb:
        typed = sign[-1:] == b"=" and bool(opening)
        symbol = bool(opening) and text[name.start - 1 : name.start] == b":"
        return sign in _PLAIN_SIGNS or typed or symbol or b"value" in sign.lower()
    return True


_TAIL: Final = Pattern(rb"(?i:password|passwd|secret|token|key)[A-Z][a-z]+[A-Z]")
"""More words after the telling one, as names of classes have them."""
_PLAIN_SIGNS: Final = (b"=", b":", b":=", b"=>", b"\xe2\x86\x92", b"\xe2\x80\x93", b"\xe2\x80\x94", b"\xef\xbc\x9a")


def _reversed(text: bytes, start: int, end: int) -> Iterator[Span]:
    """Pairs whose value comes before their name."""
    for groups in REVERSED.each(text, start, end):
        quote, value, place = groups[1:4]
        name = classify_name(text[slice(*place)])
        if name and is_secret(
            text[slice(*value)], strong=name.strong, quoted=quote[1] > quote[0], exact=True, pair=name.pair
        ):
            yield Span(*value, "assigned-secret")


def _field_end(text: bytes, key: int, first: int, last: int) -> int:
    """Where a bare value ends that is one field of several: of an address, a connection string, a cookie, a flow."""
    head = text[max(0, key - 60) : key].rstrip(_NAME_CHARS)[-1:]
    for mark in (b"&", b";"):
        if mark == b"&" and head not in (b"?", b"&", b'"', b"'"):
            continue
        at = text.find(mark, first, last)
        if at > first and (mark == b";" or _NEXT_FIELD.begin(text, at, last) >= 0):
            last = at
    return last


_NEXT_FIELD: Final = Pattern(rb"&[\w.%-]{1,40}=")


_NAME_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_LINE_HEADS: Final = (b"", b"export", b"-", b"#", b"set", b"setx", b"ENV", b"ARG", b"//", b'"', b"'")


def _is_line(text: bytes, key: int, last: int) -> bool:
    """Whether name and value are all of their line, as in an environment file or YAML."""
    line = text.rfind(b"\n", 0, key) + 1
    head = text[line:key].rstrip(_NAME_CHARS).strip()
    return text[last : last + 1] in (b"", b"\n", b"\r", b"\\") and head in _LINE_HEADS


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
    if value.lower() in (b"pass", b"pwd", b"port"):
        return True
    return (
        is_placeholder(value)
        and not value.isalpha()
        and (value[:1] in b"<[{$%*(" or not value.isascii() or not any(c in DIGITS for c in value))
    )


def _taken(text: bytes, groups: Spans, name: str) -> Span | None:
    first, last = groups[1]
    value = text[first:last]
    if PAGING.within(text[max(0, first - 40) : first].rstrip(b" \t\"'=:")):
        return None
    if is_placeholder(value) or not looks_drawn(value) or _DIGEST.begin(value, 0, len(value)) >= 0:
        return None
    return Span(first, last, name)


_DIGEST: Final = Pattern(rb"(?i)(?:sha-?[0-9]{1,3}|md5|blake2?b?)[-:=]")


def _plain(text: bytes, groups: Spans, name: str) -> Span | None:
    """A bare value that no name stands right before: it has to look like one that a person or a program chose."""
    first, last = groups[1]
    while last > first and text[last - 1] in b".,;:!?)":
        last -= 1
    value = text[first:last]
    good = any(c in DIGITS for c in value) and is_secret(value, strong=True, quoted=False, reference=True)
    return Span(first, last, name) if good else None


def _whole(text: bytes, groups: Spans, name: str) -> Span | None:
    return Span(*groups[1], name)


def _after(text: bytes, groups: Spans, name: str) -> Span | None:
    """A value that begins with the last group; a quote may stand in the group before."""
    first = groups[-1][0]
    quote = text[first - 1 : first]
    first, last = value_end(text, first, quote if quote in (b'"', b"'", b"`") else b"", b"")
    if name == "prose-password" and b"<" in text[first:last]:
        last = text.index(b"<", first, last)
    for closing in _CLOSING_MARKS:
        at = text.find(closing, first, last)
        last = at if at > first else last
    value = text[first:last]
    if name == "prose-password":
        word = text[slice(*groups[1])]
        good = (
            (word.lower() not in (b"pass", b"pw") or text[groups[1][1] : groups[1][1] + 4] != b" to ")
            and (not word.lower().endswith((b"key", b"token")) or looks_drawn(value))
            and is_secret(value, strong=True, quoted=False)
            and (any(c in DIGITS or c in _SYMBOLS for c in value) or mixed_case(value))
        )
    elif (
        PAGING.within(text[max(0, first - 40) : first].rstrip(b" \t\"'")) or _ARGUMENT.begin(value, 0, len(value)) >= 0
    ):
        good = False
    else:
        good = is_secret(value, strong=True, quoted=b" " in value, exact=name == "netrc-password")
    return Span(first, last, name) if good else None


_ARGUMENT: Final = Pattern(rb"[a-z_]+=[A-Za-z_]")
"""An argument with its name, after a flag that is only declared."""
_CLOSING_MARKS: Final = (b"\xe3\x80\x8d", b"\xe3\x80\x8f", b"\xe2\x80\x9d", b"\xe2\x80\x99", b"\xc2\xbb")
"""Quotes of other languages that close a value."""


def _user(text: bytes, groups: Spans, name: str) -> Span | None:
    first = groups[0][1]
    quote = text[groups[1][0] : groups[1][1]]
    first, last = value_end(text, first, quote, b"")
    value = text[first:last]
    good = len(value) >= 3 and not is_placeholder(value) and not value.isdigit() and value[:1] not in (b"/", b"$", b"%")
    return Span(first, last, name) if good else None


_TOLD_BY_PLACE: Final = (*arguments.RULES, *prose.RULES)
_SIMPLE: Final = (
    (FLAG, "flag-secret", _after, SHAPE, b"-"),
    (SHORT_FLAG, "flag-secret", _after, SHAPE, b"-"),
    (USER_FLAG, "flag-secret", _user, SHAPE, b":"),
    (PROSE, "prose-password", _after, NAMED | RUN, b""),
    (PIPED, "password", _plain, SHAPE, b"stdin"),
    (CHPASSWD, "password", _plain, SHAPE, b"chpasswd"),
    (LOGIN, "prose-password", _plain, SHAPE, b" "),
    (PGPASS, "password", _plain, SHAPE, b":"),
    (DRIVER, "url-login", _plain, SHAPE, b"("),
    (ORACLE, "url-login", _plain, SHAPE, b":"),
    (DIRECTIVE, "password", _plain, NAMED, b" "),
    (CHANGED, "prose-password", _plain, NAMED, b" to "),
    (NETRC, "netrc-password", _after, SHAPE, b"password"),
    (HEADER, "authorization-header", _taken, SHAPE | RUN, b""),
    (TOKEN_ADDRESS, "url-token", _taken, RUN, b"://"),
    (CRYPT, "password-hash", _whole, SHAPE, b"$"),
    (JWT, "json-web-token", _whole, RUN, b"ey"),
    (HOOK, "webhook", _whole, SHAPE | RUN, b"ook"),
    (TENANT, "tenant-host", judge_tenant_host, SHAPE, b"."),
    (KEY_BYTES, "key-bytes", _whole, SHAPE | RUN, b","),
    (DER, "private-key", _whole, RUN, b"M"),
)
"""Pattern, name of the rule, judge, triggers of which a region needs one, and bytes that it needs."""
