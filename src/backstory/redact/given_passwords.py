"""Passwords that addresses, logins of databases, options and calls take in forms that other rules break off.

A raw stroke in the password of an address (`postgres://app:ab/Cd9@db`), an at-sign in one of Oracle's
(`scott/P@ss9!@ora1`), the second cookie of an option, and what a call hashes.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE, is_chosen
from backstory.redact.chance import DIGITS
from backstory.redact.drawn_passwords import is_drawn_password
from backstory.redact.foreign_passphrases import RULES as PASSPHRASES
from backstory.redact.foreign_passphrases import TRIGGERS as PASSPHRASE_TRIGGERS
from backstory.redact.judge import looks_drawn
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret
from backstory.redact.words import is_placeholder

_STORES: Final = (
    rb"(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|oracle|cockroachdb|clickhouse|neo4j|"
    rb"bolt|ldaps?|smtps?|imaps?|ftps?|sftp|mqtts?|nats|couchdb|influxdb|memcached|kafka|snowflake)(?:\+\w+)?"
)
SLASHED: Final = Pattern(
    rb"(?i)\b" + _STORES + rb"://[^\s/?#@\"'`<>:]*:([^\s\"'`<>@/]+/[^\s\"'`<>@]{1,80})@"
    rb"(?:\[[0-9a-f:]+\]|[\w][\w.-]*)(?::[0-9]{1,5})?(?:[/?,;)\s\"'`]|$)"
)  # fmt: skip
"""An address of a store whose password has a raw stroke. Group: the password."""
_PORT: Final = Pattern(rb"[0-9]{1,5}/.*")
ORACLE: Final = Pattern(
    rb"(?i)(?:\b(?:sqlplus|sqlldr|sqlcl|expdp|impdp|rman|conn(?:ect)?)[ \t]+(?:-\w+[ \t]+)*|:(?:thin|oci):)"
    rb"[\"']?[\w$#]{1,40}/"
    rb"\"?([^\s\"'`/]{0,32}@[^\s\"'`/]{0,32})\"?@(?://)?[\w-][\w.-]*(?:[:/][\w./:-]*)?(?:[\s\"'`;]|$)"
)
"""A login of Oracle whose password has an at-sign. Group: the password."""
CONNECT: Final = Pattern(
    rb"(?i)(?:^|[\n>;\"'])[ \t]*conn(?:ect)?[ \t]+[\w$#]{2,40}/([^\s\"'`/@]{4,64})@(?://)?[\w-][\w.-]*(?:[:/][\w./:-]*)?(?:[\s\"'`;]|$)"
)
"""What signs in to Oracle at its prompt. Group: the password."""
COOKIES: Final = Pattern(rb"(?:^|\s)(?:-b|--cookie)[ =]?(?:\"([^\"\n]+)\"|'([^'\n]+)')")
"""The cookies of an option. Groups: all of them, in one of two quotes."""
_COOKIE: Final = Pattern(
    rb"(?i)[\w.-]*(?:sess|sid|auth|token|jwt|login|remember|access|csrf|xsrf|ticket)[\w.-]*="
    rb"([\w.%+/~-]{16,400})(?:[;\"' ]|$)"
)
HASHED: Final = Pattern(
    rb"(?i)\b(?:bcrypt\w*|argon2\w*|scrypt|pbkdf2\w*|pwd_context|password_?hasher|password_?encoder|hasher|hash)(?:\.|::)"
    rb"(?:hash(?:_?sync|_?pw|_?password)?|create|make|encode|encrypt|compare(?:sync)?|verify|generate(?:from)?password)\("
    rb"[ ]?[rb]?(?:\"([^\"\n]{4,128})\"|'([^'\n]{4,128})')"
)
"""The first argument of a call that hashes a password or compares it with a hash."""


def _judge_slashed(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value with a digit or of both cases, and no port with a path behind it."""
    value = text[slice(*groups[1])]
    if not _PORT.whole(value) and not is_placeholder(value) and _is_mixed(value):
        yield Span(*groups[1], name)


def _is_mixed(value: bytes) -> bool:
    return any(char in DIGITS for char in value) or value.lower() not in (value, value.capitalize())


def _judge_oracle(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    value = text[slice(*groups[1])]
    if not is_placeholder(value) and (is_chosen(value) or is_secret(value, strong=True, quoted=True)):
        yield Span(*groups[1], name)


def _judge_cookies(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The values that look drawn under names of what keeps one signed in."""
    place = next(group for group in groups[1:] if group[0] >= 0)
    for cookie in _COOKIE.each(text, place[0], place[1] + 1):
        if looks_drawn(text[slice(*cookie[1])]):
            yield Span(*cookie[1], name)


def _judge_hashed(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a person chose or a program drew, and no hash itself."""
    place = next(group for group in groups[1:] if group[0] >= 0)
    value = text[slice(*place)]
    if value[:1] != b"$" and b" " not in value and (is_drawn_password(value) or is_chosen(value)):
        yield Span(*place, name)


_ORACLE: Final = tuple(b"sqlplus|sqlldr|sqlcl|expdp|impdp|rman |conn |connect |:thin:|:oci:".split(b"|"))
RULES: Final = (
    *PASSPHRASES,
    (SLASHED, "url-login", _judge_slashed, SHAPE, (b"://",)),
    (ORACLE, "url-login", _judge_oracle, SHAPE, _ORACLE),
    (CONNECT, "url-login", _judge_oracle, SHAPE, (b"conn ", b"connect ")),
    (COOKIES, "session-cookie", _judge_cookies, SHAPE, (b"-b '", b'-b "', b"-b=", b"--cookie")),
    (
        HASHED,
        "password",
        _judge_hashed,
        SHAPE,
        (b"crypt", b"argon2", b"pbkdf2", b"hash.", b"hasher", b"pwd_context", b"encoder"),
    ),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?i:(?:sql|gres|db|redis|amqp|mssql|server|oracle|house|bolt|ldap|smtp|imap|ftp|mqtt|nats|kafka|flake)s?(?:\+\w+)?"
    rb"://[^\s/?#@\"'`<>:]*:[^\s\"'`<>@/]+/[^\s\"'`<>@]+@)|"
    rb"(?i:\b(?:conn(?:ect)?|sqlplus|sqlldr|sqlcl|expdp|impdp|rman)[ \t]+[\"']?[\w$#]+/[^\s/]+@|:(?:thin|oci):)|"
    rb"\s(?:-b|--cookie)[ =]?[\"'][\w.-]+=|\A(?:-b|--cookie)[ =]?[\"'][\w.-]+=|"
    rb"(?i:(?:crypt\w*|argon2\w*|pbkdf2\w*|context|hasher|encoder|hash)(?:\.|::)[a-z_]+\([ ]?[rb]?[\"'])|"
    + PASSPHRASE_TRIGGERS
)
"""What announces one of them to the search."""
