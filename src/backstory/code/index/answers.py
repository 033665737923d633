"""Answers about a whole tree that take long to work out. Each is kept until the tree changes."""

from collections.abc import Sequence
from typing import Any, Final

import apsw

from backstory._version import VERSION
from backstory.base.digests import blake2b
from backstory.code.index.store import CodeIndex

_MOST: Final = 64
"""Answers that are kept for one tree."""


def read_answer(index: CodeIndex, question: Sequence[object]) -> bytes | None:
    """The answer to a question, if the tree is as it was when the answer was stored. `question` is plain data."""
    row: Any = index.db.execute(
        "SELECT state, value FROM answer WHERE tree = ? AND question = ?", (index.tree, _digest(question))
    ).fetchone()
    return row[1] if row is not None and row[0] == _state(index) else None


def store_answer(index: CodeIndex, question: Sequence[object], answer: bytes, *, passed: bool = False) -> None:
    """Stores an answer, unless it holds a secret or a mark of one: which those are depends on the gate.

    `passed`: whether each word of it has passed the gate already. Nothing is lost where another process writes or
    nothing can be written.
    """
    text = answer.decode()
    if "[REDACTED" in text or (not passed and index.gate is not None and index.gate.check(text).findings):
        return
    row = (index.tree, _digest(question), _state(index), answer)
    try:
        with index.db:
            index.db.execute("DELETE FROM answer WHERE tree = ? AND state != ?", (row[0], row[2]))
            if int(index.db.execute("SELECT count(*) FROM answer WHERE tree = ?", row[:1]).get) >= _MOST:
                index.db.execute("DELETE FROM answer WHERE tree = ?", row[:1])
            index.db.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)", row)
    except (apsw.BusyError, apsw.ReadOnlyError, apsw.FullError):
        return


def count_contents(index: CodeIndex) -> tuple[int, int]:
    """Differs where other working trees have brought contents or taken them: how rare a word is depends on all."""
    row: Any = index.db.execute("SELECT count(*), max(id) FROM blob").fetchone()
    return row[0], row[1] or 0


def _state(index: CodeIndex) -> str:
    """A digest of the commit and of the changed files that the index holds of the tree."""
    row: Any = index.db.execute("SELECT head, stamp, log FROM tree WHERE id = ?", (index.tree,)).fetchone()
    dirty = index.db.execute("SELECT path, oid FROM dirty WHERE tree = ? ORDER BY path", (index.tree,)).fetchall()
    window = blake2b(row[2], digest_size=16).hexdigest() if row else ""
    return _digest((VERSION, row[:2] if row else None, window, dirty))


def _digest(parts: Sequence[object]) -> str:
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
