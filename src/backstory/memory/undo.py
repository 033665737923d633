"""`undo`: every change to records is noted with what was there before, and taken back last first."""

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from backstory.model.errors import BackstoryError, NotFound
from backstory.model.event import Event
from backstory.model.kinds import RETRACTED

if TYPE_CHECKING:
    from backstory.memory.core import Memory
    from backstory.model.record import Record

SESSION = "operations"
"""The journal that holds the operations; its lines carry ids and metadata, never text of records."""


class Undone(NamedTuple):
    verb: str
    titles: tuple[str, ...]
    made: str


def log_operation(m: "Memory", verb: str, records: list[dict[str, Any]]) -> None:
    """Notes a change. A journal that cannot be written costs the `undo`, not the change."""
    event = Event(
        id=m.new_id(),
        kind="operation",
        session=m.channel.session,
        agent=m.channel.agent,
        made=m.stamp(),
        data={"verb": verb, "records": records},
    )
    try:
        m.journal.append(event, sync=False, stream=SESSION)
    except (OSError, BackstoryError):
        return


def undo(m: "Memory") -> Undone:
    """Takes back the last operation that still stands. Raises `BackstoryError` when there is none."""
    operations = [e for e in m.journal.read(SESSION).events if e.kind == "operation"]
    undone = {str(e.data.get("undoes")) for e in operations if e.data.get("verb") == "undo"}
    standing = (e for e in reversed(operations) if e.data.get("verb") != "undo" and e.id not in undone)
    last = next((e for e in standing if e.data.get("records")), None)  # of what was forgotten nothing is left to undo
    if last is None:
        raise BackstoryError("there is nothing to undo", hint="`backstory log` shows what happened")
    titles: list[str] = []
    changed: list[dict[str, Any]] = []
    entries = last.data.get("records")
    for entry in entries if isinstance(entries, list) else []:
        if last.data.get("verb") == "reject":
            _lift(m, str(entry["id"]))
        titles.append(_take_back(m, entry))
        changed.append({"id": entry["id"]})
    event = Event(
        id=m.new_id(),
        kind="operation",
        session=m.channel.session,
        agent=m.channel.agent,
        made=m.stamp(),
        data={"verb": "undo", "undoes": last.id, "records": changed},
    )
    m.journal.append(event, sync=True, stream=SESSION)
    return Undone(str(last.data.get("verb")), tuple(titles), last.made)


def _take_back(m: "Memory", entry: dict[str, Any]) -> str:
    path, title = str(entry["path"]), str(entry.get("title", entry["id"]))
    before = entry.get("before")
    if entry.get("moved"):
        from backstory.memory.sharing import move

        move(m, str(entry["id"]), str(entry["moved"]))
        return title
    ident, scope = str(entry["id"]), str(entry["scope"])
    try:
        _revert(m, scope, path, ident, before, entry)
    except NotFound:  # shared since, or renamed by hand: the id finds it
        m.at_its_place(ident, lambda row: _revert(m, row.record.scope, row.path, ident, before, entry))
    return title


def _revert(
    m: "Memory", scope: str, path: str, ident: str, before: dict[str, Any] | None, entry: dict[str, Any]
) -> None:
    """Takes a change of one file back. Raises NotFound when the record is not in that file."""
    from backstory.memory.rejecting import reactivated
    from backstory.memory.trusting import carried_over

    store = m.stores[scope]
    if before is None:
        store.remove(path, trash=os.path.join(m.project.private, "trash"), ident=ident)
        return
    after = entry.get("after") or {}
    again = after.get("status") == RETRACTED != before.get("status")
    if again and not m.channel.agent:
        reactivated(m, ident)  # what stands against it is this very retraction, now taken back
    with carried_over(m, path, ident, scope):
        store.change(path, lambda record: _restored(m, record, before, after), ident=ident)
    if again and m.channel.agent:
        reactivated(m, ident)


def _lift(m: "Memory", ref: str) -> None:
    """Undoing a rejection lifts it: a person's command, like rejecting itself."""
    from backstory.memory.rejecting import lift

    try:
        lift(m, ref)
    except NotFound:
        return  # lifted by its own command already


def _restored(m: "Memory", record: "Record", before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What to write to take a change back. Of tags, links and anchors only what it added goes: others may have more."""
    from backstory.memory.rejecting import guard

    made: dict[str, Any] = dict(before)
    if made.get("status", RETRACTED) != RETRACTED and record.status == RETRACTED:
        guard(m, record)  # what was rejected since is not brought back by undoing an older step
    for key, old in before.items():
        if isinstance(old, list) and isinstance(after.get(key), list):
            now = [str(v) for v in getattr(record, key, ())]
            added, lost = set(after[key]) - set(old), [v for v in old if v not in after[key]]
            made[key] = list(dict.fromkeys((*(v for v in now if v not in added), *lost)))
    return made
