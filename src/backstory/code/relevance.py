"""Which files matter for a goal: the signals of the code index, weighed and summed, each one's share kept.

The score is a sum of `weight * signal / (largest value of that signal)` plus a constant for the part a file plays
(tests, documents, examples rank lower). The weights are a linear model: listwise softmax regression with non-negative
weights on past changes of six repositories (django, pytest, gin, vite, git, gson; `bench/relevance.py` measures them
on repositories that were not used). They say what a signal is worth when the others are known, so a weight taken out
of its place says little.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final, NamedTuple

from backstory.code.index.goal import parse_goal
from backstory.code.index.signals import File, Signals, tests_beside
from backstory.code.index.store import CodeIndex

WEIGHTS: Final[dict[str, float]] = {
    "body": 1.66, "title": 1.15, "names": 0.43, "path": 1.42, "code": 0.79, "symbols": 0.82, "title symbols": 0.67,
    "mention": 1.46, "history": 0.85, "title history": 1.01, "recent": 2.04, "bigram": 1.27, "scope": 1.40,
    "phrase": 1.30, "tests": 0.89, "folder": 0.60, "window": 1.47,
}  # fmt: skip
ROLE_WEIGHTS: Final[dict[str, float]] = {
    "test": -4.26, "doc": -2.17, "example": -3.93, "bench": -0.36, "vendored": -1.27, "generated": -0.79,
    "locale": -1.15, "config": -3.0, "other": -3.0,
}  # fmt: skip
LIFTS: Final[dict[str, float]] = {"pin": 3.0, "anchor": 1.5, "edited": 1.5}
"""Added for files that a person pinned, that a relevant record is about, that are being worked on."""
_TESTS: Final = 5
"""Tests named beside a file at most."""
_SECOND: Final = 12
"""Files of the first pass whose text is read again."""
_FIRST: Final = tuple(k for k in WEIGHTS if k not in ("tests", "folder", "window"))


class Ranked(NamedTuple):
    path: str
    score: float
    why: dict[str, float]
    """Signal -> its share of the score; the shares sum up to it."""
    tests: list[str]
    """Tests that go with the file, by name."""


def rank(
    code_index: CodeIndex,
    goal: str,
    *,
    pins: Iterable[str] = (),
    dirty: Iterable[str] = (),
    anchored: Iterable[str] = (),
    limit: int = 20,
    roles: frozenset[str] | None = None,
) -> list[Ranked]:
    """The files that matter most for `goal`, best first; ties by path.

    `pins`, `dirty` and `anchored` are paths that are lifted. `roles` keeps only files of these roles. An empty goal
    ranks by what changed last.
    """  # fmt: skip
    return fuse(
        Signals(code_index, parse_goal(goal)), pins=pins, dirty=dirty, anchored=anchored, limit=limit, roles=roles
    )


def fuse(
    signals: Signals, *, pins: Iterable[str] = (), dirty: Iterable[str] = (), anchored: Iterable[str] = (),
    limit: int = 20, roles: frozenset[str] | None = None, weights: Mapping[str, float] = WEIGHTS,
) -> list[Ranked]:  # fmt: skip
    """Weighs gathered signals; see `rank`."""
    lifted = {name: {i for p in paths if (i := signals.find(p)) is not None}
              for name, paths in (("pin", pins), ("anchor", anchored), ("edited", dirty))}  # fmt: skip
    values = signals.gather()
    shares: dict[int, dict[str, float]] = {}
    for name in _FIRST:
        _share(shares, name, values[name], weights[name])
    for name, ids in lifted.items():
        for id_ in ids:
            shares.setdefault(id_, {})[name] = LIFTS[name]
    files = signals.files
    if not shares:
        _by_recency(signals, shares)
    total = {id_: sum(parts.values()) for id_, parts in shares.items()}
    _share(shares, "tests", _from_tests(signals, total), weights["tests"])
    for id_, parts in shares.items():
        role = ROLE_WEIGHTS.get(files[id_].role, 0.0)
        if role and parts.get("pin") is None:
            parts["role"] = role
    total = {id_: sum(parts.values()) for id_, parts in shares.items()}
    _share(shares, "folder", _neighbours(files, total), weights["folder"])
    first = sorted(
        (i for i in shares if roles is None or files[i].role in roles), key=lambda i: (-total[i], files[i].path)
    )
    _share(shares, "window", signals.windows(first[:_SECOND]), weights["window"])
    total = {id_: sum(shares[id_].values()) for id_ in first}
    order = sorted(first, key=lambda i: (-total[i], files[i].path))[:limit]
    tests = signals.named((files[i].stem for i in order if files[i].role != "test"), roles="test")
    out: list[Ranked] = []
    for id_ in order:
        f = files[id_]
        folders = set(f.path.split("/")[:-1])
        near = sorted(tests.get(f.stem, ()), key=lambda t: (-len(folders.intersection(t.path.split("/")[:-1])), t.path))
        beside = list(islice((t.path for t in near if tests_beside(t, f)), _TESTS))
        out.append(
            Ranked(
                f.path,
                round(total[id_], 4),
                {k: round(v, 4) for k, v in shares[id_].items() if round(v, 4)},
                beside,
            )
        )
    return out


def _share(shares: dict[int, dict[str, float]], name: str, values: Mapping[int, float], weight: float) -> None:
    top = max(values.values(), default=0.0)
    if top > 0:
        for id_, value in values.items():
            shares.setdefault(id_, {})[name] = weight * value / top


def _by_recency(signals: Signals, shares: dict[int, dict[str, float]]) -> None:
    """A goal that says nothing: what was changed last."""
    touched = signals.index.touched()
    for path in sorted(touched, key=lambda p: touched[p][0])[:60]:
        id_ = signals.find(path)
        if id_ is not None:
            shares[id_] = {"recent": WEIGHTS["recent"] / (1 + touched[path][0])}


def _from_tests(signals: Signals, total: Mapping[int, float]) -> dict[int, float]:
    """Code files called like the tests that fit the goal best."""
    files = signals.files
    tests = sorted((i for i in total if files[i].role == "test"), key=lambda i: (-total[i], files[i].path))[:20]
    wanted: dict[str, float] = {}
    for id_ in tests:
        path = files[id_].path
        folder = path.split("/")[-2].lower() if "/" in path else ""
        folder = folder.replace("_tests", "").replace("test_", "")
        for stem, worth in ((files[id_].stem, 1.0), (folder, 0.7)):
            if stem and stem not in ("test", "tests", "src", "java"):
                wanted[stem] = max(wanted.get(stem, 0.0), worth * total[id_])
    out: dict[int, float] = {}
    for stem, code in signals.named(wanted, roles="code").items():
        for f in code:
            out[signals.keep(f)] = max(out.get(f.id, 0.0), wanted[stem] / len(code) ** 0.5)
    return {i: v for i, v in out.items() if v > 0}


def _neighbours(files: Mapping[int, File], total: Mapping[int, float]) -> dict[int, float]:
    """Mean of the best three other files of the same folder."""
    folders: dict[str, list[float]] = {}
    for id_, score in total.items():
        folders.setdefault(files[id_].path.rpartition("/")[0], []).append(score)
    for folder, scores in folders.items():
        folders[folder] = sorted(scores, reverse=True)[:4]
    out: dict[int, float] = {}
    for id_, score in total.items():
        others = list(folders[files[id_].path.rpartition("/")[0]])
        if score in others:
            others.remove(score)
        mean = sum(others[:3]) / 3
        if mean > 0:
            out[id_] = mean
    return out
