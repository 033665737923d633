"""How much a record matters at a moment: a sum of named signals, so that every rank can be explained."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from backstory.model.kinds import HOWS
from backstory.model.record import Record
from backstory.recall.content import Place
from backstory.recall.moment import Moment
from backstory.recall.staleness import penalty

MATCH: Final = 1.0
"""Weight of the search score for the goal or query, after division by the best score of the moment."""
FILES: Final = 0.6
"""Weight of sharing files with the work at hand."""
TRUST: Final = 0.25
RECENCY: Final = 0.15
HALF_LIFE: Final = 90.0
"""Days after which recency counts half."""
SETTLED: Final = 0.15
"""Taken off a failure that was resolved: still worth knowing, less pressing."""
BRANCH: Final = 0.1
"""For having been made on the branch that is checked out."""

_TRUST: Final = dict(zip(HOWS, (1.0, 0.9, 0.7, 0.5, 0.3), strict=True))


class Relevance:
    """Ranks records for one moment. `scores`: record id -> search score, any scale, higher is better."""

    def __init__(self, moment: Moment, scores: dict[str, float]) -> None:
        self._moment = moment
        self._best = max(scores.values(), default=0.0)
        self._scores = scores
        self._files = frozenset(moment.files)
        self._folders = frozenset(f.rpartition("/")[0] for f in moment.files if "/" in f)
        self._today = _day(moment.now)

    def signals(self, record: Record, places: Sequence[Place]) -> dict[str, float]:
        """The signals that count for it, weighted; their sum is its relevance."""
        out = {"trust": TRUST * _TRUST.get(record.origin.how, 0.3)}
        score = self._scores.get(record.id, 0.0)
        if score > 0.0 and self._best > 0.0:
            out["match"] = MATCH * score / self._best
        if near := max((self._nearness(p.path) for p in places), default=0.0):
            out["files"] = FILES * near
        if (made := _day(record.made)) and self._today:
            out["recency"] = RECENCY * 0.5 ** (max(0, self._today - made) / HALF_LIFE)
        if self._moment.branch and record.origin.branch == self._moment.branch:
            out["branch"] = BRANCH
        if stale := penalty(places):
            out["stale"] = -stale
        if (record.kind, record.status) == ("failure", "resolved"):
            out["settled"] = -SETTLED
        return {name: round(value, 4) for name, value in out.items()}

    def _nearness(self, path: str) -> float:
        if path in self._files:
            return 1.0
        if any(c in path for c in "*?["):
            from fnmatch import fnmatchcase

            return 0.8 if any(fnmatchcase(f, path) for f in self._files) else 0.0
        if any(f.startswith(path.rstrip("/") + "/") for f in self._files):
            return 0.8
        return 0.3 if path.rpartition("/")[0] in self._folders else 0.0


def _day(text: str) -> int:
    """Days since year one, 0 when it is no date."""
    try:
        return date.fromisoformat(text[:10]).toordinal()
    except ValueError:
        return 0
