r"""Finds passwords of a word and a digit, such as `hunter2`, by the form of a sentence or a note.

`creds are nora and ...`, `... is the root password`, `type ... when it asks for the password`, and `nora / ...` in a
line by itself below one about a login. The look of such a value says nothing, so the form has to be complete: the
words before the value, the value, and its end.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.login_words import Word
from backstory.redact.looks import is_joined_password, is_run_of_words, is_slight_password, name_look
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span
from backstory.redact.words import means_password

BEFORE: Final = 96
"""Bytes before a word for a password that may hold its value."""
BEHIND: Final = 128
"""Bytes after a word for signing in that may hold the account and its password."""
LINES: Final = 8
"""Lines below a word for signing in that may be logins."""

_QUOTE: Final = rb"(?:[\"'`*]{1,2}|\xe2\x80[\x98-\x9f])?"
_VALUE: Final = rb"([^\s\"'`()<>{}\[\],;=/|]{5,40})"
_WHOSE: Final = (
    rb"(?:the|this|that|my|our|your|his|her|its|their|an?|das|der|die|dein|mein|unser|le|la|el|mon|ma|notre|votre|mi|"
    rb"tu|su|nuestra|il|mia|nostra|a|o|minha|nossa|het|de|mijn|onze)"
)
_PART: Final = rb"(?:[\w\x80-\xff.'-]{1,24}[ -]){0,3}?"
VALUE_FIRST: Final = Pattern(
    rb"(?i)(?:^|[\s\"'`(*:])" + _VALUE + _QUOTE + rb"(?:"
    rb",?[ ](?:is|was|ist|war|est|\xc3\xa9tait|es|era|\xc3\xa8|\xc3\xa9)[ ](?:now[ ]|still[ ]|jetzt[ ])?|[ ]?=[ ]|:[ ]|"
    rb"[ ]?(?:\xe2\x86\x90|\xe2\x80\x94|\xe2\x80\x93|->|<-|-)[ ]|[ ]\(|,?[ ](?:as|als|comme|como|come)[ ]|"
    rb"[,;]?[ ](?:\xe2\x80\x94[ ]|\xe2\x80\x93[ ]|-[ ])?(?:that's|thats|that[ ]is|it's|c'est|das[ ]ist|es[ ]es)[ ])"
    rb"(?:" + _WHOSE + rb"[ ])?" + _PART + rb"\z"
)
"""A value and its description up to the word for a password. Group: the value."""
_AFTER_NOUN: Final = Pattern(
    rb"[\"'`*)]{0,2}(?:[.!?,;)\]]|\s*(?:\n|\\n|$)|[ ](?:for|on|of|in|to|at|that|and|but|so|please|now|then|"
    rb"f\xc3\xbcr|vom|von|"
    rb"der|des|zum|de|du|del|della|pour|para|root|admin|btw|which|everywhere)\b)"
)
TYPED: Final = Pattern(
    rb"(?i)\b(?:type|enter|use|try|tippe?|entre|escribe|tape)[ ]" + _QUOTE + _VALUE + _QUOTE
    + rb",?[ ](?:when|if|once|whenever|where|wenn|quand|cuando)[ ][^.\n]{0,40}\z"
)  # fmt: skip
"""The text to type when something asks for the password. Group: the value."""
_ACCOUNT: Final = rb"(?:your[ ]e?-?mail(?:[ ]address)?|" + _QUOTE + rb"[\w\x80-\xff.@+-]{2,40}" + _QUOTE + rb")"
_NOUN: Final = (
    rb"(?:(?:the|das|le|la|el|mit|with)[ ])?(?:pass(?:word|wort|phrase)?|pw|mdp|mot[ ]de[ ]passe|"
    rb"contrase\xc3\xb1a|clave)"
)
ACCOUNT_FIRST: Final = Pattern(
    rb"(?i)(?:s?daten|s|ing|ed|ged)?(?:[ ](?:in|on))?(?:[ ]\([^()\n]{1,24}\))?"
    rb"(?:[ ](?:for|to|on|of|f\xc3\xbcr|vom|zum|pour|para|del?|du|you[ ]gave[ ]me)(?:[ ][\w\x80-\xff.'-]{1,24}){0,3}?)?"
    rb"(?:[ ](?:are|is|were|was|sind|ist|lauten|sont|est|son|es|as|with|using|mit|avec|con|como|als)|[ ]?[:=]|"
    rb"[ ](?:\xe2\x80\x93|\xe2\x80\x94|-))"
    rb"(?:[ ](?:user(?:name)?|account|benutzer|utilisateur|usuario))?[ ]"
    + _ACCOUNT
    + rb"(?:[ ](?:and|und|et|y|e|with|mit|avec|con|using|/|\||-|\xe2\x80\x93|\xe2\x80\x94)[ ]|,[ ](?:and[ ]|"
    rb"und[ ]|et[ ]|y[ ])?|"
    rb"[/|:])(?:" + _NOUN + rb"(?:[ ](?:is|ist|est|es)|:)?[ ])?" + _QUOTE + _VALUE
)
"""From a word for signing in to an account and its password. Group: the password."""
USED_FOR: Final = Pattern(
    rb"(?i)\b(?:use|try|take|nimm|utilise|usa)[ ]" + _ACCOUNT + rb"(?:[ ](?:and|und|et|y|with|mit|/)[ ]|[/:])"
    + _QUOTE + _VALUE + _QUOTE + rb"[ ](?:for|as|to|at|f\xc3\xbcr|zum|pour|"
    rb"para)[ ](?:" + _WHOSE + rb"[ ])?" + _PART + rb"\z"
)  # fmt: skip
LABELLED: Final = Pattern(
    rb"(?i)(?:^|\n)[ \t>*-]*[\w.@-]{2,40}(?:[ ]?/[ ]?|:[ ]?)"
    + _VALUE
    + rb"[ ](?:\(|-[ ]|\xe2\x80\x93[ ])"
    + _PART
    + rb"\z"
)
"""An account with its password, followed by the name of the system. Group: the password."""
_HINT: Final = Pattern(rb"[0-9]|[a-z]{12}")
"""The form of a value before the word: a digit, or joined words."""
RUN_BEHIND: Final = Pattern(
    rb"(?i)(?:,[ ]|[ ]\(|[ ](?:\xe2\x80\x93|\xe2\x80\x94|=|->|\xe2\x86\x92)[ ]|[ ](?:from|von|de|will[ ]be|wird)[ ]|"
    rb"[ ](?:that[ ])?(?:i|we|you|they)[ ](?:use|used|set|have|had|chose|gave[ ]me)[ ](?:is|was)[ ]|[ ])"
    + _QUOTE
    + rb"([a-z]{12,32})"
    + _QUOTE
    + rb"(?:[.,;!?)]|\s|$)"
)
"""From a word for a password to joined words. Group: the joined words."""
_NAME: Final = rb"(?:[A-Z]|\xc3[\x80-\x9e])(?:[a-z]|\xc3[\x9f-\xbf]){2,}"
JOINED_BEHIND: Final = Pattern(
    rb"(?:s?[ ]?[:=]|[ ](?:is|was|ist|war|lautet|est|es))?[ ]" + _QUOTE
    + rb"((?:" + _NAME + rb"[/,|~]){1,4}(?:" + _NAME + rb"[/,|~])?[0-9]{2,6}[!?]?)"
    + _QUOTE + rb"[.,;!?)]*(?:\s|$)"
)  # fmt: skip
"""From a word for a password to names with a number. Folders of code are seldom capitalised, and end in no number."""
_FEWEST_WORDS: Final = 3
_PARTING: Final = b"/|:,"
"""A sign of an account and a password that are one word."""
_END: Final = Pattern(
    rb"[\"'`*)]{0,2}(?:[.!?,;)\]]+(?:\s|\\n|$)|\s*(?:\n|\\n|$)|[ ](?:and|to|for|on|in|at|but|so|then|an|ein|"
    rb"please|from|because|"
    rb"when|if|which|it|they|und|et|y|pour|para|f\xc3\xbcr|\xe2\x80\x94|\xe2\x80\x93|-|\()(?:[ ]|$))"
)
_PAIRED: Final = Pattern(
    rb"[ \t>]*(?:[*+-][ ]|[0-9]{1,2}[.)][ ]|\|[ ])?[\"'`]?"
    rb"(?:[\w.@+-]{2,64}[\"'`]?(?:[ ]/[ ]|[ ]?:[ ]?|[ ]?\|[ ]?|[ ]-[ ]|,[ ]|[ ]\xe2\x80\x93[ ])|"
    rb"(?:[a-z][a-z0-9._-]{1,15}|"
    rb"[\w.+-]+@[\w.-]+)/)[\"'`]?([^\s\"'`/|,:]{6,40})[\"'`]?[ ]?\|?[ \t]*\r?"
)
"""A line that is an account and its password. Group: the password."""
_ALONE: Final = Pattern(rb"[ \t>]*[\"'`]?([^\s\"'`/|,:()]{7,40})[\"'`]?[ \t]*\r?")
"""A line that is one word."""
_ACCOUNT_LINE: Final = Pattern(
    rb"(?i)[ \t>*-]*(?:(?:user(?:name)?|login|name|account|benutzer|mail)[ ]?[:=][ ]?)?[\w.@+-]{2,40}[ \t]*\r?"
)


def find_spoken_logins(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[Span]:
    """Yields the values of all forms around the given words."""
    below = start
    for word in words:
        first = max(start, word.start - BEFORE)
        head = text[
            text.rfind(b"\n", first, word.start) + 1 if b"\n" in text[first : word.start] else first : word.start
        ]
        name = text[word.start : word.end]
        place = _find_before(text, head, word, end) or _find_behind(text, word, end) or _find_run(text, word, end)
        if (place and _is_password(text[slice(*place)], means_password(name))) or (
            place := _find_joined(text, word, end)
        ):
            yield Span(*place, "prose-password")
        line = text.find(b"\n", word.end, min(end, word.end + BEHIND))
        if line >= below:
            below = line + 1
            yield from _find_below(text, line + 1, end)


def _find_before(text: bytes, head: bytes, word: Word, end: int) -> tuple[int, int] | None:
    """The place of a value before the word."""
    if not _HINT.within(head):
        return None
    begin = word.start - len(head)
    ends = _AFTER_NOUN.begin(text, word.end, min(end, word.end + 24)) >= 0
    for pattern in (VALUE_FIRST, TYPED, USED_FOR, LABELLED) if ends else (LABELLED, USED_FOR):
        groups = pattern.find(head, 0, len(head))
        if groups:
            first, last = groups[1]
            first = max(first, head.rfind(b":", first, last) + 1)  # an account stands before it
            return begin + first, begin + last
    return None


def _find_behind(text: bytes, word: Word, end: int) -> tuple[int, int] | None:
    """The place of a password after an account, which follows the word."""
    limit = min(end, word.end + BEHIND)
    line = text.find(b"\n", word.end, limit)
    behind = text[word.end : line if line >= 0 else limit]
    if len(behind.split(None, 2)) < _FEWEST_WORDS and behind[2:] == behind[2:].translate(None, _PARTING):
        return None
    groups = ACCOUNT_FIRST.at(text, word.end, limit)
    if not groups:
        return None
    first, last = groups[1]
    while last > first and text[last - 1] in b".,;:)*":
        last -= 1
    return (first, last) if _END.begin(text, last, min(end, last + 8)) >= 0 else None


def _find_run(text: bytes, word: Word, end: int) -> tuple[int, int] | None:
    """The place of joined words right after a word for a password."""
    if not _FOR_PASSWORD.whole(text[word.start : word.end]) or text[word.start - 1 : word.start] not in _BLANKS:
        return None
    groups = RUN_BEHIND.at(text, word.end, min(end, word.end + BEHIND))
    if not groups or (groups[1][0] == word.end + 1 and not _LEADS.within(text[max(0, word.start - 24) : word.start])):
        return None
    return groups[1]


def _find_joined(text: bytes, word: Word, end: int) -> tuple[int, int] | None:
    """The place of names with a number right after a word for a password: `Walnut/Ferry/1987`."""
    if not _FOR_PASSWORD.whole(text[word.start : word.end]):
        return None
    groups = JOINED_BEHIND.at(text, word.end, min(end, word.end + BEHIND))
    return groups[1] if groups else None


_LEADS: Final = Pattern(rb"(?i)\b(?:with|using|by|mit|avec|con)[ ](?:(?:the|this|my|our|der|dem|le|la)[ ])?\z")
"""The words between the word for a password and a value."""


_FOR_PASSWORD: Final = Pattern(
    rb"(?i)pass(?:word|phrase)|pw|passwort|kennwort|mdp|mot[ -]de[ -]passe|contrase\xc3\xb1a|passcode|wachtwoord|senha"
)
_BLANKS: Final = (b"", b" ", b"\n", b"-")


def _is_password(value: bytes, is_named: bool) -> bool:
    """Whether a value may be a password; names are joined too, so for these a word has to mean one."""
    return is_slight_password(value) or is_run_of_words(value) or (is_named and is_joined_password(value))


def _find_below(text: bytes, first: int, end: int) -> Iterator[Span]:
    """The passwords in the lines below one about a login. Each line is an account and its password."""
    account = False
    for number in range(LINES):
        last = text.find(b"\n", first, min(end, first + BEHIND))
        last = last if last >= 0 else min(end, first + BEHIND)
        if last < end and text[last : last + 1] != b"\n":
            return
        line = text[first:last]
        paired = _PAIRED.at(line, 0, len(line))
        alone = _ALONE.at(line, 0, len(line)) if account and not paired else None
        if paired and paired[0][1] == len(line):
            if _is_paired_password(line[slice(*paired[1])]):
                yield Span(first + paired[1][0], first + paired[1][1], "prose-password")
            account = False
        elif alone and alone[0][1] == len(line) and _is_paired_password(line[slice(*alone[1])]):
            yield Span(first + alone[1][0], first + alone[1][1], "prose-password")
            return
        elif line.strip() or number:
            if number > 1 or not _ACCOUNT_LINE.whole(line):
                return
            account = True
        first = last + 1
        if first >= end:
            return


def _is_paired_password(value: bytes) -> bool:
    """Whether the text beside an account looks like a password, and not like a release, a machine or a part."""
    value = value.rstrip(b".;")
    if name_look(value):
        return True
    digits = sum(char in DIGITS for char in value)
    has_more = digits > 1 or not value[:1].islower() or value[-1:] in (b"!", b"?") or not value[-1:].isdigit()
    return len(value) >= 7 and has_more and is_slight_password(value)
