"""Keeps the overturned statements of a talk between briefs, because their search takes half of a brief.

The verdict on a talk depends on its words alone. It is a list of places: numbers of rows and sentences, and where in a
sentence a figure stands. So it is kept as verdicts on sentences are, without a word.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.finder import find_overturns
from backstory.base.overturns.talks import Talk
from backstory.patterns.other_scopes import opens_elsewhere
from backstory.patterns.verdicts import judged, open_verdicts

if TYPE_CHECKING:
    from backstory.base.overturns.exchanges import Overturn

_FIELDS: Final = 10
"""Numbers that stand for one overturned sentence."""
_REFUSED: Final = 2
"""What is added to whether it is sure, where the person turned down what was proposed."""
_WORDS_NEEDED: Final = [-1]
"""The verdict on a talk in which places alone do not say what overturns a sentence."""


class Overturning(NamedTuple):
    """A sentence that was overturned, as a whole or in a figure."""

    row: int
    sentence: str
    by_row: int
    by: str
    """The statement that overturns it, in the words of the talk: one sentence or several in a row."""
    is_sure: bool
    start: int
    """Place of the figure in the overturned sentence; -1 without a figure."""
    end: int
    value: str
    """The figure in force, as it was written."""
    is_refused: bool = False
    """Whether it was proposed and the person turned it down."""


def list_overturnings(rows: Sequence[Spoken]) -> list[Overturning]:
    """The sentences that later ones overturn, as `base.overturns.finder.find_overturns` gives them. What a person says
    of another place or part leaves what was said before standing."""
    return [one for one in _list_overturnings(rows) if not _is_elsewhere(rows, one)]


def _is_elsewhere(rows: Sequence[Spoken], one: Overturning) -> bool:
    if not rows[one.by_row].is_person or one.is_refused:
        return False
    return opens_elsewhere(one.by, f"{_read_order(rows, one.row)} {one.sentence}".lstrip())


def _read_order(rows: Sequence[Spoken], row: int) -> str:
    """What the person asked for, where a row answers it. It says what the answer is about."""
    is_answer = row > 0 and not rows[row].is_person and rows[row - 1].is_person
    return " ".join(rows[row - 1].sentences) if is_answer else ""


def _list_overturnings(rows: Sequence[Spoken]) -> list[Overturning]:
    try:
        talk = msgspec.json.encode([(one.session, one.is_person, list(one.sentences)) for one in rows]).decode()
    except UnicodeEncodeError:  # half a character
        return [_describe(rows, one) for one in find_overturns(rows)]
    places = _find_places(talk)
    if places == _WORDS_NEEDED:
        return [_describe(rows, one) for one in find_overturns(rows)]
    return [_read(rows, places[first : first + _FIELDS]) for first in range(0, len(places), _FIELDS)]


@judged
def _find_places(talk: str) -> list[int]:
    """The places of the overturned sentences in a talk: JSON of (session, whether the person speaks, sentences)."""
    rows = [
        Spoken(session, sentences, is_person=is_person)
        for session, is_person, sentences in msgspec.json.decode(talk, type=list[tuple[int, bool, list[str]]])
    ]
    places: list[int] = []
    for one in find_overturns(Talk(rows, open_verdicts)):
        described = _describe(rows, one)
        begin = " ".join(rows[one.by_row].sentences).find(described.by)
        at = described.by.find(described.value)
        if begin < 0 or at < 0:
            return _WORDS_NEEDED
        places += (
            one.row, one.number, one.by_row, begin, begin + len(described.by), _rate(described),
            described.start, described.end, at, at + len(described.value),
        )  # fmt: skip
    return [int(place) for place in places]


def _rate(one: Overturning) -> int:
    """Whether a sentence was surely overturned, and whether it was turned down, in one number."""
    return one.is_sure + _REFUSED * one.is_refused


def _describe(rows: Sequence[Spoken], one: "Overturn") -> Overturning:
    start = end = -1
    if one.figure is not None:
        start, end = max(0, one.figure.end - len(one.figure.written)), one.figure.end
    sentence = rows[one.row].sentences[one.number]
    return Overturning(one.row, sentence, one.by_row, one.by, one.is_sure, start, end, one.value, one.is_refused)


def _read(rows: Sequence[Spoken], places: Sequence[int]) -> Overturning:
    row, number, by_row, begin, by_end, is_sure, start, end, value, value_end = places
    by = " ".join(rows[by_row].sentences)[begin:by_end]
    sentence, is_refused = rows[row].sentences[number], is_sure >= _REFUSED
    return Overturning(row, sentence, by_row, by, bool(is_sure % _REFUSED), start, end, by[value:value_end], is_refused)
