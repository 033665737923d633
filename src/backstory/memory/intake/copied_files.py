"""Copies of a transcript: files in which an agent, a backup or a new version of its storage has the same session."""

import os
from collections.abc import Iterable, Iterator
from typing import Final

from backstory.agents.documents import LISTED
from backstory.agents.turns import SessionFile

_PIECE: Final = 1 << 20
"""Bytes that are compared at once."""


def leave_out_older(files: Iterable[tuple[str, SessionFile]]) -> Iterator[tuple[str, SessionFile]]:
    """The files with one for each session: the one that was written last, which the agent goes on with.

    Files of sub-agents are kept: those of a session may all have its name.
    """
    newest: dict[tuple[str, str], SessionFile] = {}
    for agent, file in files:
        if file.parent:
            yield agent, file
            continue
        former = newest.get((agent, file.session))
        if former is None or _order(file) > _order(former):
            newest[agent, file.session] = file
    yield from ((agent, file) for (agent, _), file in newest.items())


def _order(file: SessionFile) -> tuple[float, int, str]:
    return file.modified, file.size, file.path


def is_continued(former: str, path: str, position: int) -> bool:
    """Whether a file repeats what was read of another file that still exists.

    That is its bytes up to the position, or all of them where positions are no offsets.
    """
    try:
        if os.path.samefile(former, path):
            return True
        sizes = os.path.getsize(former), os.path.getsize(path)
        count = position if position < LISTED else max(sizes)
        return count <= min(sizes) and _has_same_bytes(former, path, count)
    except OSError:
        return False


def adds_nothing(former: str, path: str, position: int) -> bool:
    """Whether all that a file has was read of another one, which still exists: it is a copy, or an older one."""
    try:
        size = os.path.getsize(path)
        return 0 < size <= min(position, os.path.getsize(former)) and _has_same_bytes(former, path, size)
    except OSError:
        return False


def _has_same_bytes(former: str, path: str, count: int) -> bool:
    """Whether two files begin with the same bytes."""
    with open(former, "rb") as one, open(path, "rb") as other:
        for start in range(0, count, _PIECE):
            size = min(_PIECE, count - start)
            if one.read(size) != other.read(size):
                return False
    return True
