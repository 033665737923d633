"""What an agent says of a name from code, until it says that it is otherwise now: `limit=0.05`, and later `limit is a
count now, 250`.

The later sentence begins with the name. The earlier one gives the name a value, or shares another word with the later
one. With it goes what the person ordered in the same exchange with that value, be it as a share: `5%`.
"""

from backstory.base.overturns.cues import NOW
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_LONG = 30
"""Words of a sentence above which it speaks of much."""
_MOST = 4
"""Sentences that one overturns."""
_SHORTEST = 3
"""Letters of a name."""
_PERCENT = 100


def find_renewed(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what was stated of a name from code that is otherwise now, and what was ordered with its value."""
    for exchange in exchanges[1:]:
        for one in exchange.answered:
            name = _read_subject(one)
            if name and not NOW.isdisjoint(one.words):
                former = list(_list_former(name, one, exchanges[: exchange.number]))
                if len(former) <= _MOST:
                    yield from [Overturn(other, one.text, one.row, is_sure=False) for other in former]


def _read_subject(sentence: "Sentence") -> str:
    """The name from code with which a sentence begins; empty where it does not."""
    if sentence.is_imagined() or not sentence.text.startswith("`") or len(sentence.words) > _LONG:
        return ""
    name = sentence.text[1:].partition("`")[0]
    return name if len(name) >= _SHORTEST and name.replace("_", "").replace("-", "").isalnum() else ""


def _list_former(name: str, by: "Sentence", before: "Sequence[Exchange]") -> "Iterator[Sentence]":
    own = content(by.stems) - stem_words(read_words(name)) - stem_words([*NOW])
    for exchange in before:
        for one in exchange.answered:
            if f"`{name}" not in one.text or one.is_question or len(one.words) > _LONG:
                continue
            value = one.text.partition(f"`{name}=")[2].partition("`")[0]
            if value or not own.isdisjoint(one.stems):
                yield one
            if value:
                yield from [each for each in exchange.asked if not each.is_question and _has_value(each, value)]


def _has_value(sentence: "Sentence", value: str) -> bool:
    """Whether a sentence has a number, or the same as a share."""
    try:
        number = float(value)
    except ValueError:
        return False
    shown = (f"{number:g}", f"{_PERCENT * number:g}%", f"{_PERCENT * number:g} %")
    return any(f" {one} " in f" {sentence.text} " for one in shown)
