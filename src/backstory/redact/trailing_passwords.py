r"""Passwords of a word and a number at the end of a sentence about one, or alone in the line below it.

`the pass for staging hasn't been rotated, it's ...`, `which password should I use?` and the answer, `password:` and a
fence with one word. The value has to look chosen, since such a sentence may end with anything.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.login_words import Word
from backstory.redact.looks import DOUBTFUL, NONE, is_slight_password, name_look
from backstory.redact.patterns import Pattern
from backstory.redact.public_places import is_type_or_algorithm
from backstory.redact.sentences import is_recognized_by_signs
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import FOR_PASSWORDS, SPOKEN_THINGS

BEHIND: Final = 128
"""Bytes behind a word for a password that are read."""
_QUOTE: Final = rb"[\"'`*]{0,2}"
_VALUE: Final = rb"([^\s\"'`*,;:()<>{}\[\]=/|]{5,40})"
_END: Final = rb"(?:[.,;!)]*(?:[ \t]*\r?(?:\n|\\n|$))|[.,;!)]+[ ]|[ ](?:fyi|btw|for|on|at|so|but|and)\b)"
_ENDING: Final = Pattern(
    rb"(?i)(?:[^.!?\n]{0,64}[ ,]|,[ ])(?:it's|its|it[ ]is|c'est|es[ ]ist|instead[ ]of|"
    rb"(?:the[ ])?old[ ](?:one|pw|password)[ ](?:was|is)|,[ ](?:is|ist|est))[ ]" + _QUOTE + _VALUE + _QUOTE + _END
)  # fmt: skip
"""From the word to a value with which the sentence ends."""
_NOW: Final = Pattern(
    rb"(?i)(?:[ ](?:is|was|ist|est|es))?(?:[ ](?:now|still|jetzt))?[ ]?:?[ ]" + _QUOTE
    + rb"([A-Za-z]{3,20}_[0-9]{1,6})" + _QUOTE + _END
)  # fmt: skip
"""From the word to a word and a number that an underscore joins."""
_ANSWER: Final = Pattern(
    rb"(?:[ ][^\n?]{0,40})?\?[ ]?(?:\r?\n)?[ >-]{0,4}(?:A:[ ])?" + _QUOTE + _VALUE + _QUOTE + rb"[.!]?[ \t]*\r?(?:\n|$)"
)
"""From the word in a question to the answer."""
_BELOW: Final = Pattern(
    rb"(?:[ ][\w\x80-\xff.-]{1,16}){0,3}[:.]?[ \t]*\r?\n(?:[ \t]*\r?\n)?(?:[ \t]*```\w*\r?\n)?[ \t>]*" + _QUOTE + _VALUE
    + _QUOTE + rb"[ \t]*\r?(?:\n|$)"
)  # fmt: skip
"""From the word at the end of a line to a value that is all of the next one."""


def find_trailing_passwords(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[Span]:
    """Yields the values behind the given words."""
    for word in words:
        if not word.kind and (place := _find_below(text, word, end)):
            yield Span(*place, "prose-password")
        name = text[word.start : word.end].lower()
        if name not in FOR_PASSWORDS or text[word.start - 1 : word.start].isalnum():
            continue
        limit = min(end, word.end + BEHIND)
        behind = text[word.end : limit]
        if behind == behind.translate(None, DIGITS):
            continue
        if name != b"pass" or text[word.start - 4 : word.start] in (b"the ", b" my "):
            for pattern in _choose_patterns(behind):
                groups = pattern.at(text, word.end, limit)
                if groups and _is_chosen(text[slice(*groups[1])].rstrip(b".!?")):
                    first, last = groups[1]
                    yield Span(first, first + len(text[first:last].rstrip(b".?")), "prose-password")


BELOW: Final = Pattern(
    rb"[\w\"' ]{0,24}(?:[:\"'][ \t]*\r?\n[ \t]*\r?\n|\?[ \t]*(?:\r?\n[ \t]*){1,2})[ \t>]*"
    rb"(?:\w{2,12}:[ ])?([^\s\"'`<>]{6,64})[ \t]*\r?(?:\n|$)"
)
"""From a word at the end of a line to the value alone below an empty one: mails. Or the answer to who asks for it."""
BELOW_LABEL: Final = Pattern(rb"[ \t]*\r?\n[ \t>]*([^\s\"'`<>]{6,64})[ \t]*\r?(?:\n|$)")
"""The same where a line is the word alone: forms whose labels stand above."""
LONGEST_END: Final = 32
"""Bytes behind a word in which its line ends."""
_LINE_ENDS: Final = (b":", b'"', b"'", b"?")


def _find_below(text: bytes, word: Word, end: int) -> tuple[int, int] | None:
    """The place of a value below a word for a secret, which looks like one by its signs."""
    line = text.find(b"\n", word.end, min(end, word.end + LONGEST_END))
    if line < 0:
        return None
    rest = text[word.end : line].strip()
    if rest[-1:] in _LINE_ENDS:
        groups = BELOW.at(text, word.end, min(end, word.end + BEHIND))
    elif not rest and not text[max(0, word.start - LONGEST_END) : word.start].rpartition(b"\n")[2].strip(b" \t>*"):
        groups = BELOW_LABEL.at(text, word.end, min(end, word.end + BEHIND))
    else:
        return None
    return groups[1] if groups and is_recognized_by_signs(text[slice(*groups[1])]) else None


def _choose_patterns(behind: bytes) -> Iterator[Pattern]:
    """Yields the forms of which a part stands behind a word."""
    if b"?" in behind:
        yield _ANSWER
    if b"\n" in behind:
        yield _BELOW
    if any(part in behind for part in _LINKS):
        yield _ENDING
    if b"_" in behind:
        yield _NOW


_LINKS: Final = (
    b"it's",
    b"It's",
    b"its ",
    b"it is",
    b"c'est",
    b"es ist",
    b"instead of",
    b"old ",
    b", is",
    b", ist",
    b", est",
)


def _is_chosen(value: bytes) -> bool:
    """Whether a value has a word and a number as people choose them."""
    stem = value.rstrip(b"0123456789!?#$%&*+@_").lower()
    if is_type_or_algorithm(value) or stem in SPOKEN_THINGS:
        return False
    if is_slight_password(value) or name_look(value) not in (NONE, DOUBTFUL):
        return True
    return _JOINED.whole(value)


_JOINED: Final = Pattern(rb"[A-Za-z]{3,20}(?:_[a-z]{2,12})?_[0-9]{1,6}")
"""Words and a number that underscores join."""
