"""Tables of own rules, and which of their rules a region may have something for.

A rule needs one of some triggers, and one of some bytes that each of its matches has. There are three hundred of
these, and a region has a dozen: one automaton tells which, where as many searches took as long as the rules themselves.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from backstory.redact.patterns import Literals, Pattern
from backstory.redact.required_literals import LITTLE

Row = tuple[Pattern, str, Any, int, tuple[bytes, ...]]
"""Pattern, name of the rule, judge, triggers, and bytes in small letters, of each of which a region needs one."""
Chosen = tuple[Pattern, str, Any]
_Prepared = tuple[Pattern, str, Any, int, tuple[bytes, ...], frozenset[int]]
"""The same with the numbers of the longer ones."""
SHORTEST: Final = 3
"""Bytes below which most regions have what is searched for, so that it is asked for by itself."""


class RuleTables:
    """Several tables that share one search for what their rules need.

    It is prepared once so much text has come: a process that checks a few records searches for each by itself.
    """

    def __init__(self, *tables: tuple[Row, ...]) -> None:
        self._rows = tables
        self._left = LITTLE
        self._search: Callable[[bytes], Sequence[int]] | None = None
        self._tables: list[list[_Prepared]] = []

    def find_literals(self, low: bytes) -> frozenset[int] | None:
        """The numbers of the longer ones that occur in a region in small letters; None before they have numbers."""
        if self._search is None:
            self._left -= len(low)
            if self._left >= 0:
                return None
            self._search = self._prepare()
        return frozenset(self._search(low))

    def _prepare(self) -> Callable[[bytes], Sequence[int]]:
        rows = [row for table in self._rows for row in table]
        needles = sorted({needle for row in rows for needle in row[4] if len(needle) >= SHORTEST})
        numbers = {needle: number for number, needle in enumerate(needles)}
        self._tables = [[_prepare(row, numbers) for row in table] for table in self._rows]
        return Literals(needles, after=0).match

    def choose(
        self, table: int, low: bytes, kinds: int, literals: frozenset[int] | None
    ) -> Iterator[tuple[Pattern, str, Any]]:
        """The rules of a table that a region with such triggers, in small letters, may have something for."""
        if literals is None:
            for pattern, name, judge, needs, needles in self._rows[table]:
                if kinds & needs and any(needle in low for needle in needles):
                    yield pattern, name, judge
            return
        for pattern, name, judge, needs, short, numbers in self._tables[table]:
            if kinds & needs:
                if not numbers.isdisjoint(literals):
                    yield pattern, name, judge
                    continue
                for needle in short:  # no generator: most regions have none of most
                    if needle in low:
                        yield pattern, name, judge
                        break


def _prepare(row: Row, numbers: dict[bytes, int]) -> _Prepared:
    pattern, name, judge, needs, needles = row
    short = tuple(needle for needle in needles if needle not in numbers)
    return pattern, name, judge, needs, short, frozenset(numbers[needle] for needle in needles if needle in numbers)
