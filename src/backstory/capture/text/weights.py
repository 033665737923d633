"""What each signal and each word is worth for each kind: the tables of the classifier.

They are in `weights.tsv`, written by `bench/extraction/fit.py`. A line has the table, the name of a signal, and its
weight for each kind in hundredths. The row without a name holds for every sentence.

Each speaker has two tables. The one that ends in `cued` is for sentences in which patterns have found a kind, which the
rows that begin with `cue` stand for. It has no words: such sentences are too rare for their words to be weighed.

The table of `rule_probability` has one weight in each row. `bench/extraction/fit_rules.py` writes it.
"""

import os
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final

PERSON_KINDS: Final = ("none", "rule", "decision", "finding", "next")
AGENT_KINDS: Final = ("none", "finding", "decision", "attempt", "state", "next", "command")
FILE: Final = os.path.join(os.path.dirname(__file__), "weights.tsv")

Row = tuple[float, ...]

_BITS: Final = 32
_LANE: Final = (1 << _BITS) - 1
_BIAS: Final = 1 << 15
_MOST_NAMES: Final = 20_000
"""Names whose weights are remembered."""


def name_table(*, person: bool, cued: bool) -> str:
    """The name of the table for a sentence."""
    return f"{'person' if person else 'agent'}{' cued' if cued else ''}"


def sum_weights(names: Iterable[str], table: str) -> list[float]:
    """The weight of signals and words for each kind, all of them together. The order of the names does not matter."""
    sums = _load_sums(table)
    total = sum(map(sums.__getitem__, names))
    bias = (total >> sums.size * _BITS) * _BIAS
    return [((total >> place * _BITS & _LANE) - bias) / 100 for place in range(sums.size)]


class _Sums(dict[str, int]):
    """Signal or word -> its weights as one number, so that those of many are added at once; 0 where it has none.

    Each weight has its bits, with `_BIAS` added so that none is negative. Above them the rows are counted.
    """

    def __init__(self, lines: Mapping[str, str]) -> None:
        self.lines = lines
        self.size = len(lines[""].split("\t"))

    def __missing__(self, name: str) -> int:
        if len(self) > _MOST_NAMES:
            self.clear()
        line = self.lines.get(name)
        values = [*(int(value) + _BIAS for value in line.split("\t")), 1] if line else ()
        packed = self[name] = sum(value << place * _BITS for place, value in enumerate(values))
        return packed


@lru_cache(maxsize=8)
def _load_sums(table: str) -> _Sums:
    return _Sums(_load()[table][0])


def find_rows(names: Collection[str], table: str) -> list[Row]:
    """The weights of signals and words, of those that a table has."""
    lines, rows = _load()[table]
    for name in names:
        if name not in rows and name in lines:
            rows[name] = tuple(int(value) / 100 for value in lines[name].split("\t"))
    return [rows[name] for name in names if name in rows]


def load_table(table: str) -> dict[str, Row]:
    """Signal or word -> its weight for each kind."""
    lines, rows = _load()[table]
    find_rows(list(lines), table)
    return rows


@lru_cache(maxsize=1)
def _load() -> dict[str, tuple[dict[str, str], dict[str, Row]]]:
    """The lines of each table by their names, and the rows that were read of them so far.

    Most lines are about words that never come up: only those that do are read.
    """
    tables: dict[str, tuple[dict[str, str], dict[str, Row]]] = {}
    with open(FILE, encoding="utf-8") as handle:
        for line in handle.read().splitlines():
            table, name, values = line.split("\t", 2)
            tables.setdefault(table, ({}, {}))[0][name] = values
    return tables
