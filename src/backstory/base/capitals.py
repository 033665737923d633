"""What looks like the name of somebody or something in a prompt, by its capital letter."""

from itertools import pairwise

from backstory.base.software_words import SOFTWARE
from backstory.base.tokenizer import EDGES, split_words

_ENDS = (".", "!", "?", ":", "…")
_ARTICLES = "der das den dem ein eine einen ist wir ich nicht und wie warum zu mit bei auf"
_GERMAN = frozenset(_ARTICLES.split())
LEAST_CAPITALS = 3
"""Part of the words of a text that are capitalised where every noun is."""


def list_capitalised(text: str) -> list[str]:
    """The words within sentences that are capitalised as names are, in lower case; none in German, where every noun is,
    and none of software."""
    words = text.split()
    capitals = [word.strip(EDGES + ".") for before, word in pairwise(words) if not before.endswith(_ENDS)]
    capitals = [word for word in capitals if word[:1].isupper() and word[1:].islower() and len(word) > 3]
    if len(capitals) * LEAST_CAPITALS > len(words) or not _GERMAN.isdisjoint(split_words(text)):
        return []
    return [word for word in map(str.lower, capitals) if word not in SOFTWARE]
