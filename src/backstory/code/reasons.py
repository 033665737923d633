"""Says why a file is ranked for a goal, and how sure that is."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

LIKELY: Final = "likely"
POSSIBLE: Final = "possible"
GUESS: Final = "guess"
_LIKELY_CHANCE: Final = 0.5
"""Of the files at or above this chance 77 in 100 were really changed (463 commits of 31 repositories)."""
_LIKELY_MEANT: Final = 0.7
"""The same where the meaning of the goal counts: for 301 sentences over 34 repositories 47 of 61 such files were the
expected ones, and 27 of 46 of those between the two chances; for subjects of commits in small letters over 58
repositories 119 of 153, and 42 of 97."""
_LIKELY_RELATED: Final = 0.9
"""The same for a sentence whose own words the file hardly has: 9 of 11 such files were the expected ones, and 8 of 18
of those between this chance and the one before."""
_GUESS_CHANCE: Final = 0.05
"""Of the files of the first ten below this chance 4 in 100 were really changed."""
BLENDED: Final = "both rankings"
"""The share of a score that comes from blending two rankings."""
_CERTAIN: Final = frozenset(["pin", "anchor", "edited"])
"""Reasons that a person gave: no such file is a guess."""
_NOT_OF_GOAL: Final = _CERTAIN | {"own", "recent", "role", "folder", BLENDED}
"""Shares of a score that no word of the goal gives."""
TEXT: Final = "its text fits the goal"
MEANING: Final = "it means what the goal says"
NAME: Final = "its name fits the goal"
_OWN: Final = "you changed it lately"
REMEMBERED: Final = "something is remembered about it"
"""What stands for the record, which the memory knows."""
NO_MEANINGS: Final[Mapping[str, str]] = {}
_NO_REASON: Final = frozenset(["recent", "role", BLENDED])
_MOST_WORDS: Final = 3
"""Words of the goal that a reason names."""
_REASONS: Final = {
    "mention": "named in the goal",
    "defined": "defines what the goal names",
    "symbols": "defines what the goal names",
    "title symbols": "defines what the goal names",
    "history": "changed for similar work",
    "title history": "changed for similar work",
    "edited": "changed now",
    "anchor": REMEMBERED,
    "pin": "pinned",
    "own": _OWN,
    "path": NAME,
    "meant name": MEANING,
    "meant symbols": MEANING,
    "meant text": MEANING,
    "meant definition": MEANING,
    "meant history": "changed for similar work",
    "tests": "a test of it fits the goal",
    "meant tests": "a test of it fits the goal",
    "folder": "beside files that fit",
    "scope": "of the part that the goal names",
    "area": "in a folder that the goal names",
}
"""What each signal of the ranking means. The other signals compare the text."""
_OF_WORDS: Final = {TEXT: "has", MEANING: "has", NAME: "its path has"}
"""Reasons that are words of the goal, and how they begin when these are named."""
_RECENT_SHARE: Final = 0.3
"""Share of the score that recent changes need to be named as a reason."""


class Certainty:
    """How sure a ranking is of each file: the chance that the model of the scores gives it, in three steps.

    The scores are log-odds of a choice among all files, so the chance of one is `exp(score) / sum(exp(scores))`: it
    is high where the signals agree on one file and low where many files score alike.
    """

    def __init__(self, scores: Iterable[float]) -> None:
        every = list(scores)
        self._top = max(every, default=0.0)
        self._sum = sum(math.exp(score - self._top) for score in every)

    @property
    def scale(self) -> float:
        """The logarithm of the sum: a score less this is the logarithm of a chance."""
        return self._top + math.log(self._sum) if self._sum else 0.0

    def of(self, score: float, why: Mapping[str, float], *, has_own_words: bool = True) -> str:
        """`likely`, `possible` or `guess`; `why` are the shares of the score.

        `has_own_words`: whether the file has words of the goal itself, not only related ones. A file that is edited now
        is likely only where it would be without that: the edit says nothing about the goal.
        """
        odds = math.exp(score - self._top)
        chance = odds / self._sum if self._sum else 0.0
        unlifted = odds * math.exp(-why.get("edited", 0.0))
        rest = self._sum - odds + unlifted
        is_of_goal = any(share > 0 and name not in _NOT_OF_GOAL for name, share in why.items())
        if is_of_goal and rest > 0 and unlifted / rest >= _likely_chance(why, has_own_words=has_own_words):
            return LIKELY
        return GUESS if chance < _GUESS_CHANCE and _CERTAIN.isdisjoint(why) else POSSIBLE


def _likely_chance(why: Mapping[str, float], *, has_own_words: bool) -> float:
    """The least chance of a file that is likely."""
    if BLENDED in why:
        return _LIKELY_MEANT
    if any(name.startswith("meant ") for name in why):
        return _LIKELY_MEANT if has_own_words else _LIKELY_RELATED
    return _LIKELY_CHANCE


def describe_reason(score: float, why: Mapping[str, float]) -> str:
    """Names the strongest signal that ties a file to the goal, and whether it was changed recently."""
    shares = {name: share for name, share in why.items() if name not in _NO_REASON and share > 0}
    reasons: list[str] = []
    if shares:
        strongest = max(shares, key=lambda name: shares[name])
        reasons.append(_REASONS.get(strongest, TEXT))
    elif "own" in why:  # its share is below zero where the whole ranking is
        reasons.append(_OWN)
    if why.get("recent", 0.0) > _RECENT_SHARE * max(score, 0.0) and _OWN not in reasons:
        reasons.append("changed lately")
    return ", ".join(reasons)


def name_words(reason: str, words: Sequence[str], meanings: Mapping[str, str] = NO_MEANINGS) -> str:
    """The same reason with the words of the goal that the file has, the most telling first.

    `meanings`: for a word that the goal itself lacks, the goal's word for it. Any other reason than that of the text,
    of its meaning or of its name stays as it is.
    """
    begins = next((each for each in _OF_WORDS if reason.startswith(each)), None)
    if begins is None or not words:
        return reason
    *others, last = (
        f"`{word}` ({meanings[word]})" if word in meanings else f"`{word}`" for word in words[:_MOST_WORDS]
    )
    phrase = f"{', '.join(others)} and {last}" if others else last
    return f"{_OF_WORDS[begins]} {phrase}{reason[len(begins) :]}"
