"""Decides what may not be recorded or shown: claims that a person rejected, and forgotten records.

It reads tombstones and logs refused attempts. It never writes a record.
"""

import os
from typing import TYPE_CHECKING, Final

from backstory.base.trust import MOST, read_trust_file
from backstory.base.trust_levels import PERSON
from backstory.memory.kernel.workspace import Workspace
from backstory.model.errors import BackstoryError, Rejected
from backstory.model.event import Event
from backstory.model.ids import short_id
from backstory.model.kinds import RETRACTED
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Record
from backstory.store.files import write_atomic
from backstory.store.places import machine_key
from backstory.store.tombstone_files import has_tombstones
from backstory.store.tombstones import FORGOTTEN, Tombstones

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from backstory.index.read import Row
    from backstory.store.archive import Sessions
    from backstory.store.tombstones import Tombstone, Tombstones


REFUSED = "refused"
"""Kind of the event that logs a refused write: who tried, and against which rejection, never the text."""
_SENTENCES: Final = late_pattern(r"((?<=[.!?])\s+|\n+)")
CLEAN = "rejected.clean"
"""Derived file: blob ids of the record files that hold no rejected claim. `forget` removes it, because a blob id
reveals whether a guessed text was there."""


def find_tombstones(workspace: Workspace) -> "Tombstones | None":
    """Returns the tombstones of the project, or None if there are none, which only takes a look at three files."""
    team = _team_folder(workspace)
    return (
        open_tombstones(workspace) if has_tombstones(workspace.project.private, team, workspace.project.user) else None
    )


def ensure_not_rejected(workspace: Workspace, record: Record) -> None:
    """Raises `Rejected` for a record that holds a rejected claim, and logs the attempt."""
    tombstones = find_tombstones(workspace)
    if tombstones is None:
        return
    person = record.origin.how == "explicit"
    stone = tombstones.rejects(record, person=person)
    if stone is None:
        return
    log_refusal(workspace, stone, record.origin.how)
    if stone.exact:
        raise Rejected(f"a person had this {stone.why} on {stone.made[:10]}", hint="only a person can record it again")
    message = f"this was rejected on {stone.made[:10]} ({short_id(stone.of)})"
    if person:
        raise Rejected(message, hint=f"`backstory reject {short_id(stone.of)} --undo` lifts the rejection")
    raise Rejected(
        message, hint=f"leave it out, or ask the person to run `backstory reject {short_id(stone.of)} --undo`"
    )


def log_refusal(workspace: Workspace, stone: "Tombstone", how: str) -> None:
    """Logs a refused write in the journal of operations."""
    from backstory.memory.kernel.operations import SESSION

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
    """Returns the records that may be taken in, and the number of the others, which were rejected or forgotten."""
    tombstones = find_tombstones(workspace)
    if tombstones is None:
        return list(records), 0
    accepted = [record for record in records if not _is_refused(workspace, tombstones, record)]
    return accepted, len(records) - len(accepted)


def _is_refused(workspace: Workspace, tombstones: "Tombstones", record: Record) -> bool:
    """Whether a record was forgotten, or its claim rejected; the latter is logged."""
    person = _is_by_person(record, foreign=record.scope == "team")
    if tombstones.forgot(record) or (not person and tombstones.forgot_text(record)):
        return True
    stone = tombstones.rejects(record, person=person)
    if stone is None or record.status == RETRACTED or stone.exact:
        return False
    log_refusal(workspace, stone, record.origin.how)
    return True


def find_forgotten_session(workspace: Workspace, agent: str, session: str) -> "Tombstone | None":
    """The tombstone of a session that a person forgot; None for any other."""
    tombstones = find_tombstones(workspace)
    return tombstones.find_session(agent, session) if tombstones is not None else None


def make_rejection_filter(workspace: Workspace) -> "Callable[[str], str]":
    """A function that takes out of a text of a conversation the sentences that say what a person rejected or forgot.

    The text is empty where what was rejected goes over several sentences.
    """
    tombstones = find_tombstones(workspace)

    def drop_rejected(text: str) -> str:
        if tombstones is None or not tombstones.values:
            return text
        pieces = _SENTENCES.split(text)
        allowed = [piece for piece in pieces if not piece.strip() or not _is_barred(tombstones, piece)]
        whole = "".join(allowed) if len(allowed) < len(pieces) else text
        return whole if tombstones.match((whole, "")) is None else ""

    return drop_rejected


def _is_barred(tombstones: "Tombstones", sentence: str) -> bool:
    """Whether a sentence of a longer text says what a person rejected or forgot. What they retracted was still said."""
    stone = tombstones.match((sentence, ""))
    return stone is not None and (not stone.exact or stone.why == FORGOTTEN)


def without_forgotten(workspace: Workspace, journal: "Sessions") -> "Sessions":
    """Removes the events about forgotten records from the journals of an archive."""
    tombstones = find_tombstones(workspace)
    if tombstones is None or not tombstones.gone:
        return journal
    gone = tombstones.gone
    names = [*(ident.encode() for ident in gone), *(f"-{short_id(ident)}.md".encode() for ident in gone)]
    return journal.without_lines(lambda raw: any(name in raw for name in names))


def block_retracted_text(workspace: Workspace, record: Record) -> None:
    """Keeps agents from recording the text of a record again that a person has retracted."""
    if not workspace.channel.agent:
        open_tombstones(workspace).take_back(record, made=workspace.stamp(), by=workspace.git.author())


def unblock_retracted_text(workspace: Workspace, record_id: str) -> None:
    """Lifts the block on a record's text, because the record holds again."""
    tombstones = find_tombstones(workspace)
    if tombstones is not None:
        tombstones.lift(record_id, made=workspace.stamp(), by=workspace.git.author(), exact=True)


def find_hidden(workspace: Workspace) -> dict[str, str]:
    """Returns record id -> `rejected` or `forgotten`, for records that must not be shown.

    This is the last line of defence, against files that came by git or by hand. Retracted records stay visible as such.
    """
    tombstones = find_tombstones(workspace)
    if tombstones is None or not tombstones.hides:
        return {}
    hidden: dict[str, str] = {}
    checked = _read_clean(workspace, tombstones)
    clean: dict[str, None] = {}
    for row in workspace.index.rows(include_retracted=True, include_hidden=True):
        reason, is_clean = _judge(tombstones, row, checked)
        if reason:
            hidden[row.record.id] = reason
        if is_clean:
            clean[row.oid] = None
    if clean.keys() - checked:
        _write_clean(workspace, tombstones, clean)
    return hidden


def _judge(tombstones: "Tombstones", row: "Row", checked: set[str]) -> tuple[str, bool]:
    """Returns why a record is hidden, or an empty string, and whether its content is known to hold no rejected claim.

    Matching a text against all tombstones takes time, so contents in `checked` are not matched again.
    """
    record = row.record
    if tombstones.forgot(record):
        return "forgotten", False
    if row.oid not in checked and tombstones.forgot_text(record):
        return ("" if _is_own_writing(row) else "forgotten"), False
    if record.status == RETRACTED:
        return "", False
    if row.oid in checked or not _is_rejected(tombstones, record, person=False):
        return "", True
    if _is_by_person(record, foreign=row.foreign) and not _is_rejected(tombstones, record, person=True):
        return "", False
    return "rejected", False


def _is_own_writing(row: "Row") -> bool:
    """Whether a person wrote the record on this machine. The file of a team record cannot prove that by itself."""
    return row.record.origin.how == "explicit" and row.trust == PERSON


def _is_rejected(tombstones: "Tombstones", record: Record, *, person: bool) -> bool:
    stone = tombstones.rejects(record, person=person)
    return stone is not None and not stone.exact


def _read_clean(workspace: Workspace, tombstones: "Tombstones") -> set[str]:
    """Reads the blob ids of files that hold no rejected claim; none if the rejections have changed since."""
    state, _, rest = read_trust_file(os.path.join(workspace.project.private, CLEAN), MOST).partition(b"\n")
    if state.decode("ascii", "replace") != tombstones.state:
        return set()
    return set(rest.decode("ascii", "replace").split())


def _write_clean(workspace: Workspace, tombstones: "Tombstones", clean: "Iterable[str]") -> None:
    data = "\n".join((tombstones.state, *clean)) + "\n"
    try:
        write_atomic(os.path.join(workspace.project.private, CLEAN), data.encode(), sync=False)
    except (BackstoryError, OSError):
        return  # without the file the records are only checked again


def _is_by_person(record: Record, *, foreign: bool) -> bool:
    """Whether a person wrote the record. The channel that a foreign file claims proves nothing."""
    return record.origin.how == "explicit" and not foreign


def open_tombstones(workspace: Workspace) -> "Tombstones":
    """Opens the tombstones of the project, even if there are none yet."""
    return Tombstones(
        workspace.project.private,
        machine_key(workspace.project.home),
        team=_team_folder(workspace),
        user=workspace.project.user,
        me=workspace.git.author,
    )


def _team_folder(workspace: Workspace) -> str:
    return os.path.join(workspace.project.team, "memory")
