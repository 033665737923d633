"""Credentials of words alone where a command, a header, an address or a sentence gives nothing else.

`snowy-owl` may be the name of anything. Only a place that takes nothing but a credential makes it one, and there it
must not be made of the words of which names and references are.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import ANNOUNCEMENT, NAMED, SHAPE
from backstory.redact.chance import DIGITS
from backstory.redact.judge import is_phrase, mixed_case
from backstory.redact.names import classify_name, is_key_of_data
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import has_words_and_number, is_readable_secret, is_worded_secret
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret
from backstory.redact.words import STRONG, is_placeholder

_VALUE: Final = rb"[\"'`]?([^\s\"'`(){}\[\]<>,;=/$]{6,})"
_PLAIN: Final = rb"(?:\"([^\"\n$]{6,128})\"|'([^'\n$]{6,128})'|([^\s\"'`$<@][^\s\"'`]{5,}))"
"""What stands in an argument: in quotes with blanks, or bare."""
STORED: Final = Pattern(
    rb"\b(?:gh[ ]secret[ ]set|(?:glab|gh)[ ]variable[ ]set|secretsmanager|put-parameter|keyvault|key-vault|op[ ]item|"
    rb"doppler|infisical|chamber)\b[^\n|;&]{0,200}?[ ](?:-b|--body|--value|-v|--secret-string|--string-value)[ =]"
    + _PLAIN
)
"""A command that puts a secret into a store, and its text."""
MEMBER: Final = Pattern(rb"\bvault[ ](?:kv[ ](?:put|patch)|write)[ ][^\n|;&]*?[ ]([\w.-]+)=" + _PLAIN)
"""A member of what is put into a vault."""
SETTING: Final = Pattern(
    rb"\b(?:env:set|config:set|env[ ]set|secrets?[ ]set|variable[ ]set)[ ]([A-Z][A-Z0-9_]+)[ =]" + _PLAIN
)
"""A setting that is kept for a program: its name and its value."""
LITERAL: Final = Pattern(rb"--from-literal[ =][\"']?([\w.-]+)=" + _PLAIN)
"""A member of a secret of Kubernetes."""
GLUED: Final = Pattern(rb"\b(?:sshpass|(?:un)?rar[ ]\w|7z[a-z]?[ ]\w)\b[^\n|;&]*?[ ]-h?p" + _PLAIN)
"""A password that is glued to its option."""
INPUT: Final = Pattern(
    rb"\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?(?:'%s'[ \t]+|\"%s\"[ \t]+)?" + _PLAIN + rb"[ \t]*\|[ \t]*"
    rb"(?:docker|podman|gcloud|vercel|kubectl|heroku|netlify|pass|op)[ ][^\n|;&]{0,60}?(?:secrets?|env[ ]add|insert)\b"
)
"""What a command reads that keeps a secret."""
SUBSTITUTED: Final = Pattern(
    rb"(?i)(?:pass\w*|pw\w*|secret|token|key)(?:[ =]|-file[ =])<\([ ]?(?:echo|printf)[ ](?:-n[ ])?" + _PLAIN
)
"""What a command reads from another one, where it takes the name of a file."""
LINE: Final = Pattern(
    rb"\b(?:secrets?|login|passwd|password|kinit|cryptsetup|sudo[ ]-S|[\w-]+-stdin|env[ ]add|auth)\b"
    rb"[^\n|;&]{0,60}?<<<[ ]*" + _PLAIN
)
"""What such a command reads as a line."""
REDIS: Final = Pattern(rb"\bredis-cli\b[^\n|;&]*?[ ](?:(?i:auth)|-a|--pass)[ ]" + _PLAIN)
"""A password with which a command or an option of Redis signs in."""
HEADER: Final = Pattern(
    rb"(?i)[\"'](?:x-)?[\w-]*(?:-key|-token|-secret|password|authorization)[ ]?:[ ]?(?:(?:bearer|token|basic)[ ])?"
    rb"([a-z][\w .-]{5,64})[\"']"
)
"""A header in quotes, up to its quote."""
FORM: Final = Pattern(
    rb"(?:-F|--form|-d|--data(?:-raw|-urlencode|-binary)?|--form-string)[ ][\"']?(?:[^\s\"'&]*&)*([\w.-]{2,40})="
    rb"([^\n\"'`&@$<{]{6,128}[\"']|[^\s\"'`&@$<{]{6,128})"
)
"""A member of a form."""
SECURE: Final = Pattern(
    rb"(?i)convertto-securestring[ ](?:-string[ ])?" + _PLAIN + rb"[ ]-(?:asplain|force)|"
    rb"(?:\"([^\"\n$]{4,128})\"|'([^'\n$]{4,128})')[ ]*\|[ ]*convertto-securestring"
)
"""What PowerShell makes a secure string of."""
SQL: Final = Pattern(
    rb"(?i)\b(?:create|alter|set|grant)\b[^\n;]{0,120}\b(?:identified[ ]by|password)[ ]?=?[ ]?\(?'([^'\n]{4,128})'"
)
"""The password of an account of a database."""
SQL_CALL: Final = Pattern(
    rb"(?i)\bsp_(?:addlogin|password|addlinkedsrvlogin)\b[^\n;]*?,[ ]?N?'([^'\n]{6,128})'|"
    rb"\bpragma[ ]+(?:\w+\.)?(?:re)?key[ ]?=[ ]?'([^'\n]{6,128})'|\battach\b[^\n;]{0,120}[ ]key[ ]'([^'\n]{6,128})'|"
    rb"\b(?:pgp_sym_(?:en|de)crypt|aes_(?:en|de)crypt|(?:en|de)cryptbypassphrase)\([^()\n']*(?:'[^'\n]*'[^()\n']*)??"
    rb"'([^'\n]{6,128})'\)|\bcrypt\([ ]?'([^'\n]{6,128})',[ ]?gen_salt"
)
"""A password or a key as an argument in SQL."""
STRING: Final = Pattern(rb"(?i);[ ]?(?:pwd|password)=([^;\"'\n{}$<%]{6,64})(?:[;\"']|$)")
"""A member of a connection string, with blanks too."""
ADDRESS: Final = Pattern(rb"\bhttps?://([\w.~-]{12,64})@[\w-]+\.[\w.-]+")
"""An address that has a name and no password."""
GLUE: Final = Pattern(
    rb"(?i)([\w-]*(?:token|key|" + STRONG + rb"))[\"'\]]*[ ]?[:=][ ]?"
    rb"[\"']([\w.!-]{2,64})[\"'][ ]?[+.]?[ ]?[\"']([\w.!-]{2,64})[\"']"
)
"""A value that is glued from two."""
PAIR: Final = Pattern(rb"\bauth[ ]?=[ ]?\([\"'][^\"'\n]{1,64}[\"'],[ ]?[\"']([^\"'\n]{6,64})[\"']\)")
"""A login as an argument of a call."""
MOVED: Final = Pattern(
    rb"(?i)(" + STRONG + rb"|token|key)(?:[ ](?:for|of|on|f\xc3\xbcr|von|vom|de[ ]la|du|del)[ ][\w.@-]+){0,2}"
    rb"[ ](?:from|von|de)[ ]" + _VALUE + rb"[\"'`]?[ ](?:to|auf|zu|in|\xc3\xa0|a|por|->)[ ]" + _VALUE
)
"""What a secret was changed from and to."""
OPENED: Final = Pattern(
    rb"(?i)(?:" + STRONG + rb"|\bkey|encrypted|locked)\b[^\n]{0,120}?\b(?:unlock|decrypt|open|log|sign|mount)\w*[ ]"
    rb"(?:it[ ]|them[ ]|in[ ])?(?:with|using)[ ]" + _VALUE
)
"""A secret was named, and what opens."""
CORRECTED: Final = Pattern(
    rb"(?i)\b(?:" + STRONG + rb"|token|key)\b[^\n]{0,80}?(?:[ ]it's|[ ]it[ ]is|[ ]equals|[ ]sondern|[ ]now)[ ]" + _VALUE
)
"""A secret was named, and what it is after all."""
JOINED: Final = Pattern(
    rb"(?i)\b((?:[\w-]{1,16}[ ])?(?:token|key|schl\xc3\xbcssel|jeton|pass ?phrase|password|passwort|kennwort|"
    rb"mot de passe|contrase\xc3\xb1a|senha))(?:[ ](?:for|of|to|on|f\xc3\xbcr|von|pour|de|du|del|para)[ ]"
    rb"[\w'.@-]+(?:[ ][\w'.@-]+){0,3}?)?[ ](?:is|was|ist|lautet|est|es|should[ ]be)[ ]" + _VALUE
)
"""A secret by its name and what it is: words joined."""
SERVING: Final = Pattern(
    rb"(?i)(?:^|[\s\"'`])([a-z]+(?:-[a-z]+)+)[\"'`]?[ ](?:is[ ](?:the|my|our)|as[ ](?:the|my|our|your|a))[ ]"
    rb"(?:[\w.-]{1,24}[ ]){0,2}?(?:" + STRONG + rb")(?:[.,;!?)]|[ ](?:for|on|in|and|please|now)\b|\s*(?:\n|$))"
)
"""Joined words and, after them, what they serve as."""
SENTENCE_PHRASE: Final = Pattern(
    rb"(?i)\b(pass ?phrase|password|passwort|kennwort|contrase\xc3\xb1a|mot de passe)"
    rb"(?:[ ](?:for|of|to|on|f\xc3\xbcr|von|pour|de|du|del|para)[ ][\w'.@-]+(?:[ ][\w'.@-]+){0,3}?)?"
    rb"[ ](?:is|ist|lautet|est|es)[ ]((?:[a-z]{3,12}[ ]){1,5}(?:[0-9]{2,4}|[a-z]{3,12}))"
    rb"(?:[.,;!?)]|[ ](?:and|und|et|y|then|so|please|okay|ok)\b|\s*(?:\n|$))"
)
"""A passphrase in the middle of a sentence."""
_SPOKEN_DIGIT: Final = (
    rb"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|"
    rb"null|eins|zwei|drei|vier|f\xc3\xbcnf|sechs|sieben|acht|neun)"
)
SPOKEN_PIN: Final = Pattern(
    rb"(?i)\b(?:pin|passcode|(?:door|gate|alarm|safe|unlock)[ ]code)(?:[ ](?:for|of|to)[ ][\w -]{1,40}?)?"
    rb"[ ](?:is|ist|to|as|equals)[ ]"
    rb"(" + _SPOKEN_DIGIT + rb"(?:[ ]" + _SPOKEN_DIGIT + rb"){3,7})\b"
)
"""A number that opens something, spelled digit by digit."""
DOOR: Final = Pattern(
    rb"(?i)\b(?:door|gate|alarm|safe|entry|garage)[ ]code:?[ ]([0-9]{4,8}#?)(?:[^\w./:-]|[./:](?:\s|$)|$)"
)
"""The number right behind the word."""


def _place(groups: Spans) -> tuple[int, int]:
    """The group of the value: the last one that took part."""
    return next(group for group in reversed(groups[1:]) if group[0] >= 0)


def _judge_input(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Whatever stands there, unless it only says that something goes here."""
    first, last = _place(groups)
    if not is_placeholder(text[first:last]) and not _NO_INPUT.whole(text[first:last]):
        yield Span(first, last, name)


_NO_INPUT: Final = Pattern(
    rb"(?i)[$%{<(/.@-].*|.*\$[({A-Za-z].*|pass(?:word)?|secret|hello|true|false|your[_-].*|"
    rb"[\w-]*\.(?:txt|json)|![A-Z]\w* .*"
)


def _judge_substituted(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The same without the bracket that closes the command."""
    first, last = _place(groups)
    last -= text[first:last].endswith(b")")
    yield from _judge_input(text, [groups[0], (first, last)], name)


def _judge_called(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What looks like a password and is no column, name of an algorithm or account."""
    value = text[slice(*_place(groups))]
    is_strange = any(char in DIGITS for char in value) or mixed_case(value)
    if is_strange and is_secret(value, strong=True, quoted=True, reference=True):
        yield Span(*_place(groups), name)


def _judge_named(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What is given under the name of a credential."""
    meaning = classify_name(text[slice(*groups[1])])
    if meaning and (meaning.strong or meaning.credential):
        yield from _judge_worded(text, groups, name)


def _judge_member(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a vault keeps, unless its name is that of a place or an account."""
    label = text[slice(*groups[1])].lower()
    if not label.endswith(_NO_SECRETS):
        yield from _judge_worded(text, groups, name)


_NO_SECRETS: Final = (
    b"user", b"username", b"host", b"name", b"url", b"port", b"email", b"region", b"id", b"type", b"ttl", b"policies",
    b"policy", b"path", b"version", b"env", b"mode", b"role", b"roles", b"description", b"file", b"database", b"db",
)  # fmt: skip


def _judge_worded(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Words alone or words and a number."""
    first, last = _place(groups)
    while last > first and text[last - 1] in b"\"'":
        last -= 1
    value = text[first:last]
    if is_worded_secret(value, 1) or (is_readable_secret(value) and not is_placeholder(value)):
        yield Span(first, last, name)


def _judge_joined(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """At least two words, joined or with a number."""
    first, last = _place(groups)
    value = text[first:last]
    if is_worded_secret(value, 2) or (
        b" " in value and any(char in DIGITS for char in value) and is_worded_secret(value, 1)
    ):
        yield Span(first, last, name)


def _judge_form(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a form gives under the name of a credential, as `token` alone is one there."""
    label = text[slice(*groups[1])]
    meaning = classify_name(label)
    if label.lower() == b"token" or (meaning and (meaning.strong or meaning.credential)):
        yield from _judge_worded(text, groups, name)


def _judge_address(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Four words at least, and a number: no name of a user is so long."""
    value = text[slice(*groups[1])]
    if (
        len(value.split(b"-")) >= 4
        and has_words_and_number(value)
        and is_worded_secret(value.rstrip(b"-0123456789"), 3)
    ):
        yield Span(*groups[1], name)


def _judge_glue(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    meaning = classify_name(text[slice(*groups[1])])
    pieces = groups[2:4]
    value = b"".join(text[slice(*piece)] for piece in pieces)
    bare = text[slice(*groups[1])].lower() == b"token"
    if not bare and not (meaning and (meaning.strong or meaning.credential)):
        return
    strong = bool(meaning and meaning.strong)
    if is_worded_secret(value, 2) or is_secret(value, strong=strong, quoted=True, reference=True, credential=True):
        for piece in pieces:
            yield Span(*piece, name)


def _judge_given(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Each value that a sentence gives: words and a number, or three words joined."""
    for first, last in groups[1:]:
        while last > first and text[last - 1] in b".,;:!?)*`'":
            last -= 1
        if first >= 0 and _is_stated(text[first:last]):
            yield Span(first, last, name)


def _is_stated(value: bytes) -> bool:
    if has_words_and_number(value):
        return is_secret(value, strong=True, quoted=True, reference=True)
    return value.count(b"-") >= 2 and is_worded_secret(value, 3) and not _SAYS.within(value)


_SAYS: Final = Pattern(
    rb"(?i)\b(?:[a-z]+(?:ed|ing|ly|tion|ment|able|ible|ive|ized)|up|out|end|date|time|one|day|read|write|hard|easy|only|case|plain|"
    rb"self|self|non|pre|post|never|always|also|just|both|length|chars?|characters?|words?|letters?|digits?|long|side|user|"
    rb"base|min|max|per|than|optional|account|config|code|data|command|line|box|works?)\b"
)
"""Words of compounds that say something of a secret: `up-to-date`, `hard-to-guess`, `case-sensitive`."""


def _judge_moved(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Two values of which neither is a plain word."""
    values = []
    for first, last in groups[2:4]:
        while last > first and text[last - 1] in b".,;:!?)*`'":
            last -= 1
        values.append((first, last))
    if all(_is_moved(text[first:last]) for first, last in values):
        for first, last in values:
            yield Span(first, last, name)


def _is_moved(value: bytes) -> bool:
    if is_readable_secret(value):
        return not is_placeholder(value)
    return b"-" in value and is_worded_secret(value, 2) and not _SAYS.within(value)


def _judge_serving(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    value = text[slice(*groups[1])]
    if is_worded_secret(value, 2) and not _SAYS.within(value):
        yield Span(*groups[1], name)


def _judge_stated_name(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Three words joined that a key or a password is said to be."""
    word = text[slice(*groups[1])]
    if not is_key_of_data(word):
        yield from _judge_given(text, [groups[0], groups[2]], name)


def _judge_phrase(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Four words, three of a passphrase, or two and a number, none of which is one of a sentence."""
    value = text[slice(*groups[2])]
    numbered = value[-1] in DIGITS
    words = value.split()
    fewest = 3 if numbered or b"phrase" in text[slice(*groups[1])].lower() else 4
    plain = b" ".join(words[:-1]) if numbered else value
    if len(words) < fewest or not is_worded_secret(value, 2) or _SAYS.within(value):
        return
    if numbered or is_phrase(plain, fewest=3):
        yield Span(*groups[2], name)


def _judge_whole(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    yield Span(*groups[1], name)


_ANY: Final = ANNOUNCEMENT | NAMED | SHAPE
RULES: Final = (
    (
        STORED,
        "flag-secret",
        _judge_input,
        _ANY,
        (b"secret", b"variable", b"put-", b"vault", b"item", b"doppler", b"chamber"),
    ),
    (MEMBER, "assigned-secret", _judge_member, _ANY, (b"vault ",)),
    (
        SETTING,
        "assigned-secret",
        _judge_named,
        _ANY,
        (b":set ", b"env set ", b"secrets set ", b"secret set ", b"variable set "),
    ),
    (LITERAL, "password", _judge_member, ANNOUNCEMENT, (b"--from-literal",)),
    (GLUED, "flag-secret", _judge_input, _ANY, (b"sshpass", b"rar ", b"7z")),
    (INPUT, "password", _judge_input, _ANY, (b"echo ", b"printf ")),
    (SUBSTITUTED, "password", _judge_substituted, _ANY, (b"<(",)),
    (LINE, "password", _judge_input, SHAPE, (b"<<<",)),
    (SQL_CALL, "password", _judge_called, _ANY, (b"sp_", b"crypt", b"pragma", b"attach")),
    (REDIS, "flag-secret", _judge_input, _ANY, (b"redis-cli",)),
    (HEADER, "authorization-header", _judge_joined, ANNOUNCEMENT, (b"':", b'":', b": ")),
    (FORM, "assigned-secret", _judge_form, _ANY, (b" -f ", b" -d ", b"--form", b"--data")),
    (SECURE, "password", _judge_input, _ANY, (b"securestring",)),
    (SQL, "password", _judge_input, NAMED, (b"'",)),
    (STRING, "password", _judge_joined, NAMED, (b";",)),
    (ADDRESS, "url-token", _judge_address, ANNOUNCEMENT, (b"://",)),
    (
        GLUE,
        "assigned-secret",
        _judge_glue,
        ANNOUNCEMENT | NAMED,
        (b'" +', b"' +", b'"+', b"'+", b'""', b"''", b'" "', b"' '"),
    ),
    (PAIR, "password", _judge_joined, SHAPE, (b"auth=(", b"auth = (")),
    (MOVED, "prose-password", _judge_moved, NAMED | ANNOUNCEMENT, (b" from ", b" von ", b" de ")),
    (OPENED, "prose-password", _judge_given, ANNOUNCEMENT, (b" with ", b" using ")),
    (
        CORRECTED,
        "prose-password",
        _judge_given,
        ANNOUNCEMENT | NAMED,
        (b" it's ", b" it is ", b" equals ", b" sondern ", b" now "),
    ),
    (JOINED, "prose-password", _judge_stated_name, ANNOUNCEMENT | NAMED, (b"-",)),
    (SERVING, "prose-password", _judge_serving, ANNOUNCEMENT, (b" as ", b" is ")),
    (SENTENCE_PHRASE, "passphrase", _judge_phrase, NAMED, (b" is ", b" ist ", b" lautet ", b" est ", b" es ")),
    (SPOKEN_PIN, "pin", _judge_whole, ANNOUNCEMENT, (b"pin ", b"code ")),
    (DOOR, "pin", _judge_whole, ANNOUNCEMENT, (b"ode",)),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
KEY_TRIGGER: Final = (
    rb"(token|key)[\"'\]]*[ ]?[:=][ ]?(?:[\"']?[a-z]+(?:[ -][a-z0-9]|[&;])|[\"'][\w.!-]+[\"'][ ]?[+.\"'])"
)
"""What announces a key or a token that is words joined, or is put together. Group: the word for it."""
TRIGGERS: Final = (
    rb"(?:secret|variable|env|config)[ :]set[ ]|\bvault[ ](?:kv|write)|\b(?:sshpass|rar|7z)[ ]|"
    rb"\|[ ]*(?:gcloud|vercel|kubectl|heroku|netlify)[ ]|redis-cli[ ]|" + KEY_TRIGGER + rb"|://[\w.]+-[\w.-]*[0-9]@|"
    rb"(?:unlock|decrypt)[a-z]*[ ](?:it[ ])?(?:with|using)[ ]|"
    rb"(?:token|key|jeton|schl\xc3\xbcssel)[^\s]?[^\s]?[ ](?:\S+[ ])*?[\"']?[a-z]+-[a-z]+-[a-z0-9]|"
    rb"(?:token|key|passwor[dt]|kennwort|contrase\xc3\xb1a|mot de passe)[ ](?:from|von|de)[ ][^\s]+"
    rb"[ ](?:to|auf|zu|\xc3\xa0|a)[ ]|"
    rb"[a-z]-[a-z]+[\"'`]?[ ](?:as|is)[ ](?:the|my|our|your|a)[ ](?:[\w.-]+[ ]){0,2}pass|"
    rb"(?:it's|equals|now|password)[ ][a-z]+-[a-z]+-[a-z0-9]|(?:pin|code)[ ](?:is|ist|to)[ ](?:"
    + _SPOKEN_DIGIT
    + rb")[ ]|"
    rb"(?:door|gate|alarm|safe)[ ]code:?[ ][0-9]{4}|[ =]<\([ ]?(?:echo|printf)[ ]|"
    rb"(?i:\bsp_(?:addlogin|password|addlinked)|\bpragma[ ]+(?:\w+\.)?(?:re)?key[ ]?=|\battach[ ][^\n;]*[ ]key[ ]'|"
    rb"(?:pgp_sym_|aes_)(?:en|de)crypt\(|cryptbypassphrase\(|\bcrypt\([ ]?')"
)
"""What announces one of them to the search, apart from a word for a password."""
