"""Which rows of a transcript are on a branch that the person left.

A transcript is a tree. Who goes back in the conversation and writes another prompt starts a second branch below the
row that came before the first one. The branch of the last row is the conversation; a branch that parts from it is
abandoned. A piece of the tree that hangs on no known row proves nothing and stays.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final, NamedTuple

from backstory.agents.claude_code.rows import RowReader
from backstory.agents.claude_code.structs import Row, decode_row
from backstory.agents.json_lines import MAX_LINE, read_lines
from backstory.agents.turns import Reading

_NEAR: Final = (1 << 14, 1 << 19)
"""Bytes before a prompt in which the row that it follows is looked for."""
_HEAD: Final = 800
"""Bytes at the beginning of a row in which its type stands."""
_DENSE: Final = b'"type":"user"'
_SPACED: Final = b'"type": "user"'


class Prompts(NamedTuple):
    """The facts about a range of the file that its prompts show."""

    goes_back: bool
    """Whether one may follow a row before the prompt before it."""
    last: int
    """Offset of the last prompt; -1 where there is none."""


def look_at_prompts(path: str, start: int, end: int, last: int | None = None) -> Prompts:
    """Whether a prompt in a range may follow a row before the last prompt. Cheap: few rows are decoded.

    True as well where the row that the prompt follows is not found near it. `last` is the offset of the last prompt
    before the range, where it is known.
    """
    begin = max(0, start - _NEAR[-1]) if last is None else start
    last = (begin or -1) if last is None else last  # what is looked at begins there
    back = False
    with open(path, "rb", buffering=1 << 20) as handle, open(path, "rb", buffering=0) as before:
        for place, row in _list_prompts(handle, begin, end):
            parent = row.parent_uuid if place >= start and last >= 0 and not back else None
            back = back or bool(parent and not _follows(before, parent.encode(), last, place))
            last = place
    return Prompts(back, last)


def _list_prompts(handle: BinaryIO, begin: int, end: int) -> Iterator[tuple[int, Row]]:
    """Offset and row of each prompt in a range."""
    reader = RowReader(handle.name, Counter())
    mark = _SPACED if b'": ' in handle.read(_HEAD) else _DENSE
    position = begin
    handle.seek(begin)
    for line in iter(partial(handle.readline, MAX_LINE), b""):
        position += len(line)
        if position > end:
            return
        if line.find(mark, 0, _HEAD) >= 0 and line.find(b'"tool_use_id"', 0, 2 * _HEAD) < 0:
            row = _find_prompt(reader, line)
            if row is not None:
                yield position - len(line), row


def _follows(handle: BinaryIO, parent: bytes, last: int, place: int) -> bool:
    """Whether the row of an id stands between two offsets, near the second one."""
    for near in _NEAR:
        begin = max(last, place - near)
        handle.seek(begin)
        data = handle.read(place - begin)
        if data.rfind(b'"uuid":"' + parent) >= 0 or data.rfind(b'"uuid": "' + parent) >= 0:
            return True
        if begin == last:
            return False
    return False


class _Tree:
    """The branches of a transcript, by their number, and the rows on them."""

    def __init__(self, path: str) -> None:
        self._reader = RowReader(path, Counter())
        self._branch_of: dict[int, int] = {}
        self._before = [-1]
        """Number -> the branch that it parts from; -1 where that is not known."""
        self._last = 0

    def add(self, row: Row) -> None:
        """A row that has an id."""
        key = hash(row.uuid)
        if key in self._branch_of:
            return
        branch = self._branch_of[key] = self._find_branch(row)
        if row.type in ("user", "assistant"):
            self._last = branch

    def _find_branch(self, row: Row) -> int:
        parent = row.parent_uuid or row.logical_parent_uuid
        branch = self._branch_of.get(hash(parent), -1) if parent else -1
        if branch >= 0 and not (row.type == "user" and _has_prompt(self._reader, row)):
            return branch
        self._before.append(branch)
        return len(self._before) - 1

    def list_abandoned(self) -> set[int]:
        """Hashes of the ids of the rows on branches that part from the last one's, or from such a branch."""
        live = self._list_live()
        dead: set[int] = set()
        for branch, before in enumerate(self._before):
            if branch not in live and before >= 0 and (before in live or before in dead):
                dead.add(branch)
        return {key for key, branch in self._branch_of.items() if branch in dead} if dead else set()

    def _list_live(self) -> set[int]:
        live: set[int] = set()
        branch = self._last
        while branch >= 0 and branch not in live:
            live.add(branch)
            branch = self._before[branch]
        return live


def find_abandoned(path: str, end: int) -> set[int]:
    """Hashes of the ids of the rows before `end` that are on an abandoned branch."""
    tree = _Tree(path)
    for _, line in read_lines(path, 0, end, 0, Reading(iter(()))):
        row = decode_row(line)
        if row is not None and row.uuid and not row.is_sidechain:
            tree.add(row)
    return tree.list_abandoned()


def _find_prompt(reader: RowReader, line: bytes) -> Row | None:
    row = decode_row(line)
    return row if row is not None and not row.is_sidechain and row.type == "user" and _has_prompt(reader, row) else None


def _has_prompt(reader: RowReader, row: Row) -> bool:
    return any(turn.role == "user" for turn in reader.read_row(row, 0))
