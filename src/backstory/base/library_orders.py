"""Orders to bring in a library that name it and no word for what it is: `add resilience4j for the backoff`.

A rule on dependencies bears on them, though they share no word with it.
"""

from backstory.base.common_words import is_usual
from backstory.base.everyday_words import is_everyday
from backstory.base.software_words import SOFTWARE
from backstory.base.tokenizer import STOP, WEAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.tokenizer import Term

_ADOPTING = """
add use try install import bring pull adopt take
füge fügen nimm nehmen nutze benutze verwende verwenden ajoute utilise prends installe usa añade agrega instala
adiciona instala usar aggiungi installa gebruik dodaj użyj
"""
ADOPTING = frozenset(_ADOPTING.split())
"""Verbs that bring something in."""
_POLITE = frozenset(
    ("please", "pls", "just", "now", "then", "ok", "okay", "bitte", "so", "let", "lets", "s", "us", "and")
)
_PURPOSE = """
for to as in instead from here at with on
für zum zur als statt hier bei mit pour comme à dans plutôt para como en em per come invece voor om jako do zamiast
"""
PURPOSE = frozenset(_PURPOSE.split())
"""Words behind the name that say what it is for."""
_LONGEST = 40
_STRIPPED = "`'\"“”‘’.,;:!?"
_OF_CODE = ("(", "::", "->", "#", "=", "<", "$", "\\", "_")
"""Signs that a name of code has, and none of a library."""


def find_library(text: str) -> str:
    """The name that an order brings in without a word on what it is, as it is written; empty if there is none."""
    tokens = text[:200].split()
    place = next((place for place, each in enumerate(tokens) if each.lower().strip(_STRIPPED) not in _POLITE), -1)
    if not 0 <= place < len(tokens) - 1 or tokens[place].lower() not in ADOPTING:
        return ""
    token = tokens[place + 1].strip(_STRIPPED)
    following = tokens[place + 2].lower().strip(_STRIPPED) if place + 2 < len(tokens) else ""
    ends = tokens[place + 1][-1:] in ".!;" or not following
    return token if (ends or following in PURPOSE) and _may_name_library(token) else ""


def asks_for_unknown(text: str, terms: "Sequence[Term]", counts: "Sequence[int]") -> bool:
    """Whether an order brings in a library whose name the memory does not know; `terms` are its words."""
    library = find_library(text)
    return bool(library) and names_unknown(library, terms, counts)


def _may_name_library(token: str) -> bool:
    """Whether a token may be the name of a library: no common word, no path and no name of code."""
    word = token.lower()
    if not 1 < len(word) <= _LONGEST or not any(map(str.isalpha, word)) or any(sign in token for sign in _OF_CODE):
        return False
    host, slash, path = token.partition("/")
    if slash:
        is_of_owner = path.replace("-", "").isalnum() and "." not in host
        return is_of_owner or ("." in host and "." not in path and "/" in path)  # a module of Go has a host
    if "." in token and not word.endswith((".js", ".io")):
        return False
    is_plain = word in STOP or word in WEAK or word in SOFTWARE or is_usual(word) or is_everyday(word, is_foreign=True)
    return not is_plain and not _is_inflected(word)


def _is_inflected(word: str) -> bool:
    """Whether it is a form of a common word, or ends like a word for a deed or a thing that is counted."""
    if word.endswith(("ing", "tion", "tions", "ment", "ments", "ness", "ungen")):
        return True
    stem = word[:-1] if word.endswith("s") else ""
    return bool(stem) and (stem in SOFTWARE or stem in WEAK or is_usual(stem))


def names_unknown(library: str, terms: "Sequence[Term]", counts: "Sequence[int]") -> bool:
    """Whether the memory does not know the name of a library; `terms` are the words of the prompt."""
    folded = "".join([sign for sign in library.lower() if sign.isalnum()])
    return not any(count and term.form == folded for term, count in zip(terms, counts, strict=True))
