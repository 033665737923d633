"""A talk that is searched for overturned statements, with the results of each finder so far.

One command searches the same passages twice: for what surely holds no longer, then for all that may be. Most of the
second search is the first one.
"""

from backstory.base.overturns.exchanges import read_exchanges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from backstory.base.overturns.exchanges import Exchange, Overturn, Spoken

    Finder = Callable[[Sequence[Exchange]], Iterable[Overturn]]


class Talk:
    """What was uttered, in the order of the talk. Nothing of it changes."""

    def __init__(self, rows: "Sequence[Spoken]", open_notes: "Callable[[str], dict[str, Any]] | None" = None) -> None:
        """`open_notes` gives what earlier searches noted of an exchange, by its words: see `Exchange.read`."""
        self.rows = rows
        self.exchanges = read_exchanges(rows)
        if open_notes is not None:
            for one in self.exchanges:
                one.notes = open_notes(_spell_out(one))
        self._overturns: dict[Finder, list[Overturn]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def ask(self, finder: "Finder") -> "list[Overturn]":
        """The overturns that a finder yields, as copies that the caller may change."""
        overturns = self._overturns.get(finder)
        if overturns is None:
            overturns = self._overturns[finder] = list(finder(self.exchanges))
        return [one.copy() for one in overturns]


def _spell_out(exchange: "Exchange") -> str:
    """All that its readers see of an exchange, as one text."""
    sentences = exchange.sentences
    first = min([one.row for one in sentences], default=0)
    rows = [f"{one.row - first} {one.number} {one.is_person:d}{one.is_question:d} {one.text}" for one in sentences]
    return "\n".join(rows)
