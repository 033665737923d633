"""Moving records between this person's store and the team's, through the gate once more."""

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.model.errors import Invalid

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.core import Memory
    from backstory.model.record import Record


class Moved(NamedTuple):
    """A record in its new place. `redacted`: what the gate took out on the way; `history`: git still has it."""

    record: "Record"
    path: str
    redacted: int = 0
    history: bool = False


def move(m: "Memory", ref: str, scope: str) -> Moved:
    """Moves a record to another scope, as it stands in its file at that moment: all of it or nothing.

    Raises `Invalid` when it is there already.
    """
    from backstory.memory.rejecting import by_person, guard
    from backstory.memory.trusting import wrote
    from backstory.memory.undo import log_operation
    from backstory.store.moves import move as move_file

    def carry(row: "Row") -> Moved:
        old = row.record
        if old.scope == scope:
            raise Invalid(
                f"{old.kind} {old.short} is {scope} already", hint="`backstory list --scope team` shows what is shared"
            )
        history = old.scope == "team" and tracked(m, row.path)
        guard(m, old)
        strange = row.foreign
        if strange:
            by_person(m, f"backstory {'share' if scope == 'team' else 'unshare'} {old.short}")
        source, target, p = m.stores[old.scope], m.stores[scope], m.project
        done = move_file(source, target, row.path, old.id, private=p.private, root=p.root)
        m.index.discard(row.path)
        m.index.add(done.record, done.path)
        if not strange:
            wrote(m, done.path, old.id, scope)
        taken = _redactions(done.record) - _redactions(done.before)
        entry = {"id": old.id, "scope": scope, "path": done.path, "title": old.title, "moved": old.scope}
        log_operation(m, "share" if scope == "team" else "unshare", [entry])
        return Moved(done.record, done.path, max(taken, 0), history)

    return m.at_its_place(ref, carry)


def settle(m: "Memory") -> list[str]:
    """Completes or undoes moves that were cut short; a sentence for each. Costs one look at a folder otherwise."""
    from backstory.store.moves import pending
    from backstory.store.moves import settle as settle_moves

    p = m.project
    if not pending(p.private):
        return []
    return settle_moves(m.stores, p.private, p.root, lambda path: tracked(m, path))


def tracked(m: "Memory", path: str) -> bool:
    """Whether git has a file."""
    return bool(m.project.git_dir) and m.git.tracked(_relative(m, path))


def preview(m: "Memory", ref: str) -> str:
    """The file as it would lie in the repository."""
    from backstory.store.codec import encode
    from backstory.store.records import redacted

    record = m.get(ref).record
    return encode(redacted(msgspec.structs.replace(record, scope="team"), m.gate)).decode("utf-8", "replace")


def _redactions(record: "Record") -> int:
    return f"{record.title}{record.body}".count("[REDACTED:")


def _relative(m: "Memory", path: str) -> str:
    import os

    return os.path.relpath(path, m.project.root).replace(os.sep, "/")
