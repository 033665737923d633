"""Two files with one id: which of them is the copy, and what to do."""

import shlex
from typing import NamedTuple

from backstory.model.record import Record, immutable_part
from backstory.store.records import RecordStore


class RecordCopy(NamedTuple):
    """A record in its file, and the name by which a message calls the file."""

    record: Record
    path: str
    label: str


class RepeatedId(NamedTuple):
    """What `doctor` says of two files with one id."""

    status: str
    path: str
    """The file that is the copy, or the later of two that differ."""
    detail: str
    hint: str


def judge_repeated_id(store: RecordStore, first: RecordCopy, second: RecordCopy) -> RepeatedId:
    """Calls one of two equal files the copy: the one that is not named for its record, else the second.

    Of two files that differ, either may be the one that is to stay, so the hint removes none.
    """
    if immutable_part(first.record) != immutable_part(second.record):
        detail = f"`{second.label}` has the id of `{first.label}` and differs; only one of them is shown"
        hint = f"compare them: `diff {shlex.quote(first.path)} {shlex.quote(second.path)}`; remove one or change its id"
        return RepeatedId("fail", second.path, detail, hint)
    if store.path_of(first.record) != first.path and store.path_of(second.record) == second.path:
        first, second = second, first
    command = "git rm" if store.scope == "team" else "rm"
    detail = f"`{second.label}` has the id of `{first.label}`; only one of them is shown"
    return RepeatedId("warn", second.path, detail, f"remove the copy: `{command} {shlex.quote(second.path)}`")
