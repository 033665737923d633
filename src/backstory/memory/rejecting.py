"""Values that a person rejected stay out, whichever way they come back; only that person's command lifts it."""

import os
from typing import TYPE_CHECKING, NamedTuple

from backstory.model.errors import Invalid, NotFound, Rejected
from backstory.model.event import Event
from backstory.model.ids import short
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from backstory.index.read import Row
    from backstory.memory.core import Memory
    from backstory.store.archive import Sessions
    from backstory.store.tombstones import Stone, Tombstones

REFUSED = "refused"
"""Kind of the event that notes a refused write; it says who and which rejection, never what."""


CLEAN = "rejected.clean"
"""Derived: which files were looked at for what is rejected. Removed by `forget`, as a blob id tells of its content."""


class Rejection(NamedTuple):
    """What `reject` did: the record, retracted; and other records that say the same and are hidden from now on."""

    record: Record
    hidden: tuple[Record, ...] = ()


def tombstones(m: "Memory") -> "Tombstones | None":
    """The tombstones of the project; None when there are none, which costs a look at three files."""
    from backstory.store.tombstones import any_in

    team = _team(m)
    return _read(m) if any_in(m.project.private, team, m.project.user) else None


def guard(m: "Memory", record: Record) -> None:
    """Raises `Rejected` for a record that a person's rejection stands against, and notes the attempt."""
    stones = tombstones(m)
    if stones is None:
        return
    person = record.origin.how == "explicit"
    stone = stones.rejects(record, person=person)
    if stone is None:
        return
    refused(m, stone, record.origin.how)
    told = f"this was rejected on {stone.made[:10]} ({short(stone.of)})"
    if stone.exact:
        raise Rejected(f"a person had this {stone.why} on {stone.made[:10]}", hint="only a person can say it again")
    if person:
        raise Rejected(told, hint=f"`backstory reject {short(stone.of)} --undo` lifts the rejection")
    raise Rejected(told, hint=f"leave it out, or ask the person to run `backstory reject {short(stone.of)} --undo`")


def refused(m: "Memory", stone: "Stone", how: str) -> None:
    """Notes a refused write in the journal of operations."""
    from backstory.memory.undo import SESSION
    from backstory.model.errors import BackstoryError

    data: dict[str, object] = {"verb": "refused", "record": stone.of, "how": how, "hash": stone.h[:8]}
    event = Event(
        id=m.new_id(), kind=REFUSED, session=m.channel.session, agent=m.channel.agent, made=m.stamp(), data=data
    )
    try:
        m.journal.append(event, sync=False, stream=SESSION)
    except (OSError, BackstoryError):
        return


def keep_out(m: "Memory", records: "Sequence[Record]") -> tuple[list[Record], int]:
    """Records that may come in from an archive or a spool, and how many may not: rejected or forgotten ones."""
    stones = tombstones(m)
    if stones is None:
        return list(records), 0
    kept: list[Record] = []
    for record in records:
        person = _persons(record, foreign=record.scope == "team")
        if stones.forgot(record) or (not person and stones.forgot_text(record)):
            continue
        stone = stones.rejects(record, person=person)
        if stone is not None and record.status != RETRACTED and not stone.exact:
            refused(m, stone, record.origin.how)
            continue
        kept.append(record)
    return kept, len(records) - len(kept)


def without_forgotten(m: "Memory", journal: "Sessions") -> "Sessions":
    """Journals of an archive without the events that speak of forgotten records."""
    stones = tombstones(m)
    if stones is None or not stones.gone:
        return journal
    names = [name for i in stones.gone for name in (i.encode(), f"-{short(i)}.md".encode())]
    return journal.without_lines(lambda raw: any(name in raw for name in names))


def reject(m: "Memory", ref: str) -> Rejection:
    """Retracts a record and keeps its value from coming back. A person's command: raises `Invalid` for an agent."""
    from backstory.memory import curate, visibility

    by_person(m, f"backstory reject {ref}")
    record = m.get(ref).record
    before = {r.record.id for r in m.fresh().rows()}
    if record.status != RETRACTED:
        record = curate.change(m, record.id, {"status": RETRACTED}, verb="reject")
    _read(m).reject(record, made=m.stamp(), by=m.git.author())
    visibility.update(m, force=True)
    after = {r.record.id for r in m.fresh().rows()}
    rows = m.fresh().rows(include_hidden=True, include_retracted=True)
    hidden = tuple(r.record for r in rows if r.record.id in before - after and r.record.id != record.id)
    return Rejection(record, hidden)


def taken_back(m: "Memory", record: Record) -> None:
    """A person retracted a record: the old source, read again, does not bring it back."""
    if not m.channel.agent:
        _read(m).take_back(record, made=m.stamp(), by=m.git.author())


def reactivated(m: "Memory", record_id: str) -> None:
    """A record holds again: what was noted when it was taken back no longer counts."""
    stones = tombstones(m)
    if stones is not None:
        stones.lift(record_id, made=m.stamp(), by=m.git.author(), exact=True)


def lift(m: "Memory", ref: str) -> Record | None:
    """Takes a rejection back; the record stays retracted. Returns it, or None when its file is gone.

    Raises `NotFound` when nothing was rejected by that id, `Invalid` for an agent.
    """
    from backstory.memory import visibility

    by_person(m, f"backstory reject {ref} --undo")
    stones = _read(m)
    wanted = ref.strip().upper()
    found = {s.of for s in stones.values if not s.exact and (s.of == wanted or short(s.of).upper() == wanted)}
    record: Record | None = None
    try:
        record = m.get(ref).record
        found |= {s.of for s in stones.values if not s.exact and s.of == record.id}
    except NotFound:
        pass
    if len(found) != 1:
        raise NotFound(f"nothing was rejected by `{ref}`", hint="`backstory reject --list` shows what was")
    stones.lift(found.pop(), made=m.stamp(), by=m.git.author())
    visibility.update(m, force=True)
    return record


def listed(m: "Memory") -> list[tuple[str, str, str]]:
    """(record id, when, title of the record where its file is still here) of every rejection that stands."""
    stones = tombstones(m)
    out: dict[str, tuple[str, str, str]] = {}
    for stone in stones.values if stones else ():
        if stone.exact or stone.of in out:
            continue
        try:
            title = one_line(m.get(stone.of).record.title, 80)
        except NotFound:
            title = ""
        out[stone.of] = (stone.of, stone.made, title)
    return list(out.values())


def out_of_sight(m: "Memory") -> dict[str, str]:
    """Record id -> why it is not shown: it holds a rejected value, or is a forgotten record that came back.

    The last line of defence, for files that came by git or by hand. What was retracted stays as it is.
    """
    stones = tombstones(m)
    if stones is None or not stones.hides:
        return {}
    out: dict[str, str] = {}
    known = _looked_at(m, stones)
    clean: dict[str, None] = {}
    for row in m.index.rows(include_retracted=True, include_hidden=True):
        record = row.record
        if stones.forgot(record):
            out[record.id] = "forgotten"
        elif row.oid not in known and stones.forgot_text(record):
            if not _said_here(row):
                out[record.id] = "forgotten"
        elif record.status != RETRACTED:
            if row.oid in known or not _held(stones, record, person=False):
                clean[row.oid] = None
            elif not _persons(record, foreign=row.foreign) or _held(stones, record, person=True):
                out[record.id] = "rejected"
    if clean.keys() - known:
        _note_looked_at(m, stones, clean)
    return out


def _said_here(row: "Row") -> bool:
    """Whether a person said it on this machine. Of a record of the team its own word proves nothing."""
    from backstory.base.trust_levels import PERSON

    return row.record.origin.how == "explicit" and row.trust == PERSON


def _held(stones: "Tombstones", record: Record, *, person: bool) -> bool:
    stone = stones.rejects(record, person=person)
    return stone is not None and not stone.exact


def _looked_at(m: "Memory", stones: "Tombstones") -> set[str]:
    """Blob ids of files that hold nothing of what is rejected now: they are not read through again."""
    from backstory.base.trust import MOST, read

    state, _, rest = read(os.path.join(m.project.private, CLEAN), MOST).partition(b"\n")
    return set(rest.decode("ascii", "replace").split()) if state.decode("ascii", "replace") == stones.state else set()


def _note_looked_at(m: "Memory", stones: "Tombstones", clean: "Iterable[str]") -> None:
    from backstory.model.errors import BackstoryError
    from backstory.store.files import write_atomic

    data = "\n".join((stones.state, *clean)) + "\n"
    try:
        write_atomic(os.path.join(m.project.private, CLEAN), data.encode(), sync=False)
    except (BackstoryError, OSError):
        return  # it costs time only


def by_person(m: "Memory", command: str) -> None:
    """Raises `Invalid` when an agent asks for what only a person may do."""
    if m.channel.agent:
        raise Invalid(
            f"only a person can do this, and this is {m.channel.agent}", hint=f"ask the person to run `{command}`"
        )


def _persons(record: Record, *, foreign: bool) -> bool:
    """Whether a person said it, as far as that is known: what a foreign file says of its channel proves nothing."""
    return record.origin.how == "explicit" and not foreign


def _read(m: "Memory") -> "Tombstones":
    from backstory.store.places import machine_key
    from backstory.store.tombstones import Tombstones

    return Tombstones(
        m.project.private, machine_key(m.project.home), team=_team(m), user=m.project.user, me=m.git.author
    )


def _team(m: "Memory") -> str:
    return os.path.join(m.project.team, "memory")
