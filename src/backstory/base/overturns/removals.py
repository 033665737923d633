"""Something that was taken out or turned down, and how far back that reaches."""

from itertools import pairwise

from backstory.base.overturns.cues import ARTICLES, COPULAS, MANIFESTS, ORDERS
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_NEAR = 5
"""Words behind `from` that name a file."""


class Removal:
    """Something that was taken out or turned down."""

    def __init__(self, named: "frozenset[str]", sentence: "Sentence", exchange: "Exchange") -> None:
        self.named = named
        self.sentence = sentence
        self.exchange = exchange
        self._places = _read_places(sentence, named)
        self._is_weak = sentence.is_person and STRONG.isdisjoint(sentence.words) and bool(exchange.number)

    def reaches(self, exchange: "Exchange") -> bool:
        """Whether what it takes out may be that of an earlier exchange. `no logs` and `instead of logs` are said of
        what was just spoken of."""
        own = self.exchange
        return not self._is_weak or (exchange.session == own.session and own.number - exchange.number <= _REACH)

    def is_at(self, sentence: "Sentence") -> bool:
        """Whether a sentence may speak of the place from which the thing was taken."""
        return not self._places or not self._places.isdisjoint(sentence.stems)

    def is_of(self, exchange: "Exchange") -> bool:
        """Whether an exchange may speak of the thing, and not of one at another place or of more than the part that was
        taken: `the spinner on the login page`, `the backups of March`."""
        named, is_part = read_complement(self.sentence, self.named)
        if not named or not named.isdisjoint(exchange.stems):
            return True
        return not is_part and not any(read_complement(one, self.named)[0] for one in exchange.asked)


_REACH = 2
"""Exchanges before a removal in so many words of which it may be."""
_STRONG_WORDS = """
drop drops scrap forget ditch kill remove removes delete rid out raus weg fuera off vergiss oublie olvida quita enlève
retire entferne lösche fällt fliegt rolled reverted undid lose chokes rip throw withdraw abandon skip discard
"""
STRONG = frozenset(_STRONG_WORDS.split())
"""Words with which a person takes something out, whenever it was spoken of."""


def read_complement(sentence: "Sentence", named: "frozenset[str]") -> "tuple[frozenset[str], bool]":
    """The stems of what stands behind a thing and a preposition, without names from code, and whether it tells which
    part of the thing is meant."""
    for clause in sentence.clauses:
        words = clause.words
        for place, word in enumerate(words[1:], 1):
            if word not in _PLACES or stem_words(words[place - 1 : place]).isdisjoint(named):
                continue
            behind = [one for one in words[place + 1 : place + 1 + _NEAR] if one not in ARTICLES]
            end = next((number for number, one in enumerate(behind) if one in COPULAS or one in _PLACES), len(behind))
            if not frozenset(stem_words(behind[:end])).isdisjoint(clause.names):
                continue
            return content(stem_words(behind[:end])), word in _PARTS
    return frozenset(), False


_PARTS = frozenset(("of", "von", "vom", "des", "du", "de", "del"))
_PLACES = _PARTS | frozenset(
    ("on", "in", "from", "at", "to", "for", "into", "aus", "im", "am", "auf", "für", "bei", "zu", "zum", "zur", "dans",
     "sur", "pour", "en", "para", "per")
)  # fmt: skip


def _read_places(sentence: "Sentence", named: "frozenset[str]") -> "frozenset[str]":
    """The stems of the file from which a sentence says that something was taken, if others may still have it."""
    for clause in sentence.clauses:
        for place, word in enumerate(clause.words):
            file = stem_words(clause.words[place + 1 : place + 1 + _NEAR]) & clause.names - named
            if word in ("from", "aus", "de", "del", "du") and file:
                return frozenset() if file & MANIFESTS else file
    return frozenset()


def orders_first(sentence: "Sentence", named: "frozenset[str]") -> bool:
    """Whether the person orders something with a thing before they say why."""
    first = sentence.clauses[0]
    is_order = sentence.is_person and not ORDERS.isdisjoint(first.words) and named <= first.stems
    return is_order and tables().explains.find(first.words) is None


WITHOUT = frozenset(("no", "not", "without", "kein", "keine", "ohne", "sans", "sin"))


def find_kind(named: "frozenset[str]", asked: "Sequence[Sentence]") -> "frozenset[str]":
    """The stems of the word with which the person tells a thing from others of its name: that of `allow` in `no allow
    attributes` where the agent reports that the attribute is gone."""
    pairs = [pair for one in asked for pair in pairwise(one.words) if named == stem_words(pair[1:])]
    kinds = [stem_words([kind]) if kind not in STOP and kind not in WITHOUT and kind not in STRONG else frozenset()
             for kind, _ in pairs]  # fmt: skip
    return frozenset().union(*kinds) if all(kinds) else frozenset()
