"""Ranks records for a brief: relevance is a sum of named signals, so that every rank can be explained.

One signal is the state of the code that a record is about. `memory.kernel.staleness` finds these states; this module
weighs them. States by record id and anchor target (`path` or `path#symbol`): `fresh`, `changed`, `moved`, `moved:<new
target>`, `gone`. Any other state counts as unknown and costs a record nothing.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from backstory.model.kinds import CHANNELS
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Record
from backstory.model.session import TRUNKS
from backstory.recall.past.sessions import NOTHING_PAST, PastWork
from backstory.recall.text.content import Place
from backstory.recall.text.moment import BriefRequest

States = Mapping[str, Mapping[str, str]]
FRESH: Final = "fresh"
CHANGED: Final = "changed"
MOVED: Final = "moved"
GONE: Final = "gone"

MATCH: Final = 1.0
"""Weight of the search score for the goal or query, relative to the best score."""
FILES: Final = 0.6
"""Weight of sharing files with the work at hand."""
SAME_FILE: Final = 0.8
"""Part of that weight for a definition that has not changed, in a file that has."""
TRUST: Final = 0.25
RECENCY: Final = 0.15
HALF_LIFE: Final = 90.0
"""Days after which recency counts half."""
SETTLED: Final = 0.15
"""Penalty of a failure that was resolved: still worth knowing, but less urgent."""
BRANCH: Final = 0.1
"""Weight of having been made on the branch that is checked out."""
REASON: Final = 0.15
"""Weight of saying more than its title: a reason, what was seen."""
LATEST: Final = 0.25
"""Weight of having been made at the end of the work at hand; half of it four hours, or a day, before."""
DESCRIPTIVE: Final = frozenset(("fact", "observation", "pattern"))
"""Kinds that say how the code is, and are likely to be wrong once it has changed. What was decided or tried in the work
at hand holds while the work changes its code."""
WORK: Final = 0.6
"""Weight of belonging to the work at hand: made in its sessions, or on its branch since they began."""

UNUSED: Final = 0.1
"""Penalty of a record that many sessions were given and none has used."""
WEIGHTS: Final[dict[str, int]] = {
    "match": 100, "files": 60, "work": 60, "trust": 25, "latest": 25, "recency": 15, "reason": 15, "branch": 10,
    "stale": 100, "settled": 15, "unused": 10,
}  # fmt: skip
"""Signal -> its weight in hundredths, as the settings `rank.*` change it. Those of `stale` are hundredths of its
penalty."""

_GLOB: Final = late_pattern(r"[*?\[]")
_PENALTY: Final = {CHANGED: 0.15, GONE: 0.5}
_TRUST: Final = dict(zip(CHANNELS, (1.0, 0.9, 0.7, 0.5, 0.3), strict=True))


class Relevance:
    """Ranks records for one brief. `scores`: record id -> search score, any scale, higher is better."""

    def __init__(self, moment: BriefRequest, scores: dict[str, float], past: PastWork | None = None) -> None:
        self._moment = moment
        past = past or NOTHING_PAST
        self._sessions, self._since = past.ids, past.since
        self._ended = past.last.ended if past.last else ""
        self._best = max(scores.values(), default=0.0)
        self._scores = scores
        self._files = frozenset(moment.files)
        self._unused = frozenset(moment.unused)
        self._folders = frozenset(path.rpartition("/")[0] for path in moment.files if "/" in path)
        self._today = _day(moment.now)

    def signals(self, record: Record, places: Sequence[Place]) -> dict[str, float]:
        """The weighted signals of a record; their sum is its relevance."""
        is_own = self._is_of_work(record)
        signals = {
            "trust": TRUST * _TRUST.get(record.origin.how, 0.3),
            "match": self._match(record.id),
            "files": FILES * self._share_files(places, is_own=is_own),
            "recency": self._recency(record.made),
            "work": WORK if is_own else 0.0,
            "branch": BRANCH if self._moment.branch and record.origin.branch == self._moment.branch else 0.0,
            "stale": -self._weigh_staleness(record, places, is_own=is_own),
            "latest": self._latest(record.made) if is_own else 0.0,
            "reason": REASON if record.body else 0.0,
            "settled": -SETTLED if (record.kind, record.status) == ("failure", "resolved") else 0.0,
            "unused": -UNUSED if record.id in self._unused and record.kind != "rule" else 0.0,
        }
        for name, weight in self._moment.weights.items():
            signals[name] *= weight / WEIGHTS[name]
        return {name: round(value, 4) for name, value in signals.items() if value}

    def _share_files(self, places: Sequence[Place], *, is_own: bool) -> float:
        """How near its code is to the files in play. What was said in the sessions of the work is about these files,
        whether it names them or not."""
        if is_own and self._ended:
            return 1.0
        return max((self._place_nearness(place) for place in places), default=0.0)

    def _place_nearness(self, place: Place) -> float:
        """How near an anchor is to the files in play. Of two definitions in one file, the one that has changed is
        nearer than the one that has not."""
        nearness = self._nearness(place.path)
        return nearness * SAME_FILE if place.target != place.path and place.state == FRESH else nearness

    def _weigh_staleness(self, record: Record, places: Sequence[Place], *, is_own: bool) -> float:
        """The penalty for code that has changed. What was decided or tried holds while the work changes its code:
        then it bears on the work more than anything."""
        if record.kind in DESCRIPTIVE:
            return staleness_penalty(places)
        if is_own:
            return 0.0
        return staleness_penalty([one for one in places if one.state != CHANGED or one.path not in self._files])

    def _latest(self, made: str) -> float:
        """How late in the work at hand it was made: what was said last there replaces what was said first."""
        if not self._ended:
            return 0.0
        days = max(0, _day(self._ended) - _day(made))
        hours = max(0, _hour(self._ended) - _hour(made)) if not days else 0
        return float(LATEST * 0.5 ** (days + hours / 4))

    def _is_of_work(self, record: Record) -> bool:
        """Whether it was made in one of the last sessions, or on the branch of the work since the oldest of them."""
        origin = record.origin
        if origin.session and origin.session in self._sessions:
            return True
        if not self._moment.branch or origin.branch != self._moment.branch:
            return False
        return record.made >= self._since if self._since else origin.branch not in TRUNKS

    def _match(self, ident: str) -> float:
        score = self._scores.get(ident, 0.0)
        return MATCH * score / self._best if score > 0.0 else 0.0

    def _recency(self, made: str) -> float:
        day = _day(made)
        return RECENCY * 0.5 ** (max(0, self._today - day) / HALF_LIFE) if day and self._today else 0.0

    def _nearness(self, path: str) -> float:
        if path in self._files:
            return 1.0
        if _GLOB.search(path):
            from fnmatch import fnmatchcase

            return 0.8 if any(fnmatchcase(file, path) for file in self._files) else 0.0
        if any(file.startswith(path.rstrip("/") + "/") for file in self._files):
            return 0.8
        return 0.3 if path.rpartition("/")[0] in self._folders else 0.0


def anchor_places(record: Record, states: States) -> list[Place]:
    """The record's anchors with their states."""
    targets = states.get(record.id, {})
    places: list[Place] = []
    for anchor in record.anchors:
        state, _, now = targets.get(anchor.target, "").partition(":")
        places.append(Place(anchor.target, anchor.path, state if state in (FRESH, CHANGED, MOVED, GONE) else "", now))
    return places


def is_gone(places: Sequence[Place]) -> bool:
    """Whether all code that the record is about is gone. One remaining anchor keeps the record."""
    return bool(places) and all(place.state == GONE for place in places)


def staleness_penalty(places: Sequence[Place]) -> float:
    """The penalty for a record's worst anchor, 0.0 to 0.5."""
    return max((_PENALTY.get(place.state, 0.0) for place in places), default=0.0)


def _hour(text: str) -> int:
    """The hour of a time; 0 for a text that is none."""
    return int(text[11:13]) if text[11:13].isdigit() else 0


def _day(text: str) -> int:
    """Days since the year 1; 0 for a text that is not a date."""
    try:
        return date.fromisoformat(text[:10]).toordinal()
    except ValueError:
        return 0
