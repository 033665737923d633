"""The spool of the working tree: records wait here while the data home cannot be written.

A sandboxed agent often may write the repository only. Its records wait in `.backstory/local/spool/`, which git ignores,
as complete record files, `<id>.<scope>.<seal>.md`, until a process that may write the data home adds them.

A repository can carry such files as well. The seal distinguishes them: a digest with the machine's key over the file
and its place. It cannot be forged without the key nor moved to another project, working tree, scope or name. Only a
file with a valid seal is swept. All others stay for a person to inspect.
"""

import os
import stat
from collections.abc import Callable, Collection
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, NotWritable
from backstory.model.ids import is_ulid
from backstory.model.kinds import CHANNELS, SCOPES
from backstory.model.record import Record
from backstory.store.files import open_folder, read_file, write_atomic
from backstory.store.records import READ_LIMIT, RecordStore

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

SUFFIX: Final = ".md"
UNSEALED: Final = "0"
"""Placeholder for the seal of a record whose writer could not read the machine's key."""
MOST_LISTED: Final = 4096
"""Entries of a spool that are listed: a repository may hold any number, and every command runs this."""
MOST_READ: Final = 8 << 20
"""Bytes of a spool that one sweep reads. The rest waits for the next one."""
_SEAL: Final = 32
_HIGHEST: Final = CHANNELS.index("stated")
"""A spooled record counts as stated at most. An agent that can read the data home can read the key, so a seal shows
where a file was written, not that a person typed it."""
_LOCAL_DEPTH: Final = 3
"""Folders between the root of the working tree and the spool: `.backstory/local/spool`."""


class SpooledRecord(NamedTuple):
    """A record file in a spool."""

    path: str
    id: str
    scope: str
    seal: str


class Spool(NamedTuple):
    """The content of a spool: files that can be swept, files that only a person can import, the number of others."""

    sealed: tuple[SpooledRecord, ...] = ()
    unsealed: tuple[SpooledRecord, ...] = ()
    others: int = 0
    """The number of entries that are not record files: odd names, links, folders, FIFOs."""
    more: bool = False
    """Whether there are more entries than are listed."""

    def __bool__(self) -> bool:
        return bool(self.sealed or self.unsealed or self.others or self.more)


def put_in_spool(folder: str, record: Record, gate: "Gate", *, key: bytes = b"", project: str = "") -> str:
    """Writes a record to the spool `folder` and returns the path of its file. Sealed when the machine's `key` is given.

    Raises NotWritable where the working tree cannot be written either.
    """
    from backstory.store.codec import encode_record, normalize_record
    from backstory.store.record_redaction import redact_record

    record = normalize_record(redact_record(record, gate))
    data = encode_record(record)
    seal = _seal(data, folder, project, record.scope, record.id, key) if key else UNSEALED
    path = os.path.join(folder, f"{record.id.lower()}.{record.scope}.{seal}{SUFFIX}")
    write_atomic(path, data, base=_root(folder))
    return path


def list_spool(folder: str, *, key: bytes = b"", project: str = "") -> Spool:
    """Lists the spool, oldest first, and checks the seals. Follows no link and blocks on no FIFO."""
    return _look(folder, key, project)[0]


def sweep_spool(
    folder: str,
    *stores: RecordStore,
    key: bytes = b"",
    project: str = "",
    accept: Callable[[Record], bool] | None = None,
    tracked: Callable[[], Collection[str] | None] = frozenset,
) -> list[Record]:
    """Adds the sealed records of the stores' scopes and returns them as written. Deletes those that `accept` refuses.

    `tracked` returns the paths in the spool that git tracks, which are never added, or None if that is unknown. Safe at
    any point of failure and in many processes at once: a file is deleted only after its record is in the store, and an
    existing record is not written again. All other files stay for `doctor`.
    """
    spool, contents = _look(folder, key, project)
    by_scope = {store.scope: store for store in stores if store.scope != "team"}
    ready = [file for file in spool.sealed if file.scope in by_scope]
    committed = tracked() if ready else None
    if committed is None:
        return []
    records: list[Record] = []
    for file in ready:
        record = None if file.path in committed else _decode_spooled(file, contents[file.path])
        if record is None:
            continue
        if accept is not None and not accept(record):
            remove_from_spool(file.path, folder)
            continue
        try:
            written, _ = by_scope[file.scope].add(record)
        except NotWritable:
            return records
        except BackstoryError:
            continue
        remove_from_spool(file.path, folder)
        records.append(written)
    return records


def _decode_spooled(file: SpooledRecord, data: bytes) -> Record | None:
    """The record of a spooled file, in no better channel than a spool can vouch for. None if it is not what it says."""
    from backstory.store.codec import decode_record

    record = decode_record(data, scope=file.scope, name=file.path).record
    if record is None or record.id != file.id:
        return None
    how = CHANNELS[max(CHANNELS.index(record.origin.how), _HIGHEST)]
    return msgspec.structs.replace(record, origin=msgspec.structs.replace(record.origin, how=how))


def remove_from_spool(path: str, folder: str) -> None:
    """Removes a file from the spool `folder`, not through a link. One that is gone or cannot be removed is left."""
    try:
        fd = open_folder(folder, base=_root(folder))
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


def _look(folder: str, key: bytes, project: str) -> tuple[Spool, dict[str, bytes]]:
    """The content of a spool, and the bytes of the files with a valid seal."""
    files, others, more = _list(folder)
    sealed: list[SpooledRecord] = []
    unsealed: list[SpooledRecord] = []
    contents: dict[str, bytes] = {}
    remaining = MOST_READ
    for file in files:
        data = b""
        if file.seal != UNSEALED and key and remaining > 0:
            data = _read_spooled(file.path, folder)
            remaining -= max(len(data), 512)
        if data and _fits(file.seal, _seal(data, folder, project, file.scope, file.id, key)):
            sealed.append(file)
            contents[file.path] = data
        else:
            unsealed.append(file)
    return Spool(tuple(sealed), tuple(unsealed), others, more), contents


def _read_spooled(path: str, folder: str) -> bytes:
    """The bytes of a file; empty where it is gone since it was listed, too large or no regular file."""
    try:
        return read_file(path, limit=READ_LIMIT, base=_root(folder))
    except BackstoryError:
        return b""


def _list(folder: str) -> tuple[list[SpooledRecord], int, bool]:
    """(record files by name, number of other entries, whether there is more) of a spool."""
    if not os.path.isdir(folder) or _linked(folder):
        return [], 0, False
    files: list[SpooledRecord] = []
    others = 0
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_LISTED):
                file = _waiting(folder, entry.name)
                if file is not None and entry.is_file(follow_symlinks=False):
                    files.append(file)
                else:
                    others += 1
            more = next(entries, None) is not None
    except OSError:
        return [], 0, False
    return sorted(files), others, more


def _waiting(folder: str, name: str) -> SpooledRecord | None:
    parts = name.removesuffix(SUFFIX).split(".")
    if not name.endswith(SUFFIX) or len(parts) != 3:
        return None
    ident, scope, seal = parts
    if not is_ulid(ident.upper()) or not ident.islower() or scope not in SCOPES:
        return None
    if seal != UNSEALED and (len(seal) != _SEAL or seal.strip("0123456789abcdef")):
        return None
    return SpooledRecord(os.path.join(folder, name), ident.upper(), scope, seal)


def _seal(data: bytes, folder: str, project: str, scope: str, ident: str, key: bytes) -> str:
    """The digest of a file and its place: each part behind its length, so that none can run into the next."""
    from backstory.base.digests import blake2b

    sums = blake2b(key=key, digest_size=_SEAL // 2, person=b"backstory spool2")
    root = os.fsencode(os.path.realpath(_root(folder)))
    for part in (project.encode(), root, scope.encode(), ident.encode(), data):
        sums.update(b"%d:" % len(part))
        sums.update(part)
    return sums.hexdigest()


def _fits(remaining: str, right: str) -> bool:
    import hmac

    return hmac.compare_digest(remaining, right)


def _root(folder: str) -> str:
    for _ in range(_LOCAL_DEPTH):
        folder = os.path.dirname(os.path.abspath(folder))
    return folder


def _linked(folder: str) -> bool:
    """Whether the spool or a folder between it and the root of the working tree is a link."""
    path = os.path.abspath(folder)
    for _ in range(_LOCAL_DEPTH):
        try:
            if stat.S_ISLNK(os.lstat(path).st_mode):
                return True
        except OSError:
            return True
        path = os.path.dirname(path)
    return False
