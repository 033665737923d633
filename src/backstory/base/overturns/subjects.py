"""Which of several figures with the same value an order means: that of what it names, or of what was spoken of last."""

from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeVar

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Sentence

    T = TypeVar("T")

_FILLING = """
make set take use go try let put give keep only just please again rather instead better maybe say sound right first more
less high higher low lower too should could thousand bitte lieber mach setz nimm nehmen doch nur wieder tausend plutôt
mets mieux encore mille mejor pon solo otra vez mil que sea sean
"""
FILLS = frozenset(stem_words(_FILLING.split()))
"""Stems of an order that say nothing of a subject."""


def read_subject(sentence: "Sentence", figure: "Figure") -> "frozenset[str]":
    """The stems that say what a figure of a sentence is of."""
    return content(sentence.stems) - tables().counted - FILLS - figure.unit


def choose_meant(rows: "Sequence[tuple[T, int, frozenset[str]]]", asked: "Iterable[Sentence]") -> "list[T]":
    """Those of some figures with the same value that an order means. `rows`: each with its exchange and its subject.

    `500 is too many, make it 200` means the batch size that was spoken of last, and not `the cache holds 500 entries`.
    """
    words = frozenset().union(*[one.stems for one in asked])
    named = [not subject.isdisjoint(words) for _, _, subject in rows]
    near = [row[1] for row, is_named in zip(rows, named, strict=True) if is_named or not any(named)]
    last = max(near, default=0)
    about = words.union(*[subject for _, number, subject in rows if number == last])
    return [one for one, number, subject in rows if number == last or not subject or not subject.isdisjoint(about)]
