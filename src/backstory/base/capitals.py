"""What looks like the name of somebody or something in a prompt, by its capital letter."""

from itertools import pairwise

from backstory.base.software_words import SOFTWARE
from backstory.base.tokenizer import EDGES, split_words

_ENDS = (".", "!", "?", ":", "…")
_ARTICLES = "der das den dem ein eine einen ist wir ich nicht und wie warum zu mit bei auf"
_GERMAN = frozenset(_ARTICLES.split())
_VERBS = """
says said want wants wanted ask asks asked told tell thinks thought decided decides insists insisted wrote writes tried
reviewed reviews works takes owns approves signs maintains maintainer suggested proposed objected objects
complains complained needs measured owner ships responsible agrees agreed firm colleague boss customer meant reads
sagt sagte meint meinte will wollte findet fand schreibt schrieb übernimmt kümmert gemessen kollege kollegin chef chefin
dit veut voulait pense préfère demande demandé occupe collègue dice dijo quiere quería pide pidió prefiere opina insiste
encarga compañero compañera jefe jefa
"""
REPORTING = frozenset(_VERBS.split())
"""What people do with words, as a prompt tells of them."""
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


def list_people(text: str) -> "frozenset[str]":
    """What looks like the names of people of whom a text tells, in lower case."""
    pairs = pairwise(text.split())
    subjects = [word.lower() for word, verb in pairs if word.istitle() and word.isalpha() and verb in REPORTING]
    return frozenset([*list_capitalised(text), *subjects])
