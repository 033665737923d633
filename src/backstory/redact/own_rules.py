"""Our own rules for a region: flags, logins, headers, addresses with a password, prose, tokens by their form.

Each is a pattern, and a judge that says which secret, if any, is in a match. Assignments are in `assigned_secrets`.
"""

from collections.abc import Callable, Iterator
from typing import Final

from backstory.redact import (
    arguments,
    columns,
    command_passwords,
    containers,
    credential_files,
    given_passwords,
    headers,
    logins,
    opening_places,
    prefixes,
    prose,
    protocols,
    readable_credentials,
    sentences,
    word_credentials,
)
from backstory.redact.arguments import NAMED, RUN, SHAPE
from backstory.redact.chance import DIGITS
from backstory.redact.judge import is_phrase, looks_drawn, mixed_case
from backstory.redact.names import classify_name
from backstory.redact.options import FLAG, NETRC, SHORT_FLAG, bound_value, judge_option
from backstory.redact.patterns import Alternation, Pattern, Spans
from backstory.redact.prefixes import DER, HOOK, KEY_BYTES, TENANT, judge_hook, judge_issued_key, judge_tenant_host
from backstory.redact.readable_values import is_written_word
from backstory.redact.rule_tables import RuleTables
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import is_stated_word
from backstory.redact.syntax import CJK_COPULAS, CJK_SIGN, CREDENTIAL_WORD, REVERSED, value_end
from backstory.redact.tool_servers import SERVER, judge_server
from backstory.redact.type_names import is_type_name
from backstory.redact.verdict import is_secret
from backstory.redact.words import STRONG, is_placeholder

Judge = Callable[[bytes, Spans, str], Span | None]
"""(text, groups of a match, name of the rule) -> the secret in the match."""

USER_FLAG: Final = Pattern(rb"[\s\"'](?:-u|--user|--proxy-user|-U)(?:[ \t=]+|[\"'],[ \t]*)([\"']?)([^\s\"':]{0,80}):")

_FOR: Final = (
    rb" (?:for|of|to|on|in|at|till|f\xc3[\xb6\xbc]r|p\xc3\xa5|von|vom|van|voor|pour|de|du|del|di|della|para|do|da|"
    rb"\xd0\xbe\xd1\x82|\xd0\xb4\xd0\xbb\xd1\x8f)"
    rb" [\w\x80-\xff.@-]+(?: [\w\x80-\xff.@-]+){0,4}"
)

PROSE: Final = Pattern(
    rb"(?i)(?:^|[^\w\x80-\xff]|[\xe3-\xed][\x80-\xbf]{2})(" + STRONG + rb"|pin|[a-z]+ (?:key|token)|token)(?:et|en)?"
    rb"(?:" + _FOR + rb":[ \t]+|(?:" + _FOR + rb")?"
    rb"(?: (?:is(?: now| still| set to)?|was|will be|remains|set to|changed to|reset to|becomes?|ist|lautet|est|es|to|"
    rb"jest|je|on|er|\xc3[\xa4\xa5]r|\xc3[\xa8\xa9]|:|=)[ \t]+|" + CJK_SIGN + rb"[ ]?))"
    rb"(?:[\"'`]|\xe2\x80[\x98-\x9f]|\xc2[\xab\xbb]|\xe3\x80[\x8c\x8e])?([^\s\"'`({\[<])"
)

LOGIN: Final = Pattern(
    rb"(?i)\b(?:log[ -]?in|sign in|creds?)[ \t](?:with|as|are|is|using)[ \t][\w.@-]+(?: / |:)([^\s\"'`]{6,})"
)
"""A name and its password as people write them to each other."""

WIFI: Final = Pattern(rb"\bWIFI:(?:[A-Z0-9]{1,4}:(?:[^;\n\\]|\\.)*;)*?P:((?:[^;\n\\]|\\.)+);")
"""The code by which a telephone joins a wireless network."""

USER_PASS: Final = Pattern(rb"<auth-user-pass>\s*[^\s<]+[ \t]*\r?\n[ \t]*([^\s<]+)[ \t]*\r?\n[ \t]*</auth-user-pass>")
"""A user and a password inside an OpenVPN profile."""

MASKED: Final = Pattern(rb"::add-mask::([^\s\"'`(][^\s\"'`]{3,})")
"""What a workflow asks its log to hide."""

PRINTED: Final = Pattern(
    rb"(?i)\b(?:cat|type|less|more|Get-Content)[ \t]+"
    rb"[\w./\\~-]*(?:key|secret|token|passw(?:or)?d|passphrase)[\w.-]*\r?\n"
    rb"([^\s\"'`<>{}]{8,})\r?(?:\n|$)"
)
"""A file that is named for its secret, printed."""

SALTED: Final = Pattern(rb"_(?:KEY|SALT)[\"'],[ \t]*(?:\"([^\"\n]{40,})\"|'([^'\n]{40,})')")
"""A constant of a configuration in PHP: its keys are drawn from every sign there is."""

PGPASS: Final = Pattern(
    rb"(?m)(?:^|[\s\"'`])[\w.*-]+:(?:[0-9]{2,5}|\*):(?:\*|[\w-]*[a-zA-Z][\w-]*):[\w*-]+:([^\s:\"'`]{6,})"
    rb"(?:[\"'`]?\r?$|[\"'`\s])"
)
DRIVER: Final = Pattern(rb"\b[\w.-]+:([^\s\"'`/:]+)@(?:tcp|unix|udp)\(")

ORACLE: Final = Pattern(rb":(?:thin|oci):[\w.-]+/([^\s\"'`@/]{4,})@")

DIRECTIVE: Final = Pattern(
    rb"(?im)^[ \t]*(?:(?:env|setx?|arg)[ \t]+)?[\w.-]{0,40}(?:"
    + STRONG
    + rb")[0-9]?[ \t]{1,8}([^\s\"'`(){}<>]{6,})[ \t]*\r?$"
)
"""A line of a configuration that is a name, blanks and a value."""

CHANGED: Final = Pattern(
    rb"(?i)\b(?:chang|sett?|reset|updat|rotat)\w{0,4} (?:the |my |our )?(?:[\w-]+ ){0,3}(?:"
    + STRONG
    + rb")(?: (?:for|of|on|in) [\w.@-]+)? to "
    rb"([^\s\"'`(){}<>]{6,})"
)


ADDRESS: Final = Pattern(rb":/{1,2}([^\s/?#@\"'`<>:]*):([^\s/\"'`<>@]+(?:@[^\s/\"'`<>@:.]+)?)@([\w\[{$%.-])")

CRYPT: Final = Pattern(
    rb"(\$(?:1|2[abxy]?|5|6|y|7|argon2(?:id|i|d)|pbkdf2-sha[0-9]+|apr1)\$[./A-Za-z0-9$=,+-]{20,}|"
    rb"\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2[\w-]*)\}[\w+/=.$-]{16,})"
)

JWT: Final = Pattern(
    rb"\b(ey[JIi][\w-]{8,}\.ey[\w-]{6,}(?:\.[\w+/=-]{4,})?|ey[A-Za-z][\w-]{16,}\.[\w-]{16,}(?:\.[\w+/=-]{10,})?)"
)

RECOVERY: Final = Pattern(rb"\b((?:[0-9]{6}-){7}[0-9]{6})\b")
"""What unlocks a disk that BitLocker encrypts."""

_SYMBOLS: Final = b"!@#$%^&*?+=~;|<>{}[]()"


def find_by_own_rules(text: bytes, start: int, end: int, part: bytes, kinds: int, issued: Pattern) -> Iterator[Span]:
    """Secrets of own rules in `text[start:end]`, which is `part`; values may run on behind `end`.

    `kinds` is what triggers the region has: a rule whose trigger is missing has nothing to look for.
    """
    if b"alue" in part:
        yield from _find_reversed(text, start, end)
    if b":/" in part:
        yield from _find_logins(text, start, end)
    low = part.lower()
    literals = _TABLES.find_literals(low)
    for pattern, name, judge in _TABLES.choose(_ONE_EACH, low, kinds, literals):
        yield from _judge_matches(pattern, name, judge, text, start, end)
    tables: tuple[int, ...] = (_EACH,)
    if kinds & SHAPE and CREDENTIAL_WORD.find(text, start, end):
        tables += (_OF_WORD,)
    if kinds & SHAPE and _PLACED.within(text, start, end):
        tables += (_IN_PLACES,)
    for table in tables:
        for pattern, name, judge_all in _TABLES.choose(table, low, kinds, literals):
            for groups in pattern.each(text, start, end):
                yield from judge_all(text, groups, name)
    if kinds & RUN:
        yield from _judge_matches(issued, "prefixed-token", judge_issued_key, text, start, end)


def _judge_matches(pattern: Pattern, name: str, judge: Judge, text: bytes, start: int, end: int) -> Iterator[Span]:
    for groups in pattern.each(text, start, end):
        span = judge(text, groups, name)
        if span:
            yield span


def _find_reversed(text: bytes, start: int, end: int) -> Iterator[Span]:
    """Pairs whose value comes before their name."""
    for groups in REVERSED.each(text, start, end):
        quote, value, place = groups[1:4]
        name = classify_name(text[slice(*place)])
        quoted = quote[1] > quote[0]
        if name and is_secret(text[slice(*value)], strong=name.strong, quoted=quoted, exact=True, pair=name.pair):
            yield Span(*value, "assigned-secret")


def _find_logins(text: bytes, start: int, end: int) -> Iterator[Span]:
    """Passwords in addresses: `scheme://user:password@host`, with one slash where a path was tidied."""
    while groups := ADDRESS.find(text, start, end):
        whole, _, password, host = groups[:4]
        start = max(whole[1] - 1, start + 1)
        has_scheme = text[whole[0] - 1 : whole[0]].isalnum()
        if not has_scheme or text[slice(*host)] in b"{%$[":
            continue
        if not _is_template(text[slice(*password)]) and not _is_sample(text, whole[0]):
            yield Span(*password, "url-login")


def _is_sample(text: bytes, first: int) -> bool:
    """Whether an address of the web has words for a user and a password at a host that is reserved for samples."""
    scheme = text[max(0, first - 5) : first].lower()
    return scheme.endswith((b"http", b"https")) and _SAMPLE.begin(text, first, min(len(text), first + 120)) >= 0


_SAMPLE: Final = Pattern(
    rb"(?i)://(?:user(?:name|id)?|login|name):(?:pass(?:word|wd)?|pwd?|secret)@(?:[\w-]+\.)*example\.(?:com|org|net)\b"
)


def _is_template(value: bytes) -> bool:
    """A placeholder that no person would choose as a password; `user:password@host` may well be one."""
    if value.lower() in (b"pass", b"pwd", b"port") or (value.isdigit() and len(value) <= 3):
        return True
    return (
        is_placeholder(value)
        and not value.isalpha()
        and (value[:1] in b"<[{$%*(" or not value.isascii() or not any(char in DIGITS for char in value))
    )


def _plain(text: bytes, groups: Spans, name: str) -> Span | None:
    """A bare value that no name stands right before: it has to look like one that a person or a program chose."""
    first, last = groups[1]
    while last > first and text[last - 1] in b".,;:?)":
        last -= 1
    value = text[first:last]
    good = any(char in DIGITS for char in value) and is_secret(value, strong=True, quoted=False, reference=True)
    return Span(first, last, name) if good else None


def _directive(text: bytes, groups: Spans, name: str) -> Span | None:
    """What a line gives to a name: a word too, where the name is a compound as settings have: `requirepass`."""
    first, last = groups[1]
    label = text[groups[0][0] : first].split()[-1]
    if not _STRONG.whole(label) and not _CALLED.within(label) and is_written_word(text[first:last]):
        return Span(first, last, name)
    return _plain(text, groups, name)


_CALLED: Final = Pattern(
    rb"\A(?:-|(?:clean|clear|reset|set|get|check|validate|verify|update|change|hash|encode|encrypt|store|show|hide|"
    rb"ask|read|prompt|generate|has|is|needs|create|delete|remove|rotate|forget)[a-z]*_)"
)
"""How an option begins, and the name of what does something."""
_STRONG: Final = Pattern(rb"(?i)(?:" + STRONG + rb")s?")


def _piped(text: bytes, groups: Spans, name: str) -> Span | None:
    """A bare value in a place where nothing but a password stands: a word, or digits, signs or odd capitals."""
    first, last = groups[1]
    value = text[first:last]
    return Span(first, last, name) if is_written_word(value) else _odd(text, groups, name)


def _kept_for_database(text: bytes, groups: Spans, name: str) -> Span | None:
    """The same at the end of a line of `pgpass`, or of one in a sentence; a word alone only in a line of its own."""
    start, end = groups[0]
    is_line = text[end : end + 1] in (b"", b"\n", b"\r") and (start == 0 or b"\n" in text[start - 1 : start + 1])
    is_database = _DATABASE.within(text[start:end])
    judge = _piped if is_line and is_database else _odd
    return judge(text, groups, name) if is_line or is_database else None


_DATABASE: Final = Pattern(rb":(?:\*|5[0-9]{3}|6[0-9]{3}|25[0-9]{3}|26257):")
"""Ports at which databases and their pools listen."""


def _odd(text: bytes, groups: Spans, name: str) -> Span | None:
    """The same where a word is none: digits, signs or odd capitals are enough."""
    first, last = groups[1]
    value = text[first:last]
    odd = any(char in DIGITS or char in _SYMBOLS for char in value) or mixed_case(value)
    return Span(first, last, name) if odd and is_secret(value, strong=True, quoted=False, exact=True) else None


def _after_label(text: bytes, groups: Spans, name: str) -> Span | None:
    """A value that its place in a format of its own says to be the password, whatever it looks like."""
    first, last = groups[1]
    return None if is_placeholder(text[first:last]) else Span(first, last, name)


def _drawn_from_signs(text: bytes, groups: Spans, name: str) -> Span | None:
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    return Span(first, last, name) if is_secret(text[first:last], strong=False, quoted=True) else None


def _printed(text: bytes, groups: Spans, name: str) -> Span | None:
    first, last = groups[1]
    value = text[first:last]
    good = looks_drawn(value) and is_secret(value, strong=True, quoted=False, exact=True)
    return Span(first, last, name) if good else None


def _changed(text: bytes, groups: Spans, name: str) -> Span | None:
    """What a password was changed to: short ones count too."""
    first, last = groups[1]
    while last > first and text[last - 1] in b".,;:)":
        last -= 1
    value = text[first:last]
    good = any(char in DIGITS for char in value) and is_secret(value, strong=True, quoted=False, exact=True)
    return Span(first, last, name) if good else None


def _whole(text: bytes, groups: Spans, name: str) -> Span | None:
    return Span(*next(group for group in groups[1:] if group[0] >= 0), name)


def _after_sentence(text: bytes, groups: Spans, name: str) -> Span | None:
    """A value that a sentence tells, beginning with the last group; the first group is the word for it."""
    first, last = bound_value(text, groups[-1][0])
    ended = _NEXT_WORD.find(text, first, last)
    last = first + len(text[first : ended[0][1] - 1].rstrip(b",;")) if ended else last
    value = text[first:last]
    return Span(first, last, name) if _is_stated(text, groups[1], value) else None


_NEXT_WORD: Final = Pattern(rb"<|[!-~][\xe3-\xef]")
"""Where markup begins, or a language that sets no blank behind a value in Latin letters."""


def _is_stated(text: bytes, place: tuple[int, int], value: bytes) -> bool:
    """Whether the word at a place, in prose, tells a value: one with digits or signs, and drawn if it is a key."""
    word = text[slice(*place)].lower()
    if word in (b"pass", b"pw") and text[place[1] : place[1] + 4] == b" to ":
        return False
    if word.endswith((b"key", b"token")) and not looks_drawn(value):
        return False
    if _is_announced_word(text, place[1], value):
        return True
    if b" " in value:
        return is_phrase(value)
    if not is_secret(value, strong=True, quoted=False) or is_type_name(value):
        return False
    value = value.strip(b"*")  # emphasis
    if not value.isascii():
        value = value.rstrip(b"?!")  # the end of a question, in a language that sets no blanks
    return any(char in DIGITS or char in _SYMBOLS for char in value) or mixed_case(value)


def _is_announced_word(text: bytes, last: int, value: bytes) -> bool:
    """Whether a word of letters alone is the value: the verb `lautet`, or a script without blanks, announces it."""
    if not value:
        return False
    copula = text[last : last + 80].split(value, 1)[0].rstrip(b" \t\"'`")
    if copula.endswith(CJK_COPULAS) and value.replace(b"-", b"").isalpha() and value.isascii():
        return is_stated_word(value)  # letters of another script are a name or a password
    return copula.endswith(b"lautet") and value.isalpha() and len(value) >= 5 and value[:1].isupper()


def _user(text: bytes, groups: Spans, name: str) -> Span | None:
    first = groups[0][1]
    if _OF_ACCOUNTS.within(text[max(text.rfind(b"\n", 0, first), first - 160, 0) : groups[0][0]]):
        return None
    quote = text[groups[1][0] : groups[1][1]]
    first, last = value_end(text, first, quote, b"")
    value = text[first:last]
    if len(value) < 3 or value.isdigit() or value[:1] in (b"/", b"$", b"%") or is_placeholder(value):
        return None
    return Span(first, last, name)


_OF_ACCOUNTS: Final = Pattern(
    rb"\b(?:docker|podman|kubectl|chown|install|setpriv|git|ps|id)(?:[ \t]+(?:-[\w-]+|[\w./]+))*[ \t]*\z"
)
"""A command after which `-u` gives an account and its group, or a branch."""


_MANY_EACH: Final = (
    *arguments.RULES,
    *prose.RULES_OF_PLACE,
    *sentences.RULES,
    *command_passwords.RULES,
    *protocols.RULES,
    (columns.INSERT, "assigned-secret", columns.judge_insert, SHAPE, (b"into",)),
    *opening_places.RULES,
    *word_credentials.RULES,
    *readable_credentials.RULES,
)
_ROOMS: Final = (containers, logins, credential_files, given_passwords)
_PLACED: Final = Alternation(Pattern(b"|".join(room.TRIGGERS for room in _ROOMS)))
_PLACES: Final = tuple(rule for room in _ROOMS for rule in room.RULES)
"""Rules that run only where `_PLACED` matches: most regions then cost one search instead of one for each rule."""
_SINGLE: Final = (
    (FLAG, "flag-secret", judge_option, SHAPE, (b"-",)),
    (SHORT_FLAG, "flag-secret", judge_option, SHAPE, (b" -p", b" -a", b" -w", b"ssh-keygen")),
    (USER_FLAG, "flag-secret", _user, SHAPE, (b"-u",)),
    (PROSE, "prose-password", _after_sentence, NAMED | RUN, (b"",)),
    (command_passwords.PIPED, "password", _odd, SHAPE, (b"stdin",)),
    (command_passwords.CHPASSWD, "password", _piped, SHAPE, (b"chpasswd",)),
    (command_passwords.SASL, "authorization-header", headers.judge_encoded, SHAPE, (b"auth ", b"auth\t", b"334 ugfz")),
    (WIFI, "password", _after_label, SHAPE, (b"wifi:",)),
    (MASKED, "assigned-secret", _after_label, SHAPE, (b"::add-mask::",)),
    (PRINTED, "assigned-secret", _printed, SHAPE, (b"cat", b"type", b"less", b"more", b"get-content")),
    (SALTED, "assigned-secret", _drawn_from_signs, SHAPE, (b'_key"', b"_key'", b'_salt"', b"_salt'")),
    (USER_PASS, "password", _after_label, SHAPE, (b"<auth-user-pass>",)),
    (LOGIN, "prose-password", _plain, SHAPE, (b"login", b"log in", b"log-in", b"sign in", b"cred")),
    (PGPASS, "password", _kept_for_database, SHAPE, (b":",)),
    (DRIVER, "url-login", _plain, SHAPE, (b"@tcp(", b"@unix(", b"@udp(")),
    (ORACLE, "url-login", _piped, SHAPE, (b":thin:", b":oci:")),
    (DIRECTIVE, "password", _directive, NAMED, (b" ",)),
    (CHANGED, "prose-password", _changed, NAMED, (b" to ",)),
    (NETRC, "netrc-password", judge_option, SHAPE, (b"password",)),
    (headers.HEADER, "authorization-header", headers.judge_header, SHAPE | RUN, headers.SCHEMES),
    (headers.TOKEN_ADDRESS, "url-token", headers.judge_header, RUN, (b"http:/", b"https:/")),
    (headers.QUERY, "url-token", headers.judge_header, RUN, (b"=",)),
    (CRYPT, "password-hash", _whole, SHAPE, (b"$", b"}")),
    (prefixes.WALLET, "private-key", _whole, RUN, (b"_pk", b"private key", b"wallet", b"toaccount(", b"key(")),
    (RECOVERY, "recovery-key", _whole, RUN, (b"-",)),
    (JWT, "json-web-token", _whole, RUN, (b"ey",)),
    (HOOK, "webhook", judge_hook, SHAPE | RUN, (b"://",)),
    (SERVER, "url-token", judge_server, SHAPE | RUN, (b"mcp", b"/sse")),
    (TENANT, "tenant-host", judge_tenant_host, SHAPE, (b".com", b".net", b".io")),
    (KEY_BYTES, "key-bytes", _whole, SHAPE | RUN, (b",",)),
    (DER, "private-key", _whole, RUN, (b"mii", b"mhccaqee", b"mighagea", b"mc4caqaw", b"/u3+7q", b"b3blbnnza")),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
_ONE_EACH, _EACH, _OF_WORD, _IN_PLACES = range(4)
_TABLES: Final = RuleTables(_SINGLE, _MANY_EACH, prose.RULES_OF_WORD, _PLACES)
