"""Moving records between this person's store and the team's, through the gate once more."""

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.model.errors import Invalid

if TYPE_CHECKING:
    from backstory.memory.core import Memory
    from backstory.model.record import Record


class Moved(NamedTuple):
    """A record in its new place. `redacted`: what the gate took out on the way; `history`: git still has it."""

    record: "Record"
    path: str
    redacted: int = 0
    history: bool = False


def move(m: "Memory", ref: str, scope: str) -> Moved:
    """Moves a record to another scope: written there first, then removed here, so that it is never nowhere.

    Raises `Invalid` when it is there already.
    """
    from backstory.memory.rejecting import by_person, guard
    from backstory.memory.trusting import foreign, wrote
    from backstory.memory.undo import log_operation

    row = m.get(ref)
    old = row.record
    if old.scope == scope:
        raise Invalid(
            f"{old.kind} {old.short} is {scope} already", hint="`backstory list --scope team` shows what is shared"
        )
    history = old.scope == "team" and bool(m.project.git_dir) and m.git.tracked(_relative(m, row.path))
    guard(m, old)
    strange = foreign(m, [row])
    if strange:
        by_person(m, f"backstory {'share' if scope == 'team' else 'unshare'} {old.short}")
    store = m.stores[scope]
    written, path = store.add(msgspec.structs.replace(old, scope=scope))
    m.stores[old.scope].remove(row.path)
    m.index.discard(row.path)
    m.index.add(written, path)
    if not strange:
        wrote(m, path, written.id, scope)
    taken = f"{written.title}{written.body}".count("[REDACTED:") - f"{old.title}{old.body}".count("[REDACTED:")
    entry = {"id": old.id, "scope": scope, "path": path, "title": old.title, "moved": old.scope}
    log_operation(m, "share" if scope == "team" else "unshare", [entry])
    return Moved(written, path, max(taken, 0), history)


def preview(m: "Memory", ref: str) -> str:
    """The file as it would lie in the repository."""
    from backstory.store.codec import encode
    from backstory.store.records import redacted

    record = m.get(ref).record
    return encode(redacted(msgspec.structs.replace(record, scope="team"), m.gate)).decode("utf-8", "replace")


def _relative(m: "Memory", path: str) -> str:
    import os

    return os.path.relpath(path, m.project.root).replace(os.sep, "/")
