"""Figures that a person refuses and replaces in one breath: `512 > the soft limit, make it 200`.

The sentence names the old value itself, so it means whatever gave that one, however long ago.
"""

from backstory.base.overturns.cues import ORDERS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.rejected_figures import is_rival, list_rejected
from backstory.base.reversals import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Exchange, Sentence

_TELLING = 2
"""Digits from which a bare number says what it is of."""


def find_refused(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the figures that the person refused later with another one for them. A sentence that refuses a figure
    itself does not state it."""
    for exchange in exchanges:
        for one in exchange.asked:
            rejected = [] if one.is_question or one.is_imagined() else list_rejected(one)
            new = _find_new(one, rejected)
            if new is None:
                continue
            for earlier in exchanges[: exchange.number]:
                for sentence in earlier.sentences:
                    for figure, _ in sentence.figures:
                        is_same = any(_is_same(figure, old, sentence, one) for old in rejected)
                        if is_same and is_rival(figure, new) and not _refuses(sentence, figure):
                            yield Overturn(sentence, one.text, one.row, figure, new.written)


def _refuses(sentence: "Sentence", figure: "Figure") -> bool:
    """Whether a sentence refuses its own figure."""
    return figure.end in [one.end for one in list_rejected(sentence)]


def _find_new(sentence: "Sentence", rejected: "Sequence[Figure]") -> "Figure | None":
    """The figure that an order gives for those that were refused before it in the sentence."""
    if not rejected:
        return None
    last = rejected[-1].end
    for figure, _ in reversed(sentence.figures):
        before = read_words(" ".join(figure.before))
        place = tables().reorders.find(before)
        if figure.end > last and figure.is_plain and not figure.nouns and place is not None and place[1] == len(before):
            return figure
    return None


def _is_same(figure: "Figure", old: "Figure", sentence: "Sentence", by: "Sentence") -> bool:
    """Whether a figure is the one that was refused: the sentences share a word, or both give a bare number."""
    if figure.number != old.number or not figure.is_plain or not figure.counts_same(old):
        return False
    if any(not one[0].isdigit() for one in content(sentence.stems) & by.stems):
        return True
    is_bare = not old.unit and (not figure.unit or not ORDERS.isdisjoint(sentence.words))
    return is_bare and sum(map(str.isdigit, figure.written)) >= _TELLING  # not `our office has 100 people`
