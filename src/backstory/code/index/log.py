"""Keeps the window of history of a tree: commits by their words, and which paths they touched."""

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import apsw
import msgspec

from backstory.code.index.content import is_own
from backstory.git.commits import (
    CommitFiles,
    commit_window,
    issues_of,
    named_commits,
    newest_commits,
    parse_commits,
    read_newest,
)
from backstory.model.errors import BackstoryError
from backstory.redact.paths import clean_paths

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.redact.gate import Gate

_UNDID: Final = re.compile(r"\bThis reverts commit\s+([0-9a-f]{7,64})\b")
_MISSING_SHARE: Final = 4
"""If more than a quarter of the window is missing, the whole log is read again."""

_AT_ONCE: Final = 50
"""Commits that pass the gate in one text."""


class FirstLog:
    """The first reading of the history, in a thread: git works while files are read here."""

    def __init__(self, git: "Git", head: str) -> None:
        self._out = b""
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, args=(git, head), daemon=True)
        self._thread.start()

    def _run(self, git: "Git", head: str) -> None:
        try:
            self._out = read_newest(git, head)
        except BaseException as err:  # raised again where the result is asked for
            self._error = err

    def touches(self) -> list[CommitFiles]:
        self._thread.join()
        if self._error is not None:
            raise self._error
        return list(parse_commits(self._out))


def follow_history(
    db: apsw.Connection, tree: int, git: "Git", head: str, first: FirstLog | None, gate: "Gate | None" = None
) -> int:
    """Brings the log to the window of history that ends at `head`; the number of commits newly read.

    History that git cannot give (a clone without trees, a log that takes too long) is not an error: it stays empty.
    """
    if not head:
        db.execute("UPDATE tree SET log = x'', touched = '{}' WHERE id = ?", (tree,))
        return 0
    have: dict[str, int] = {str(oid): int(str(id_)) for oid, id_ in db.execute("SELECT oid, id FROM log")}
    touches: Iterable[CommitFiles]
    try:
        if first is not None:
            touches = first.touches()
            order = [t.commit for t in touches]
        else:
            order = commit_window(git, head)
            missing = [c for c in order if c not in have]
            touches = (
                newest_commits(git, head) if len(missing) * _MISSING_SHARE > len(order) else named_commits(git, missing)
            )
    except BackstoryError:
        order, touches = [], ()
    known = len(have)
    rows: list[tuple[int, str, int, str, str, str, str, str]] = []
    words: list[tuple[int, str, str]] = []
    next_id = (db.execute("SELECT max(id) FROM log").get or 0) + 1
    for touch, author, subject, body, paths in _safe(db, [t for t in touches if t.commit not in have], gate):
        if touch.commit in have:
            continue
        issues, undid = " ".join(issues_of(f"{subject}\n{body}")), " ".join(_undid(touch.message))
        rows.append((next_id, touch.commit, touch.when, author, subject, paths, issues, undid))
        words.append((next_id, subject, body))
        have[touch.commit] = next_id
        next_id += 1
    db.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    db.executemany("INSERT INTO message (rowid, subject, body) VALUES (?, ?, ?)", words)
    ids = array("I", [have[c] for c in order if c in have])
    db.execute("UPDATE tree SET log = ? WHERE id = ?", (ids.tobytes(), tree))
    _drop_unseen(db)
    db.execute("UPDATE tree SET touched = ? WHERE id = ?", (_touched(db, ids), tree))
    return len(have) - known


def _undid(message: str) -> list[str]:
    return _UNDID.findall(message) if "This reverts" in message else []


def _safe(db: apsw.Connection, touches: Sequence[CommitFiles], gate: "Gate | None") -> Iterator["_Safe"]:
    """Commits as the gate lets them through.

    Many are looked at in one text, since hardly any holds a secret; only where one is found each is cleaned by itself.
    """
    passed: set[str] = set()
    if gate is not None and len(touches) > _AT_ONCE:
        passed.update(str(path) for (path,) in db.execute("SELECT path FROM file"))
    for start in range(0, len(touches), _AT_ONCE):
        some_touches = touches[start : start + _AT_ONCE]
        wholes = [_Safe(t, t.author, *t.message.partition("\n")[::2], "\n".join(_paths(t))) for t in some_touches]
        if gate is not None:
            new = dict.fromkeys(p for t in some_touches for p in _paths(t) if p not in passed)
            names = "\n".join(new)
            if gate.check("\n\n".join(["\n".join({w.author for w in wholes}), *(w.subject for w in wholes)])).found:
                wholes = [w._replace(author=gate.clean(w.author), subject=gate.clean(w.subject)) for w in wholes]
            if clean_paths(gate, names) == names:
                passed.update(new)
            else:
                wholes = [w._replace(paths=clean_paths(gate, w.paths)) for w in wholes]
            wholes = [w._replace(body=b) for w, b in zip(wholes, _words([w.body for w in wholes], gate), strict=True)]
        yield from wholes


def _paths(touch: CommitFiles) -> list[str]:
    return [path for path in touch.paths if not is_own(path)]


class _Safe(NamedTuple):
    touch: CommitFiles
    author: str
    subject: str
    body: str
    """Only its words are kept."""
    paths: str
    """Joined by newlines."""


def _words(texts: Sequence[str], gate: "Gate") -> Iterator[str]:
    """Each text as words that may be kept."""
    raw = [t.encode("utf-8", "surrogatepass") for t in texts]
    whole = gate.words(b"\n\n".join(raw))
    at = 0
    for text in raw:
        yield whole[at : at + len(text)].decode("utf-8", "replace")
        at += len(text) + 2


def _drop_unseen(db: apsw.Connection) -> None:
    """Forgets commits that no tree's window holds any more."""
    keep: set[int] = set()
    logs: list[Any] = db.execute("SELECT log FROM tree").fetchall()
    for (raw,) in logs:
        keep.update(array("I", raw))
    for (id_,) in db.execute("SELECT id FROM log").fetchall():
        if id_ not in keep:
            db.execute("DELETE FROM log WHERE id = ?", (id_,))
            db.execute("DELETE FROM message WHERE rowid = ?", (id_,))


def _touched(db: apsw.Connection, ids: Sequence[int]) -> bytes:
    """JSON {path: [commits since its last change, commits that changed it]}."""
    paths = {id_: str(joined) for id_, joined in db.execute("SELECT id, paths FROM log")}
    touched: dict[str, list[int]] = {}
    for age, id_ in enumerate(ids):
        for path in paths[id_].split("\n"):
            if path in touched:
                touched[path][1] += 1
            elif path:
                touched[path] = [age, 1]
    return msgspec.json.encode(touched)
