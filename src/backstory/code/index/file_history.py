"""Summarises the stored history of a file or folder: companions, authors, issues, reverts, churn.

All of it is queried from the commits that the index keeps; git is not asked. Commits that touch more than `WIDE` files
say nothing of what belongs together and are left out of companions.
"""

import math
import re
from typing import Final, NamedTuple

from backstory.code.index.store import CodeIndex

WIDE: Final = 30
_TOGETHER: Final = 2
"""Commits that two files must share."""
_REVERT: Final = re.compile(r'^(?:Revert|Reapply) "(.+)"')


class Companion(NamedTuple):
    path: str
    commits: int
    """Commits that changed both."""
    lift: float
    """How many times as often as if they had nothing to do with each other."""


class Revert(NamedTuple):
    commit: str
    subject: str
    undone: tuple[str, ...]
    """Ids of the commits that it undid; empty where it does not say and none has the subject it quotes."""


class FileHistory(NamedTuple):
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


def file_history(index: CodeIndex, path: str = "", *, limit: int = 8) -> FileHistory:
    """The past of `path` within the window, each list at most `limit` long."""
    window = index.window()
    inside = sorted((window[i], i) for i in _touching(index, path) if i in window)
    ids = [i for _, i in inside]
    authors: dict[str, int] = {}
    issues: dict[str, int] = {}
    reverts: list[Revert] = []
    for id_ in ids:
        row = index.db.execute("SELECT oid, author, subject, issues, undid FROM log WHERE id = ?", (id_,)).fetchone()
        if row is None:
            continue
        oid, author, subject, named, undid = (str(v) for v in row)
        authors[author] = authors.get(author, 0) + 1
        for issue in named.split():
            issues[issue] = issues.get(issue, 0) + 1
        if len(reverts) < limit and (undid or _REVERT.match(subject)):
            reverts.append(Revert(oid, subject, tuple(undid.split()) or _quoted(index, subject, window[id_])))
    return FileHistory(
        path,
        len(ids),
        inside[0][0] if inside else -1,
        _together(index, path, ids, limit) if path in {f.path for f in index.files().values()} else [],
        sorted(authors.items(), key=lambda a: (-a[1], a[0]))[:limit],
        list(issues.items())[:limit],
        reverts,
    )


def _touching(index: CodeIndex, path: str) -> list[int]:
    if not path:
        return [int(str(i)) for (i,) in index.db.execute("SELECT id FROM log")]
    rows = index.db.execute(
        "SELECT id FROM log WHERE instr(char(10) || paths || char(10), char(10) || ?1 || char(10))"
        " OR instr(char(10) || paths, char(10) || ?1 || '/')",
        (path,),
    )
    return [int(str(i)) for (i,) in rows]


def _quoted(index: CodeIndex, subject: str, age: int) -> tuple[str, ...]:
    """The newest commit before the one of `age` that has the subject which a revert quotes."""
    match = _REVERT.match(subject)
    window = index.window()
    rows = index.db.execute("SELECT id, oid FROM log WHERE subject = ?", (match[1] if match else "",))
    older = sorted((window[i], str(oid)) for i, oid in rows if window.get(i, -1) > age)
    return (older[0][1],) if older else ()


def _together(index: CodeIndex, path: str, ids: list[int], limit: int) -> list[Companion]:
    here = {f.path for f in index.files().values()}
    shared: dict[str, int] = {}
    own = 0
    for id_ in ids:
        paths = str(index.db.execute("SELECT paths FROM log WHERE id = ?", (id_,)).get).split("\n")
        if len(paths) <= WIDE:
            own += 1
            for other in paths:
                shared[other] = shared.get(other, 0) + 1
    wanted = {p: n for p, n in shared.items() if p != path and n >= _TOGETHER and p in here}
    if not wanted:
        return []
    # How often each is changed at all, counted over the same commits.
    window = index.window()
    changes = dict.fromkeys(wanted, 0)
    total = 0
    for id_, joined in index.db.execute("SELECT id, paths FROM log"):
        paths = str(joined).split("\n") if joined else []
        if id_ in window and 0 < len(paths) <= WIDE:
            total += 1
            for other in paths:
                if other in changes:
                    changes[other] += 1
    best = sorted(wanted, key=lambda p: (-wanted[p] / math.sqrt(own * changes[p]), p))[:limit]
    return [Companion(p, wanted[p], round(wanted[p] * total / (own * changes[p]), 2)) for p in best]
