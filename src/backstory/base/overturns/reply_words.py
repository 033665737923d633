"""The words of a reply that tell whether it objects to something."""

from backstory.base.phrases import Phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.overturns.exchanges import Exchange

_LIMITS = frozenset((
    ("no", "more", "than"), ("no", "less", "than"), ("no", "fewer", "than"), ("no", "later", "than"),
    ("no", "longer", "than"), ("not", "more", "than"), ("nicht", "mehr", "als"), ("nicht", "länger", "als"),
    ("pas", "plus", "de"), ("pas", "plus", "que"), ("no", "más", "de"), ("no", "más", "que"),
))  # fmt: skip
"""How a limit begins, which objects to nothing: `no more than two retries`."""
_LIMIT = 3
_THOUGHTS = """
thinking about it/that/this; thought about it/that/this ~/again/more; on second/further thought/thoughts; on
reflection; slept on it/that; i ~/ve/have changed my mind; after all; nochmal/noch darüber/drüber nachgedacht; habe ~/es
mir/s anders überlegt; doch lieber/wieder/nicht; réflexion faite; à la réflexion; j ai changé d avis; finalement;
pensándolo bien/mejor; he cambiado de opinión; después de todo
"""
"""How a person begins who changes their mind about what was agreed last, also on another day."""
_HEAD = 9
"""Words with which they do."""
_tables: "list[Phrases]" = []


def read_reply(words: "Sequence[str]") -> "Sequence[str]":
    """The words of a sentence without the `too` at its end, which complains of nothing (`the footer too`), and without
    how a limit begins."""
    if len(words) > 1 and words[-1] == "too":
        words = words[:-1]
    place = next((place for place in range(len(words)) if tuple(words[place : place + _LIMIT]) in _LIMITS), -1)
    return words if place < 0 else [*words[:place], *words[place + _LIMIT :]]


def begins_with_second_thought(exchange: "Exchange") -> bool:
    """Whether a prompt begins by changing what was agreed last."""
    if not exchange.asked:
        return False
    if not _tables:
        _tables.append(Phrases(_THOUGHTS))
    return _tables[0].find(exchange.asked[0].words[:_HEAD]) is not None
