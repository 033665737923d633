"""Secrets as people tell them to each other, apart from `the password is ...`: the value first, pairs, word lists."""

from collections.abc import Iterator
from typing import Final

from backstory.redact import noted_passwords
from backstory.redact.arguments import NAMED, RUN, SHAPE, judge_chosen
from backstory.redact.chance import DIGITS, is_random
from backstory.redact.looks import is_slight_password
from backstory.redact.names import LONGEST_KIND, is_record_id, opens_nothing
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import is_written_word
from backstory.redact.sentences import is_recognized_by_signs
from backstory.redact.spans import Span
from backstory.redact.words import SENTENCE, STRONG

_ROLE: Final = (
    rb"[\"'`]?,?[ ]{1,2}(?:(?:as|for|als|comme|como|come)[ ]|\()(?:the[ ]|my[ ]|our[ ]|your[ ]|its[ ]|an?[ ]|das[ ]|"
    rb"l[ae][ ])?(?:[\w.-]{1,24}[ ]){0,3}?(?:" + STRONG + rb"|pin|token|[a-z]{2,12}[ ]key)\b"
)
AS: Final = Pattern(rb"(?i)[\s\"'`(]([^\s\"'`()]{6,})" + _ROLE)
"""A value and, after it, what it serves as."""
_ACCOUNTS: Final = (
    rb"(?:\b(?:creds?|credentials?|log[ -]?in|zugang(?:sdaten)?|anmelde(?:daten|name)|benutzer(?:name)?|identifiants?|"
    rb"acc(?:\xc3\xa8s|eso|esso)|"
    rb"credenc?iales|usuario|utilisateur|utente|inloggegevens|"
    rb"user(?:name)?(?:[ ]?/[ ]?|[ ]and[ ])pass(?:word|wd)?)|\xd0\xbb\xd0\xbe\xd0\xb3\xd0\xb8\xd0\xbd|"
    rb"\xe8\xb4\xa6\xe5\x8f\xb7|\xe3\x83\xad\xe3\x82\xb0\xe3\x82\xa4\xe3\x83\xb3)"
    rb"(?:[ ]\([^()\n]*\))?(?:[ ](?:for|to|on|of)[ ][\w .-]*)?"
    rb"(?::|[ ]are|[ ]is|=)[ \t]*[\"'`]?[\w.@-]+[\"'`]?(?:[ ]?[/|:][ ]?|,[ ])[\"'`]?"
)
PAIR: Final = Pattern(rb"(?i)" + _ACCOUNTS + rb"([^\s\"'`]{6,})")
"""A user's name and the password after it."""
WORDS: Final = Pattern(
    rb"(?i)(?:(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words?)|seed)[\"'`*]{0,3}"
    rb"(?:[ ](?:of|for|from|to|f\xc3\xbcr|von|vom|de|du|del|para|pour)(?:[ ][\w'-]{1,20}){1,5}?)?"
    rb"(?:,?[ ](?:in[ ]case|if|just|falls|au[ ]cas|por[ ]si)[ ][^\n:.]{1,40}?)?"
    rb"[ \t]*(?:is|are|ist|sind|est|es|:|=|=>)[ \t]*[:=]?|"
    rb"(?:wallet|recover\w*|restor\w*|seed|import)[^\n.]{0,40}[ ](?:12|15|18|21|24|twelve|twenty-four)[ ]words:?)"
    rb"[ \t\r\n]*[\"'`\[(]{0,2}"
    rb"((?:[a-z]{3,8}[ ,\"']{1,4}){11,23}[a-z]{3,8})\b"
)
"""The words that a wallet is restored from: a multiple of three, from twelve to twenty-four."""

FIELD: Final = Pattern(
    rb"(?i)\b(?:enter|type|fill|input|put|writ|past|submit)\w{0,4}[ ][\"'`]?([^\s\"'`]{6,64})[\"'`]?[ ]"
    rb"(?:in|into|to|on|at)[ ]"
    rb"(?:the[ ]|my[ ]|our[ ]|your[ ]|its[ ]|an?[ ])?[\"'`]?(?:[\w.-]{1,24}[ ]){0,3}?(?:" + STRONG + rb"|pin)\b"
)
"""A value and, after it, the field it is entered in."""
_CODES: Final = (
    rb"(?:(?:verification|one[- ]?time|log[- ]?in|sign[- ]?in|confirmation|[2m]fa|two[- ]factor|t?otp|sms|"
    rb"authenticat(?:or|ion)|backup|recovery|rescue|emergency|scratch|pairing|activation)[ -](?:pass)?codes?|"
    rb"best\xc3\xa4tigungscode|sicherheitscode|einmalcode|code de (?:v\xc3\xa9rification|s\xc3\xa9curit\xc3\xa9)|"
    rb"c\xc3\xb3digo de (?:verifica\S+|seguran\xc3\xa7a|seguridad)|\xe9\xaa\x8c\xe8\xaf\x81\xe7\xa0\x81|"
    rb"\xe7\xa2\xba\xe8\xaa\x8d\xe3\x82\xb3\xe3\x83\xbc\xe3\x83\x89)"
)
CODE: Final = Pattern(
    rb"(?i)" + _CODES + rb"(?:[ ](?:for|of|to)[ ][\w.-]+(?:[ ][\w.-]+){0,2}?)?"
    rb"(?:[ ]?(?:is|was|are|ist|lautet|est|es|\xe6\x98\xaf|\xe3\x81\xaf|\xef\xbc\x9a)|:|=)+[ \t]*[\"'`]?"
    rb"([0-9]{4,8}|[0-9]{3}[ -][0-9]{3}|[A-Za-z]?-?[0-9]{4,6}(?:-[0-9]{4,6})+|[a-z0-9]{4,8}(?:-[a-z0-9]{4,8})+)\b"
)
"""A code that opens an account, once or in need."""

CODES: Final = Pattern(
    rb"(?i)" + _CODES + rb"[^\n]{0,60}\r?\n\s*"
    rb"((?:[ \t>*.)-]*(?:[0-9]{1,2}[.)][ ])?(?:[a-z0-9]*[0-9][a-z0-9]*|[a-z0-9]{3,8}(?:-[a-z0-9]{3,8})+)"
    rb"(?:[ \t]+(?:[a-z0-9]*[0-9][a-z0-9]*|[a-z0-9]{3,8}(?:-[a-z0-9]{3,8})+))*[ \t]*(?:\r?\n|$)){2,})"
)
"""A list of such codes, one or some in a line."""

_SETTING_UP: Final = (
    rb"(?:set-?up|secret|manual(?:[ ]entry)?|authenticator|[2m]fa|t?otp)[ ](?:key|code|secret)|"
    rb"(?:enter|type)[ ]th(?:is|e)[ ](?:key|code|secret)|einrichtungs(?:schl\xc3\xbcssel|code)|"
    rb"(?:cl\xc3\xa9|clave|chave|chiave)[ ]d[ei][ ]config\w*[\x80-\xff\w]*|klucz[ ]konfiguracji|configuratiesleutel"
)
SETUP: Final = Pattern(
    rb"(?i)(?:" + _SETTING_UP + rb")(?:[^\n:=]{0,24}[:=]\s{0,4}|[ ](?:is|ist|lautet|est|es|\xc3\xa8|\xc3\xa9|to)[ ])"
    rb"[\"'`]?((?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{2,8})\b"
)
"""The seed of one-time passwords, in groups of four as it is typed by hand."""
_TRIED: Final = tuple(
    word + b" " + name
    for word in (b"try", b"use", b"with")
    for name in (b"root", b"admin", b"sa", b"test", b"demo", b"guest", b"deploy", b"postgres", b"user")
)
BRIEFLY: Final = Pattern(
    rb"(?i)(?:^|[^\w.-])(?:u|usr|user(?:name)?|login|id)[ ]?[:=][ ]?[\w.@-]+[ ,;/|]{1,3}p(?:w|ass)?[ ]?[:=][ ]?"
    rb"[\"'`]?([^\s\"'`]{6,})|"
    rb"\bu(?:ser)?/p(?:w|ass(?:word)?)?[ :=]+[\w.@-]+[ ]?/[ ]?([^\s\"'`]{6,})|"
    rb"\b(?:decrypt|unlock|unseal)\w*[ ](?:(?:it|them)[ ])?(?:with|using|code|key)\b[^\n:=]*[:=][ ]([^\s\"'`]{6,})|"
    rb"\b(?:root|admin|administrator|sa|postgres)[ ](?:login|account|user)\b[^\n:=]*[:=][ ]([^\s\"'`]{6,})|"
    rb"\bcreds?[ ](?:are[ ]|is[ ])?[\w.@-]{2,}(?:[:/]|[ ]and[ ])[\"'`]?([^\s\"'`]{6,})|"
    rb"\b(?:try|use|with)[ ](?:root|admin|administrator|sa|test|demo|guest|deploy|postgres|"
    rb"user)[/:]([^\s\"'`/:]{6,})|"
    rb"\b(?:wi-?fi|wlan|hotspot|ssid|vpn)\b[^\n]*?[ ][\w.@-]{2,}[ ][/|][ ][\"'`]?([^\s\"'`]{6,})|"
    rb"(?:^|\n)[ \t>*-]*[\w.@-]{2,}[ ]/[ ]([^\s\"'`/]{8,})[ \t]*\r?(?:\n|$)|"
    rb"\b(?:type|enter)[ ][\"'`]?([^\s\"'`]{6,})[\"'`]?[ ](?:at|into|in|on)[ ](?:the[ ]|"
    rb"that[ ])?(?:[\w-]+[ ]){0,2}prompt\b"
)
"""An account and its password as people note them down, and what goes into a prompt."""
RENAMED: Final = Pattern(
    rb"(?i)\b(?:chang|sett?|reset|updat|rotat|switch)\w{0,4}[ ](?:it|that|"
    rb"this)[ ](?:from[ ][^\s]+[ ])?(?:back[ ])?"
    rb"to[ ][\"'`]?([^\s\"'`(){}<>]{6,})[^\n]*?(?:" + STRONG + rb")\b"
)
"""What something was changed to that is said to be a password afterwards."""


def _judge_role(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value that serves as a password or as a key that opens something."""
    first, last = groups[1]
    if is_record_id(text[max(0, first - LONGEST_KIND) : first], text[first:last]):
        return
    role = text[last : groups[0][1]]
    if not opens_nothing(role) and not role.lstrip(b"\"'`, ").startswith(b"(pass"):
        yield from judge_chosen(text, groups, name)


def _judge_opening(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value with digits and signs: no word says that it is a secret."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    is_pair = groups[1][0] >= 0 and text[groups[0][0] : first].lstrip(b" \t\n(,;>*-")[:1] in b"uU"
    if is_recognized_by_signs(text[first:last]) or (is_pair and is_slight_password(text[first:last])):
        yield Span(first, last, name)


def _judge_pair(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A password behind the name of an account: one that a person chose, or a word with which the line ends."""
    first, last = groups[1]
    while last > first and text[last - 1] in b".,;:)":
        last -= 1
    head = text[groups[0][0] : first]
    apart = head.rstrip(b"\"'`")[-3:] in (b" / ", b" | ") or _ACCOUNT_BEFORE.within(head) or _CREDENTIALS.within(head)
    ends = _LINE_END.begin(text, last, min(len(text), last + 4)) >= 0 and text[last : last + 3] != b" / "
    value = text[first:last]
    if apart and ends and is_written_word(value) and value.lower() not in _PLACES and not _PLURAL.within(head):
        yield Span(first, last, name)
    else:
        yield from judge_chosen(text, groups, name)


_CREDENTIALS: Final = Pattern(rb"(?i)\A(?:creds?|credentials|zugangsdaten)[ ]?[:=][ ]?[\w.@-]+/\z")
_ACCOUNT_BEFORE: Final = Pattern(
    rb"(?i)[ ][\"'`]?(?:root|admin|administrator|sa|test|demo|guest|deploy)[\"'`]?[ ]?/[ ]?[\"'`]?\z"
)
_LINE_END: Final = Pattern(rb"[\"'`.,;)]*(?:\s|$)")
_PLACES: Final = frozenset(
    b"staging production prod preprod development dev integration sandbox preview canary same-origin omit logout"
    b" signup sign-up register".split()
)
"""Where one signs in, and what stands beside signing in: no password is one of these words alone."""
_PLURAL: Final = Pattern(rb"(?i)(?:user(?:s|name)?|login|e?mail|name)[\"'`]?[ ]?[/|][ ]?\z")
"""A label where the name of an account would stand."""


def _judge_code(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    if any(char in DIGITS for char in text[slice(*groups[1])]):
        yield Span(*groups[1], name)


def _judge_setup(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Groups with digits, or letters in an order in which no words have them."""
    value = text[slice(*groups[1])]
    if any(char in DIGITS for char in value) or is_random(value.translate(None, b" -")):
        yield Span(*groups[1], name)


def _judge_codes(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A list of words that are as long as codes are, most of them with digits."""
    words = [word.strip(b">*.)-") for word in text[slice(*groups[1])].split()]
    codes = [word for word in words if len(word) >= 4]
    with_digits = sum(any(char in DIGITS for char in word) for word in codes)
    if 2 * with_digits > len(codes) and max(map(len, codes)) <= 24:
        yield Span(groups[1][0], groups[1][0] + len(text[slice(*groups[1])].rstrip()), name)


def _wallet(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    words = text[slice(*groups[1])].replace(b",", b" ").split()
    if len(words) % 3 == 0 and 3 * sum(word in SENTENCE for word in words) <= len(words):
        yield Span(*groups[1], name)


_CODE_WORDS: Final = (b"code", b"digo de", b"\xaa\x8c", b"\xa2\xba")
"""What every word for such a code has; of other letters the bytes that are the same in capitals."""
RULES_OF_PLACE: Final = (
    (
        AS,
        "prose-password",
        _judge_role,
        SHAPE | NAMED | RUN,
        (b" as ", b" for ", b" (", b" als ", b" com", b" como "),
    ),
    (PAIR, "prose-password", _judge_pair, SHAPE, (b"",)),
    (WORDS, "seed-phrase", _wallet, SHAPE, (b"mnemonic", b"seed", b"recovery", b"backup", b"secret", b" words")),
    (
        BRIEFLY,
        "prose-password",
        _judge_opening,
        SHAPE | RUN,
        (
            b" p:",
            b" p=",
            b"u/p",
            b"user/p",
            b"decrypt",
            b"unlock",
            b"unseal",
            b" login",
            b" account",
            b"cred",
            b" / ",
            b" | ",
            b"prompt",
            *_TRIED,
        ),
    ),
    (CODE, "login-code", _judge_code, SHAPE, _CODE_WORDS),
    (CODES, "login-code", _judge_codes, SHAPE, _CODE_WORDS),
    (SETUP, "login-code", _judge_setup, SHAPE, (b"key", b"code", b"secret", b"cl", b"chiave", b"klucz", b"chave")),
    *noted_passwords.RULES,
)
RULES_OF_WORD: Final = (
    (
        FIELD,
        "prose-password",
        judge_chosen,
        SHAPE,
        (b"enter", b"type", b"fill", b"input", b"put", b"writ", b"past", b"submit"),
    ),
    (RENAMED, "prose-password", judge_chosen, SHAPE, (b" to ",)),
)
"""Rules that find nothing without a word for a password, so that a region without one is not searched."""
TRIGGERS: Final = (
    rb"[0-9][^\s]*[ ]+(?:(?:as|for|als|comme|como|come|in|into|to|on|at|an?|the|my|our|your)[ ]|\()"
    rb"(?:the[ ]|my[ ]|our[ ]|your[ ]|its[ ]|an?[ ])?"
    rb"(?:[\w.-]+[ ])*?(?i:pass|pwd|pw\b|secret|pin\b|token)|"
    rb"(?i:" + _ACCOUNTS + rb"[^\s])|(?i:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words)|"
    rb"[ ](?:12|15|18|21|24|twelve|twenty-four)[ ]words)|"
    rb"(?i:\bu(?:ser)?[:=][ ]?[\w.@-]+[ ,;/|]+p[:=])|"
    rb"(?i:\bu(?:ser)?/p(?:w|ass(?:word)?)?[ :=]|(?:decrypt|unlock|unseal)[ ](?:with|using|code|key)\b|"
    rb"\b(?:root|admin|administrator|sa|postgres)[ ](?:login|account|user)\b|\bcreds?[ ]|\b(?:wi-?fi|wlan|"
    rb"hotspot|ssid|vpn)\b)|"
    rb"(?i:[ ](?:root|admin|administrator|sa|test|demo|guest|deploy|postgres|user)[/:][^\s/:]*[0-9])|"
    rb"[0-9][^\s]*[ ](?:at|into|in|on)[ ](?:the[ ]|that[ ])?(?:[\w-]+[ ])?prompt|"
    rb"(?i:" + _CODES + rb")|(?i:(?:set-?up|manual|entry|authenticator|[2m]fa|t?otp)[ ](?:key|code|secret)|"
    rb"(?:enter|type)[ ]th(?:is|e)[ ](?:key|code|secret)|einrichtungs|[ ]d[ei][ ]config|klucz[ ]konf|configuratiesl)|"
    rb"(?i:(?:change|changed|set|reset|updated?|rotated?|switched)[ ](?:it|that|this)[ ](?:from|back|to)[ ])|"
    rb"(?i:passw(?:or)?d|passphrase|passwort|kennwort|mot de passe|contrase\xc3\xb1a|senha|secret)"
    rb"(?:[:\"'][ \t]*\r?\n[ \t]*\r?\n|\??[ \t]*\r?\n[ \t>]*[^\s\"'`<>])"
)
"""What announces one of them to the search."""
