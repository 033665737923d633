"""Finds passphrases of several words that a sentence gives, also with a number among them.

`the passphrase for the disk is "..."`, `unlock it with the passphrase ...`. What is said of a passphrase are words too.
So a passphrase is quoted, or ends the line behind a sign, or is of words that make no sentence and name no part of a
program.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.redact.login_words import Word
from backstory.redact.looks import is_name_of_thing
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import SPOKEN_THINGS
from backstory.redact.words import SENTENCE

BEHIND: Final = 160
"""Bytes behind the word that are read."""
BEFORE: Final = 32
_WHOSE: Final = (
    rb"(?:[ ](?:for|of|to|on|f\xc3\xbcr|von|vom|pour|de|du|del|para|van|voor)(?:[ ][\w\x80-\xff'.-]{1,24}){1,5}?)?"
)
_WORD: Final = rb"(?:[A-Za-z\x80-\xff']{2,14}|[0-9]{1,4})"
_WORDS: Final = _WORD + rb"(?:[ ]" + _WORD + rb"){2,8}"
_IS: Final = rb"(?:[ ]?[:=]|[ ](?:is|was|ist|lautet|est|es|\xc3\xa8|\xc3\xa9)(?:[ ](?:now|still|jetzt|noch))?:?)"
QUOTED: Final = Pattern(_WHOSE + rb"(?:" + _IS + rb")?[ ](?:\"(" + _WORDS + rb")\"|`(" + _WORDS + rb")`)")
"""From the word to a passphrase in quotes. Groups: the passphrase."""
LISTED: Final = Pattern(rb"[\"'`]?" + _WHOSE + rb"[ ]?[:=][ ](" + _WORDS + rb")[ ]*(?:\r?\n|\\n|$)")
"""From the word to a passphrase at the end of the line."""
STATED: Final = Pattern(_WHOSE + rb"[ ]is(?:[ ](?:now|still))?:?[ ](" + _WORDS + rb"?)(?:[.,;!)]|[ ]*(?:\r?\n|\\n|$))")
"""From the word to the end of a clause that says what it is."""
APPOSED: Final = Pattern(
    rb"[ ]as[ ](?:always|usual|ever|before|last[ ]time)[,:][ ](" + _WORDS + rb"?)(?:[.,;!)]|[ ]*(?:\r?\n|\\n|$))"
)
"""The passphrase between two commas, behind what says that it is the same as ever."""
BESIDE: Final = Pattern(rb"[ ](" + _WORDS + rb"?)(?:[.,;!)]|[ ]*(?:\r?\n|\\n|$))")
"""The passphrase right behind the word."""
_USED: Final = Pattern(rb"(?i)\b(?:with|using)[ ](?:(?:the|my|our)[ ])?\z")
_SAYS: Final = Pattern(
    rb"(?i)never|always|stored|kept|saved|asked|needed|required|used|sent|"
    rb"given|shared|rotated|changed|encrypted|protected|hashed|lost|wrong|missing|empty|optional|characters?|chars|words?|"
    rb"letters?|digits?|days|bits|minutes|hours|long|longer|short|prompt|file|vault|manager|user|users|env|variable"
)
"""What is said of a passphrase."""
_ENDS_AS_SAYING: Final = Pattern(
    rb"(?i)[a-z]{3,}(?:ing|ly|tion|ment|able|ible|ness)|[a-z]{2,}(?:ed|ent|ant|al|ive|less|ful|ic|ory|ary)"
)
"""Endings of words that say how something is, which a word of a passphrase may have too."""
_STATES: Final = Pattern(
    rb"(?i)(?:very|too|quite|rather|more|less|much|only|just|still|"
    rb"currently|per|via|by|under|within|without|upon|against|until|since|because|but|nor|yet|due|valid|known|bound|"
    rb"unset|null|none|plain|ascii|unicode|utf|hex|base|seconds?|secs?|ms|times?|weeks?|months?|years?|bytes?|"
    rb"wordlists?|agents?|daemon|gpg|ssh|luks|disk|keyring|keys?|program|process|machine|random\w*|entropy)"
)
"""Words that occur only in sentences about passphrases."""
FEWEST: Final = 4
"""Words without quotes at least."""
MOST_OF_SENTENCES: Final = 3
"""One of so many words at most may be one of sentences."""


def find_stated_passphrases(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[Span]:
    """Yields the passphrases behind the given words."""
    for word in words:
        if not text[word.start : word.end].lower().endswith(b"phrase"):
            continue
        limit = min(end, word.end + BEHIND)
        if groups := QUOTED.at(text, word.end, limit):
            place = max(groups[1:])
            is_passphrase = _is_of_words(text[slice(*place)])
        else:
            listed = LISTED.at(text, word.end, limit) or APPOSED.at(text, word.end, limit)
            groups = listed or STATED.at(text, word.end, limit)
            if not groups and _USED.within(text[max(start, word.start - BEFORE) : word.start]):
                groups = BESIDE.at(text, word.end, limit)
            if not groups:
                continue
            place = groups[1]
            is_passphrase = _makes_no_sentence(text[slice(*place)], most=1 if listed else 0)
        if is_passphrase:
            yield Span(*place, "passphrase")


def _is_of_words(value: bytes) -> bool:
    """Whether few words are those of sentences, and none says how a passphrase is."""
    return _says_nothing(value) and not any(map(_ENDS_LIKE_ADVERB.whole, value.lower().split()))


_ENDS_LIKE_ADVERB: Final = Pattern(rb"[a-z]{3,}(?:ing|ly|tion|ment|able|ible|ness)")


def _says_nothing(value: bytes) -> bool:
    """The same, whatever the words end in."""
    words = value.lower().split()
    if words[0] in SENTENCE or SPOKEN_THINGS.intersection(words) or any(map(_SAYS.whole, words)):
        return False
    if sum(map(bytes.isdigit, words)) > 2 or len(set(words)) < 3:
        return False
    return MOST_OF_SENTENCES * sum(word in SENTENCE for word in words) <= len(words)


def _makes_no_sentence(value: bytes, most: int) -> bool:
    """Whether words are those of a passphrase without quotes. `most`: how many may end like those that say how."""
    words = value.lower().split()
    if len(words) < FEWEST or not value.isascii() or SENTENCE.intersection(words) or not _says_nothing(value):
        return False
    if sum(map(_ENDS_AS_SAYING.whole, words)) > most:
        return False
    return not any(map(_STATES.whole, words)) and not is_name_of_thing(value)
