"""Passwords that stand beside the account they open: `root:...`, `ada@example.org/...`, `[host]:25 mailer:...`.

No word says that there is a password, so the account has to be one by its name or its place, and the value has to look
like one that nobody writes by chance.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE, is_chosen, judge_chosen, judge_drawn
from backstory.redact.judge import is_drawn_from_mixed_letters, is_scrambled, looks_drawn
from backstory.redact.looks import has_everyday_noun, is_default_password, is_slight_password
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import is_worded_secret
from backstory.redact.sentences import is_recognized_by_signs
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

_NAMES: Final = (
    rb"(?:root|admin|administrator|sysadmin|superuser|sa|deploy(?:er)?|jenkins|ansible|vagrant|oracle|tomcat|elastic|"
    rb"grafana|ftpuser|svc[\w-]*|testuser|user[0-9])"
)
BY_NAME: Final = Pattern(
    rb"(?i)(?:^|[^\w.:/@-])[\"'`]?" + _NAMES + rb"[\"'`]?(?:[ ]?:[ ]?|[ ]/[ ])[\"'`]?([^\s\"'`/:|]{8,40})|"
    rb"(?:^|[^\w.:/@-])" + _NAMES + rb"/([^\s\"'`/:|#+=]{8,40})"
)
"""An account that systems are delivered with, and its password. Behind a stroke without blanks may stand a path."""
BY_ADDRESS: Final = Pattern(
    rb"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,10}[ ]?[/|;][ ]?[\"'`]?([^\s\"'`/:|;<>()]{8,40})"
)
"""An address of a person and, after a stroke, the password to it."""
BY_HOST: Final = Pattern(
    rb"(?m)^[ \t]*\[?[\w-]+(?:\.[\w-]+)+\]?(?::[0-9]{2,5})?[ \t]+[\w.@+-]{2,64}:([^\s\"'`/:<>]{8,64})[ \t]*\r?$"
)
"""A line of a table of hosts: the host, an account and its password, as for Postfix."""
BY_DOMAIN: Final = Pattern(
    rb"[\s\"'][\w.-]+/[\w.-]+:[\"']?([^\s\"'`/:@]{6,40}(?:@[^\s\"'`/:@.]{1,40})?)[\"']?@[\w-]+(?:\.[\w-]+)+"
)
"""`domain/account:password@host`, as the tools of Windows networks write it."""
BY_PORT: Final = Pattern(
    rb"(?:^|[\s\"'`(=])([A-Za-z][\w.+-]{1,31}):([^\s\"'`/:@<>(){}$]{4,40})@[\w-]+(?:\.[\w-]+)*:[0-9]{2,5}(?:/|[\s\"'`),;]|$)"
)
"""An account with its password at a host with its port, as an address without its scheme. Groups: both."""
BY_CURL: Final = Pattern(
    rb"\b(?:curl|http)\b[^\n|;]{0,160}?[ ](?:-u[ ]?|--user[ =])[\"']?([\w.@+-]{3,40}):([\w.@+-]{3,40})[\"']?(?:\s|$)"
)
"""An account that a client of the web signs in with. Groups: the account and its password."""
BY_LIST: Final = Pattern(
    rb"(?i)\b(?:user|setuser)[ \t]+[\w.@-]{1,64}[ \t]+(?:[^\s>]+[ \t]+){0,12}>([^\s\"'`<>]{6,128})(?:\s|[\"'`]|$)"
)
"""An account of Redis and the password that it may use."""
BY_NAME_IN_CALL: Final = Pattern(rb"(?i)[\"']" + _NAMES + rb"[\"'],[ \t]*(?:\"([^\"\n]{6,64})\"|'([^'\n]{6,64})')")
"""Two strings that follow each other in a call: an account and its password."""
BY_NETWORK: Final = Pattern(rb"(?i)\bwifi\w*\.begin\([ \t]*(?:\"[^\"\n]*\"|\w+),[ \t]*\"([^\"\n]{6,64})\"")
"""The name of a wireless network and its key."""
ENCODED: Final = Pattern(
    rb"(?i)(?:b64encode|\bbtoa|base64_encode|encode64|encodetostring|encodestring|buffer\.from|getbytes)\([ ]?[rbf]?"
    rb"(?:\"[\w.@+-]{1,64}:([^\s\"/][^\s\"]{5,63})\"|'[\w.@+-]{1,64}:([^\s'/][^\s']{5,63})')"
)
"""An account and its password that code puts into base64, as a header wants them."""
BY_DUMP: Final = Pattern(rb"\b[\w.$\\-]{1,64}:[0-9]{3,6}:[0-9a-fA-F]{32}:([0-9a-fA-F]{32}):::")
"""An account of Windows with its hashes, by which one signs in as by a password."""
IN_DOMAIN: Final = Pattern(rb"\b[\w.-]{2,32}\\{1,2}[\w.$-]{1,64}:([^\s\"'`/:\\]{6,64})")
"""`DOMAIN\\account:password`."""
COOKIE: Final = Pattern(
    rb"(?i)\b(?:phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|connect\.sid|laravel_session|ci_session|"
    rb"_[\w-]{1,24}_session|wordpress_logged_in\w*|\.aspxauth)(?:=|%3D)([\w.%+/-]{16,})"
)
"""A cookie that keeps a session signed in."""
BY_MEMBER: Final = Pattern(
    rb"(?i)(?:auth|creds?|credentials?|userpwd|user_?pass|login)[\"'\]]*[ ]?[:=,][ ]?[\"'`]?[\w.@+-]{2,64}:"
    rb"([^\s\"'`/:,;<>][^\s\"'`:,;<>]{5,63})"
)
"""An account and its password as one value: `BASIC_AUTH=ada:...`, `CURLOPT_USERPWD, "ada:..."`."""
_DIGEST: Final = Pattern(rb"(?i)(?:sha[0-9-]*|md5|h1|b3|rev|tag|image)\z")


def _judge_by_signs(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value with digits and signs."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    while last > first and text[last - 1] in b".,;)":
        last -= 1
    words = text[max(0, first - LONGEST_ADDRESS) : first].split()
    is_path = bool(words) and text[first - 1 : first] == b"/" and b"://" in words[-1]
    value = text[first:last]
    if not is_path and (is_recognized_by_signs(value) or is_default_password(value)):
        yield Span(first, last, name)


def _judge_beside_name(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The same, and letters of both cases that make no word, unless a path or a name goes on behind them."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    bare = first + len(text[first:last].rstrip(b".,;)!?"))
    if text[last : last + 1] not in _JOINTS and is_drawn_from_mixed_letters(text[first:bare]):
        yield Span(first, bare, name)
    else:
        yield from _judge_by_signs(text, groups, name)


_JOINTS: Final = (b"/", b":", b"|", b"#", b"+", b"=")


def _judge_in_call(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The same, and a word with a number: behind the account of a program's own stands nothing else of that look."""
    place = next(group for group in groups[1:] if group[0] >= 0)
    value = text[slice(*place)]
    if is_slight_password(value) and sum(char in b"0123456789" for char in value) > 1:
        yield Span(*place, name)
    else:
        yield from _judge_by_signs(text, groups, name)


def _judge_beside_address(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The same, and a word with a number: nothing else of that look stands behind an address of a person."""
    first, last = groups[1]
    last = first + len(text[first:last].rstrip(b".,;)"))
    if is_slight_password(text[first:last]) or has_everyday_noun(text[first:last]):
        yield Span(first, last, name)
    else:
        yield from _judge_by_signs(text, groups, name)


def _judge_at_port(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Whatever stands there, unless a scheme or a placeholder does."""
    account, value = text[slice(*groups[1])].lower(), text[slice(*groups[2])]
    if account not in _SCHEMES and not is_placeholder(value):
        yield Span(*groups[2], name)


def _judge_same(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """An account that is its own password, as programs are delivered with it."""
    if text[slice(*groups[1])] == text[slice(*groups[2])]:
        yield Span(*groups[2], name)


_SCHEMES: Final = (
    b"ssh",
    b"git",
    b"sip",
    b"sips",
    b"mailto",
    b"acct",
    b"xmpp",
    b"http",
    b"https",
    b"user",
    b"username",
)
LONGEST_ADDRESS: Final = 160
"""Bytes of an address before its path in which its scheme stands."""


def _judge_in_table(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value that looks drawn, or has digits and signs; the account is none of a digest."""
    first, last = groups[1]
    value = text[first:last]
    account = text[max(groups[0][0], first - 65) : first - 1].split()[-1]
    if not _DIGEST.within(account) and (is_recognized_by_signs(value) or (len(value) >= 12 and looks_drawn(value))):
        yield Span(first, last, name)


def _judge_key(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Whatever stands there, unless it only says that something goes there."""
    if not is_placeholder(text[slice(*groups[1])]):
        yield Span(*groups[1], name)


def _judge_in_value(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value that looks drawn, or has digits and signs."""
    value = text[slice(*groups[1])].rstrip(b")")
    is_variable = _VARIABLE.begin(text, *groups[0]) >= 0
    is_login = _LOGIN.begin(text, *groups[0]) >= 0
    if (
        (is_login and is_worded_secret(value, 2))
        or (is_variable and is_chosen(value))
        or is_recognized_by_signs(value)
        or (len(value) >= 8 and looks_drawn(value))
    ):
        yield Span(groups[1][0], groups[1][0] + len(value), name)


_LOGIN: Final = Pattern(rb"(?i)user_?p(?:wd|ass)")
"""A name that says that an account and its password follow."""
_VARIABLE: Final = Pattern(rb"[A-Z_]+=")
"""The end of the name of a variable of an environment."""


AT_HOST: Final = Pattern(
    rb"(?im)(?:^|[^\w.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?::[0-9]{2,5})?[ \t]*(?:[,;|-][ \t]*)?(?:"
    rb"\([\w.@-]{2,32}[ ]?/[ ]?([^\s()\"'`,;/\\]{6,64})\)|"
    rb"(?:" + _NAMES + rb"|ubuntu|debian|centos|ec2-user|pi|postgres|operator|user)"
    rb"(?:[ \t]{1,4}|[ ]?/[ ]?)([^\s()\[\]\"'`,;/\\:]{6,64})[ \t]*\r?$)"
)
"""An address of digits, an account there and its password, which ends the line or stands in brackets."""


def _judge_at_host(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value with signs that no date, version or name has, or drawn."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    value = text[first:last]
    if is_scrambled(value) or any(char in _CHOSEN_SIGNS for char in value):
        yield from judge_chosen(text, [groups[0], (first, last)], name)


_CHOSEN_SIGNS: Final = b"!#%^&*?@+=~$"
RULES: Final = (
    (AT_HOST, "password", _judge_at_host, SHAPE, (b".",)),
    (BY_NAME_IN_CALL, "password", _judge_in_call, SHAPE, (b",",)),
    (BY_MEMBER, "password", _judge_in_value, SHAPE, (b"auth", b"cred", b"user", b"login")),
    (BY_NETWORK, "password", _judge_key, SHAPE, (b"wifi",)),
    (ENCODED, "password", judge_chosen, SHAPE, (b"64", b"btoa", b"buffer.from", b"getbytes", b"encode")),
    (BY_DUMP, "password-hash", judge_drawn, SHAPE, (b":::",)),
    (IN_DOMAIN, "password", _judge_by_signs, SHAPE, (b"\\",)),
    (COOKIE, "session-cookie", judge_drawn, SHAPE, (b"sess", b"connect.sid", b"logged_in", b"aspxauth")),
    (BY_NAME, "password", _judge_beside_name, SHAPE, (b"",)),
    (BY_ADDRESS, "password", _judge_beside_address, SHAPE, (b"@",)),
    (BY_HOST, "password", _judge_in_table, SHAPE, (b":",)),
    (BY_DOMAIN, "url-login", judge_chosen, SHAPE, (b"@",)),
    (BY_CURL, "password", _judge_same, SHAPE, (b"-u", b"--user")),
    (BY_PORT, "password", _judge_at_port, SHAPE, (b"@",)),
    (BY_LIST, "password", judge_chosen, SHAPE, (b">",)),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?i:\b" + _NAMES + rb"[\"'`]?(?:[ ]?:[ ]?|[ ]?/[ ]?)[\"'`]?[^\s\"'`/:|]{8})|"
    rb"@[\w-]+(?:\.[\w-]+)+[ ]?[/|;][ ]?[\"'`]?[^\s/:|;<>()]|"
    rb"\.(?:[a-z]+|[0-9]+)\]?(?::[0-9]+)?[ \t]+[\w.@+-]+:[^\s/:<>]|"
    rb"/[\w.-]+:[\"']?[^\s\"'`/:@]+[\"']?@[\w]|"
    rb"(?:\.[0-9]{1,3}){3}(?::[0-9]{2,5})?[ \t,;|-]{1,4}(?:\([\w.@-]+[ ]?/|(?i:root|admin|ubuntu|debian|centos|"
    rb"ec2-user|pi|postgres|oracle|operator|user|deploy)[ \t/])|"
    rb":[^\s\"'`/:@]+@[\w.-]+:[0-9]|[ ]-(?:u[ ]?|-user[ =])[\"']?[\w.@+-]+:[\w.@+-]|"
    rb"(?i:[\"']" + _NAMES + rb"[\"'],[ \t]*[\"'])|(?i:\bwifi\w*\.begin\()|"
    rb"(?i:(?:b64encode|\bbtoa|base64_encode|encode64|encodetostring|encodestring|buffer\.from|"
    rb"getbytes)\([ ]?[rbf]?[\"']"
    rb"[\w.@+-]+:[^\s/])|"
    rb":[0-9a-fA-F]{32}:::|"
    rb"(?i:(?:auth|creds?|credentials?|userpwd|user_?pass|login)[\"'\]]*[ ]?[:=,][ ]?[\"'`]?[\w.@+-]+:[^\s\"'`/:])|"
    rb"[\w.-]\\\\?[\w.$-]+:[^\s\"'`/:\\]|"
    rb"(?i:(?:sessid|sessionid|connect\.sid|_session|logged_in\w*|aspxauth)"
    rb"(?:=|%3D)[\w.%+/-])|"
    rb"(?i:\b(?:user|setuser)[ \t]+[\w.@-]+[ \t]+(?:on|off|reset|[~+>&]))"
)
"""What announces one of them to the search: its beginning alone, since repetitions of many sizes make it slow."""
