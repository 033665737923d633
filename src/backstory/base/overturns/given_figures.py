"""Figures that sentences give something, and whether two of them are of the same thing."""

from backstory.base.overturns.cues import NOW, TESTS
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.rejected_figures import list_rejected
from backstory.base.overturns.subjects import FILLS
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Clause, Sentence

_MOST = 0.75
"""Share of the words around one of two figures which the other shares, where they are about the same."""
_SOME = 0.4
"""The same of the other figure."""
_BOTH = 0.6
"""The same where it holds of both."""
_FEW = 2
"""Words around a figure up to which one of them tells what it is about."""
_NOW_STEMS = stem_words(NOW)
_OTHERS = frozenset(
    ("next", "another", "other", "second", "nächste", "nächsten", "andere", "prochain", "autre", "otro")
)
"""Words of a sentence that speaks of one thing beside another."""


class GivenFigure:
    """A figure that a sentence sets for something."""

    __slots__ = ("_about", "_enumerated", "_quoted", "_stems", "asked", "clause", "figure", "key", "sentence")

    def __init__(self, figure: "Figure", clause: "Clause", sentence: "Sentence") -> None:
        self.figure = figure
        self.clause = clause
        self.sentence = sentence
        self._stems: frozenset[str] | None = None
        self._about: frozenset[str] | None = None
        self._quoted: frozenset[str] | None = None
        self._enumerated: bool | None = None
        self.asked: Sentence | None = sentence if sentence.is_person else None
        """The sentence in which the person gives it."""
        self.key = (sentence.row, sentence.number, figure.end)

    @property
    def stems(self) -> "frozenset[str]":
        """Those of the words around it."""
        if self._stems is None:
            self._stems = self.clause.stems - tables().counted - _NOW_STEMS
        return self._stems

    @property
    def about(self) -> "frozenset[str]":
        """Those without what it counts."""
        if self._about is None:
            self._about = self.stems - self.figure.unit
        return self._about

    @property
    def quoted(self) -> "frozenset[str]":
        """The words of what its sentence sets as code, whole: `part1` and `part2` are two things."""
        if self._quoted is None:
            parts = self.sentence.text.split("`")[1::2]
            self._quoted = frozenset([word for part in parts for word in read_words(part)])
        return self._quoted

    @property
    def is_enumerated(self) -> bool:
        """Whether its sentence gives the same thing several values."""
        if self._enumerated is None:
            self._enumerated = any(
                figure.value != self.figure.value
                and figure.unit == self.figure.unit
                and clause.stems - tables().counted == self.stems
                for figure, clause in self.sentence.figures
            )
        return self._enumerated

    def rejects(self, figure: "Figure") -> bool:
        """Whether the sentence of the person in which it stands says that a figure will not do."""
        return self.sentence.is_person and any(
            one.value == figure.value and one.dimension == figure.dimension for one in list_rejected(self.sentence)
        )

    def is_same(self, other: "GivenFigure") -> bool:
        """Whether two figures of the same thing have the same value."""
        return self.figure.value == other.figure.value and self.figure.counts_same(other.figure)


def is_about_same(old: GivenFigure, new: GivenFigure) -> bool:
    """Whether two figures count the same, and their clauses have the same words around them."""
    unit = old.figure.unit
    if (not old.figure.dimension and unit != new.figure.unit) or old.is_enumerated or new.is_enumerated:
        return False
    one, other, about = old.stems, new.stems, old.about
    if (about - FILLS).isdisjoint(other):  # most pairs: asked first, because a later figure is compared with hundreds
        return False
    shared = len(about & other)
    if shared == 1 and (len(about) > _FEW or len(other - unit) > _FEW):
        return False
    if TESTS.isdisjoint(old.sentence.words) != TESTS.isdisjoint(new.sentence.words):
        return False
    if old.clause.names - new.clause.names and new.clause.names - old.clause.names:
        return False
    if old.quoted and new.quoted and old.quoted.isdisjoint(new.quoted):
        return False
    if content(one - other - unit) and content(other - one - unit):
        return False  # `4 workers for the import`, `8 workers for the export`
    if not _OTHERS.isdisjoint(new.sentence.words) and _OTHERS.isdisjoint(old.sentence.words):
        return False
    if shared == 1 and not reports_change(new.sentence) and _name_others(old, new):
        return False
    both = len(one & other)
    shares = sorted((both / len(one), both / len(other)))
    return shares[0] >= _MOST or (
        bool(new.asked) and (shares[0] >= _BOTH or (shares[1] >= _MOST and shares[0] >= _SOME))
    )


def _name_others(old: GivenFigure, new: GivenFigure) -> bool:
    """Whether the sentences of two figures name nothing in common beside the clauses of the figures."""
    one, other = (
        content(given.sentence.stems) - given.clause.stems - tables().counted - _NOW_STEMS for given in (old, new)
    )
    return bool(one and other) and one.isdisjoint(other)


def reports_change(sentence: "Sentence") -> bool:
    """Whether a sentence says that something was otherwise before."""
    return not NOW.isdisjoint(sentence.words) or tables().changes.find(sentence.words) is not None
