"""Statements that an agent takes back itself: `what I said about the browser is not true: it has a path of its own`.

Such an answer tells by its words which statement it means. That one is overturned, what was concluded from it in the
same words, and what the person replied to it.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_FOLLOWING = 3
"""Sentences from the one that takes something back which may say what."""
_FEWEST = 2
"""Words of a correction that a statement shares which it means."""
_SHARE = 0.5
"""Share of the words of one of both which the other has."""
_NEAR = 0.6
"""Share of the words that the meant statement shares from which another one of its exchange says the same."""
_LEADING = (
    "said wrote claimed confirmed stated told assumed believed yesterday earlier before today wrong true hold correct"
    " correction statement claim assumption mistaken second first day morning gesagt geschrieben behauptet gestern"
    " vorhin falsch aussage behauptung annahme korrektur korrigieren stimmt geirrt dit écrit affirmé hier faux trompé"
    " corriger dije escribí afirmé ayer falso cierto equivoqué corregirme afirmación means reproduce"
)
_CUES = stem_words(_LEADING.split())


def find_taken_back(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the statements that an agent takes back later, and what the person replied to them."""
    for exchange in exchanges:
        for place, sentence in enumerate(exchange.answered):
            if not takes_back(sentence):
                continue
            following = [one for one in exchange.answered[place : place + _FOLLOWING] if one.row == sentence.row]
            for one in _find_meant(following, exchanges[: exchange.number]):
                yield Overturn(one, _choose_words(following), sentence.row)


def takes_back(sentence: "Sentence") -> bool:
    """Whether an agent says that it stated something wrong."""
    if sentence.is_person or sentence.is_question:
        return False
    cues = tables()
    if cues.corrects.find(sentence.words) is not None:
        return True
    return cues.recalls.find(sentence.words) is not None and cues.is_wrong.find(sentence.words) is not None


def _find_meant(following: "Sequence[Sentence]", before: "Sequence[Exchange]") -> "Iterator[Sentence]":
    """Yields what a correction means."""
    best: tuple[float, int, Sentence | None] = (0.0, -1, None)
    for claim in following:
        words = content(claim.stems) - _CUES
        for exchange in before:
            for one in exchange.answered:
                value = _measure(one, words) if _states(one) else 0.0
                if value and (value, exchange.number) > best[:2]:
                    best = (value, exchange.number, one)
    meant = best[2]
    if meant is None:
        return
    words = frozenset().union(*[content(one.stems) for one in following]) - _CUES
    shared = words & meant.stems
    exchange = next(one for one in before if one.number == best[1])
    for one in exchange.sentences:
        if one is meant or (_states(one) and len(one.stems & shared) >= max(_FEWEST, _NEAR * len(shared))):
            yield one
    for reply in before:
        if reply.number == exchange.number + 1:
            yield from [one for one in reply.asked if not one.is_question and one.stems & shared]


def _states(sentence: "Sentence") -> bool:
    return not (sentence.is_question or takes_back(sentence))


def _measure(sentence: "Sentence", words: "frozenset[str]") -> float:
    """How many words of a correction a statement has, if these are most of one of both."""
    shared = len(words & sentence.stems)
    least = min(len(words), len(content(sentence.stems)))
    return float(shared) if shared >= _FEWEST and shared >= _SHARE * least else 0.0


def _choose_words(following: "Sequence[Sentence]") -> str:
    """What holds instead: the sentence that takes something back and, where that is short, the next one."""
    first, rest = following[0], following[1:2]
    if rest and len(content(first.stems) - _CUES) < _FEWEST:
        return f"{first.text} {rest[0].text}"
    return first.text
