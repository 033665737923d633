"""How likely it is that a sentence of a conversation is worth its tokens to the next session, by its signals.

Answers are full of what nobody needs later: what was done, which git tells, and praise of it; prompts are full of
requests that are done. No single sign tells that from what outlives the work, but many together do.
`bench/quotes/fit.py` fits what each is worth.
"""

import os
from functools import lru_cache
from math import exp
from typing import Final

from backstory.patterns.verdicts import judged
from backstory.recall.quotes.quote_signals import name_signals

AGENT: Final = "agent"
PERSON: Final = "person"
"""The tables of weights: the same signals say other things of what a person and of what an agent wrote."""
FILE: Final = os.path.join(os.path.dirname(__file__), "quote_weights.tsv")
"""Lines of a table, the name of a signal, and its weight in hundredths of the log odds."""


@judged
def measure_answer(sentence: str) -> float:
    """How likely a sentence of an agent is worth quoting, from 0 to 1."""
    return _measure(sentence, AGENT)


@judged
def measure_prompt(sentence: str) -> float:
    """The same for a sentence of a person."""
    return _measure(sentence, PERSON)


def _measure(sentence: str, table: str) -> float:
    weights = load_weights()[table]
    odds = sum(weights.get(name, 0) for name in name_signals(sentence)) / 100
    return round(1 / (1 + exp(-odds)), 4)


@lru_cache(maxsize=1)
def load_weights() -> dict[str, dict[str, int]]:
    """Table -> signal -> its weight, in hundredths of the log odds."""
    tables: dict[str, dict[str, int]] = {}
    with open(FILE, encoding="utf-8") as handle:
        for line in handle.read().splitlines():
            table, name, weight = line.split("\t")
            tables.setdefault(table, {})[name] = int(weight)
    return tables
