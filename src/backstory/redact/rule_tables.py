"""Tables of own rules, and which of their rules a region may have something for.

A rule needs one of some triggers, and one of some bytes that each of its matches has. There are three hundred of
these, and a region has a dozen: one automaton tells which, where as many searches took as long as the rules themselves.
"""

from collections.abc import Iterator
from typing import Any, Final

from backstory.redact.patterns import Literals, Pattern

Row = tuple[Pattern, str, Any, int, tuple[bytes, ...]]
"""Pattern, name of the rule, judge, triggers, and bytes in small letters, of each of which a region needs one."""
Chosen = tuple[Pattern, str, Any]
_Prepared = tuple[Pattern, str, Any, int, tuple[bytes, ...], frozenset[int]]
"""The same with the numbers of the longer ones."""
SHORTEST: Final = 3
"""Bytes below which most regions have what is searched for, so that it is asked for by itself."""


class RuleTables:
    """Several tables that share one search for what their rules need."""

    def __init__(self, *tables: tuple[Row, ...]) -> None:
        needles = {needle for table in tables for row in table for needle in row[4] if len(needle) >= SHORTEST}
        self._literals = Literals(sorted(needles))
        numbers = {needle: number for number, needle in enumerate(sorted(needles))}
        self._tables = [[_prepare(row, numbers) for row in table] for table in tables]

    def find_literals(self, low: bytes) -> frozenset[int]:
        """The numbers of the longer ones that occur in a region in small letters."""
        return frozenset(self._literals.match(low))

    def choose(
        self, table: int, low: bytes, kinds: int, literals: frozenset[int]
    ) -> Iterator[tuple[Pattern, str, Any]]:
        """The rules of a table that a region with such triggers, in small letters, may have something for."""
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
