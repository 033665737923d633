"""Moves a record file from one scope to another: afterwards it is in the old place or in the new one, never in both.

Both scopes stay locked from the reading of the file to its removal, so that no edit falls between. An intent in the
private folder names the move before anything is written. A move that fails is rolled back. A move whose process dies is
finished or undone by the next command that opens the memory.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, NamedTuple

import msgspec

from backstory.base.digests import blake2b
from backstory.model.errors import BackstoryError, NotFound
from backstory.model.ids import is_ulid
from backstory.model.record import Record
from backstory.store.codec import careful_status, careful_tier, decode_record, edit_metadata
from backstory.store.files import read_file, write_atomic
from backstory.store.lock import Lock
from backstory.store.places import MOVES
from backstory.store.records import READ_LIMIT, SUFFIX, RecordStore

ORDER: Final = ("team", "private", "user")
"""The order in which scopes are locked: the same in every process, so that no two wait for each other."""
_LIMIT: Final = 1 << 16

Stores = Mapping[str, RecordStore]
Tracked = Callable[[str], bool]
"""Whether git has the file at a path."""


class Moved(NamedTuple):
    """A completed move: the old record, the new record, and its path."""

    before: Record
    record: Record
    path: str


class Intent(msgspec.Struct, frozen=True):
    """A planned move. Names are relative to the folders of the scopes."""

    id: str
    root: str
    """The working tree whose team folder takes part."""
    source: str
    name: str
    target: str
    new: str
    before: str
    """Digest of the file in the old place."""
    after: str
    """Digest of the file in the new place."""


@contextmanager
def lock_scopes(stores: Sequence[RecordStore], *, wait: float | None = None) -> Iterator[None]:
    """Holds the locks of several scopes. Raises Busy, NotWritable."""
    with ExitStack() as locks:
        for store in sorted(stores, key=lambda s: ORDER.index(s.scope)):
            locks.enter_context(store.locked() if wait is None else Lock(store.lock, base=store.base, wait=wait))
        yield


def move_record(source: RecordStore, target: RecordStore, path: str, ident: str, *, private: str, root: str) -> Moved:
    """Moves the record `ident` in the file `path`, as read under the locks, from one scope to the other.

    Raises NotFound if it is no longer in that file, NotWritable and others if the move is impossible: then the file is
    in its old place only.
    """
    with lock_scopes((source, target)):
        data = read_file(path, limit=READ_LIMIT, base=source.base)
        decoded = decode_record(data, scope=source.scope, name=path)
        if decoded.record is None or decoded.record.id != ident:
            raise NotFound(f"`{path}` does not hold the record {ident}", hint="`backstory list` shows what there is")
        if decoded.conflicted:
            raise BackstoryError(
                f"`{path}` holds an unresolved merge conflict", hint=f"resolve it first: `git diff -- {path}`"
            )
        record, written = target.prepare(decoded.record)
        new, there = target.place(record)
        if there is not None:
            return Moved(decoded.record, _join(source, target, path, new, there, record), new)
        noted = _note(
            private,
            Intent(
                id=ident,
                root=root,
                source=source.scope,
                name=os.path.relpath(path, source.folder),
                target=target.scope,
                new=os.path.relpath(new, target.folder),
                before=_digest(data),
                after=_digest(written),
            ),
        )
        try:
            target.put(new, written, ident)
            lasting = source.unlink(path)
        except BaseException as err:
            if not _roll_back(source, target, path, new, data, written):
                raise BackstoryError(
                    f"the move of `{path}` failed and could not be undone: {err}",
                    hint="the next command that can write settles it: `backstory doctor --fix`",
                ) from err
            _drop(noted)
            raise
        if lasting:  # otherwise the intent decides after a power loss which of two copies counts
            _drop(noted)
        return Moved(decoded.record, record, new)


def pending_moves(private: str) -> list[str]:
    """Paths of the intents of moves that are in progress or were interrupted."""
    folder = os.path.join(private, MOVES)
    try:
        return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".json"))
    except OSError:
        return []


def finish_moves(stores: Stores, private: str, root: str, tracked: Tracked) -> list[str]:
    """Completes or undoes the interrupted moves of this working tree; returns a sentence for each.

    An unchanged copy in the new place is removed, since the move was never acknowledged. If git or an edit has picked
    it up, it is kept and the old one removed. If both copies were changed, both are kept for `doctor`. A move in
    progress is left alone.
    """
    report: list[str] = []
    for path in pending_moves(private):
        try:
            intent = _read(path)
            if intent is None or (intent.root != root and not os.path.isdir(intent.root)):
                _drop(path)  # damaged, or its working tree was deleted together with one copy
            elif intent.root == root:
                with lock_scopes((stores[intent.source], stores[intent.target]), wait=0):
                    if os.path.exists(path):
                        report += _settle(stores, intent, tracked)
                        _drop(path)
        except (BackstoryError, OSError):
            continue  # a move in progress, or a folder that cannot be written: the next command finds it
    return report


def join_metadata(record: Record, other: Record) -> dict[str, str | Sequence[str] | None]:
    """The changes that give a record the metadata of both copies: all tags, links, anchors, the more careful word."""
    targets = {anchor.target for anchor in record.anchors}
    before = _metadata(record)
    joined = _metadata(
        msgspec.structs.replace(
            record,
            tier=careful_tier((record.tier, other.tier)),
            status=careful_status(record.kind, (record.status, other.status)),
            tags=tuple(dict.fromkeys((*record.tags, *other.tags))),
            anchors=(*record.anchors, *(anchor for anchor in other.anchors if anchor.target not in targets)),
            links=tuple(dict.fromkeys((*record.links, *other.links))),
        )
    )
    return {key: value for key, value in joined.items() if value != before[key]}


def _metadata(record: Record) -> dict[str, str | Sequence[str] | None]:
    """The metadata of a record that a move joins, as a file has it."""
    return {
        "tier": record.tier,
        "status": record.status,
        "tags": list(record.tags),
        "anchors": list(map(str, record.anchors)),
        "links": list(map(str, record.links)),
    }


def _join(source: RecordStore, target: RecordStore, path: str, new: str, there: Record, record: Record) -> Record:
    """Merges the metadata into the copy that the new place already holds, and removes the old file."""
    changes = source.judged(join_metadata(there, record))
    data = read_file(new, limit=READ_LIMIT, base=target.base)
    after = edit_metadata(data, changes)
    if after != data:
        write_atomic(new, after, mode=target.mode, base=target.base)
    source.unlink(path)
    return decode_record(after, scope=target.scope, name=new).record or there


def _settle(stores: Stores, intent: Intent, tracked: Tracked) -> list[str]:
    source, target = stores[intent.source], stores[intent.target]
    old, new = os.path.join(source.folder, intent.name), os.path.join(target.folder, intent.new)
    before, after = _bytes(source, old), _bytes(target, new)
    if before is None or after is None:
        return []  # cut short before the first step or after the last one
    same_old, same_new = _digest(before) == intent.before, _digest(after) == intent.after
    if same_new and not (target.scope == "team" and tracked(new)):
        target.unlink(new)
        return [f"undid a move that was cut short: `{old}` stays"]
    if same_old:
        source.unlink(old)
        return [f"completed a move that was cut short: the record is in `{new}`"]
    return []


def _roll_back(source: RecordStore, target: RecordStore, path: str, new: str, data: bytes, written: bytes) -> bool:
    """Puts things back as they were; False when that fails as well."""
    try:
        if _bytes(source, path) != data:
            write_atomic(path, data, mode=source.mode, base=source.base)
        if _bytes(target, new) == written:
            target.unlink(new)
    except (BackstoryError, OSError):
        return os.path.exists(path) and not os.path.lexists(new)
    return True


def _note(private: str, intent: Intent) -> str:
    path = os.path.join(private, MOVES, f"{intent.id.lower()}-{os.urandom(4).hex()}.json")
    write_atomic(path, msgspec.json.encode(intent))
    return path


def _read(path: str) -> Intent | None:
    """An intent, when it names two record files of this store and nothing else."""
    try:
        intent = msgspec.json.decode(read_file(path, limit=_LIMIT), type=Intent)
    except (msgspec.MsgspecError, ValueError):
        return None
    names = all(_is_name(name) for name in (intent.name, intent.new))
    scopes = intent.source in ORDER and intent.target in ORDER and intent.source != intent.target
    return intent if names and scopes and is_ulid(intent.id) else None


def _is_name(name: str) -> bool:
    parts = name.split(os.sep)
    return len(parts) == 2 and name.endswith(SUFFIX) and not any(part.startswith(".") or not part for part in parts)


def _bytes(store: RecordStore, path: str) -> bytes | None:
    try:
        return read_file(path, limit=READ_LIMIT, base=store.base)
    except NotFound:
        return None


def _drop(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass  # the next command looks at it again and finds nothing to settle


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
