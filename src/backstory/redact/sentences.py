"""Secrets that a sentence or a dialogue tells at some distance from the word for them.

`the wifi password here is ...`, `log in with admin and ...`, `Password for ada: ...`, `send "...\\r"`. The farther a
value stands from the word, the more it has to look like one that nobody writes by chance.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE, is_chosen, judge_argument, judge_chosen
from backstory.redact.chance import DIGITS
from backstory.redact.drawn_passwords import is_drawn_password
from backstory.redact.judge import (
    is_drawn_from_letters,
    is_drawn_from_mixed_letters,
    is_word_and_number,
    looks_drawn,
    mixed_case,
    pieces_of,
)
from backstory.redact.looks import is_letter, is_release
from backstory.redact.names import is_key_of_data, is_name
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret
from backstory.redact.words import SENTENCE

FARTHEST: Final = 8
"""Words between the word for a secret and its value at most."""
_SIGNS: Final = b"!#$%^&*?+@~="
_EDGES: Final = b"\"'`.,;:!?()[]<>*"
_COPULAS: Final = frozenset(
    b"is are was be from typed entered used tried guess : = -> => \xe2\x86\x92 - enter type use try with as to"
    b" ist lautet sind est es \xc3\xa9 \xe6\x98\xaf jest".split()
)
"""Words and signs right before a value."""
_ENDS: Final = Pattern(rb".*[a-z\x80-\xff][.!?][\"')]*")
_NO_WORD: Final = Pattern(rb".*[{}\[\]<>=|\\].*|.*(?:::|//|/[a-z]|\w\().*")
"""What belongs to code or an address and to no sentence."""
_STANDARD: Final = Pattern(
    rb"(?i)(?:sha|md|aes|des|hmac|(?:hmac|hkdf|pbkdf2|rsa|ecdsa)-sha-?|pbkdf|bcrypt|scrypt|argon|v|utf|iso|base|oauth|rfc|tls|ssl|http|ipv|win|x|p|ecma|es|"
    rb"python|php|java|node|sql|mysql|db|k|i|l|n|o|s|ed|rs|hs|ps|rsa|crc|wpa|ntlm|ldapv|s3|ec|u|issue|bug|cve|gh|pr)[-_]?"
    rb"[0-9][\w.-]*|[0-9]+[a-z]{1,3}|[0-9.,:%/+-]+|.*[0-9](?:st|nd|rd|th|px|em|rem|ms|kb|mb|gb|min|hrs?|days?|chars?)"
)
"""Names of standards, versions and measures."""
_OBJECTS: Final = frozenset(b"it them this that these those him her us me the a an all each its their".split())
"""What stands behind `pass` where it is a verb."""
_PASSES: Final = frozenset(
    b"forward backward first second third next final sanity quick another single each one two same full extra".split()
)
"""What stands before `pass` where it is a round of something."""
_DETERMINERS: Final = tuple([word] for word in b"the a an my your our his her their its this that new old root".split())
_PROPERTIES: Final = frozenset(
    b"policy policies rule rules length strength link links hash hashes hashing format expiry lifetime timeout"
    b" rotation field input prompt reset requirement requirements limit history age complexity validation"
    b" validator regex".split()
)
"""What a secret has or is subject to: what follows tells of it and not the secret."""
LONGEST: Final = 120
"""Bytes of a line behind the word for a secret that are looked at."""
_TELLING: Final = (b"key", b"keys", b"token", b"tokens", b"pin", b"otp")
"""Ends of names that, in a sentence, tell a value that looks drawn."""


def find_in_sentence(text: bytes, start: int, last: int, strong: bool, end: int) -> Span | None:
    """The secret that the sentence tells whose word for it stands at `start` to `last`.

    The first word behind it that looks like one, as long as the sentence lasts.
    """
    if text[last : last + 1] not in (b" ", b",", b"(") or not _is_word(text, start, last, strong):
        return None
    line = text[last : _end_of_sentence(text, last, end)]
    apart = not strong and text[last : last + 1] != b" "
    if not _HINT.within(line) or _is_verb(text, start, last):
        return None
    position, before, count, about = last, b"", 0, False
    for raw in line.split():
        first = text.index(raw, position)
        position = first + len(raw)
        value = _without_marks(raw)
        if (
            len(value) >= 6
            and _HINT.within(value)
            and (not apart or before == b":")
            and _looks_like_value(value, b"" if about else before, count, not strong)
        ):
            inner = text.index(value, first)
            return Span(inner, inner + len(value), "prose-password")
        if count >= FARTHEST or _ends_search(raw):
            break
        about = about or raw.lower() in _PROPERTIES
        count += _counts_as_word(raw)
        before = _form_before(raw)
    return None


def _is_verb(text: bytes, start: int, last: int) -> bool:
    """Whether `pass` is a verb, as in `pass it to`, and no noun, as in `the pass this week is`."""
    if text[start:last].lower() != b"pass":
        return False
    before = text[max(0, start - 24) : start].lower().split()[-1:]
    if before and before[0] in _PASSES:
        return True
    after = text[last : last + 24].lower().split()[:1]
    return bool(after) and after[0] in _OBJECTS and before not in _DETERMINERS


def _ends_search(raw: bytes) -> bool:
    return raw == b"?" or (raw not in _COPULAS and bool(_NO_WORD.whole(raw) or _ENDS.whole(raw)))


def _counts_as_word(raw: bytes) -> bool:
    return bool(raw.strip(_EDGES)) and not (len(raw) == 1 and raw.isdigit())


def _form_before(raw: bytes) -> bytes:
    """A word as what follows it asks for it: a copula or a mark at its end, else the word."""
    low = raw.lower()
    return raw[-1:] if low not in _COPULAS and raw[-1:] in b":," else low


def _without_marks(raw: bytes) -> bytes:
    """A word up to a quote that closes, without quotes, brackets and the mark at its end."""
    value = raw.strip(b"\"'`()[]<>*,").partition(b'"')[0]
    return value[:-1] if value[-1:] in (b".", b":", b";") else value


def _end_of_sentence(text: bytes, last: int, end: int) -> int:
    limit = min(end, last + LONGEST)
    stop = text.find(b"\n", last, limit)
    return stop if stop >= 0 else limit


_HINT: Final = Pattern(rb"[0-9!#$%^&*?@+~]|[a-z][A-Z][a-z]")
"""What a value has at least: a digit, a sign, capitals in between."""


def _is_word(text: bytes, start: int, last: int, strong: bool) -> bool:
    """Whether the word for a secret is one of a sentence."""
    word = text[start:last]
    if strong:
        return is_name(text, start, word, True, last - start)
    name = text[max(0, start - 24) : last]
    if text[start - 1 : start] == b".":
        return False
    return word.lower().endswith(_TELLING) and not is_key_of_data(name)


def _looks_like_value(value: bytes, before: bytes, count: int, weak: bool) -> bool:
    """Whether a word is a value; `count` words stand between, the last of which is `before`."""
    if is_drawn_password(value):
        return not weak or _is_near(before, count)
    if is_of_code(value) or before in _CONNECTING or value.lower().strip(_EDGES) in SENTENCE:
        return False
    if weak:
        return _is_drawn_nearby(value, before, count)
    if _follows(before, count) and is_drawn_from_mixed_letters(value):
        return True
    if not is_secret(value, strong=True, quoted=False, reference=True):
        return False
    if _follows(before, count) and len(value) >= 8:
        return _looks_chosen(value) or is_drawn_from_letters(value)
    return _looks_chosen_far_away(value)


_CONNECTING: Final = (b"ssh", b"scp", b"sftp", b"rsync")
"""Commands whose argument is an account and a host."""


def _is_drawn_nearby(value: bytes, before: bytes, count: int) -> bool:
    return _is_near(before, count) and len(value) >= 10 and looks_drawn(value)


def _is_near(before: bytes, count: int) -> bool:
    """Whether a word stands right behind the word for a secret, a colon or a copula."""
    return not count or before == b":" or before in _COPULAS


def is_of_code(value: bytes) -> bool:
    """Whether a word is the name of a standard, or belongs to no sentence."""
    return bool((_STANDARD.whole(value) and not _is_drawn_of_both_cases(value)) or _NO_WORD.whole(value))


def _is_drawn_of_both_cases(value: bytes) -> bool:
    """Whether a value that begins like the name of a standard is too long and too mixed for one."""
    return len(value) >= 10 and value.isalnum() and mixed_case(value) and looks_drawn(value)


def _follows(before: bytes, count: int) -> bool:
    """Whether a word stands right behind the word for a secret, or what leads to a value."""
    return not count or before in (b":", b",") or before in _COPULAS


def _count_digits(value: bytes) -> int:
    return len(value) - len(value.translate(None, DIGITS))


def _has_signs(value: bytes) -> bool:
    """Whether there are signs in a value, those at its end aside that end a sentence."""
    return any(char in _SIGNS for char in value.rstrip(b"!?"))


def _looks_chosen(value: bytes) -> bool:
    """Whether a word looks like a password that somebody chose, where one is expected."""
    if not is_chosen(value):
        return False
    digits = _count_digits(value)
    return digits >= 2 or _has_signs(value) or (digits > 0 and value[-1] in b"!?")


def is_recognized_by_signs(value: bytes) -> bool:
    """Whether a word looks like a password though no word for one stands near it."""
    return _looks_chosen_far_away(value) and not is_of_code(value) and value.lower().strip(_EDGES) not in SENTENCE


def _looks_chosen_far_away(value: bytes) -> bool:
    """Whether a word looks like a password where nothing leads to one."""
    if not any(map(is_letter, value)) or not is_chosen(value):
        return False
    digits = _count_digits(value)
    if (digits >= 1 and _has_signs(value)) or (digits >= 4 and value[-1:] == b"!"):
        return True
    if digits >= 1 and len(value) >= 10 and value.isalnum() and is_drawn_from_letters(value):
        return True
    return digits >= 2 and not all(map(is_word_and_number, pieces_of(value))) and looks_drawn(value)


def _judge_login(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a person may have chosen, and no product with its release."""
    if not is_release(text[slice(*groups[1])].rstrip(b".;:)")):
        yield from judge_chosen(text, groups, name)


WITH: Final = Pattern(
    rb"(?i)\b(?:log[ -]?(?:in|on)|sign in|authenticate|connect|auth|credentials)(?: (?:with|as|using|for|"
    rb"are))?(?: user)?"
    rb" [\"'`]?[\w.@+-]{2,64}[\"'`]? and [\"'`]?([^\s\"'`/,@]{6,})"
)
"""A login as a user `and` a password."""
DIALOGUE: Final = Pattern(
    rb"(?is)ssw(?:or)?d[^\n]{0,40}\n?[^\n]{0,40}\bsend(?:line)?[( \t]+(?:--[ \t]+)?[\"'{]([^\"'\n\\}]{4,64})"
)
"""What a script of `expect` sends when it is asked for a password."""
KEPT: Final = Pattern(
    rb"(?i)\b(?:secrets?(?:manager)?|put-parameter|vault|keychain|keyring|key-?vault|op item|chamber|doppler|"
    rb"infisical)\b"
    rb"[^\n]{0,200}?[ \t]--?(?:value|secret-string|secret|string-value|body|plaintext|text)[ =]+[\"']?([^\s\"'`{$]{6,})"
)
"""A command that puts a secret into a store."""
PIPED: Final = Pattern(
    rb"\b(?:echo|printf|yes)[ \t]+(?:-\w+[ \t]+)?[\"']?([^\s\"'|$][^\s\"'|]{5,})[\"']?[ \t]*\|[ \t]*(?:sudo[ \t]+-S|"
    rb"(?:sudo[ \t]+)?(?:su|passwd|"
    rb"cryptsetup|gpg|openssl|kinit|smbpasswd|vncpasswd|docker login|podman login)\b)"
)
FED: Final = Pattern(
    rb"\becho[ \t]+(?:-\w+[ \t]+)?[\"']?([^\s\"'|$][^\s\"'|]{5,})[\"']?[ \t]*\|[ \t]*(?:sudo[ \t]+-S|"
    rb"(?:sudo[ \t]+)?(?:cryptsetup|kinit)\b)"
)
"""The same for what reads nothing but a password: a word too."""
HERE_STRING: Final = Pattern(rb"<<<[ \t]*[\"']?([^\s\"'$][^\s\"']{5,})")
"""What a command reads as a line."""
COMMUNITY: Final = Pattern(
    rb"(?i)\b(?:snmp-server|set snmp|snmp[a-z]{3,8} -v ?[12]c?)[ \t]+(?:community|-c)[ \t]+[\"']?([^\s\"';]{6,})"
)
BRACED: Final = Pattern(rb"(?i)[;\"'](?:pwd|password)=\{([^\s{};\"']{4,64})\}")
"""The password of an ODBC connection."""
RULES: Final = (
    (WITH, "prose-password", _judge_login, SHAPE, (b" and ",)),
    (DIALOGUE, "password", judge_argument, SHAPE, (b"send",)),
    (KEPT, "flag-secret", judge_chosen, SHAPE, (b"--",)),
    (PIPED, "password", judge_chosen, SHAPE, (b"echo", b"printf", b"yes")),
    (FED, "password", judge_argument, SHAPE, (b"echo",)),
    (HERE_STRING, "password", judge_chosen, SHAPE, (b"<<<",)),
    (COMMUNITY, "password", judge_chosen, SHAPE, (b"snmp",)),
    (BRACED, "password", judge_chosen, SHAPE, (b"={",)),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?:\becho|\bprintf|\byes)[ \t][^\n|]{4,80}\|[ \t]*(?:sudo|su|passwd|cryptsetup|gpg|openssl|kinit|smbpasswd|"
    rb"vncpasswd|docker|podman)\b|"
    rb"<<<[ \t]*[\"']?[^\s\"'$][^\s\"']{5}|"
    rb"\bsnmp-server[ \t]|\bsnmp[a-z]{3,8} -v|(?i:;(?:pwd|password)=\{)|"
    rb"\bsend(?:line)?[ \t(]+(?:--[ \t]+)?[\"'{][^\"'\n]*\\[rn]|"
    rb"--(?:value|secret-string|body|plaintext)[ =][\"']?[^\s\"']|"
    rb"(?i:\b(?:log[ -]?[io]n|sign in|auth\w*|connect|credentials)(?: (?:with|as|using|for|"
    rb"are))? )[\w.@-]+ and [^\s]*[0-9]"
)
"""What announces one of them to the search."""


def may_tell(behind: bytes) -> bool:
    """Whether there is a digit or a sign that a value in a sentence has: asked before `NEAR`, which costs more."""
    return behind != behind.translate(None, _OF_VALUES)


_OF_VALUES: Final = b"0123456789!#$^*?"


NEAR: Final = Pattern(rb"[ ,(][^\n]*?[\s\"'`(,:][^\s\"'`]*[0-9!#$^*?]")
"""From the end of a telling word to a word with digits or signs in the same line."""
