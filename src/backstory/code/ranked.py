"""A file with its score for a goal."""

from typing import NamedTuple


class Ranked(NamedTuple):
    """A file with its score for a goal."""

    path: str
    score: float
    why: dict[str, float]
    """Signal -> its share of the score; the shares sum up to it."""
    tests: list[str]
    """Tests that go with the file, by name."""
    docs: list[str]
    """Documents called like the file."""
    reason: str = ""
    """Why it is here, in words; empty without a goal."""
    certainty: str = ""
    """`likely`, `possible` or `guess`, see `code.reasons`; empty without a goal."""
    symbol: str = ""
    """The definition in it that fits the goal best; only where asked for."""
    line: int = 0
    """The line of `symbol`, from 1."""
