"""Keeps the window of history of a tree: commits by their words, and which paths they touched."""

from array import array
from collections.abc import Container, Iterable, Iterator, Sequence
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import apsw
import msgspec

from backstory.base.marks import drop_marks
from backstory.code.index.tree import OWN_FOLDER, is_own
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
from backstory.model.late_pattern import late_pattern
from backstory.redact.paths import clean_paths

if TYPE_CHECKING:
    from backstory.git.repository import Git
    from backstory.redact.gate import Gate

_UNDID: Final = late_pattern(r"\bThis reverts commit\s+([0-9a-f]{7,64})\b")
_MISSING_SHARE: Final = 4
"""If more than a quarter of the window is missing, the whole log is read again."""

_AT_ONCE: Final = 8
"""Authors, subjects or paths that are checked in one text: of a long one only so many telling words are read."""
_MANY: Final = 50
"""Commits from which on paths that the tree has are looked up, which are known to hold no secret."""


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
    row_ids: dict[str, int] = {str(oid): int(str(id_)) for oid, id_ in db.execute("SELECT oid, id FROM log")}
    previous = len(row_ids)
    order, touches = _read_window(git, head, first, row_ids)
    _add_commits(db, [touch for touch in touches if touch.commit not in row_ids], gate, row_ids)
    ids = array("I", [row_ids[commit] for commit in order if commit in row_ids])
    db.execute("UPDATE tree SET log = ? WHERE id = ?", (ids.tobytes(), tree))
    _drop_unseen(db)
    db.execute("UPDATE tree SET touched = ? WHERE id = ?", (_touched(db, ids), tree))
    return len(row_ids) - previous


def _read_window(
    git: "Git", head: str, first: FirstLog | None, stored: Container[str]
) -> tuple[list[str], Iterable[CommitFiles]]:
    """(the commits of the window in order, the files of those that are not known and perhaps of others)."""
    try:
        if first is not None:
            touches = first.touches()
            return [touch.commit for touch in touches], touches
        order = commit_window(git, head)
        missing = [commit for commit in order if commit not in stored]
        if len(missing) * _MISSING_SHARE > len(order):
            return order, newest_commits(git, head)
        return order, named_commits(git, missing)
    except BackstoryError:
        return [], ()


def _add_commits(
    db: apsw.Connection, touches: Sequence[CommitFiles], gate: "Gate | None", row_ids: dict[str, int]
) -> None:
    """Stores commits and adds their rows to `row_ids`."""
    rows: list[tuple[int, str, int, str, str, str, str, str]] = []
    words: list[tuple[int, str, str]] = []
    next_id = (db.execute("SELECT max(id) FROM log").get or 0) + 1
    for touch, author, subject, body, paths in _clean_commits(db, touches, gate):
        if touch.commit in row_ids:
            continue
        issues, undid = " ".join(issues_of(f"{subject}\n{body}")), " ".join(_undid(touch.message))
        rows.append((next_id, touch.commit, touch.when, author, subject, paths, issues, undid))
        words.append((next_id, drop_marks(subject), drop_marks(body)))
        row_ids[touch.commit] = next_id
        next_id += 1
    db.executemany("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
    db.executemany("INSERT INTO message (rowid, subject, body) VALUES (?, ?, ?)", words)


def _undid(message: str) -> list[str]:
    return _UNDID.findall(message) if "This reverts" in message else []


def _clean_commits(
    db: apsw.Connection, touches: Sequence[CommitFiles], gate: "Gate | None"
) -> Iterable["_CleanCommit"]:
    """Commits as the gate lets them through.

    Many are looked at in one text, since hardly any holds a secret; only where one is found each is cleaned by itself.
    """
    commits = [_read_commit(touch) for touch in touches]
    if gate is None or not commits:
        return commits
    passed: set[str] = set()
    if len(touches) > _MANY:
        passed.update(str(path) for (path,) in db.execute("SELECT path FROM file"))
    names = _clean_names(gate, [*(commit.author for commit in commits), *(commit.subject for commit in commits)])
    refused = _find_refused(gate, commits, passed)
    bodies = _words([commit.body for commit in commits], gate)
    return [
        _CleanCommit(
            touch,
            names.get(author, author),
            names.get(subject, subject),
            words,
            paths if not refused or refused.isdisjoint(paths.split("\n")) else clean_paths(gate, paths),
        )
        for (touch, author, subject, _, paths), words in zip(commits, bodies, strict=True)
    ]


def _read_commit(touch: CommitFiles) -> "_CleanCommit":
    subject, _, body = touch.message.partition("\n")
    paths = "\n".join(touch.paths)
    if OWN_FOLDER in paths:
        paths = "\n".join(path for path in touch.paths if not is_own(path))
    return _CleanCommit(touch, touch.author, subject, body, paths)


def _clean_names(gate: "Gate", texts: Iterable[str]) -> dict[str, str]:
    """Authors and subjects that may hold a secret -> what of them may be kept."""
    names: dict[str, str] = {}
    for some in _parts(_suspects(gate, texts)):
        if gate.check("\n\n".join(some)).findings:
            names.update((text, gate.clean(text)) for text in some)
    return names


def _find_refused(gate: "Gate", commits: "Sequence[_CleanCommit]", passed: set[str]) -> set[str]:
    """Paths one of which holds a secret. `passed`: those that hold none."""
    new = dict.fromkeys(path for commit in commits for path in commit.paths.split("\n") if path not in passed)
    refused: set[str] = set()
    for some in _parts(_suspects(gate, new)):
        names = "\n".join(some)
        if clean_paths(gate, names) != names:
            refused.update(some)
    return refused


def _suspects(gate: "Gate", texts: Iterable[str]) -> list[str]:
    """Those of some texts in which a secret could be, each once. Finding them takes a tenth of a check."""
    distinct = list(dict.fromkeys(texts))
    harmless = set(gate.find_harmless(distinct))
    return [text for text in distinct if text not in harmless]


def _parts(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some texts at a time."""
    for start in range(0, len(texts), _AT_ONCE):
        yield texts[start : start + _AT_ONCE]


class _CleanCommit(NamedTuple):
    touch: CommitFiles
    author: str
    subject: str
    body: str
    """Only its words are kept."""
    paths: str
    """Joined by newlines."""


def _words(texts: Sequence[str], gate: "Gate") -> Iterator[str]:
    """Each text as words that may be kept."""
    raw = [text.encode("utf-8", "surrogatepass") for text in texts]
    whole = gate.words(b"\n\n".join(raw))
    offset = 0
    for text in raw:
        yield whole[offset : offset + len(text)].decode("utf-8", "replace")
        offset += len(text) + 2


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
