"""Passwords at places of their own: in the dialogue of a protocol, in the files of a service, in the lines of a device.

`PASS walnut`, `olcRootPW: walnut`, `netsh wlan ... key=walnut`. Nothing else stands there, so a word alone is one too.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import NAMED, RUN, SHAPE, is_chosen, judge_chosen
from backstory.redact.chance import DIGITS
from backstory.redact.judge import UUID, looks_drawn
from backstory.redact.kinds import CODE, PLACE
from backstory.redact.names import classify_name
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import is_stated_word
from backstory.redact.words import STRONG, is_placeholder

_VALUE: Final = rb"[\"']?([^\s\"'`<>]{4,128})[\"']?"
_LINE_END: Final = rb"[ \t]*\r?(?:\n|\\r|\\n|$)"
SIGNED_IN: Final = Pattern(
    rb"\bUSER[ ][\w.@+-]{1,64}[ \t\\nr]*\r?\n(?:[^\n]{0,160}\n){0,3}?[^\n]{0,24}?\bPASS[ ]" + _VALUE + _LINE_END + rb"|"
    rb"(?m)^[^\n]{0,12}?\b[A-Za-z]{0,4}[0-9]{1,5}[ ]LOGIN[ ][\"']?[\w.@+-]{1,64}[\"']?[ ]" + _VALUE + _LINE_END
)
"""A client of FTP, POP3 or IMAP."""
_BREAK: Final = rb"(?:\r?\n|\\+r\\+n)"
WIRED: Final = Pattern(
    rb"(?i)(?:\b|\\n)auth"
    + _BREAK
    + rb"(?:\$[0-9]{1,3}"
    + _BREAK
    + rb"[\w.@-]{1,64}"
    + _BREAK
    + rb")?\$[0-9]{1,3}"
    + _BREAK
    + rb"([^\s\"'`\\]{4,128})"
)
"""The password with which a client of Redis signs in, as it goes over the wire."""
SCRIPTED: Final = Pattern(
    rb"(?m)^[ \t]*open[ ][\w.-]+(?:[ ][0-9]+)?\r?\n[ \t]*user[ ][\w.@+-]{1,64}[ ]" + _VALUE + _LINE_END
)
"""A script of a client of FTP."""
WIRELESS: Final = Pattern(
    rb"(?i)\bnetsh[ ]wlan\b[^\n]{0,160}?[ ](?:key|keymaterial|sharedkey|userkey)[ ]?=[ ]?" + _VALUE + rb"|"
    rb"(?m)^[ \t]*option[ \t]+(?:key|psk|password|sae_password)[ \t]+'([^'\n]{4,64})'"
)
"""The key of a wireless network on Windows and on a router."""
DIRECTORY: Final = Pattern(
    rb"(?im)^[ \t]*(?:olcrootpw|olcdbrootpw|rootpw|bindpw|tls_reqpw|rootbindpw)(?:[ \t]*:{1,2})?[ \t]+"
    rb"(?:--(?:plaintext|iscrypted)[ \t]+)?" + _VALUE + _LINE_END
)
"""The password of a directory, or of an installation."""
DEVICE: Final = Pattern(
    rb"(?im)^[ \t]*(?:radius|tacacs)-server\b[^\n]{0,80}?[ ]key(?:[ ][0-9])?[ ]" + _VALUE + _LINE_END + rb"|"
    rb"(?m)^[ \t]*r[ow](?:community|user)6?[ \t]+" + _VALUE
)
"""What a device and the server that it asks have in common."""
INSTALLED: Final = Pattern(
    rb"\bd-i[ ]passwd/[a-z]+-password(?:-again)?[ ]password[ ]" + _VALUE + rb"|"
    rb"(?i)password>\s*<value>([^<>\s]{4,64})</value>"
)
"""Answers to an installer."""
CHANGED: Final = Pattern(rb"\bchpasswd:[ \t]*\r?\n((?:[ \t]+[^\n]*(?:\n|\z)){1,40})")
"""The accounts of a machine to be set up. Group: the lines, some of them an account and its password."""
_CHANGED: Final = Pattern(rb"(?m)^[ \t]+(?:-[ ])?[\"']?[\w-]{1,32}:[\"']?([^\s\"'`<>]{4,128})[\"']?[ \t]*\r?$")
ACCOUNT: Final = Pattern(
    rb"(?m)^[ \t]*\[[\w.-]+\](?::[0-9]{2,5})?[ \t]+[\w.@+-]{2,64}:" + _VALUE + _LINE_END + rb"|"
    rb"\buser[ ][\w.@-]{1,64}[ ]insecure-password[ ]" + _VALUE + rb"|"
    rb"\bpulumi[ ]config[ ]set[ ](?:[\w:.-]+[ ])?--secret[ ](?:[\w:.-]+[ ])?" + _VALUE + rb"|"
    rb"\blftp\b[^\n|;&]*?[ ]-u[ ][\"']?[\w.@+-]{1,64}," + _VALUE
)
"""An account and its password in the file or in an argument of a service."""
SHARED: Final = Pattern(
    rb"(?m)^[^\n:#]{0,80}:[ ](?:PSK|EAP|XAUTH|NTLM|PPK|P(?:KCS)?12|"
    rb"PKCS8)[ ](?:[\w./-]{1,80}[ ])?[\"']([^\"'\n]{6,128})[\"']"
)
"""What the two ends of a tunnel have in common."""
PEER: Final = Pattern(
    rb"(?m)\{(?:PLAIN|CLEAR(?:TEXT)?)\}([^\s\"'{}]{6,128})|"
    rb"^[\"']?[\w.@\\-]{1,64}[\"']?[ \t]+[\"']?\*[\"']?[ \t]+[\"']?([^\s\"'*]{6,128})[\"']?[ \t]+[\"']?(?:\*|"
    rb"[0-9.]{7,15})[\"']?[ \t]*\r?$"
)
"""A password that says itself that it is in the clear; an account of a dialled connection, its server, its password and
where it may come from."""
CLUSTER: Final = Pattern(
    rb"(?i)(?:erlang_?|release_|node_)cookie[\"']?[ ]?[:=][ ]?"
    + _VALUE
    + rb"|[ ]-{1,2}(?:set)?cookie[ =]"
    + _VALUE
    + rb"|"
    rb"\broot[_-]token(?:[_-]id)?[\"']?[ ]?[:= ][ ]?" + _VALUE
)
"""What nodes of a cluster have in common, and the first token of a server that is being tried."""
HEADER: Final = Pattern(
    rb"(?i)authorization[\"']?[ ]?[:=,][ ]?[\"']?bearer[ ]([a-z]{5,32})(?:[\"']|" + _LINE_END + rb")|"
    rb"-h[ ]?[\"']x-[\w-]*(?:key|token|secret)[ ]?:[ ]?([a-z]{5,32})[\"']|"
    rb"[\"']x-[\w-]*(?:key|token|secret)[\"'][ ]?:[ ]?[\"']([a-z]{5,32})[\"']"
)
"""A header whose value is a word."""
_NO_VALUE: Final = frozenset(b"realm scheme clear persistent temporary default public private".split())


def _judge(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Whatever stands there, unless it only says that something goes there."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    value = text[first:last]
    if value.lower() not in _NO_VALUE and not is_placeholder(value) and not _is_reference(value):
        yield Span(first, last, name)


def _judge_changed(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The password of each account."""
    for account in _CHANGED.each(text, *groups[1]):
        yield from _judge(text, account, name)


def _is_reference(value: bytes) -> bool:
    """Whether a value is an expression or a file that has the password."""
    if value[:1] in b"$%{(" or PLACE.begin(value, 0, len(value)) >= 0:
        return True
    return CODE.whole(value) and not any(char in DIGITS for char in value)


def _judge_word(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A word with which nothing is said of a header."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    value = text[first:last]
    if value.lower() not in _NO_VALUE and (is_stated_word(value, in_sentence=True) or is_chosen(value)):
        yield Span(first, last, name)


EASY_CONNECT: Final = Pattern(
    rb"(?:^|[\s\"'=(])[\w.$#-]{1,40}/([^\s\"'`@/]{4,64})@(?://[\w.-]+|[\w.-]+:1521(?:[/:]\w|\b))"
)
"""An account of Oracle and its password before the address of the database."""
PARAMETER: Final = Pattern(
    rb"(?m)^[ \t]*[\"']?([\w-]{0,40}(?i:" + STRONG + rb")[\w-]{0,24})[\"']?:[ \t]*\{?[ \t]*\r?\n"
    rb"(?:[ \t]+[^\n]{0,120}\n){0,5}?"
    rb"[ \t]+[\"']?Default[\"']?:[ \t]*[\"']?([^\s\"',]{6,64})"
)
"""A parameter of a template of CloudFormation and its default."""
SQL_WORD: Final = Pattern(
    rb"(?i)\b(?:(?:create|alter)[ ]+(?:user|role)[ ]+\S+|connect[ ]+to[ ]+\S+|grant\b[^\n;']{1,120})[ ]+identified[ ]+"
    rb"by[ ]+(?:random[ ]|password[ ]|values[ ])?\"?([A-Za-z][\w$#.!-]{3,64})\"?(?:[ ;,)]|$)"
)
"""The password of an account of a database without quotes, as Oracle takes it."""


_NAME_OF_ACCOUNT: Final = rb"[\"'`]?[\w.$@-]{1,64}[\"'`]?"
SERVED: Final = Pattern(
    rb"(?im)^[ \t]*(?:\.logon[ \t]+(?:[\w.-]{1,64}/)?|logon[ \t]+[\w.-]{1,64}/)"
    rb"[\w.$-]{1,64},[\"']?([^\s\"';,]{4,64})[\"']?"
    rb"[ \t]*;?[ \t]*\r?(?:\n|\\n|$)|"
    rb"\bconnect[ \t]+to[ \t]+[\"'`]?[\w.@:/-]{1,80}[\"'`]?[ \t]+user[ \t]+"
    + _NAME_OF_ACCOUNT
    + rb"[ \t]+using[ \t]+[\"'`]?([^\s\"'`;:?]{5,64})|"
    rb"\baddauth[ \t]+digest[ \t]+[\"']?[\w.@-]{1,64}:([^\s\"'`;,]{4,64})"
)
"""The account and its password in a statement by which a client signs in to a server of data."""
CONNECTED: Final = Pattern(
    rb"(?i)\b(?:database|odbc)\([ ]{0,4}[\"'][^\"'\n]{1,80}[\"'],[ ]{0,4}[\"'][\w.@-]{1,40}[\"'],[ ]{0,4}"
    rb"[\"']([^\s\"']{6,64})[\"'][ ]{0,4}[,)]"
)
"""A call that takes the name of a source of data, an account and its password."""
SIGNED_FOR: Final = Pattern(
    rb"(?i)\bauthorization[\"']?[ ]?[:=,][ ]?[\"']?(?:bearer|token|api-?key|access-?key|key|signature|basic|hmac)[ ]"
    rb"[a-z][\w.@-]{1,39}[ :]([\w+/.~-]{16,512}={0,2})(?:[\s\"'`]|$)"
)
"""A header in which the name of an account stands before its secret."""
ROUTED: Final = Pattern(
    rb"(?i)(?:routing_?key|app_?certificate)[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?([a-z0-9]{32})(?:[^\w.-]|$)"
)
"""The key of an integration that takes alarms, or of a program that makes calls.

Topics and queues, which have such keys too, have words in them."""


def _judge_odd(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value with odd capitals, or a chosen one with a capital: other names of sources have none."""
    value = text[slice(*groups[1])]
    if is_chosen(value) and (not value.islower() or looks_drawn(value)):
        yield Span(*groups[1], name)


def _judge_drawn(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a program drew, and no word or name."""
    value = text[slice(*groups[1])]
    if looks_drawn(value) or UUID.whole(value):
        yield Span(*groups[1], name)


def _judge_default(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A default of a parameter for a password, and no reference."""
    label = classify_name(text[slice(*groups[1])])
    if label and label.strong and is_chosen(text[slice(*groups[2])]):
        yield Span(*groups[2], name)


def _judge_word_of_sql(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What follows the words, and is no word of the language itself."""
    value = text[slice(*groups[1])]
    if value.lower() not in _WORDS_OF_SQL and not is_placeholder(value):
        yield Span(*groups[1], name)


_WORDS_OF_SQL: Final = (b"random", b"password", b"values", b"externally", b"globally", b"using", b"replace")


RULES: Final = (
    (SERVED, "password", judge_chosen, SHAPE, (b"logon", b"using", b"addauth")),
    (CONNECTED, "password", _judge_odd, SHAPE, (b"database(", b"odbc(")),
    (SIGNED_FOR, "authorization-header", _judge_drawn, SHAPE, (b"authorization",)),
    (ROUTED, "assigned-secret", _judge_drawn, RUN | SHAPE, (b"routing", b"certificate")),
    (EASY_CONNECT, "password", judge_chosen, SHAPE, (b"@",)),
    (PARAMETER, "password", _judge_default, SHAPE, (b"default",)),
    (SQL_WORD, "password", _judge_word_of_sql, NAMED, (b"identified",)),
    (SIGNED_IN, "password", _judge, SHAPE, (b"pass ", b"login ")),
    (WIRED, "password", _judge, SHAPE, (b"auth",)),
    (SCRIPTED, "password", _judge, SHAPE, (b"open ",)),
    (WIRELESS, "password", _judge, SHAPE, (b"netsh", b"option")),
    (DIRECTORY, "password", _judge, SHAPE, (b"pw",)),
    (DEVICE, "password", _judge, SHAPE, (b"-server", b"community", b"rouser", b"rwuser")),
    (INSTALLED, "password", _judge, SHAPE, (b"d-i", b"<value>")),
    (CHANGED, "password", _judge_changed, SHAPE, (b"chpasswd:",)),
    (ACCOUNT, "password", _judge, SHAPE, (b"] ", b"]\t", b"]:", b"insecure-", b"pulumi", b"lftp")),
    (
        SHARED,
        "password",
        judge_chosen,
        SHAPE,
        (b": psk", b": eap", b": xauth", b": ntlm", b": ppk", b": p12", b": pkcs"),
    ),
    (PEER, "password", judge_chosen, SHAPE, (b"{plain}", b"{clear", b" * ", b"\t* ", b" *\t", b"\t*\t", b'"*"')),
    (CLUSTER, "assigned-secret", _judge_word, SHAPE, (b"cookie", b"root")),
    (HEADER, "authorization-header", _judge_word, SHAPE, (b"bearer", b"x-")),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?i:\blogon[ \t]+[\w.-]+[/,]|\buser[ \t]+[^\s]+[ \t]+using[ \t]|\baddauth[ \t]+digest[ \t]|"
    rb"authorization[\"']?[ ]?[:=,][ ]?[\"']?(?:bearer|token|api-?key|access-?key|key|signature|hmac)[ ]"
    rb"[a-z][\w.@-]*[ :][\w+/-]{16}|"
    rb"\b(?:database|odbc)\([ ]*[\"'][^\"'\n]+[\"'],[ ]*[\"']|"
    rb"(?:routing_?key|app_?certificate)[\"']?[ \t]*[:=][ \t]*[\"']?[a-z0-9]{32})|"
    rb"@//[\w]|:1521\b|\bDefault[\"']?:[ \t]*[\"']?[^\s\"']{6}|"
    rb"\bPASS[ ][^\s]|[0-9][ ]LOGIN[ ]|\bopen[ ][\w.-]+(?:[ ][0-9]+)?\r?\n[ \t]*user[ ]|"
    rb"(?i:\bnetsh[ ]wlan[ ]|\b(?:olc(?:db)?rootpw|rootpw|(?:root)?bindpw)[: \t]|\b(?:radius|tacacs)-server[ ])|"
    rb"\boption[ \t]+(?:key|psk|password)[ \t]|\br[ow]community6?[ \t]|\bd-i[ ]passwd/|\bchpasswd:|"
    rb"insecure-password[ ]|(?i:password>\s*<value>)|\](?::[0-9]{2,5})?[ \t]+[\w.@+-]+:[^\s]|"
    rb"\bpulumi[ ]config[ ]set|\blftp[ ]|(?i:authorization[\"']?[ ]?[:=,][ ]?[\"']?bearer[ ][a-z]{5})|"
    rb"(?i:[\"']x-[\w-]*(?:key|token|secret)[\"']?[ ]?:)|"
    rb"\{(?:PLAIN|CLEAR(?:TEXT)?)\}|:[ ](?:PSK|EAP|XAUTH|NTLM|PPK|P12|PKCS)[ ][^\s]|"
    rb"[^\s*/][ \t]+[\"']?\*[\"']?[ \t]*\r?(?:\n|\z)|"
    rb"(?i:(?:erlang_?|release_|node_)cookie[\"']?[ ]?[:=]|[ ]-{1,2}(?:set)?cookie[ =]|root[_-]token)|"
    rb"(?i:(?:\b|\\n)auth(?:\r?\n|\\+r\\+n)\$[0-9])"
)
"""What announces one of them to the search."""
