r"""Passwords of any look that a form gives beside their account or their other settings.

`user root password root`, `login: bob pw: toor`, `host=db user=app password=app_pw`, `pass = mailpw` below `[smtp]`.
Such a value may be a plain word or look like a name in code. So the whole form has to be there: the account or the
other fields, the word for a password, the value, and its end.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.redact.aligned_lines import find_aligned
from backstory.redact.login_words import Word
from backstory.redact.looks import NONE, is_default_password, is_slight_password, name_look
from backstory.redact.patterns import Pattern
from backstory.redact.public_places import is_type_or_algorithm
from backstory.redact.readable_values import PREDICATES
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import FOR_PASSWORDS, SPOKEN_THINGS, is_stated_word
from backstory.redact.words import SENTENCE, is_placeholder, split_words

BEFORE: Final = 96
"""Bytes before a word for a password that may hold its account."""
BEHIND: Final = 128
"""Bytes behind it that may hold its value."""
ABOVE: Final = 1024
"""Bytes above a line of settings in which its section begins."""
TALK: Final = 2048
"""Bytes of a text up to which it may be a message."""

_QUOTE: Final = rb"[\"'`*]{0,2}"
_ACCOUNT_BEFORE: Final = Pattern(
    rb"(?i)\b(?:log[ -]?in|sign[ ]in|user(?:[ -]?name)?|account|benutzer(?:name)?|usuario|usu\xc3\xa1rio|utente|"
    rb"utilisateur|identifiant|gebruiker|\xd0\xbb\xd0\xbe\xd0\xb3\xd0\xb8\xd0\xbd)"
    rb"([ ]?[:=][ ]?|[ ](?:is|as|with|ist|als|est|es)[ ](?:user[ ])?|[ ])" + _QUOTE + rb"([\w.@+-]{2,40})" + _QUOTE
    + rb"(?:[ ]?[,;/|+][ ]?|[ ])(?:(?:and|with|und|mit|et|avec|y|con|e|com)[ ])?(?:the[ ]|das[ ]|le[ ]|la[ ])?"
    + _QUOTE + rb"\z"
)  # fmt: skip
"""An account up to the word for a password. Groups: what leads to the account, and the account."""
_CHINESE_ACCOUNT: Final = Pattern(
    rb"(?:\xe7\x94\xa8\xe6\x88\xb7\xe5\x90\x8d|\xe8\xb4\xa6\xe5\x8f\xb7|\xe5\xb8\x90\xe5\x8f\xb7)"
    rb"[ ]?(?::|\xef\xbc\x9a|\xe6\x98\xaf)?[ ]?([\w.@+-]{2,40})[ ,]*(?:\xef\xbc\x8c)?[ ]?\z"
)
_VALUE_BEHIND: Final = Pattern(
    rb"(?:([ ]?(?::|=|\xef\xbc\x9a)[ ]?|[ ](?:is|ist|est|es)[ ])|[ ]?)" + _QUOTE
    + rb"([^\s\"'`*,;:|(){}<>\[\]=]{3,64})" + _QUOTE
)  # fmt: skip
"""From the word to the value. Groups: the sign, if any, and the value."""
_CLAUSE_ENDS: Final = Pattern(
    rb"[.!)\]*]{0,2}(?:[ \t]*\r?(?:\n|\\n|$)|[.,;][ ]|[ ](?:on|for|at|in|to|and|so|now|then|please|works?|auf|"
    rb"f\xc3\xbcr|bei|im|am|pour|sur|dans|para|en|su|per|op|na|do|\xe5\x9c\xa8)[ ])"
)
_SETTINGS: Final = (
    rb"(?:host(?:name|addr)?|server|data[ ]source|address|port|user(?:[ _-]?(?:name|id))?|uid|usr|login|email|role|"
    rb"db(?:[_-]?name)?|database|initial[ ]catalog|schema|url|env|driver|team|account)"
)
_FIELD_BEFORE: Final = Pattern(
    rb"(?i)(?:^|[\s\"'(\[{;?&|])(?:[a-z]+_)?" + _SETTINGS + rb"=[^\s=,;&\"']{1,80}(?:[ ]|;[ ]?)\z"
)
_FIELD_BEHIND: Final = Pattern(rb"(?i)(?:[ ]|;[ ]?)(?:[a-z]+_)?" + _SETTINGS + rb"=[^\s=(]")
_FIELD: Final = Pattern(rb"=([^\s\"'`,;&(){}<>\[\]|]{3,64})(?:[\"']|;|\\n|\s|$)")
"""From the word to the end of a value that is joined with its name. Group: the value."""
_LINE: Final = Pattern(rb"[ \t]*[=:][ \t]*([^\s\"'`(){}<>\[\],;=]{4,64})[ \t]*\r?(?:\n|$)")
"""From the word to the end of the line of a setting. Group: the value."""
_SECTION: Final = Pattern(
    rb"(?:\A|\n)\[[\w.:/-]{2,40}(?:[ ][\"'\w.:/-]{2,40})?\][ \t]*\r?\n"
    rb"(?:[ \t]*(?:[#;][^\n]*|[A-Za-z_][\w.-]*[ \t]*[=:][^\n(){};]{0,80})?\r?\n)*[\w.-]*\z"
)
"""The head of a section and lines of settings up to a name."""
_MESSAGE: Final = Pattern(
    rb"[ ]?(?:=|:|->|=>)[ ]?" + _QUOTE + rb"([^\s\"'`(){}<>\[\],;=]{5,40})" + _QUOTE + rb"[.!]?\s*\z"
)
_CODE: Final = Pattern(rb"[{};()\[\]]|\b(?:def|import|class|return|const|let|var|func|fn)\b")
_CREDENTIALS: Final = Pattern(rb"(?i)(?:login[ -]?)?(?:credentials?|creds)|login[ ]attempt")
_USING: Final = Pattern(
    rb"(?i)\b(?:with|using|used?|try|tried|trying|via|mit|avec|con)[ ](?:(?:the|these|my|default|our)[ ]){0,2}\z"
)
_LOGIN_BEHIND: Final = Pattern(
    rb"[ ]"
    + _QUOTE
    + rb"[\w.@+-]{2,40}"
    + _QUOTE
    + rb"(?:[/:]|[ ]/[ ])"
    + _QUOTE
    + rb"([^\s\"'`*,;:/|(){}<>\[\]=]{5,40})"
)


_SAME_BEHIND: Final = Pattern(
    rb"(?:[ ](?:are|is|sind)|:)?[ ]" + _QUOTE + rb"([\w.@+-]{3,40})" + _QUOTE + rb"(?:[/:]|[ ]/[ ])" + _QUOTE
    + rb"([\w.@+-]{3,40})"
)  # fmt: skip


def find_given_logins(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[Span]:
    """Yields the values of all forms at the given words."""
    for word in words:
        name = text[word.start : word.end].lower()
        limit = min(end, word.end + BEHIND)
        if _CREDENTIALS.whole(name):
            place = _find_login(text, word, limit)
        elif name in (b"secret", b"secret key"):
            place = _find_quoted_default(text, word, limit)
        elif name in FOR_PASSWORDS or name in _MORE_WORDS:
            head = text[max(start, word.start - BEFORE) : word.start]
            head = head[head.rfind(b"\n") + 1 :]
            place = (
                _find_beside_account(text, head, word, limit)
                or _find_field(text, head, word, limit)
                or _find_in_section(text, head, word, limit)
                or (None if head.strip(_INDENTED) else find_aligned(text, head, word.end, limit))
                or _find_quoted_default(text, word, limit)
                or _find_in_statement(text, head, word, limit)
                or _find_in_environment(text, head, word, limit)
                or _find_in_manifest(text, head, word, limit)
                or _find_sent(text, word, limit)
                or _find_in_brackets(text, head, word, limit)
                or _find_in_message(text, head, word, end)
            )
        else:
            continue
        if place:
            yield Span(*place, "password")


_MORE_WORDS: Final = ("密码".encode(), "密碼".encode(), "口令".encode(), b"pass-word")


_ACCOUNTS: Final = (
    b"log", b"sign", b"user", b"account", b"benutzer", b"usu", b"utente", b"utilis", b"ident", b"gebruik",
    "логин".encode(), "Логин".encode(),
)  # fmt: skip
"""Parts of words for an account."""


def _find_beside_account(text: bytes, head: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password behind an account: `user root password root`."""
    lower = head.lower()
    account = _ACCOUNT_BEFORE.find(head, 0, len(head)) if any(part in lower for part in _ACCOUNTS) else None
    chinese = None if account or head.isascii() else _CHINESE_ACCOUNT.find(head, 0, len(head))
    groups = _VALUE_BEHIND.at(text, word.end, limit) if account or chinese else None
    if not groups or _CLAUSE_ENDS.begin(text, groups[2][1], limit) < 0:
        return None
    first, last = groups[2]
    last = first + len(text[first:last].rstrip(b".!?")) if text[last - 1 : last] == b"." else last
    value = text[first:last]
    name = head[slice(*(account[2] if account else chinese[1]))] if account or chinese else b""  # type: ignore[index]
    if name.lower() in _NO_ACCOUNT:
        return None
    if value == name and account and value.lower() not in _STATES:
        return first, last
    if _is_spoken(value):
        return None
    has_sign = groups[1][0] >= 0
    if chinese or (has_sign and head[slice(*account[1])].strip()):  # type: ignore[index]
        return first, last
    if is_slight_password(value) or name_look(value) != NONE:
        return first, last
    return (first, last) if has_sign and is_stated_word(value, in_sentence=True) else None


_NO_ACCOUNT: Final = frozenset(
    b"and or with without name names page pages form forms field fields flow is are was the a an via by for to using"
    b" reset needs uses has can must required optional failed taken button screen test und mit oder et ou y o".split()
)
"""What stands behind a word for an account in a sentence."""


def _find_field(text: bytes, head: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password among settings that are joined with their values: `user=app password=app_pw`."""
    if text[word.end : word.end + 1] != b"=":
        return None
    groups = _FIELD.at(text, word.end, limit)
    bare = head.rstrip(_NAME_CHARS)
    if not groups or _is_reference(text[slice(*groups[1])]):
        return None
    is_option = head[len(bare) : len(bare) + 2] == b"--" and bare[-1:] in (b" ", b"", b"\t")
    is_option = is_option or (bare[-1:] in (b"?", b"&") and b"://" in bare)
    if is_option or _FIELD_BEFORE.within(bare) or _FIELD_BEHIND.begin(text, groups[1][1], limit) >= 0:
        return groups[1]
    return None


_INDENTED: Final = b" \tABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_NAME_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"


def _find_in_section(text: bytes, head: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password in a line of a section of settings, where no code stands."""
    if head.strip(_NAME_CHARS):
        return None
    groups = _LINE.at(text, word.end, limit)
    if not groups or _is_reference(text[slice(*groups[1])]):
        return None
    above = text[max(0, word.start - ABOVE) : word.start]
    return groups[1] if b"[" in above and _SECTION.within(above) else None


def _find_quoted_default(text: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The default value that a sentence quotes: `secret key is 'changeme123'`."""
    near = text[word.end : word.end + 12]
    groups = _QUOTED.at(text, word.end, limit) if b"'" in near or b'"' in near or b"`" in near else None
    return groups[1] if groups and is_default_password(text[slice(*groups[1])]) else None


_QUOTED: Final = Pattern(rb"(?:[ _-]key)?(?:[ ](?:is|was)|[ ]?[:=])[ ]?[\"'`]([A-Za-z]{4,12}[0-9]{1,6}[!?]?)[\"'`]")


def _find_in_statement(text: bytes, head: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password in quotes that a statement of SQL sets or compares: `set pwd='walnut_pw' where ...`."""
    if text[word.end : word.end + 1] not in (b"=", b" ") or b"'" not in text[word.end : word.end + 4]:
        return None
    if _CLAUSE.within(head.rstrip(_NAME_CHARS)):
        groups = _LITERAL.at(text, word.end, limit)
    else:
        groups = _GIVEN.at(text, word.end, limit) if _ROLE.within(head) else None
    return groups[1] if groups and not _is_reference(text[slice(*groups[1])]) else None


_CLAUSE: Final = Pattern(rb"(?i)\b(?:update[ ][\w.\"`]+[ ]set|where|and)[ ](?:[^\n;]{0,60},[ ]?)?\z")
_ROLE: Final = Pattern(rb"(?i)\b(?:create|alter)[ ](?:role|user)[ ][^\n;']{1,60}[ ]\z")
_GIVEN: Final = Pattern(rb"[ ]'([^'\n]{4,64})'")
_LITERAL: Final = Pattern(rb"[ ]?=[ ]?'([^'\n]{4,64})'")


def _find_in_environment(text: bytes, head: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password that a line of a manifest gives a variable of an environment: `POSTGRES_PASSWORD: postgres`."""
    if not text[word.start : word.end].isupper():
        return None
    name = head[len(head.rstrip(_NAME_CHARS)) :] + text[word.start : word.end]
    lead = head[: len(head) - len(name) + word.end - word.start]
    lead = lead.strip(b" -\t\"'")
    if not name.isupper() or name == b"PASS":  # a verdict of a test
        return None
    if text[word.end : word.end + 1] == b"=":
        groups = _EXPORTED.at(text, word.end, limit) if not lead or lead in _EXPORTS else None
    elif lead in (b"", b"name:"):
        groups = (_VALUE_BELOW if lead else _VARIABLE).at(text, word.end, limit)
    else:
        groups = None
    if not groups:
        return None
    value = text[slice(*groups[1])]
    if _OF_IMAGES.whole(name) and value in _DELIVERED:
        return groups[1]
    first, last = groups[1]
    quote = text[first - 1 : first]
    if quote in (b'"', b"'") and text[last : last + 1] == b" ":
        return _find_phrase(text, first, quote, limit)
    is_name = _is_reference(value) or _is_spoken(value) or value.isupper() or value.lower() in name.lower()
    return None if is_name else (first, last)


def _find_phrase(text: bytes, first: int, quote: bytes, limit: int) -> tuple[int, int] | None:
    """Words in quotes that a person chose: some with a number among them, and none of those of sentences."""
    last = text.find(quote, first, limit)
    words = text[first:last].split() if last >= 0 else []
    if not 2 <= len(words) <= 8 or b"\n" in text[first:last] or any(word.lower() in SENTENCE for word in words):
        return None
    has_number = any(word.isdigit() for word in words)
    return (first, last) if has_number and all(word.isalnum() for word in words) else None


_OF_IMAGES: Final = Pattern(
    rb"(?:MYSQL|MARIADB|POSTGRES|POSTGRESQL|MONGO|RABBITMQ|MINIO|REDIS|KEYCLOAK|GRAFANA|MSSQL|PG|SA|KC|DB|GF)[A-Z_]*"
    rb"(?:PASSWORD|PASS|PASSWD)|PGPASSWORD"
)
_DELIVERED: Final = (b"root", b"admin", b"postgres", b"mysql", b"guest", b"minioadmin", b"mongo", b"redis", b"test")
"""What images are set up with, and samples of them."""
_VARIABLE: Final = Pattern(rb"[\"']?:[ ]+[\"']?([a-zA-Z][\w!#$%^&*?~@+-]{3,40})[\"']?[ \t]*\r?(?:\n|$)")
_EXPORTS: Final = (b"export", b"set", b"setx", b"ENV", b"ARG", b"env", b"e", b"docker run -e")
_EXPORTED: Final = Pattern(rb"=[\"']?([a-zA-Z][\w!#%^&*?~@+-]{3,40})[\"']?(?:\s|\\n|$)")
_VALUE_BELOW: Final = Pattern(
    rb"[\"']?[ \t]*\r?\n[ \t]+value:[ ]+[\"']?([a-zA-Z][\w!#$%^&*?~@+-]{3,40})[\"']?[ \t]*\r?(?:\n|$)"
)


def _find_in_manifest(text: bytes, head: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password in base64 in a Secret of Kubernetes."""
    if text[word.end : word.end + 1] != b":" or head.strip(_NAME_CHARS + b" "):
        return None
    groups = _ENCODED.at(text, word.end, limit)
    if not groups or (groups[1][1] - groups[1][0]) % 4:
        return None
    return groups[1] if _SECRET.within(text[max(0, word.start - ABOVE) : word.start]) else None


_ENCODED: Final = Pattern(rb":[ ]+[\"']?([A-Za-z0-9+/]{4,120}={0,2})[\"']?[ \t]*\r?(?:\n|$)")
_SECRET: Final = Pattern(
    rb"(?:\A|\n)kind:[ ]*[\"']?Secret[\"']?[ \t]*\r?\n(?:[^\n]*\n)*data:[ \t]*\r?\n(?:[^\n]*\n)*[^\n]*\z"
)
"""The head of a Secret of Kubernetes up to a member of its data."""


def _find_sent(text: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password that a script sends when it is asked for one: `expect "password:" { send "..." }`."""
    groups = _SENT.at(text, word.end, limit) if b"send" in text[word.end : word.end + 40] else None
    return groups[1] if groups and not _is_reference(text[slice(*groups[1])]) else None


_SENT: Final = Pattern(
    rb"[:?* ]{0,3}[\"'}]\)?[\s;{]*(?:\w{1,16}\.)?(?:exp_)?send(?:line)?[ (]{0,2}(?:--[ ])?"
    rb"[\"']([^\s\"'\\]{3,64})(?:\\[rn]|[\"'])"
)


def _find_in_brackets(text: bytes, head: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password that is all that brackets hold beside its word: `(pw walnut_7)`."""
    if head[-1:] != b"(" or text[word.start : word.end].lower() == b"pass":
        return None
    groups = _BRACKETED.at(text, word.end, limit)
    if not groups or text[slice(*groups[1])].isalpha() or _is_spoken(text[slice(*groups[1])]):
        return None
    return groups[1]


_BRACKETED: Final = Pattern(rb"(?:[ ]is)?[ :=]{1,2}" + _QUOTE + rb"([^\s\"'`()<>{},;=.]{5,40})" + _QUOTE + rb"\)")


def _find_in_message(text: bytes, head: bytes, word: Word, end: int) -> tuple[int, int] | None:
    """The password in a message that ends with it, and has no code: `pw = hunter2`."""
    if head.strip() or end - word.end > 64 or len(text) > TALK or end != len(text):
        return None
    groups = _MESSAGE.at(text, word.end, end)
    if not groups or not is_slight_password(text[slice(*groups[1])]) or _CODE.within(text):
        return None
    return groups[1]


def _find_login(text: bytes, word: Word, limit: int) -> tuple[int, int] | None:
    """The password of a login that something was done with: `works with the credentials bob/hunter2`."""
    same = _SAME_BEHIND.at(text, word.end, limit)
    if same and text[slice(*same[1])] == text[slice(*same[2])]:
        return same[2]
    if not _USING.within(text[max(0, word.start - 32) : word.start]):
        return None
    groups = _LOGIN_BEHIND.at(text, word.end, limit)
    if not groups:
        return None
    first, last = groups[1]
    value = text[first:last].rstrip(b".!?")
    if not (is_slight_password(value) or name_look(value) != NONE or b"_" in value) or _is_spoken(value):
        return None
    return first, first + len(value)


def _is_spoken(value: bytes) -> bool:
    """Whether a value says something of a password, or only that one goes there."""
    word = value.lower().strip(b".,!?-")
    if word in SPOKEN_THINGS or word in PREDICATES or word in SENTENCE or word in FOR_PASSWORDS or word in _STATES:
        return True
    return _is_reference(value)


_STATES: Final = frozenset(
    b"missing required optional failed empty none null yes no ok true false unknown wrong invalid expired reset see"
    b" ask via from vault hidden absent present pflicht richtig falsch vergessen requis oubli\xc3\xa9 field input test"
    b" string text bool and was were are has had does did will would could should cannot can't isn't wasn't".split()
)


def _is_reference(value: bytes) -> bool:
    """Whether a value is a name, a description or a placeholder of another one."""
    if value[:1] in b"$%{<@&*#/.~-!" or is_type_or_algorithm(value):
        return True
    if is_placeholder(value) and not _NUMBERED.whole(value):
        return True
    if value.isdigit() and len(value) < 4:
        return True
    parts = [part.lower() for part in split_words(value)]
    if parts and all(part in PREDICATES or part in _STATES or part in FOR_PASSWORDS for part in parts):
        return True
    return _EXPRESSION.whole(value)


_NUMBERED: Final = Pattern(rb"(?i)[a-z_]{3,16}[0-9]{2,6}[a-z]?")
"""A word of placeholders with a number: `root123`."""
_EXPRESSION: Final = Pattern(
    rb"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[A-Z][A-Z_]+[A-Z]|[a-z]+(?:[A-Z][a-z]+)+|\S*(?:\$|%[sdvq]|\.\.\.|\xe2\x80\xa6)\S*"
)
"""A member of an object, a constant, a name of several words, a format."""
