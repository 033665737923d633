"""Decides what may not be recorded or shown: claims that a person rejected, and records that were forgotten.

It reads tombstones and notes refused attempts; it writes no record.
"""

import os
from typing import TYPE_CHECKING

from backstory.memory.workspace import Workspace
from backstory.model.errors import Rejected
from backstory.model.event import Event
from backstory.model.ids import short
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from backstory.index.read import Row
    from backstory.store.archive import Sessions
    from backstory.store.tombstones import Stone, Tombstones


REFUSED = "refused"
"""Kind of the event that notes a refused write; it says who and which rejection, never what."""


CLEAN = "rejected.clean"
"""Derived: which files were looked at for what is rejected. Removed by `forget`, as a blob id tells of its content."""


def find_tombstones(workspace: Workspace) -> "Tombstones | None":
    """The tombstones of the project; None when there are none, which costs a look at three files."""
    from backstory.store.tombstones import any_in

    team = _team_folder(workspace)
    return open_tombstones(workspace) if any_in(workspace.project.private, team, workspace.project.user) else None


def ensure_not_rejected(workspace: Workspace, record: Record) -> None:
    """Raises `Rejected` for a record that a person's rejection stands against, and notes the attempt."""
    stones = find_tombstones(workspace)
    if stones is None:
        return
    person = record.origin.how == "explicit"
    stone = stones.rejects(record, person=person)
    if stone is None:
        return
    log_refusal(workspace, stone, record.origin.how)
    told = f"this was rejected on {stone.made[:10]} ({short(stone.of)})"
    if stone.exact:
        raise Rejected(f"a person had this {stone.why} on {stone.made[:10]}", hint="only a person can say it again")
    if person:
        raise Rejected(told, hint=f"`backstory reject {short(stone.of)} --undo` lifts the rejection")
    raise Rejected(told, hint=f"leave it out, or ask the person to run `backstory reject {short(stone.of)} --undo`")


def log_refusal(workspace: Workspace, stone: "Stone", how: str) -> None:
    """Notes a refused write in the journal of operations."""
    from backstory.memory.operations import SESSION
    from backstory.model.errors import BackstoryError

    data: dict[str, object] = {"verb": "refused", "record": stone.of, "how": how, "hash": stone.h[:8]}
    event = Event(
        id=workspace.new_id(),
        kind=REFUSED,
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data=data,
    )
    try:
        workspace.journal.append(event, sync=False, stream=SESSION)
    except (OSError, BackstoryError):
        return


def filter_rejected(workspace: Workspace, records: "Sequence[Record]") -> tuple[list[Record], int]:
    """Records that may come in from an archive or a spool, and how many may not: rejected or forgotten ones."""
    stones = find_tombstones(workspace)
    if stones is None:
        return list(records), 0
    kept: list[Record] = []
    for record in records:
        person = _is_persons(record, foreign=record.scope == "team")
        if stones.forgot(record) or (not person and stones.forgot_text(record)):
            continue
        stone = stones.rejects(record, person=person)
        if stone is not None and record.status != RETRACTED and not stone.exact:
            log_refusal(workspace, stone, record.origin.how)
            continue
        kept.append(record)
    return kept, len(records) - len(kept)


def without_forgotten(workspace: Workspace, journal: "Sessions") -> "Sessions":
    """Journals of an archive without the events that speak of forgotten records."""
    stones = find_tombstones(workspace)
    if stones is None or not stones.gone:
        return journal
    names = [name for i in stones.gone for name in (i.encode(), f"-{short(i)}.md".encode())]
    return journal.without_lines(lambda raw: any(name in raw for name in names))


def block_retracted_text(workspace: Workspace, record: Record) -> None:
    """A person retracted a record: the old source, read again, does not bring it back."""
    if not workspace.channel.agent:
        open_tombstones(workspace).take_back(record, made=workspace.stamp(), by=workspace.git.author())


def unblock_retracted_text(workspace: Workspace, record_id: str) -> None:
    """A record holds again: what was noted when it was taken back no longer counts."""
    stones = find_tombstones(workspace)
    if stones is not None:
        stones.lift(record_id, made=workspace.stamp(), by=workspace.git.author(), exact=True)


def find_hidden(workspace: Workspace) -> dict[str, str]:
    """Record id -> why it is not shown: it holds a rejected value, or is a forgotten record that came back.

    The last line of defence, for files that came by git or by hand. What was retracted stays as it is.
    """
    stones = find_tombstones(workspace)
    if stones is None or not stones.hides:
        return {}
    out: dict[str, str] = {}
    known = _read_clean(workspace, stones)
    clean: dict[str, None] = {}
    for row in workspace.index.rows(include_retracted=True, include_hidden=True):
        record = row.record
        if stones.forgot(record):
            out[record.id] = "forgotten"
        elif row.oid not in known and stones.forgot_text(record):
            if not _is_said_here(row):
                out[record.id] = "forgotten"
        elif record.status != RETRACTED:
            if row.oid in known or not _is_rejected(stones, record, person=False):
                clean[row.oid] = None
            elif not _is_persons(record, foreign=row.foreign) or _is_rejected(stones, record, person=True):
                out[record.id] = "rejected"
    if clean.keys() - known:
        _note_clean(workspace, stones, clean)
    return out


def _is_said_here(row: "Row") -> bool:
    """Whether a person said it on this machine. Of a record of the team its own word proves nothing."""
    from backstory.base.trust_levels import PERSON

    return row.record.origin.how == "explicit" and row.trust == PERSON


def _is_rejected(stones: "Tombstones", record: Record, *, person: bool) -> bool:
    stone = stones.rejects(record, person=person)
    return stone is not None and not stone.exact


def _read_clean(workspace: Workspace, stones: "Tombstones") -> set[str]:
    """Blob ids of files that hold nothing of what is rejected now: they are not read through again."""
    from backstory.base.trust import MOST, read

    state, _, rest = read(os.path.join(workspace.project.private, CLEAN), MOST).partition(b"\n")
    return set(rest.decode("ascii", "replace").split()) if state.decode("ascii", "replace") == stones.state else set()


def _note_clean(workspace: Workspace, stones: "Tombstones", clean: "Iterable[str]") -> None:
    from backstory.model.errors import BackstoryError
    from backstory.store.files import write_atomic

    data = "\n".join((stones.state, *clean)) + "\n"
    try:
        write_atomic(os.path.join(workspace.project.private, CLEAN), data.encode(), sync=False)
    except (BackstoryError, OSError):
        return  # it costs time only


def _is_persons(record: Record, *, foreign: bool) -> bool:
    """Whether a person said it, as far as that is known: what a foreign file says of its channel proves nothing."""
    return record.origin.how == "explicit" and not foreign


def open_tombstones(workspace: Workspace) -> "Tombstones":
    from backstory.store.places import machine_key
    from backstory.store.tombstones import Tombstones

    return Tombstones(
        workspace.project.private,
        machine_key(workspace.project.home),
        team=_team_folder(workspace),
        user=workspace.project.user,
        me=workspace.git.author,
    )


def _team_folder(workspace: Workspace) -> str:
    return os.path.join(workspace.project.team, "memory")
