"""What each signal and each word is worth for each kind: the tables of the classifier.

They are in `weights.tsv`, written by `bench/extraction/fit.py`. A line has the table, the name of a signal, and its
weight for each kind in hundredths. The row without a name holds for every sentence.

Each speaker has two tables. The one that ends in `cued` is for sentences in which patterns have found a kind, which the
rows that begin with `cue` stand for. It has no words: such sentences are too rare for their words to be weighed.

The table of `rule_probability` has one weight in each row. `bench/extraction/fit_rules.py` writes it.
"""

import os
from collections.abc import Collection
from functools import lru_cache
from typing import Final

PERSON_KINDS: Final = ("none", "rule", "decision", "finding", "next")
AGENT_KINDS: Final = ("none", "finding", "decision", "attempt", "state", "next", "command")
FILE: Final = os.path.join(os.path.dirname(__file__), "weights.tsv")

Row = tuple[float, ...]


def name_table(*, person: bool, cued: bool) -> str:
    """The name of the table for a sentence."""
    return f"{'person' if person else 'agent'}{' cued' if cued else ''}"


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
