"""A talk in which overturned statements are looked for, with what was found in it so far.

One command searches the same passages twice: for what surely holds no longer, then for all that may be. Most of the
second search is the first one.
"""

from backstory.base.overturns.exchanges import read_exchanges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from backstory.base.overturns.exchanges import Exchange, Overturn, Spoken

    Finder = Callable[[Sequence[Exchange]], Iterable[Overturn]]


class Talk:
    """What was uttered, in the order of the talk. Nothing of it changes."""

    def __init__(self, rows: "Sequence[Spoken]") -> None:
        self.rows = rows
        self.exchanges = read_exchanges(rows)
        self._found: dict[Finder, list[Overturn]] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def ask(self, finder: "Finder") -> "list[Overturn]":
        """What a finder yields. The caller may change it: the next one gets it as it was."""
        found = self._found.get(finder)
        if found is None:
            found = self._found[finder] = list(finder(self.exchanges))
        return [one.copy() for one in found]
