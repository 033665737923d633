"""Words that a prompt sets against each other, the former one and the one in force: `Die Bank will kein SFTP mehr,
sondern EBICS`, `not a list any more but a set`.

The answer has the one in force. What is marked is the former one where the talk had it of the same thing, so that what
stands beside it holds on.
"""

from backstory.base.figures import Figure
from backstory.base.overturns.exchanges import Overturn, split_signed
from backstory.base.overturns.phrase_tables import content
from backstory.base.overturns.replaced_ways import may_state
from backstory.base.overturns.statements import NO_WORDS
from backstory.base.reversals import read_words, stem_words
from backstory.base.tokenizer import EDGES, STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_DENIES = frozenset(("kein", "keine", "keinen", "nicht", "no", "not", "pas"))
_LONGER = frozenset(("mehr", "longer", "plus", "any", "more", "anymore", "länger"))
_BUT = frozenset(("sondern", "but", "mais", "sino"))
_BACK = 60
"""Exchanges in which the former word is looked for."""
_MOST = 4
"""Sentences that one pair marks."""


class _Pair:
    """A former word and the one in force."""

    def __init__(self, old: str, new: str, sentence: "Sentence", exchange: "Exchange") -> None:
        self.old, self.new, self.sentence = old, new, sentence
        named = stem_words([old.lower(), new.lower()])
        self.about = content(exchange.stems) - named


def find_contrasted(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with a former word that a later prompt sets another one against."""
    for exchange in exchanges[1:]:
        for pair in exchange.read(_list_pairs):
            marked: list[Overturn] = []
            for former in exchanges[max(0, exchange.number - _BACK) : exchange.number]:
                if not pair.about.isdisjoint(former.stems):
                    marked += [one for each in former.sentences if (one := _mark(each, pair)) is not None]
            yield from marked if len(marked) <= _MOST else ()


def _list_pairs(exchange: "Exchange") -> "Iterator[_Pair]":
    """Yields the pairs of a prompt whose word in force the answer has."""
    told = frozenset([word for one in exchange.answered for word in read_words(one.text)])
    for sentence in exchange.asked if told else ():
        if sentence.is_imagined():
            continue
        words = [_core(one) for one in sentence.text.split()]
        plain = [one.lower() for one in words]
        for place in [number for number, one in enumerate(plain) if one in _BUT]:
            deny = next((number for number in range(place - 1, -1, -1) if plain[number] in _DENIES), None)
            old = _name(words[deny + 1 : place]) if deny is not None else []
            new = _name(words[place + 1 :])
            if len(old) == 1 and new and not told.isdisjoint(read_words(new[0])):
                yield _Pair(old[0], new[0], sentence, exchange)


def _name(words: "Sequence[str]") -> "list[str]":
    return [one for one in words if one.lower() not in NO_WORDS | _LONGER | STOP and any(map(str.isalpha, one))]


def _core(word: str) -> str:
    return word.strip(EDGES).rstrip(".")


def _mark(sentence: "Sentence", pair: _Pair) -> Overturn | None:
    if not may_state(sentence):
        return None
    places = [(word, end) for word, end in split_signed(sentence.text) if _core(word).lower() == pair.old.lower()]
    if len(places) != 1:
        return None
    word, end = places[0]
    written = _core(word)
    end -= len(word) - word.find(written) - len(written)
    figure = Figure(written, written, "", (), (), end, written)
    return Overturn(sentence, pair.sentence.text, pair.sentence.row, figure, pair.new)
