"""Statements that say again what was overturned: an agent's report, a summary from memory, a plan that is repeated, and
what was concluded from an explanation in the sentences behind it."""

from backstory.base.overturns.cues import FOLLOWS, NOW
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_FEWEST = 3
"""Words that two statements share which say the same."""
_SAME = 0.7
"""Share of the words of the shorter one."""
_OTHER = 0.4
"""Share of the words of the longer one."""
_AHEAD = 12
"""Exchanges behind a statement in which it may be repeated."""


def find_echoes(exchanges: "Sequence[Exchange]", overturns: "Sequence[Overturn]") -> "list[Overturn]":
    """The statements of agents that say the same as those which were overturned as a whole, or follow from them."""
    by_place = {(one.row, one.number): one for exchange in exchanges for one in exchange.sentences}
    taken = {(one.row, one.number) for one in overturns}
    echoes: list[Overturn] = []
    for overturn in overturns:
        sentence = by_place.get((overturn.row, overturn.number))
        if overturn.figure is not None or sentence is None:
            continue
        exchange = exchanges[sentence.exchange]
        if overturn.is_sure:
            repeated = list(_list_approved(sentence, exchanges, overturn.by_row))
        else:
            repeated = list(_list_repeated(sentence, exchanges, overturn.by_row))
        for one in [*_list_conclusions(sentence, exchange), *repeated]:
            if (one.row, one.number) not in taken:
                taken.add((one.row, one.number))
                echoes.append(Overturn(one, overturn.by, overturn.by_row, is_sure=False))
    return echoes


def _list_conclusions(sentence: "Sentence", exchange: "Exchange") -> "Iterator[Sentence]":
    """Yields what an agent concludes from an explanation right behind it."""
    if sentence.is_person or not sentence.explains() or sentence not in exchange.answered:
        return
    for one in exchange.answered[exchange.answered.index(sentence) + 1 :]:
        follows = one.words[:1] and one.words[0] in FOLLOWS
        if one.row != sentence.row or not (follows or tables().proposes.find(one.words) is not None):
            return
        yield one


def _list_repeated(sentence: "Sentence", exchanges: "Sequence[Exchange]", by_row: int) -> "Iterator[Sentence]":
    """Yields what agents say of the same in the same words, before it was overturned and after that."""
    own = content(sentence.stems)
    if len(own) < _FEWEST:
        return
    for exchange in exchanges[sentence.exchange : sentence.exchange + _AHEAD]:
        is_revising = any(one.row == by_row for one in exchange.sentences)
        for one in exchange.answered if not is_revising else ():
            if one is sentence or one.is_question or not _says_same(own, content(one.stems)):
                continue
            if one.row < by_row or not (_reports_change(one) or _counts_otherwise(one, sentence)):
                yield one


def _list_approved(sentence: "Sentence", exchanges: "Sequence[Exchange]", by_row: int) -> "Iterator[Sentence]":
    """Yields what agents state of a thing that the person approved first and took back later: `the alphabetical order
    is fine with me`."""
    own = sentence.stems - stem_words(_APPROVES)
    if not sentence.is_person or _APPROVES.isdisjoint(sentence.words):
        return
    for exchange in exchanges[max(0, sentence.exchange - 1) : sentence.exchange + _AHEAD]:
        for one in exchange.answered:
            shared = own & one.stems
            if one.row < by_row and not one.is_question and len(shared) >= _APPROVED and content(shared):
                yield one


_APPROVES = frozenset(("fine", "good", "ok", "okay", "agreed", "right", "gut", "passt", "bien", "bon", "bueno", "vale"))
_APPROVED = 2
"""Words that a statement shares with what was approved."""


def _says_same(own: "frozenset[str]", other: "frozenset[str]") -> bool:
    shared, lengths = len(own & other), sorted((len(own), len(other)))
    return shared >= _FEWEST and shared >= _SAME * lengths[0] and shared >= _OTHER * lengths[1]


def _counts_otherwise(one: "Sentence", other: "Sentence") -> bool:
    """Whether a sentence has figures that another one has not."""
    numbers = [{figure.number for figure, _ in each.figures} for each in (one, other)]
    return not numbers[0] <= numbers[1]


def _reports_change(sentence: "Sentence") -> bool:
    """Whether a sentence says that something is otherwise than before."""
    cues = tables()
    return not NOW.isdisjoint(sentence.words) or any(
        table.find(sentence.words) is not None for table in (cues.changes, cues.gone, cues.takes_out, cues.restores)
    )
