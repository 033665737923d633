"""Summarises the stored history of a file or folder: companions, authors, issues, reverts, churn.

All of it is queried from the commits that the index keeps; git is not asked. Commits that touch more than `WIDE` files
say nothing of what belongs together and are left out of companions.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from backstory.code.index.store import CodeIndex
from backstory.model.late_pattern import late_pattern

WIDE: Final = 30
_LISTED: Final = 8
_TOGETHER: Final = 2
"""Commits that two files must share."""
_REVERT: Final = late_pattern(r'^(?:Revert|Reapply) "(.+)"')


class Companion(NamedTuple):
    """A file that changes together with another one."""

    path: str
    commits: int
    """Commits that changed both."""
    lift: float
    """How many times as often as if they had nothing to do with each other."""


class Revert(NamedTuple):
    """A commit that undid others."""

    commit: str
    subject: str
    undone: tuple[str, ...]
    """Ids of the commits that it undid; empty where it does not say and none has the subject it quotes."""


class FileHistory(NamedTuple):
    """The past of a file or folder, as the stored commits have it."""

    path: str
    """Of a file or folder; empty: everything."""
    commits: int
    since: int
    """Commits of the repository since its last change; -1 when it was not changed within the window."""
    together: list[Companion]
    authors: list[tuple[str, int]]
    """Name and commits, most first."""
    issues: list[tuple[str, int]]
    """Issue and the commits that name it; newest first."""
    reverts: list[Revert]
    """Newest first."""


def file_history(index: CodeIndex, path: str = "") -> FileHistory:
    """The past of `path` within the window, each list at most `_LISTED` long."""
    window = index.window()
    ages = sorted((window[id_], id_) for id_ in _touching(index, path) if id_ in window)
    ids = [id_ for _, id_ in ages]
    authors: Counter[str] = Counter()
    issues: Counter[str] = Counter()
    reverts: list[Revert] = []
    for id_ in ids:
        commit = _read_commit(index, id_)
        if commit is None:
            continue
        authors[commit.author] += 1
        issues.update(commit.issues)
        if len(reverts) < _LISTED and (commit.undid or _REVERT.match(commit.subject)):
            undone = commit.undid or _quoted(index, commit.subject, window[id_])
            reverts.append(Revert(commit.oid, commit.subject, undone))
    return FileHistory(
        path,
        len(ids),
        ages[0][0] if ages else -1,
        _together(index, path, ids) if _is_file(index, path) else [],
        sorted(authors.items(), key=_most_first)[:_LISTED],
        list(issues.items())[:_LISTED],
        reverts,
    )


class _Commit(NamedTuple):
    oid: str
    author: str
    subject: str
    issues: tuple[str, ...]
    undid: tuple[str, ...]


def _read_commit(index: CodeIndex, id_: int) -> _Commit | None:
    row = index.db.execute("SELECT oid, author, subject, issues, undid FROM log WHERE id = ?", (id_,)).fetchone()
    if row is None:
        return None
    oid, author, subject, issues, undid = map(str, row)
    return _Commit(oid, author, subject, tuple(issues.split()), tuple(undid.split()))


def _most_first(count: tuple[str, int]) -> tuple[int, str]:
    return -count[1], count[0]


def _is_file(index: CodeIndex, path: str) -> bool:
    return any(row.path == path for row in index.files().values())


def _touching(index: CodeIndex, path: str) -> list[int]:
    if not path:
        return [int(str(id_)) for (id_,) in index.db.execute("SELECT id FROM log")]
    rows = index.db.execute(
        "SELECT id FROM log WHERE instr(char(10) || paths || char(10), char(10) || ?1 || char(10))"
        " OR instr(char(10) || paths, char(10) || ?1 || '/')",
        (path,),
    )
    return [int(str(id_)) for (id_,) in rows]


def _quoted(index: CodeIndex, subject: str, age: int) -> tuple[str, ...]:
    """The newest commit before the one of `age` that has the subject which a revert quotes."""
    match = _REVERT.match(subject)
    window = index.window()
    rows = index.db.execute("SELECT id, oid FROM log WHERE subject = ?", (match[1] if match else "",))
    older = sorted((window[id_], str(oid)) for id_, oid in rows if window.get(id_, -1) > age)
    return (older[0][1],) if older else ()


def _together(index: CodeIndex, path: str, ids: list[int]) -> list[Companion]:
    """The files of the tree that change with one, those first that change with it more than by chance."""
    own, shared = _count_changes(
        str(index.db.execute("SELECT paths FROM log WHERE id = ?", (id_,)).get).split("\n") for id_ in ids
    )
    tree = {row.path for row in index.files().values()}
    companions = {
        other: count for other, count in shared.items() if other != path and count >= _TOGETHER and other in tree
    }
    if not companions:
        return []
    total, changes = _count_all_changes(index, companions)
    best = sorted(
        companions, key=lambda other: (-companions[other] / math.sqrt(own * changes[other]), other)
    )[:_LISTED]  # fmt: skip
    return [
        Companion(other, companions[other], round(companions[other] * total / (own * changes[other]), 2))
        for other in best
    ]


def _count_changes(commits: Iterable[list[str]]) -> tuple[int, Counter[str]]:
    """(number of commits that are not too wide, path -> how many of them changed it)."""
    total = 0
    changes: Counter[str] = Counter()
    for paths in commits:
        if len(paths) <= WIDE:
            total += 1
            changes.update(paths)
    return total, changes


def _count_all_changes(index: CodeIndex, among: Collection[str]) -> tuple[int, dict[str, int]]:
    """As `_count_changes`, over all commits of the window but for empty ones, and for these paths only."""
    window = index.window()
    changes = dict.fromkeys(among, 0)
    total = 0
    for id_, joined in index.db.execute("SELECT id, paths FROM log"):
        paths = str(joined).split("\n") if joined else []
        if id_ in window and 0 < len(paths) <= WIDE:
            total += 1
            for path in paths:
                if path in changes:
                    changes[path] += 1
    return total, changes
