"""The words of a reply that tell whether it objects to something."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_LIMITS = frozenset((
    ("no", "more", "than"), ("no", "less", "than"), ("no", "fewer", "than"), ("no", "later", "than"),
    ("no", "longer", "than"), ("not", "more", "than"), ("nicht", "mehr", "als"), ("nicht", "länger", "als"),
    ("pas", "plus", "de"), ("pas", "plus", "que"), ("no", "más", "de"), ("no", "más", "que"),
))  # fmt: skip
"""How a limit begins, which objects to nothing: `no more than two retries`."""
_LIMIT = 3


def read_reply(words: "Sequence[str]") -> "Sequence[str]":
    """The words of a sentence without the `too` at its end, which complains of nothing (`the footer too`), and without
    how a limit begins."""
    if len(words) > 1 and words[-1] == "too":
        words = words[:-1]
    place = next((place for place in range(len(words)) if tuple(words[place : place + _LIMIT]) in _LIMITS), -1)
    return words if place < 0 else [*words[:place], *words[place + _LIMIT :]]
