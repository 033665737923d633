"""Rejects claims, so that they are not recorded again, and lifts rejections. Both are reserved for people."""

from typing import NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.workspace import require_person
from backstory.memory.kernel.writer import change_record
from backstory.memory.policy.rejections import (
    find_tombstones,
    open_tombstones,
)
from backstory.memory.policy.visibility import update_hidden
from backstory.model.errors import NotFound
from backstory.model.ids import short_id
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record
from backstory.model.text import one_line


class Rejection(NamedTuple):
    """The result of `reject`: the retracted record, and other records with the same claim, which are hidden now."""

    record: Record
    hidden: tuple[Record, ...] = ()


def reject(workspace: Catalog, ref: str) -> Rejection:
    """Retracts a record and keeps its claim from being recorded again. Raises `Invalid` for an agent."""
    require_person(workspace, f"backstory reject {ref}")
    record = workspace.get(ref).record
    before = {row.record.id for row in workspace.fresh().rows()}
    if record.status != RETRACTED:
        record = change_record(workspace, record.id, {"status": RETRACTED}, verb="reject")
    open_tombstones(workspace).reject(record, made=workspace.stamp(), by=workspace.git.author())
    update_hidden(workspace, force=True)
    after = {row.record.id for row in workspace.fresh().rows()}
    rows = workspace.fresh().rows(include_hidden=True, include_retracted=True)
    hidden = tuple(row.record for row in rows if row.record.id in before - after and row.record.id != record.id)
    return Rejection(record, hidden)


def lift_rejection(workspace: Catalog, ref: str) -> Record | None:
    """Lifts a rejection. Returns the record, which stays retracted, or None if its file is gone.

    Raises `NotFound` if there is no rejection for that id, `Invalid` for an agent.
    """
    require_person(workspace, f"backstory reject {ref} --undo")
    tombstones = open_tombstones(workspace)
    rejected = {stone.of for stone in tombstones.values if not stone.exact}
    name = ref.strip().upper()
    matching = {ident for ident in rejected if name in (ident, short_id(ident).upper())}
    record: Record | None = None
    try:
        record = workspace.get(ref).record
        matching |= rejected & {record.id}
    except NotFound:
        pass
    if len(matching) != 1:
        raise NotFound(f"nothing was rejected by `{ref}`", hint="`backstory reject --list` lists the rejections")
    tombstones.lift(matching.pop(), made=workspace.stamp(), by=workspace.git.author())
    update_hidden(workspace, force=True)
    return record


def list_rejections(workspace: Catalog) -> list[tuple[str, str, str]]:
    """Returns (record id, date, title) of every rejection in force. The title is empty if the file is gone."""
    tombstones = find_tombstones(workspace)
    rejections: dict[str, tuple[str, str, str]] = {}
    for stone in tombstones.values if tombstones else ():
        if stone.exact or stone.of in rejections:
            continue
        try:
            title = one_line(workspace.get(stone.of).record.title, 80)
        except NotFound:
            title = ""
        rejections[stone.of] = (stone.of, stone.made, title)
    return list(rejections.values())
