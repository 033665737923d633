"""The signs that a text is about somebody else: a pronoun, what people do, a name."""

from backstory.base.capitals import REPORTING
from backstory.base.software_words import SOFTWARE
from backstory.base.tokenizer import EDGES, split_words

_THIRD_PERSON = """
she he her his him hers elle ella él sie er ihm ihn
"""
_PRONOUNS = frozenset(_THIRD_PERSON.split())
_ENDS = (".", "!", "?", ":", "…", "\n")


def count_cues(text: str) -> int:
    """How many of the signs a text has that it tells of somebody else: a pronoun, what they do, a name."""
    words = split_words(text)
    return (not _PRONOUNS.isdisjoint(words)) + (not REPORTING.isdisjoint(words)) + _has_name(text)


def _has_name(text: str) -> bool:
    """Whether a word within a sentence has a capital letter, as a name has, and is none of software."""
    is_within = False
    for token in text.split():
        word = token.strip(EDGES + ".")
        if is_within and _looks_like_name(word):
            return True
        is_within = not token.endswith(_ENDS)
    return False


def _looks_like_name(word: str) -> bool:
    is_capitalised = word.isalpha() and len(word) > 2 and word[0].isupper() and word[1:].islower()
    return is_capitalised and word.lower() not in SOFTWARE
