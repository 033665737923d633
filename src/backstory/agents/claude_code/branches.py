"""Which rows of a transcript are on a branch that the person left.

A transcript is a tree. Who goes back in the conversation and writes another prompt starts a second branch below the
row that came before the first one. The branch of the last row is the conversation; a branch that parts from it is
abandoned. A piece of the tree that hangs on no known row proves nothing and stays.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from backstory.agents.claude_code.rows import Row, RowReader, decode_row
from backstory.agents.json_lines import read_lines
from backstory.agents.turns import Reading

_MAX_HELD: Final = 32 << 20
"""Bytes of rows after a prompt that are searched for the row that the next prompt follows."""


def goes_back(path: str, start: int, end: int, window: Sequence[bytes]) -> bool:
    """Whether a prompt in a range follows a row before the last prompt, or one that is not found.

    `window` are the lines before the range. Cheap: few rows are decoded.
    """
    reader = _new_reader(path)
    held: list[bytes] = []
    size = 0
    known = False
    for line in window:
        if _may_prompt(line) and _is_prompt(reader, line) is not None:
            held, size, known = [], 0, True
        held.append(line)
        size += len(line)
    for _, line in read_lines(path, start, end, 0, Reading(iter(()))):
        if _may_prompt(line):
            row = _is_prompt(reader, line)
            if row is not None:
                if row.parent_uuid and (known or start) and not _holds_row(held, row.parent_uuid.encode()):
                    return True
                held, size, known = [], 0, True
        held.append(line)
        size += len(line)
        if size > _MAX_HELD:
            held, size = [line], len(line)
    return False


def find_abandoned(path: str, end: int) -> set[int]:
    """Hashes of the ids of the rows before `end` that are on an abandoned branch."""
    reader = _new_reader(path)
    branch_of: dict[int, int] = {}
    before: list[int] = [-1]
    last = 0
    for _, line in read_lines(path, 0, end, 0, Reading(iter(()))):
        row = decode_row(line)
        if row is None or not row.uuid or hash(row.uuid) in branch_of:
            continue
        parent = row.parent_uuid or row.logical_parent_uuid
        branch = branch_of.get(hash(parent), -1) if parent else -1
        if row.is_sidechain:
            continue
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


def _holds_row(lines: Sequence[bytes], uuid: bytes) -> bool:
    return any(b'"uuid":"' + uuid in line or b'"uuid": "' + uuid in line for line in lines)


def _new_reader(path: str) -> RowReader:
    return RowReader(path, Counter())


def _may_prompt(line: bytes) -> bool:
    return b'"tool_use_id"' not in line and (b'"type":"user"' in line or b'"type": "user"' in line)


def _is_prompt(reader: RowReader, line: bytes) -> Row | None:
    row = decode_row(line)
    return row if row is not None and not row.is_sidechain and row.type == "user" and _has_prompt(reader, row) else None


def _has_prompt(reader: RowReader, row: Row) -> bool:
    return any(turn.role == "user" for turn in reader.read_row(row, 0))
