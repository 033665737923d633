"""Figures that tell how much there is of something and set nothing: `7 of 31 tests fail`, `the remaining 28 tests`."""

from backstory.base.figures import NUMBERS
from backstory.base.reversals import read_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.figures import Figure

_OF = frozenset(("of", "von", "der", "sur", "de", "di", "из"))
_THE = frozenset(("the", "our", "all", "out", "den", "unseren", "insgesamt", "les", "las", "los", "nos"))
_NEAR = 4
"""Words beside a figure among which stands what it is a part of."""
_SETTING = frozenset(
    ("use", "keep", "set", "make", "take", "allow", "let", "want", "need", "nimm", "setz", "mach", "behalte", "prends",
     "mets", "garde", "usa", "pon", "guarda")
)  # fmt: skip
"""Words of a clause that sets a part: `keep 3 of 5 copies`."""
_REMAINING = frozenset(
    ("remaining", "other", "another", "further", "restlichen", "restliche", "übrigen", "verbleibenden", "weitere",
     "weiteren", "autres", "otros", "otras", "demás")
)  # fmt: skip
"""Words before an amount that is left."""
_LEFT = frozenset((
    ("left",), ("remaining",), ("remain",), ("remains",), ("to", "go"), ("übrig",), ("restants",), ("restantes",),
))  # fmt: skip
"""Words with which a clause ends that tells of an amount that is left."""
_PAUSES = ",;:.!?()"
_DEFINITE = frozenset(
    ("the", "these", "those", "our", "my", "both", "die", "den", "diese", "unsere", "les", "ces", "nos", "los", "las",
     "estos", "estas", "nuestros")
)  # fmt: skip
"""Words before a number of things that are there."""
_TOO = frozenset(("too", "zu", "trop", "demasiado", "demasiados", "demasiadas", "enough", "instead"))


def is_reported(figure: "Figure", text: str, words: "Sequence[str]") -> bool:
    """Whether a figure of a sentence tells how much was met or is left. `words`: those of its clause."""
    behind = read_words(text[figure.end :])[:_NEAR]
    if _is_left(figure, text[figure.end :]) or _is_definite(figure, behind):
        return True
    return _is_part(figure, behind) and _SETTING.isdisjoint(words)


def _is_definite(figure: "Figure", behind: "Sequence[str]") -> bool:
    """Whether a figure counts things that are there: `the two test customers`."""
    is_word = not (figure.is_digits or figure.dimension)
    return is_word and not _DEFINITE.isdisjoint(figure.before[-1:]) and _TOO.isdisjoint(behind)


def _is_part(figure: "Figure", behind: "Sequence[str]") -> bool:
    """Whether a figure is one of `7 of 31`, `7 out of the 31`."""
    if not figure.is_digits or figure.dimension:
        return False
    return _leads_to_number(behind) or _leads_to_number([one for one in figure.before[::-1] if one])


def _leads_to_number(words: "Sequence[str]") -> bool:
    """Whether words that stand beside a number lead to another one by `of`."""
    place = 0
    while place < len(words) and words[place] in _THE:
        place += 1
    if place == len(words) or words[place] not in _OF:
        return False
    rest = [one for one in words[place + 1 :] if one not in _THE]
    return bool(rest) and (rest[0][0].isdigit() or rest[0] in NUMBERS)


def _is_left(figure: "Figure", rest: str) -> bool:
    """Whether a figure is an amount that is left: `the remaining 28 tests`, `28 tests to go`."""
    if not _REMAINING.isdisjoint(figure.before[-2:]):
        return True
    end = min([place for place in map(rest.find, _PAUSES) if place >= 0], default=len(rest))
    words = tuple(read_words(rest[:end]))
    return words[-1:] in _LEFT or words[-2:] in _LEFT
