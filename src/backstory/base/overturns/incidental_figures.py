"""Figures that something seems to replace and that may count anything: their marks would make true sentences false."""

from itertools import pairwise

from backstory.base.figures import read_figures
from backstory.base.overturns.cues import COPULAS
from backstory.base.overturns.exchanges import is_bare_number, split_signed
from backstory.base.overturns.rejected_figures import rejects_figure
from backstory.base.phrases import Phrases
from backstory.base.printed import looks_printed
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Overturn, Spoken


def drop_incidental(overturns: "Sequence[Overturn]", rows: "Sequence[Spoken]") -> "list[Overturn]":
    """The overturns without those of figures that may count anything.

    What an agent says of a figure goes together with the figure that the person gave.
    """
    sure = [one for one in overturns if one.figure is None or not _is_incidental(one, rows)]
    given = {(one.exchange, one.figure.number, one.value): one.figure.unit for one in sure if one.figure is not None}
    return [one for one in overturns if one.figure is None or one in sure or _is_carried_out(one, rows, given)]


def _is_carried_out(
    overturn: "Overturn", rows: "Sequence[Spoken]", given: "Mapping[tuple[int, str, str], frozenset[str]]"
) -> bool:
    """Whether an agent says of a figure that the person gave that it holds: it counts the same, or stands behind a
    name."""
    figure = overturn.figure
    key = (overturn.exchange, figure.number if figure is not None else "", overturn.value)
    if figure is None or key not in given or _is_list(rows[overturn.row].sentences[overturn.number]):
        return False
    return bool(figure.unit & given[key]) or not COPULAS.isdisjoint(figure.before[-1:])


def _is_incidental(overturn: "Overturn", rows: "Sequence[Spoken]") -> bool:
    """Whether a figure that something seems to replace may count anything: a wrong mark makes a true sentence false.

    That is one of a list of values, and a single digit or a word such as `two`, unless the person counts the same thing
    with the new one.
    """
    figure, row = overturn.figure, rows[overturn.row]
    assert figure is not None
    sentences = row.sentences[overturn.number], overturn.by
    is_closing = is_bare_number(overturn.by.rpartition(" ")[2])
    if any(map(_is_list, sentences[: 2 - is_closing])) or not (figure.is_plain and _is_plain(overturn.value)):
        return True
    if (row.is_person and looks_printed(sentences[0])) or (
        rows[overturn.by_row].is_person and looks_printed(sentences[1])
    ):
        return True
    if _MEASURES.find(read_words(overturn.by)) is not None or _is_label(figure, row.sentences[overturn.number]):
        return True
    if _is_far(figure, overturn.value):
        return True
    if rejects_figure(rows[overturn.by_row].sentences, figure):
        return False
    digits = max(sum(map(str.isdigit, written)) for written in (figure.written, overturn.value))
    if figure.dimension or digits > 1 or overturn.is_reply:
        return False
    words = [word.strip(_SIGNS) for word in overturn.by.lower().split()]
    value = overturn.value.lower()
    counted = stem_words([following for word, following in pairwise(words) if word == value])
    named = stem_words([former for former, word in pairwise(words) if word == value])
    is_same = not figure.unit.isdisjoint(counted) or not stem_words(figure.before[-1:]).isdisjoint(named)
    return not row.is_person or not is_same


def _is_far(figure: "Figure", written: str) -> bool:
    """Whether two times are so far apart that they are hardly of one thing: ninety days and thirty seconds."""
    if figure.dimension != "time":
        return False
    others = [float(one.value) for one in read_figures(list(split_signed(written))) if one.dimension == "time"]
    own = float(figure.value)
    return any(own > _FAR * other or other > _FAR * own for other in others)


_FAR = 1_000


def _is_list(sentence: str) -> bool:
    """Whether a sentence lists values."""
    return sum(_has_digit(word) for word in sentence.split()) >= _LISTED


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _is_label(figure: "Figure", sentence: str) -> bool:
    """Whether a number of one or two digits is part of a name: `User Story 3`, `the team Bayreuth 2`."""
    if figure.dimension or sum(map(str.isdigit, figure.written)) >= _DIGITS_OF_A_PLACE:
        return False
    words = sentence[: figure.end - len(figure.written)].split()
    return len(words) > 1 and words[-1][:1].isupper() and words[-1][-1:].isalpha()


def _is_plain(value: str) -> bool:
    """Whether a value is a plain number, not a version or a line of a file."""
    head, _, rest = value.split(" ")[0].partition(":")
    return head.count(".") < _VERSION and ":" not in rest and len(rest) < _DIGITS_OF_A_PLACE


_VERSION = 2
"""Points from which a number is a version."""
_DIGITS_OF_A_PLACE = 3
"""Digits behind a colon from which a number is a place in a file."""
_MEASURES = Phrases(
    "it/this/that/which takes/took; it seems; took; taken; launches; measured; es dauert*; gemessen; ça prend;"
    " a pris; tarda*"
)
"""How a sentence tells what something measures."""
_LISTED = 4
"""Numbers of a sentence that lists values."""
_SIGNS = ".,;:!?()[]\"'`*"
