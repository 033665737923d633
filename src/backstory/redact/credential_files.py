"""Secrets in the files in which programs keep them, where a place and no name says what they are."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import RUN, SHAPE, judge_chosen, judge_drawn
from backstory.redact.chance import HEX
from backstory.redact.judge import UUID, looks_drawn
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.prefixes import BYTES, judge_bytes
from backstory.redact.readable_values import is_written_word
from backstory.redact.spans import Span
from backstory.redact.words import STRONG

SUBVERSION: Final = Pattern(
    rb"(?i)\bK [0-9]{1,3}\r?\n[\w.:-]*(?:" + STRONG + rb")\r?\nV [0-9]{1,4}\r?\n([^\r\n]{4,256})"
)
"""A pair of a Subversion hash file: length and name, length and value."""
PUTTY: Final = Pattern(rb"\bPrivate-Lines: [0-9]{1,3}\r?\n((?:[A-Za-z0-9+/=]{4,}\r?\n?)+)")
"""The private half of a key of PuTTY."""
DRAWN: Final = Pattern(
    rb"\"random_password\"[^\x00]*?\"result\":[ \t]*\"([^\"\n]{6,200})\"|"
    rb"\"result\":[ \t]*\"([^\"\n]{6,200})\"[^\x00{}]*\},[^\x00{}]*?\"random_password\""
)
"""What Terraform drew, in its state."""
SPECIAL: Final = Pattern(rb"\"result\":[ \t]*\"([^\"\n]{6,200})\",\s*\"special\":")
"""The same in a part of its state, where no type stands beside it."""
TAIL: Final = Pattern(rb"((?:[A-Za-z0-9+/=]{16,}(?:\r?\n[ \t]*|\\n|\\r\\n))+)-----END[ A-Z0-9_-]{0,60}?PRIVATE KEY")
"""The end of a private key whose beginning was cut off."""
BUNDLER: Final = Pattern(rb"\bBUNDLE_\w+__\w+(?::[ ]|=)[\"']?([\w.~%+-]{1,40}:[\w.~%+-]{4,})")
"""The account of a source of gems."""
ELEMENT: Final = Pattern(
    rb"(?i)<[\w:.-]*(?:" + STRONG + rb")(?:[ \t][^<>\n]{0,120})?>\s*(?:<value>\s*)?([^<>\s]{4,128})\s*</"
)
"""An element with attributes, or with its value in another element."""
CELL: Final = Pattern(
    rb"(?i)>\s{0,4}(?:[\w.-]{1,24}[ _.-]){0,3}(?:" + STRONG + rb"|api[ _-]?keys?|tokens?)[ \t]{0,3}:?\s{0,4}"
    rb"</(?:t[dh]|dt|b|strong|label|span|th)>\s{0,8}(?:</t[dh]>\s{0,8})?"
    rb"(?:<(?:td|dd|code|span|kbd|pre|b|strong)\b[^<>\n]{0,80}>\s{0,8}){1,3}([^<>\s]{6,128})\s{0,8}</"
)
"""A cell of a page beside the one that says what it holds."""
_KEPT_IN: Final = rb"(?:p12|pfx|pkcs_?12|jks|key_?store)\w{0,24}\\?[\"']?[ \t]*[:=][ \t]*\\?[\"']?"
CONTAINER: Final = Pattern(rb"(?i)" + _KEPT_IN + rb"([A-Za-z0-9+/]{80,}={0,2})")
"""A file of keys and certificates in base64, named for its format."""
_LETS_IN: Final = (
    rb"/(?:magic(?:-?link)?|(?:password-?)?reset(?:-?password)?|invit(?:e|ations?)|join|verify(?:-?email)?|"
    rb"confirm(?:ation)?|activat(?:e|ion)|one-?time|otp|sso|passwordless|unsubscribe|opt-?out)"
)
_MAILED: Final = _LETS_IN + rb"|/(?:log|sign)-?in|/set-?password|/accept|/callback|/(?:e?mail|notification)[\w-]*"
LINK: Final = Pattern(
    rb"(?i)(?:://[^\s\"'<>]{3,120}|\b(?:get|post|put|head|path|uri|url)[\"']?[ :=]{1,3}[\"']?(?:/[\w.-]{1,32}){0,4})(?:"
    + _LETS_IN
    + rb"/([\w.~-]{20,})|"
    rb"(?:" + _MAILED + rb")[\w./-]{0,48}[?](?:[^\s\"'<>]{0,120}?&(?:amp;)?)??[a-z]{1,2}=([\w.~-]{16,}))"
)
"""An address that lets in whoever opens it, or does for an account what only its owner was sent the address for."""
_TELLS: Final = (
    rb"openssl[ \t]+rand|\bpwgen|print-(?:access|identity)-token|\bauth[ \t]+token|initial-(?:admin-)?password|"
    rb"get-secret-value|get-parameters?\b|find-(?:generic|internet)-password|\bpass[ \t]+show|\bop[ \t]+(?:read|item)|"
    rb"base64[ \t]+(?:-d|-D|--decode)|-field=|reset-password|create[ \t]+token|token[ \t]+create|secrets?\.token_\w+|"
    rb"secret[ \t]+(?:get|show|access)|versions[ \t]+access|fernet\.generate_key|print-token|"
    rb"randombytes\(|key:generate[ \t]|\b(?:rails|rake)[ \t]+secret|\bphx\.gen\.secret|/dev/u?random|"
    rb"generatepassword\(|(?:generate|gen|make|create|new|random)_(?:random_)?(?:secret|password|token|api_?key)(?:_key)?\(|"
    rb"get_random_secret_key|"
    rb"\b(?:apg|makepasswd|genpass)[ \t]|gen-random|\bwg[ \t]+gen(?:key|psk)|date[ \t]\+%s[ \t]*\|"
)
SECRET_LINE: Final = Pattern(
    rb"(?i)(?:" + _TELLS + rb")[^\n]{0,200}\r?\n[ \t\r\n]*[\"']?([^\s\"'`<>{}]{8,})[\"']?[ \t]*(?:\r?\n|$)"
)
"""What a command answers that tells or draws a secret, alone in its line."""


_SHOWS: Final = (
    rb"\bbw[ ]get[ ]password|\b(?:go)?pass[ ](?:show[ ])?[\w@-]+/|find-(?:generic|"
    rb"internet)-password[^\n]{0,80}[ ]-\w*w|"
    rb"\bsecret-tool[ ]lookup|\bkeyring[ ]get|\blpass[ ]show|\bop[ ]read|\bkeepassxc-cli[ ]show|"
    rb"\bcat[ ][\w./~-]*(?:\.erlang)?"
    rb"[._-]?cookie\b|\bcredstash[ ]get|\bchamber[ ]read"
)
SHOWN: Final = Pattern(rb"(?i)(?:" + _SHOWS + rb")[^\n]{0,120}\r?\n[ \t]*([^\s\"'`<>{}]{6,})[ \t]*(?:\r?\n|$)")
"""What a manager of passwords answers, alone in its line: one that a person chose too."""
LISTED: Final = Pattern(
    rb"(?im)^[ \t]*[\w.-]*/[\w./-]*(?:" + STRONG + rb")[ \t]*\r?\n[ \t]*([^\s\"'`<>{}]{6,})[ \t]*\r?(?:\n|$)"
)
"""The path of a secret in a store and, in the line below, the secret alone."""
JAR: Final = Pattern(
    rb"(?m)^(?:#HttpOnly_)?[\w.-]+\t(?:TRUE|FALSE)\t/[^\t\n]*\t(?:TRUE|FALSE)\t[0-9]+\t[^\t\n]{1,80}\t([^\s]{16,})"
)
"""A line of a file of cookies."""
COOKIES: Final = Pattern(rb"(?i)\bcookies?[\"']?[ \t]*[:=][ \t]*(?:dict\(|\{)([^{}()\n]+)")
"""Cookies as code gives them. Group: their names and values."""
_COOKIE: Final = Pattern(
    rb"(?i)[\w.-]*(?:sess|sid|auth|token|jwt|login|remember|access|"
    rb"refresh)[\w.-]*[\"']?[ ]?[:=][ ]?[\"']([^\"'\n]{16,})[\"']"
)
"""A cookie that signs in."""

_MEMBERS: Final = rb"(?:admins|users|accounts|passwords|passwd|credentials|logins|members|basicauth(?:\.users)?)"
MEMBERS: Final = Pattern(rb"(?im)^[ \t]*\[" + _MEMBERS + rb"\][ \t]*\r?\n((?:[^\[\n][^\n]*\n?|[ \t]*\r?\n){1,40})")
"""A section of the accounts of a service. Group: its lines, each an account and its password."""
_MEMBER: Final = Pattern(
    rb"(?m)^[ \t]*[\"']?[\w.@+-]{1,64}[\"']?[ \t]*[=:][ \t]*"
    rb"[\"']?([^\s\"'#;=,/]{5,64})[\"']?[ \t]*\r?$"
)
AUTHORIZED: Final = Pattern(
    rb"(?m)^[ \t]*(?:[a-z][\w-]{1,24}[ \t]+){0,2}auth[ \t]+[\w.@-]{1,64}:([^\s\"'`]{5,64})[ \t]*\r?(?:\n|$)|"
    rb"\b(?i:userlist|auth_file)\b[^\n]{0,80}\r?\n(?:\"[^\"\n]*\"[ ]\"[^\"\n]*\"\r?\n)*?"
    rb"\"[\w.@-]{1,64}\"[ ]\"([^\s\"]{5,64})\""
)
"""A directive that lets one account in, and a file of accounts of a pool of connections."""
LOGGED_IN: Final = Pattern(
    rb"(?m)^[ \t]*add[ \t]+(?:enable)?password[ \t]+[\w.*-]{1,64}[ \t]+\{?([^\s{}]{4,64})\}?"
    rb"(?:[ \t]+\{?([^\s{}]{4,64})\}?)?[ \t]*\r?$"
)
"""The passwords with which a collector of configurations signs in to a device."""
SENT: Final = Pattern(
    rb"(?i)assword[^\n]{0,40}(?:\r?\n[^\n]{0,40})?\bsend(?:_user)?[ \t]+(?:--[ ])?\"([^\s\"\\]{5,64})\\[rn]\"|"
    rb"\bsend[ \t]+(?:--[ ])?\"([^\s\"\\]{5,64})\\[rn]\"[^\n]{0,40}assword"
)
"""What a script sends to the prompt for a password."""
SIGNED: Final = Pattern(rb"\w(?:\.|:|->)(?:auth|AUTH)\([ ]{0,2}[\"']([^\s\"']{6,64})[\"'][ ]{0,2}\)")
"""The only argument of a call that signs in to a store."""
PRINTED: Final = Pattern(
    rb"\b(?:printf|echo[ ]-e)[ ][\"'][\w.@+-]{1,64}\\n([^\s\"'\\]{5,64})(?:\\n)?[\"'][ ]*>{1,2}[ ]*"
    rb"[\w./~$-]*(?i:auth|pass|cred|login|secret|user|up)[\w.-]*"
)
"""An account and its password that a command writes into a file of its own."""
SESSION: Final = Pattern(
    rb"(?i)(?:^|[\s\"'`;{(,])[\w.-]{0,24}session(?:_?(?:key|id|token))?[\"']?[ ]?[:=][ ]?[\"']?"
    rb"([a-z0-9+/]{40,512}={1,2})"
)
"""What a manager of passwords gives for as long as it is unlocked."""
LOCAL: Final = Pattern(
    rb"://(?:192\.168(?:\.[0-9]{1,3}){2}|10(?:\.[0-9]{1,3}){3}|172\.(?:1[6-9]|2[0-9]|3[01])(?:\.[0-9]{1,3}){2}|"
    rb"[\w-]+\.(?:local|lan|home|fritz\.box))(?::[0-9]{2,5})?/api/([A-Za-z0-9_-]{10,64})(?:[/\s\"'`?]|$)"
)
"""The account of a program at a bridge of lamps, in the address of what it asks for."""

TAGGED: Final = Pattern(
    rb"\[([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[A-Za-z0-9_-]{24,64})@[0-9]{4,6}(?:[ ]|\\?\]| tag=)|"
    rb"_\|WARNING:-DO-NOT-SHARE-THIS[^|\n]{0,240}\|_([0-9A-Fa-f]{64,})"
)
"""The token of a service in the structured data of a log, and a cookie that warns of those who ask for it."""


def _judge_each(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Each value that a person may have chosen."""
    for group in groups[1:]:
        if group[0] >= 0:
            yield from judge_chosen(text, [groups[0], group], name)


def _judge_members(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Each password of a section, apart from what is hashed or turned on."""
    for member in _MEMBER.each(text, *groups[1]):
        yield from judge_chosen(text, member, name)


def _judge_cookies(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Those of them that sign in."""
    for cookie in _COOKIE.each(text, *groups[1]):
        yield from judge_drawn(text, cookie, name)


def _judge_element(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a person may have chosen, and whatever is said to be in base64."""
    value = text[slice(*groups[1])]
    is_encoded = b"base64" in text[groups[0][0] : groups[1][0]] and _BASE64.whole(value)
    if is_encoded or (_TYPED.begin(text, *groups[0]) >= 0 and is_written_word(value)):
        yield Span(*groups[1], name)
    else:
        yield from judge_chosen(text, groups, name)


_TYPED: Final = Pattern(
    rb"(?i)<(?:[\w-]+:)?(?:password|passwd|passphrase|pwd)[ ](?:[^<>]*[ ])?(?:type|encoding|xmlns|xsi:)[\w:]*="
)
"""An element of a protocol, whose attributes say how its password is written. A label has others."""
_BASE64: Final = Pattern(rb"[A-Za-z0-9+/]{4,}={0,2}")


def _judge_link(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What looks drawn, and is no word of a page."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    if looks_drawn(text[first:last]):
        yield Span(first, last, name)


def _judge_tagged(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What looks drawn, hexadecimal digits too."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    value = text[first:last]
    if looks_drawn(value) or UUID.whole(value) or not value.strip(HEX):
        yield Span(first, last, name)


def _judge_shown(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a person chose, or capitals alone, as Erlang draws them."""
    first, last = groups[1]
    value = text[first:last]
    if len(value) >= 16 and value.isalpha() and value.isupper():
        yield Span(first, last, name)
    else:
        yield from judge_chosen(text, groups, name)


def _judge_place(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Whatever stands there."""
    yield Span(*groups[1], name)


RULES: Final = (
    (SUBVERSION, "password", judge_chosen, SHAPE, (b"\nv ",)),
    (PUTTY, "private-key", judge_chosen, SHAPE, (b"private-lines",)),
    (DRAWN, "password", judge_chosen, SHAPE, (b"random_password",)),
    (SPECIAL, "password", _judge_place, SHAPE, (b'"special"',)),
    (TAIL, "private-key", _judge_place, SHAPE, (b"-----end",)),
    (BUNDLER, "password", judge_chosen, SHAPE, (b"bundle_",)),
    (ELEMENT, "assigned-secret", _judge_element, SHAPE, (b"</",)),
    (CELL, "assigned-secret", judge_chosen, SHAPE, (b"</",)),
    (CONTAINER, "private-key", _judge_place, SHAPE, (b"p12", b"pfx", b"pkcs", b"jks", b"store")),
    (LINK, "url-token", _judge_link, SHAPE | RUN, (b"/",)),
    (SECRET_LINE, "assigned-secret", judge_drawn, SHAPE, (b"\n",)),
    (BYTES, "private-key", judge_bytes, SHAPE, (b",",)),
    (SHOWN, "password", _judge_shown, SHAPE, (b"\n",)),
    (LISTED, "password", judge_chosen, SHAPE, (b"/",)),
    (JAR, "session-cookie", judge_drawn, SHAPE | RUN, (b"\ttrue\t", b"\tfalse\t")),
    (MEMBERS, "password", _judge_members, SHAPE, (b"]",)),
    (AUTHORIZED, "password", judge_chosen, SHAPE, (b"auth ", b"auth\t", b"userlist", b"auth_file")),
    (LOGGED_IN, "password", _judge_each, SHAPE, (b"add ", b"add\t")),
    (SENT, "password", judge_chosen, SHAPE, (b"send",)),
    (SIGNED, "password", judge_chosen, SHAPE, (b"auth(",)),
    (PRINTED, "password", judge_chosen, SHAPE, (b"printf", b"echo -e")),
    (TAGGED, "assigned-secret", _judge_tagged, SHAPE | RUN, (b"@", b"warning:-do-not-share")),
    (SESSION, "assigned-secret", judge_drawn, SHAPE | RUN, (b"session",)),
    (LOCAL, "url-token", judge_drawn, SHAPE | RUN, (b"/api/",)),
    (COOKIES, "session-cookie", _judge_cookies, SHAPE | RUN, (b"cookie",)),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"\[(?:[0-9]{1,3},\s?){8}|\nV [0-9]|\bPrivate-Lines: |\"random_password\"|\",\s*\"special\":|"
    rb"-----END[ A-Z]+PRIVATE|"
    rb"\bBUNDLE_\w+__|(?i:"
    + _TELLS.replace(rb"[ \t]+", rb"[ \t]")
    + rb"|\bbw[ ]get|\b(?:go)?pass[ ][\w@-]+/|\bsecret-tool|\bkeyring[ ]get|\blpass[ ]|keepassxc-cli|cookie[ \t]*\r?\n|"
    rb"\bcredstash[ ]|\bchamber[ ]read|(?:passw(?:or)?d|secret)[ \t]*\r?\n)|\t(?:TRUE|FALSE)\t[0-9]+\t|"
    rb"(?i:\bcookies?[\"']?[ \t]*[:=][ \t]*(?:dict\(|\{))|"
    rb"(?i:(?:passw(?:or)?d|passphrase|passcode|pwd|secret|token|api[ _-]?key)s?[ \t]*:?\s*"
    rb"</(?:t[dh]|dt|b|strong|label|span|key|(?:param-)?name)>)|"
    rb"(?i:</[\w:.-]*(?:pass(?:word|phrase|code|wd)?|pwd|secret|credential))|(?i:</value>\s*</)|"
    rb"(?i:(?:p12|pfx|pkcs_?12|jks|key_?store)[\w\"']*[ ]?[:=])|"
    rb"(?i:\[" + _MEMBERS + rb"\][ \t]*\r?\n)|\bauth[ \t]+[\w.@-]+:[^\s]|(?i:\buserlist\b|\bauth_file\b)|"
    rb"\b(?:printf|echo[ ]-e)[ ][\"'][\w.@+-]+\\n|"
    rb"(?i:session(?:_?(?:key|id|token))?[\"']?[ ]?[:=][ ]?[\"']?)[A-Za-z0-9+/]{40}|"
    rb"\badd[ \t]+(?:enable)?password[ \t]|\bsend(?:_user)?[ \t]+(?:--[ ])?\"[^\s\"\\]+\\[rn]\"|"
    rb"\w(?:\.|:|->)(?i:auth)\([ ]?[\"'][^\s\"']*[0-9]|"
    rb"\[[\w-]{24}[\w-]*@[0-9]{4}|_\|WARNING:-DO-NOT-SHARE|"
    rb"(?:\.[0-9]|\.local|\.lan|\.home|\.box)[0-9:]*/api/[\w-]{10}|"
    rb"(?i:" + _LETS_IN + rb")/[\w.~-]{20}|(?i:" + _MAILED + rb")[\w./-]*[?](?:[^\s\"'<>]*&)?[a-z]{1,2}=[\w.~-]{16}"
)
"""What announces one of them to the search."""
