"""Moves a record file from one scope to another: afterwards it is in the old place or in the new one, never in both.

Both scopes stay locked from the reading of the file to its removal, so that no edit falls between. An intent in the
private folder names the move before anything is written. What fails is rolled back; what dies is settled by the next
command that opens the memory.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, NotFound
from backstory.model.ids import is_ulid
from backstory.model.record import Record
from backstory.store.codec import careful_status, careful_tier, decode, edit_metadata
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
    """A move that was done: the record as it stood, as it is written now, and where."""

    before: Record
    record: Record
    path: str


class Intent(msgspec.Struct, frozen=True):
    """What a move is about to do. Names are relative to the folders of the scopes."""

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
def locked(stores: Sequence[RecordStore], *, wait: float | None = None) -> Iterator[None]:
    """Holds the locks of several scopes. Raises Busy, NotWritable."""
    with ExitStack() as held:
        for store in sorted(stores, key=lambda s: ORDER.index(s.scope)):
            held.enter_context(store.locked() if wait is None else Lock(store.lock, base=store.base, wait=wait))
        yield


def move(source: RecordStore, target: RecordStore, path: str, ident: str, *, private: str, root: str) -> Moved:
    """Moves the record `ident` in the file `path`, as it stands under the locks, from one scope to the other.

    Raises NotFound when it is not in that file any more, NotWritable and others when the move cannot be done: then
    the file is where it was and nowhere else.
    """
    with locked((source, target)):
        data = read_file(path, limit=READ_LIMIT, base=source.base)
        found = decode(data, scope=source.scope, name=path)
        if found.record is None or found.record.id != ident:
            raise NotFound(f"`{path}` does not hold the record {ident}", hint="`backstory list` shows what there is")
        if found.conflicted:
            raise BackstoryError(
                f"`{path}` holds an unresolved merge conflict", hint=f"resolve it first: `git diff -- {path}`"
            )
        record, written = target.prepare(found.record)
        new, there = target.place(record)
        if there is not None:
            return Moved(found.record, _join(source, target, path, new, there, record), new)
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
        if lasting:  # else the intent says after a power loss which of two copies counts
            _drop(noted)
        return Moved(found.record, record, new)


def pending(private: str) -> list[str]:
    """Paths of the intents of moves that were cut short, or are under way."""
    folder = os.path.join(private, MOVES)
    try:
        return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".json"))
    except OSError:
        return []


def settle(stores: Stores, private: str, root: str, tracked: Tracked) -> list[str]:
    """Completes or undoes the moves of this working tree that were cut short; returns a sentence for each.

    An unchanged copy in the new place goes: the move was never acknowledged. It stays, and the old one goes, where git
    or an edit has taken it up. Copies that were both changed stay for `doctor`. A move under way is left alone.
    """
    done: list[str] = []
    for path in pending(private):
        try:
            intent = _read(path)
            if intent is None or (intent.root != root and not os.path.isdir(intent.root)):
                _drop(path)  # damaged, or its working tree is gone and took its half along
            elif intent.root == root:
                with locked((stores[intent.source], stores[intent.target]), wait=0):
                    if os.path.exists(path):
                        done += _settle(stores, intent, tracked)
                        _drop(path)
        except (BackstoryError, OSError):
            continue  # a move under way, or a folder that cannot be written: the next command finds it
    return done


def joined(kept: Record, other: Record) -> dict[str, str | Sequence[str] | None]:
    """What a record lacks of the metadata of its copy: both sets of tags, links and anchors, the more careful word."""
    known = {a.target for a in kept.anchors}
    found: dict[str, str | Sequence[str] | None] = {
        "tier": careful_tier((kept.tier, other.tier)),
        "status": careful_status(kept.kind, (kept.status, other.status)),
        "tags": list(dict.fromkeys((*kept.tags, *other.tags))),
        "anchors": [str(a) for a in (*kept.anchors, *(a for a in other.anchors if a.target not in known))],
        "links": [str(link) for link in dict.fromkeys((*kept.links, *other.links))],
    }
    have: dict[str, object] = {
        "tier": kept.tier, "status": kept.status, "tags": list(kept.tags),
        "anchors": [str(a) for a in kept.anchors], "links": [str(link) for link in kept.links],
    }  # fmt: skip
    return {key: value for key, value in found.items() if value != have[key]}


def _join(source: RecordStore, target: RecordStore, path: str, new: str, there: Record, record: Record) -> Record:
    """The new place holds a copy already: it takes over the metadata, and the file in the old place goes."""
    changes = source.judged(joined(there, record))
    data = read_file(new, limit=READ_LIMIT, base=target.base)
    after = edit_metadata(data, changes)
    if after != data:
        write_atomic(new, after, mode=target.mode, base=target.base)
    source.unlink(path)
    return decode(after, scope=target.scope, name=new).record or there


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
    names = all(_is_name(n) for n in (intent.name, intent.new))
    scopes = intent.source in ORDER and intent.target in ORDER and intent.source != intent.target
    return intent if names and scopes and is_ulid(intent.id) else None


def _is_name(name: str) -> bool:
    parts = name.split(os.sep)
    return len(parts) == 2 and name.endswith(SUFFIX) and not any(p.startswith(".") or not p for p in parts)


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
