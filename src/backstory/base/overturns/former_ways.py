"""Former ways that a person describes before they order another one: `We turned the status into 200 because it was
pleasant to look at. So from now on a 304 is shown as a 304.`

What agents stated of the former way, in its words, no longer holds as it stands.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_FROM_NOW = """
from now on; from today on; from here on; as of today/now; ab jetzt/sofort/heute; von jetzt an; von nun an; désormais;
à partir de maintenant; dorénavant; a partir de ahora; de ahora en adelante; a partir de agora; d ora in poi; vanaf nu
"""
"""How a person lays down what holds instead."""
_WHO = frozenset(("we", "you", "i", "it", "wir", "du", "ich", "on", "nous", "tu", "je"))
_PAST = frozenset(
    ("was", "were", "did", "had", "made", "put", "took", "wrote", "kept", "gave", "went", "sent", "let", "set", "read",
     "used", "haben", "hatten", "hat", "war", "waren", "avons", "avait", "était", "hemos", "teníamos", "era")
)  # fmt: skip
"""Words of the past that do not end in `ed`."""
_LEADS = frozenset(("and", "but", "so", "honestly", "until", "now", "because", "since", "then", "up", "till", "also"))
"""Words before who is spoken of."""
_FIRST = 6
"""Words of a sentence among which it begins to tell what was done."""
_BEFORE = 3
"""How many sentences before the new way may tell of the former one."""
_SHARED = 3
"""How many words and numbers a statement has to share with the former way."""
_BACK = 60
"""Exchanges in which statements are looked for."""
_tables: "list[Phrases]" = []


def find_former_ways(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what agents stated of ways that the person later told of as past, each with the way that holds."""
    for exchange in exchanges:
        before = exchanges[max(0, exchange.number - _BACK) : exchange.number]
        for place, sentence in enumerate(exchange.asked):
            if sentence.is_question or _get_table().find(sentence.words) is None:
                continue
            for told in exchange.asked[max(0, place - _BEFORE) : place]:
                words = _read_past(told)
                if words:
                    yield from _list_stated(words, sentence, before)


def _get_table() -> Phrases:
    if not _tables:
        _tables.append(Phrases(_FROM_NOW))
    return _tables[0]


def _read_past(sentence: "Sentence") -> "frozenset[str]":
    """The words of a clause that tells what was done; none of any other sentence."""
    words = sentence.words
    for place, word in enumerate(words[: _FIRST - 1]):
        verb = words[place + 1 : place + 2]
        is_past = verb and (verb[0] in _PAST or (verb[0].endswith("ed") and len(verb[0]) > len("need")))
        if word in _WHO and is_past and (not place or words[place - 1] in _LEADS or place + 1 == _FIRST):
            return _read_stems(words[place + 1 :])
    return frozenset()


def _read_stems(words: "Sequence[str]") -> "frozenset[str]":
    named = [word for word in words if word not in STOP]
    return stem_words(named) | frozenset([word for word in named if word.isdigit()])


def _list_stated(words: "frozenset[str]", by: "Sentence", exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    for exchange in exchanges:
        for one in exchange.answered:
            shared = words & _read_stems(one.words)
            if len(shared) >= _SHARED and content(shared) and not one.is_question:
                yield Overturn(one, by.text, by.row, is_sure=False)
