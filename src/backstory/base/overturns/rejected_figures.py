"""Figures of which the person says that they will not do: `4 is too low`, `sixteen megabytes is way too much`."""

from backstory.base.figures import read_figures
from backstory.base.overturns.exchanges import split_signed
from backstory.base.reversals import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from backstory.base.figures import Figure
    from backstory.base.overturns.exchanges import Sentence

_BEHIND = 5
"""Words behind a figure among which it is said that it will not do."""
_BETWEEN = frozenset(
    ("is", "are", "was", "far", "way", "much", "a", "bit", "still", "seconds", "ist", "sind", "viel", "etwas", "est",
     "es", "son", "bien", "beaucoup", "demasiado")
)  # fmt: skip
"""Words that may stand between, beside what the figure counts."""
_LIMIT = 3
"""Words behind a figure with which it exceeds something."""
_BEYOND = (
    "exceeds", "is over the", "is above the", "is more than", "is beyond", "goes over", "is past the", "liegt über",
    "übersteigt", "dépasse", "supera", "excede", "pasa de",
)  # fmt: skip
_TOO = frozenset(("too", "zu", "trop", "demasiado", "troppo", "demais"))


def list_rejected(sentence: "Sentence") -> "list[Figure]":
    """The figures that a sentence of the person says will not do."""
    rejected = [figure for figure, _ in sentence.figures if _is_rejected(read_words(sentence.text[figure.end :]))]
    if rejected or not (">" in sentence.text or any(one in sentence.text for one in _BEYOND)):
        return rejected
    text = sentence.text.replace(" > ", " , ")  # figures beside a sign of comparison are code elsewhere
    return [one for one in read_figures(list(split_signed(text))) if _exceeds(sentence.text[one.end :])]


def _exceeds(behind: str) -> bool:
    """Whether the words behind a figure say that it is beyond a limit: `512 > the soft limit`."""
    words = behind.split(maxsplit=_LIMIT)[:_LIMIT]
    return words[:1] == [">"] or " ".join(words).startswith(_BEYOND)


def _is_rejected(behind: "list[str]") -> bool:
    for place, word in enumerate(behind[:_BEHIND]):
        if word in _TOO:
            return True
        if word not in _BETWEEN and place:
            return False
    return False


def rejects_figure(sentences: "Iterable[str]", figure: "Figure") -> bool:
    """Whether one of several sentences says that a figure will not do."""
    return any(
        one.number == figure.number and one.counts_same(figure) and _is_rejected(read_words(text[one.end :]))
        for text in sentences
        if not _TOO.isdisjoint(read_words(text))
        for one in read_figures(list(split_signed(text)))
    )


def list_numbers(sentences: "Iterable[Sentence]") -> "frozenset[str]":
    """The numbers that some sentences give."""
    return frozenset([figure.number for one in sentences for figure, _ in one.figures])


def is_rival(old: "Figure", new: "Figure") -> bool:
    """Whether a figure may stand in the place of another one: it has another value and counts the same."""
    if old.number == new.number:
        return False
    if old.dimension and new.dimension:
        return old.dimension == new.dimension
    return bool(old.dimension or new.dimension or not (old.unit and new.unit) or old.unit == new.unit)
