"""Finds passphrases of several words that a sentence gives, also with a number among them.

`the passphrase for the disk is ...`, `unlock it with the passphrase ...`. What is said of a passphrase are words too.
So few of them may be those of sentences, and none may say how a passphrase is or what was done to it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import THINGS_SAID
from backstory.redact.talk import Word
from backstory.redact.words import SENTENCE

BEHIND: Final = 160
"""Bytes behind the word that are read."""
BEFORE: Final = 32
_WHOSE: Final = (
    rb"(?:[ ](?:for|of|to|on|f\xc3\xbcr|von|vom|pour|de|du|del|para|van|voor)(?:[ ][\w\x80-\xff'.-]{1,24}){1,5}?)?"
)
_IS: Final = rb"(?:[ ]?[:=]|[ ](?:is|was|ist|lautet|est|es|\xc3\xa8|\xc3\xa9)(?:[ ](?:now|still|jetzt|noch))?:?)"
_WORD: Final = rb"(?:[A-Za-z\x80-\xff']{2,14}|[0-9]{1,4})"
_VALUE: Final = (
    rb"[ ][\"'`]?(" + _WORD + rb"(?:[ ]" + _WORD + rb"){2,8}?)[\"'`]?(?:[.,;!)]|[ ]*(?:\r?\n|\\n|$))"
)  # fmt: skip
STATED: Final = Pattern(rb"[\"'`]?" + _WHOSE + _IS + _VALUE)
"""From the word to the end of a clause that says what it is. Group: the passphrase."""
BESIDE: Final = Pattern(_VALUE)
"""The passphrase right behind the word."""
_USED: Final = Pattern(rb"(?i)\b(?:with|using|use|mit|avec|con|com|met|via)[ ](?:(?:the|my|our|der|la|le)[ ])?\z")
_SAYS: Final = Pattern(
    rb"(?i)[a-z]{3,}(?:ing|ly|tion|ment|able|ible|ness)|never|always|stored|kept|saved|asked|needed|required|used|sent|"
    rb"given|shared|rotated|changed|encrypted|protected|hashed|lost|wrong|missing|empty|optional|characters?|chars|words?|"
    rb"letters?|digits?|days|bits|minutes|hours|long|longer|short|prompt|file|vault|manager|user|users|env|variable"
)
"""What is said of a passphrase."""
MOST_OF_SENTENCES: Final = 3
"""One of so many words at most may be one of sentences."""


def find_told_passphrases(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[Span]:
    """Yields the passphrases behind the given words."""
    for word in words:
        if not text[word.start : word.end].lower().endswith(b"phrase"):
            continue
        limit = min(end, word.end + BEHIND)
        groups = STATED.at(text, word.end, limit)
        if not groups and _USED.within(text[max(start, word.start - BEFORE) : word.start]):
            groups = BESIDE.at(text, word.end, limit)
        if groups and _is_passphrase(text[slice(*groups[1])]):
            yield Span(*groups[1], "passphrase")


def _is_passphrase(value: bytes) -> bool:
    """Whether words make no sentence."""
    words = value.lower().split()
    if words[0] in SENTENCE or THINGS_SAID.intersection(words) or any(map(_SAYS.whole, words)):
        return False
    if sum(map(bytes.isdigit, words)) > 2 or len(set(words)) < 3:
        return False
    return MOST_OF_SENTENCES * sum(word in SENTENCE for word in words) <= len(words)
