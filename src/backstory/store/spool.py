"""The spool of the working tree: where a record waits while the data home cannot be written.

A sandboxed agent often may write the repository and nothing else. Its records wait in `.backstory/local/spool/`, which
git ignores, as whole record files, `<id>.<scope>.<seal>.md`; the next process that may write takes them in. A
repository could carry such files as well, so the seal, keyed with the machine's key, says which ones were made here:
a file without a fitting one is taken in as `imported`, whatever channel it names.
"""

import os
import stat
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, NotWritable
from backstory.model.kinds import HOWS
from backstory.model.record import Record
from backstory.store.codec import decode, encode, normal
from backstory.store.files import TEMPORARY, open_folder, read_file, write_atomic
from backstory.store.records import READ_LIMIT, RecordStore, redacted

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

SUFFIX: Final = ".md"
_LOCAL_DEPTH: Final = 3
"""Folders between the root of the working tree and the spool: `.backstory/local/spool`."""


class Waiting(NamedTuple):
    """A record file in a spool."""

    path: str
    id: str
    scope: str
    seal: str


def put(folder: str, record: Record, gate: "Gate", *, key: bytes = b"") -> str:
    """Leaves a record in the spool `folder` and returns the path of its file. Sealed when the machine's `key` is given.

    Raises NotWritable where the working tree cannot be written either.
    """
    record = normal(redacted(record, gate))
    data = encode(record)
    path = os.path.join(folder, f"{record.id.lower()}.{record.scope}.{_seal(data, record.scope, key)}{SUFFIX}")
    write_atomic(path, data, base=_root(folder))
    return path


def waiting(folder: str) -> Iterator[Waiting]:
    """The record files in a spool, oldest first. Links and folders are passed over."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(e.name for e in entries if e.is_file(follow_symlinks=False))
    except OSError:
        return
    for name in names:
        parts = name.removesuffix(SUFFIX).split(".")
        if name.endswith(SUFFIX) and not name.startswith(TEMPORARY) and len(parts) == 3:
            yield Waiting(os.path.join(folder, name), parts[0].upper(), parts[1], parts[2])


def sweep(
    folder: str, *stores: RecordStore, key: bytes = b"", accept: Callable[[Record], bool] | None = None
) -> list[Record]:
    """Takes the waiting records of the stores' scopes in and returns them as written. What `accept` refuses goes.

    Safe at any point of failure and in many processes at once: a file goes only after its record is in the store,
    and a record that is there already is not written again. What cannot be taken in stays for `doctor`.
    """
    taken: list[Record] = []
    by_scope = {store.scope: store for store in stores if store.scope != "team"}
    found = list(waiting(folder)) if os.path.isdir(folder) and not _linked(folder) else []
    for file in found:
        store = by_scope.get(file.scope)
        if store is None:
            continue
        try:
            data = read_file(file.path, limit=READ_LIMIT, base=_root(folder))
        except BackstoryError:
            continue  # taken by another process, or damaged: the check names it
        record = decode(data, scope=file.scope, name=file.path).record
        if record is None or record.id != file.id:
            continue
        if not key or _seal(data, file.scope, key) != file.seal:
            record = msgspec.structs.replace(record, origin=msgspec.structs.replace(record.origin, how=HOWS[-1]))
        if accept is not None and not accept(record):
            _drop(file.path, _root(folder))
            continue
        try:
            written, _ = store.add(record)
        except NotWritable:
            return taken
        except BackstoryError:
            continue
        _drop(file.path, _root(folder))
        taken.append(written)
    return taken


def _drop(path: str, base: str) -> None:
    try:
        fd = open_folder(os.path.dirname(path), base=base)
    except OSError:
        return
    try:
        if fd >= 0:
            os.unlink(os.path.basename(path), dir_fd=fd)
        else:
            os.unlink(path)
    except OSError:
        pass  # another process was first, or the tree is read-only now: the record is in the store
    finally:
        if fd >= 0:
            os.close(fd)


def _seal(data: bytes, scope: str, key: bytes) -> str:
    if not key:
        return "0"
    import hashlib

    return hashlib.blake2b(
        scope.encode() + b"\0" + data, key=key, digest_size=16, person=b"backstory spool"
    ).hexdigest()


def _root(folder: str) -> str:
    for _ in range(_LOCAL_DEPTH):
        folder = os.path.dirname(os.path.abspath(folder))
    return folder


def _linked(folder: str) -> bool:
    """Whether the spool or a folder between it and the root of the working tree is a link."""
    here = os.path.abspath(folder)
    for _ in range(_LOCAL_DEPTH):
        try:
            if stat.S_ISLNK(os.lstat(here).st_mode):
                return True
        except OSError:
            return True
        here = os.path.dirname(here)
    return False
