"""Orders and the reports that carry them out, which stand and fall together: `would you move them to util.py?`,
answered by `Moved to util.py`, once they live in text.py.

What overturns one of the two often names only words of that one. The other has to speak of the same: what both name in
code, or most of what either says. A figure is marked in both. The order to try something stands, whatever came of it.
"""

from backstory.base.overturns.exchanges import Overturn, list_names
from backstory.base.overturns.mended_failures import reports_failure
from backstory.base.overturns.phrase_tables import content
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Exchange, Sentence

_SHARE = 0.6
"""Share of what an order says, and of what its report does, from which both say the same."""
_FEWEST = 2
"""Words that both share."""


def find_carried_orders(exchanges: "Sequence[Exchange]", overturns: "Sequence[Overturn]") -> "Iterator[Overturn]":
    """Yields the orders whose report was overturned, and the reports whose order was, as far as both name the same and
    nothing overturns them."""
    marked = {(one.row, one.number) for one in overturns}
    of_places: dict[tuple[int, int], list[Overturn]] = {}
    for overturn in overturns:
        if not overturn.is_refused:
            of_places.setdefault((overturn.row, overturn.number), []).append(overturn)
    for exchange in exchanges if of_places else ():
        for report in exchange.answered[:1]:
            for order in exchange.asked:
                for one, other in ((report, order), (order, report)):
                    if (other.row, other.number) in marked:
                        continue
                    for overturn in of_places.get((one.row, one.number), ()):
                        yield from _carry(overturn, one, other)


def _carry(overturn: Overturn, one: "Sentence", other: "Sentence") -> "Iterator[Overturn]":
    """Yields what overturns one of two statements for the other one, where that says the same."""
    by, row = overturn.by, overturn.by_row
    if overturn.figure is not None:
        same = _find_figure(other, overturn.figure) if _says_same(one, other) else None
        if same is not None:
            yield Overturn(other, by, row, same, overturn.value, is_sure=overturn.is_sure)
        return
    names = list_names(one) - _list_named(by)
    is_same = _is_whole(one, other) and not (reports_failure(one) or content(other.stems).isdisjoint(_read_stems(by)))
    if is_same or (other.is_person and not names.isdisjoint(list_names(other))):
        yield Overturn(other, by, row, is_sure=False)


def _is_whole(one: "Sentence", other: "Sentence") -> bool:
    """Whether two statements say the same, and the other one little else."""
    own, others = content(one.stems), content(other.stems)
    shared = own & others
    return not other.is_imagined() and len(shared) >= max(_FEWEST, _SHARE * min(len(own), len(others)), len(others) / 2)


def _read_stems(text: str) -> "frozenset[str]":
    return stem_words(read_words(text))


def _says_same(one: "Sentence", other: "Sentence") -> bool:
    return not other.is_imagined() and not content(one.stems).isdisjoint(content(other.stems))


def _find_figure(sentence: "Sentence", former: "Figure") -> "Figure | None":
    """The figure of a sentence that gives what a former one gave; none where several do."""
    same = [one for one, _ in sentence.figures if (one.value, one.unit) == (former.value, former.unit)]
    return same[0] if len(same) == 1 and former.is_digits else None


def _list_named(text: str) -> "frozenset[str]":
    """The words of a text, without what stands before them in a path."""
    words = [word.strip("`'\"()[]{}<>,;:!?.").lower() for word in text.split()]
    return frozenset([word.rpartition("/")[2] for word in words])
