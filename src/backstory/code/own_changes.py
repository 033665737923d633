"""Gives the files that the asking person changed last a share of the chances of a ranking.

Work goes on where it was: a goal that says little of its place, such as the answer to a review, is often about the
files of the last commits. They are added to the chances, not to the scores, so that a file that stands out stays first
and only files that hardly fit the goal give way.
"""

import math
from collections.abc import Mapping
from typing import Final

from backstory.code.index.file_table import FileTable

OWN: Final = "own"
"""The name of this share of a score."""
_COMMITS: Final = 20
"""Newest commits of a person that are read."""
_HALF_LIFE: Final = 4.0
"""Commits after which a change counts half as much."""
_WIDE: Final = 30
"""A commit of more files says little about each."""
_CHANCE: Final = 0.08
"""The share of all chances that own changes get. Any from 0.06 to 0.14 is about as good."""


def recent_changes(table: FileTable, author: str) -> dict[int, float]:
    """File id -> how much the last commits of a person speak for it; what `author` is called, a mail address aside."""
    window = table.index.window()
    name = author.partition(" <")[0]
    rows = table.index.db.execute("SELECT id, paths FROM log WHERE author = ?", (name,)) if name else ()
    newest = sorted((window[id_], paths) for id_, paths in rows if id_ in window)[:_COMMITS]
    values: dict[int, float] = {}
    for place, (_, joined) in enumerate(newest):
        paths = joined.split("\n") if joined else []
        files = table.find_all(paths) if len(paths) <= _WIDE else set[int]()
        for id_ in files:
            values[id_] = max(values.get(id_, 0.0), 0.5 ** (place / _HALF_LIFE) / len(files) ** 0.25)
    return values


def rise_by_changes(
    totals: Mapping[int, float], scale: float, changes: Mapping[int, float], roles: Mapping[int, float]
) -> dict[int, float]:
    """What own changes add to the score of each file, for scores that are log-odds.

    `totals` are the scores, `scale` is the logarithm of the sum of their odds, and `roles` are the constants of the
    roles of the files in `changes`: a file without a score has that of its role.
    """
    whole = sum(changes.values())
    rises: dict[int, float] = {}
    for id_, value in changes.items():
        score = totals.get(id_)
        chance = math.exp(score - scale) if score is not None else 0.0
        own = _CHANCE / (1 - _CHANCE) * value / whole * math.exp(roles[id_])
        rises[id_] = math.log(chance + own) + scale - (roles[id_] if score is None else score)
    return rises
