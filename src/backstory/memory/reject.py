"""Values that a person rejected stay out, whichever way they come back; only that person's command lifts it."""

from typing import NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.policy.rejections import (
    find_tombstones,
    open_tombstones,
)
from backstory.memory.policy.visibility import update_hidden
from backstory.memory.workspace import require_person
from backstory.memory.writer import change_record
from backstory.model.errors import NotFound
from backstory.model.ids import short
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record
from backstory.model.text import one_line


class Rejection(NamedTuple):
    """What `reject` did: the record, retracted; and other records that say the same and are hidden from now on."""

    record: Record
    hidden: tuple[Record, ...] = ()


def reject(workspace: Catalog, ref: str) -> Rejection:
    """Retracts a record and keeps its value from coming back. A person's command: raises `Invalid` for an agent."""

    require_person(workspace, f"backstory reject {ref}")
    record = workspace.get(ref).record
    before = {r.record.id for r in workspace.fresh().rows()}
    if record.status != RETRACTED:
        record = change_record(workspace, record.id, {"status": RETRACTED}, verb="reject")
    open_tombstones(workspace).reject(record, made=workspace.stamp(), by=workspace.git.author())
    update_hidden(workspace, force=True)
    after = {r.record.id for r in workspace.fresh().rows()}
    rows = workspace.fresh().rows(include_hidden=True, include_retracted=True)
    hidden = tuple(r.record for r in rows if r.record.id in before - after and r.record.id != record.id)
    return Rejection(record, hidden)


def lift_rejection(workspace: Catalog, ref: str) -> Record | None:
    """Takes a rejection back; the record stays retracted. Returns it, or None when its file is gone.

    Raises `NotFound` when nothing was rejected by that id, `Invalid` for an agent.
    """

    require_person(workspace, f"backstory reject {ref} --undo")
    stones = open_tombstones(workspace)
    wanted = ref.strip().upper()
    found = {s.of for s in stones.values if not s.exact and (s.of == wanted or short(s.of).upper() == wanted)}
    record: Record | None = None
    try:
        record = workspace.get(ref).record
        found |= {s.of for s in stones.values if not s.exact and s.of == record.id}
    except NotFound:
        pass
    if len(found) != 1:
        raise NotFound(f"nothing was rejected by `{ref}`", hint="`backstory reject --list` shows what was")
    stones.lift(found.pop(), made=workspace.stamp(), by=workspace.git.author())
    update_hidden(workspace, force=True)
    return record


def list_rejections(workspace: Catalog) -> list[tuple[str, str, str]]:
    """(record id, when, title of the record where its file is still here) of every rejection that stands."""
    stones = find_tombstones(workspace)
    out: dict[str, tuple[str, str, str]] = {}
    for stone in stones.values if stones else ():
        if stone.exact or stone.of in out:
            continue
        try:
            title = one_line(workspace.get(stone.of).record.title, 80)
        except NotFound:
            title = ""
        out[stone.of] = (stone.of, stone.made, title)
    return list(out.values())
