"""How likely it is that a sentence of the person is a rule, by its signals and its words.

The patterns of `rules` find what may be a rule, but each person says rules differently, and a pattern that is right for
one takes the orders of another for rules. The weights judge what patterns find, and find what no pattern knows.
`bench/extraction/fit_rules.py` fits them.
"""

from collections.abc import Iterator
from math import exp
from typing import Final

from backstory.base.unspaced import is_unspaced
from backstory.capture.rules.rule_signals import find_rule_signals
from backstory.capture.text.signals import Place, find_signals
from backstory.capture.text.weights import sum_weights
from backstory.capture.text.wording import find_words

TABLE: Final = "person rule"
"""The table of `weights.tsv`; its rows have one weight."""
MIN_CHANCE: Final = 0.13
"""How likely a rule has to be for what patterns find to be loaded with a brief.

Less likely ones are kept for `recall`, and a brief quotes them as orders.
"""
MIN_WEIGHED: Final = 0.88
"""How likely it has to be to be a rule without any pattern."""
_UNSPACED_CHANCE: Final = 0.13
_UNSPACED_WEIGHED: Final = 0.85
"""The same in Chinese, Japanese and Korean, of which the weights have seen little."""
_OWN: Final = ("w ", "^ ")
"""How the names of a sentence's own words begin; those around it count for nothing."""


def measure_rule(at: Place) -> float:
    """How likely a sentence of a prompt is a rule, from 0 to 1."""
    return 1 / (1 + exp(-sum_weights(dict.fromkeys(name_signs(at)), TABLE)[0]))


def is_doubted(at: Place) -> bool:
    """Whether the weights speak against what patterns take for a rule."""
    return measure_rule(at) < (_UNSPACED_CHANCE if is_unspaced(at.sentence.plain) else MIN_CHANCE)


def is_likely(at: Place) -> bool:
    """Whether a sentence is a rule by its weights alone."""
    return measure_rule(at) >= (_UNSPACED_WEIGHED if is_unspaced(at.sentence.plain) else MIN_WEIGHED)


def name_signs(at: Place) -> Iterator[str]:
    """The names of all signals that have a weight. The empty name is the constant, which every sentence has."""
    yield ""
    yield from (f"r {name}" for name in find_rule_signals(at))
    yield from find_signals(at)
    yield from (name for name in find_words(at) if name.startswith(_OWN))
