"""What a sentence says it is about: `for the import job`, `The health check has a timeout of 5 s`.

Two sentences that are each about a thing of which the other one says nothing overturn nothing in each other.
"""

from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Things = Sequence[frozenset[str]]

_FOR = frozenset(("for", "für", "pour", "para", "per"))
_HAS = frozenset(
    ("has", "have", "uses", "use", "is", "are", "gets", "get", "takes", "goes", "go", "runs", "run", "keeps", "waits",
     "allows", "holds", "stays", "lives", "hat", "haben", "nutzt", "ist", "sind", "läuft", "bekommt", "a", "ont",
     "utilise", "est", "sont", "tiene", "tienen", "usa", "usan", "es", "son", "va", "van")
)  # fmt: skip
"""Words behind the thing of which a sentence says something."""
_TELLS_NOTHING = frozenset(
    ("the", "a", "an", "our", "your", "my", "their", "its", "each", "every", "all", "any", "both", "same", "other",
     "new", "old", "next", "last", "first", "second", "whole", "entire", "default", "own", "only", "such", "real",
     "current", "former", "previous", "der", "die", "das", "den", "dem", "unser", "unsere", "unseren", "neue", "alte",
     "le", "la", "les", "nos", "notre", "el", "los", "las", "nuestro", "nuestra", "now", "today", "tomorrow", "start",
     "good", "ever", "free", "example", "instance", "sure", "once", "us", "me", "them", "it", "this", "that", "these",
     "those", "everybody", "everyone", "everything", "he", "she", "they", "we", "you", "i", "there", "here", "what",
     "which", "who", "time", "being", "most", "more", "some", "many", "few", "one", "another", "also")
)  # fmt: skip
"""Words that tell no thing from others."""
_LONGEST = 4
"""Words of a thing, with those that tell nothing."""
_PAUSES = ",;:.!?()—–"


def read_things(text: str) -> "Things":
    """The stems of each thing that a sentence says it is about. Names from code are left to what compares names."""
    words = text.split()
    things = [_read_thing(words[place + 1 :]) for place, word in enumerate(words) if word.lower() in _FOR]
    things.append(_read_subject(words))
    return [one for one in things if one]


def are_about_others(text: str, later: str) -> bool:
    """Whether two sentences are about things of which the other one says nothing."""
    things, others = read_things(text), read_things(later)
    if not (things and others):
        return False
    stems, other_stems = (stem_words(read_words(one)) for one in (text, later))
    return not (any(one <= other_stems for one in things) or any(one <= stems for one in others))


def _read_thing(words: "Sequence[str]") -> "frozenset[str]":
    """The thing that words begin with, up to a pause or a word that names nothing."""
    read: list[str] = []
    for word in words[:_LONGEST]:
        core = word.strip("\"'“”‘’").rstrip(_PAUSES).lower()
        if not core.replace("-", "").isalpha():
            return frozenset()  # a name from code, a number
        if core not in _TELLS_NOTHING and (core in STOP or core in _HAS):
            break
        if core not in _TELLS_NOTHING:
            read += read_words(core)
        if word[-1:] in _PAUSES:
            break
    return stem_words(read)


def _read_subject(words: "Sequence[str]") -> "frozenset[str]":
    """The thing of which a sentence says something: what stands before its verb."""
    for place, word in enumerate(words[: _LONGEST + 1]):
        if place and word.lower() in _HAS:
            return _read_thing(words[:place])
        if word[-1:] in _PAUSES or word.lower() in _FOR:
            break
    return frozenset()
