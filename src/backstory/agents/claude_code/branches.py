"""Which rows of a transcript are on a branch that the person left.

A transcript is a tree. Who goes back in the conversation and writes another prompt starts a second branch below the
row that came before the first one. The branch of the last row is the conversation; a branch that parts from it is
abandoned. A piece of the tree that hangs on no known row proves nothing and stays.
"""

from collections import Counter
from functools import partial
from typing import BinaryIO, Final

from backstory.agents.claude_code.rows import Row, RowReader, decode_row
from backstory.agents.json_lines import MAX_LINE, read_lines
from backstory.agents.turns import Reading

_NEAR: Final = (1 << 14, 1 << 19)
"""Bytes before a prompt in which the row that it follows is looked for."""
_HEAD: Final = 800
"""Bytes at the beginning of a row in which its type stands."""


def goes_back(path: str, start: int, end: int) -> bool:
    """Whether a prompt in a range may follow a row before the last prompt. Cheap: few rows are decoded.

    True as well where the row that the prompt follows is not found near it.
    """
    reader = RowReader(path, Counter())
    position = max(0, start - _NEAR[-1])
    last = position or -1  # where the last prompt stands, or what is looked at begins
    with open(path, "rb", buffering=1 << 20) as handle, open(path, "rb", buffering=0) as before:
        handle.seek(position)
        for line in iter(partial(handle.readline, MAX_LINE), b""):
            place, position = position, position + len(line)
            if position > end:
                break
            if line.find(b'"type":"user"', 0, _HEAD) < 0 and line.find(b'"type": "user"', 0, _HEAD) < 0:
                continue
            if line.find(b'"tool_use_id"', 0, 2 * _HEAD) > 0:
                continue
            row = _find_prompt(reader, line)
            if row is None:
                continue
            parent = row.parent_uuid.encode() if row.parent_uuid and place >= start and last >= 0 else b""
            if parent and not _follows(before, parent, last, place):
                return True
            last = place
    return False


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


def find_abandoned(path: str, end: int) -> set[int]:
    """Hashes of the ids of the rows before `end` that are on an abandoned branch."""
    reader = RowReader(path, Counter())
    branch_of: dict[int, int] = {}
    before = [-1]
    last = 0
    for _, line in read_lines(path, 0, end, 0, Reading(iter(()))):
        row = decode_row(line)
        if row is None or not row.uuid or row.is_sidechain or hash(row.uuid) in branch_of:
            continue
        parent = row.parent_uuid or row.logical_parent_uuid
        branch = branch_of.get(hash(parent), -1) if parent else -1
        if branch < 0 or (row.type == "user" and _has_prompt(reader, row)):
            before.append(branch)
            branch = len(before) - 1
        branch_of[hash(row.uuid)] = branch
        if row.type in ("user", "assistant"):
            last = branch
    live: set[int] = set()
    while last >= 0 and last not in live:
        live.add(last)
        last = before[last]
    dead: set[int] = set()
    for branch in range(1, len(before)):
        if branch not in live and before[branch] >= 0 and (before[branch] in live or before[branch] in dead):
            dead.add(branch)
    return {key for key, branch in branch_of.items() if branch in dead} if dead else set()


def _find_prompt(reader: RowReader, line: bytes) -> Row | None:
    row = decode_row(line)
    return row if row is not None and not row.is_sidechain and row.type == "user" and _has_prompt(reader, row) else None


def _has_prompt(reader: RowReader, row: Row) -> bool:
    return any(turn.role == "user" for turn in reader.read_row(row, 0))
