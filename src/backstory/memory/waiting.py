"""Records that wait in the spool of the working tree, and the way a person takes in one that has no seal."""

import os
from typing import TYPE_CHECKING

import msgspec

from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.kinds import HOWS
from backstory.model.record import Record
from backstory.store import spool as files
from backstory.store.places import kept_key

if TYPE_CHECKING:
    from backstory.memory.core import Memory
    from backstory.memory.transfer import Taken


def folder_of(m: "Memory") -> str:
    """The spool of this working tree."""
    return os.path.join(m.project.local, "spool")


def leave(m: "Memory", record: Record) -> tuple[str, bool]:
    """Leaves a record in the spool: (path of its file, whether it could be sealed)."""
    key = kept_key(m.project.home)
    return files.put(folder_of(m), record, m.gate, key=key, project=m.project.id), bool(key)


def spool(m: "Memory") -> files.Spool:
    """What waits, told apart by the seals."""
    return files.look(folder_of(m), key=kept_key(m.project.home), project=m.project.id)


def sweep(m: "Memory") -> list[Record]:
    """Takes in what this machine sealed for this working tree and git does not track."""
    from backstory.memory.rejecting import keep_out

    return files.sweep(
        folder_of(m),
        *m.stores.values(),
        key=kept_key(m.project.home),
        project=m.project.id,
        accept=lambda record: bool(keep_out(m, [record])[0]),
        tracked=lambda: _tracked(m),
    )


def take_in_file(m: "Memory", path: str, *, dry_run: bool = False) -> "Taken":
    """Takes a single record file in, as private and imported whatever it says. A person's command.

    A file in the spool goes afterwards. Raises `Invalid` for an agent or a file that holds no record, `BackstoryError`
    when its id belongs to another record here.
    """
    from backstory.memory.rejecting import by_person, keep_out
    from backstory.memory.transfer import Taken
    from backstory.memory.undo import log_operation
    from backstory.store.codec import decode
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT, substance

    by_person(m, f"backstory import {path}")
    record = decode(read_file(path, limit=READ_LIMIT), name=path).record
    if record is None:
        raise Invalid(f"`{path}` holds no record", hint=f"look at it: `cat {path}`")
    record = msgspec.structs.replace(
        record, scope="private", origin=msgspec.structs.replace(record.origin, how=HOWS[-1])
    )
    if not keep_out(m, [record])[0]:
        return Taken(0, 0, 0, barred=1)
    try:
        known = m.get(record.id).record
    except NotFound:
        known = None
    if known is not None and substance(known)[1:4] != substance(record)[1:4]:
        raise BackstoryError(
            f"`{path}` has the id of another record here, {known.short}",
            hint=f"compare them: `backstory show {known.short}`, `cat {path}`",
        )
    if dry_run:
        return Taken(int(known is None), int(known is not None), 0)
    if known is None:
        written, place = m.stores["private"].add(record)
        m.index.add(written, place)
        log_operation(m, "remember", [{"id": written.id, "scope": "private", "path": place, "title": written.title}])
    if os.path.realpath(os.path.dirname(path)) == os.path.realpath(folder_of(m)):
        files.drop(path, folder_of(m))
    return Taken(int(known is None), int(known is not None), 0)


def _tracked(m: "Memory") -> frozenset[str] | None:
    """Paths of the spool that git has in its index; None where git cannot say.

    A spool that is committed is the repository's, not ours. Case is ignored: some file systems do.
    """
    if not m.project.git_dir:
        return frozenset()
    ran = m.git.attempt("ls-files", "-z", "--", ":(icase).backstory/local")
    if ran.code:
        return None
    names = [os.fsdecode(name).casefold() for name in ran.out.split(b"\0") if name]
    spool = os.path.relpath(folder_of(m), m.project.root).replace(os.sep, "/").casefold()
    if any(spool == name or spool.startswith(name + "/") for name in names):
        return None  # a repository of its own, or a link, that git tracks as one entry
    below = {name[len(spool) + 1 :] for name in names if name.startswith(spool + "/")}
    return frozenset(os.path.join(folder_of(m), name) for name in below)
