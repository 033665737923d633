"""Reads an archive of memory: a `.tar.gz` of records, journals, snapshots, sessions and runs, or JSON lines of records.

An archive is read and judged as a whole, in memory, before anything is written. One that is hostile, damaged or of a
later format is refused as a whole. `store.archive_import` adds an archive to the memory.
"""

import os
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError
from backstory.model.event import Event
from backstory.model.kinds import SCOPES
from backstory.model.record import Record, immutable_part
from backstory.model.run import Run
from backstory.model.session import Session
from backstory.model.snapshot import Snapshot
from backstory.store.archive_history import SUFFIX as HISTORY
from backstory.store.archive_history import parse_run, parse_session
from backstory.store.codec import decode_record
from backstory.store.event_lines import decode_event
from backstory.store.files import read_file
from backstory.store.journal import SUFFIX as JOURNAL
from backstory.store.manifest import FORMAT, MANIFEST, TOP, Manifest, digest_of, is_bound, parse_manifest, seal_of
from backstory.store.record_lines import accept_record, decode_lines, looks_like_lines
from backstory.store.records import READ_LIMIT
from backstory.store.regular_file import open_file
from backstory.store.snapshots import is_snapshot_id
from backstory.store.tarball import BLOCK, LIMITS, Limits, archive_error, checked_name, read_members

_NAME_SIGNS: Final = frozenset(string.ascii_letters + string.digits + "._-/")


class Sessions(Mapping[str, Sequence[Event]]):
    """The journals of an archive: session -> its events, decoded on access."""

    def __init__(self, lines: Mapping[str, bytes]) -> None:
        self._lines = lines

    def __getitem__(self, session: str) -> list[Event]:
        events = (decode_event(raw) for raw in self._lines[session].split(b"\n") if raw)
        return [event for event in events if isinstance(event, Event)]

    def without(self, session: str) -> "Sessions":
        """The journals except one, whatever the case of its name: some file systems ignore case."""
        return Sessions({name: lines for name, lines in self._lines.items() if name.lower() != session})

    def without_lines(self, unwanted: Callable[[bytes], bool]) -> "Sessions":
        """The journals without some of their lines."""
        cleaned = {
            name: b"\n".join(raw for raw in lines.split(b"\n") if not unwanted(raw))
            for name, lines in self._lines.items()
        }
        return Sessions(cleaned)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


class Archive(NamedTuple):
    """The checked content of an archive."""

    project: str
    records: tuple[Record, ...]
    journal: Sessions = Sessions({})
    snapshots: tuple[Snapshot, ...] = ()
    sessions: tuple[Session, ...] = ()
    runs: tuple[Run, ...] = ()
    sealed: bool = False
    """Whether this machine wrote it: its seal fits the key. Without that nothing in it proves who wrote it."""


def read_archive(path: str, *, key: bytes = b"", limits: Limits = LIMITS) -> Archive:
    """Reads and checks an archive or a file of JSON lines.

    `limits` hold for an archive of any origin. One that this machine wrote, by the `key`, may be as large as it is.
    Raises Invalid for one that is hostile, damaged or not ours, NewerFormat for one of a later version.
    """
    with open_file(path) as file:
        begin = file.read(2)
        file.seek(0)
        if begin == b"\x1f\x8b":
            return read_tar(file, key, limits)
    data = read_file(path, limit=limits.total)
    if looks_like_lines(data):
        project, records = decode_lines(data, limits)
        return Archive(project, _distinct(records))
    raise archive_error("is neither a `.tar.gz` nor JSON lines")


def read_tar(file: BinaryIO, key: bytes, limits: Limits) -> Archive:
    """Reads and checks a `.tar.gz`; raises as `read_archive`."""
    manifest, members = _read_tar_members(file, key, limits)
    digest = digest_of(members)
    if digest != manifest.digest:
        raise archive_error("was altered or damaged: its digest does not fit")
    parts: dict[str, list[Any]] = {what: [] for what in _PARSERS}
    journal: dict[str, bytes] = {}
    for name, content in members.items():
        scope, what = locate_member(name)
        if what == "journal":
            _check_journal(content, name)
            journal[os.path.basename(name).removesuffix(JOURNAL)] = content
        else:
            parts[what].append(_PARSERS[what](content, scope, name))
    sealed = bool(key) and manifest.seal == seal_of(manifest.project, digest, key)
    return Archive(
        manifest.project, _distinct(parts["memory"]), Sessions(journal), tuple(parts["snapshots"]),
        tuple(parts["sessions"]), tuple(parts["runs"]), sealed,
    )  # fmt: skip


def locate_member(name: str) -> tuple[str, str]:
    """(scope, `memory`, `journal`, `snapshots`, `sessions` or `runs`) of a member.

    Raises Invalid for a name that no export writes.
    """
    plain = name.startswith(TOP) and _NAME_SIGNS.issuperset(name)
    match name.removeprefix(TOP).split("/") if plain else []:
        case [scope, "memory", _, file] if scope in SCOPES and file.endswith(".md"):
            return scope, "memory"
        case ["private", "journal", file] if file.endswith(JOURNAL):
            return "private", "journal"
        case ["private", "snapshots", file] if is_snapshot_id(file[:-5]):
            return "private", "snapshots"
        case ["private", "sessions" | "runs" as what, file] if file.endswith(HISTORY) and file != HISTORY:
            return "private", what
    raise archive_error(f"holds `{name[:80].encode('unicode_escape').decode('ascii')}`, which no export writes")


def is_member_name(name: str) -> bool:
    """Whether an archive can hold a member of this name."""
    try:
        locate_member(name)
        return checked_name(name) == name
    except BackstoryError:
        return False


def _read_tar_members(file: BinaryIO, key: bytes, limits: Limits) -> tuple[Manifest, dict[str, bytes]]:
    """(manifest, name -> content of the other members), as many as the manifest names."""

    def limits_after(name: str, data: bytes) -> Limits:
        """The limits after the manifest, which says how much this machine wrote, if it did."""
        manifest = parse_manifest(data) if name == MANIFEST else Manifest(FORMAT)
        if is_bound(manifest, key):
            whole = manifest.bytes + (manifest.members + 4) * 2 * BLOCK
            members = max(limits.members, manifest.members)
            return Limits(max(limits.total, whole), members, max(limits.member, whole), whole)
        if not 0 <= manifest.members <= limits.members:
            raise archive_error(f"names {manifest.members} members")
        return limits

    stream = read_members(file, limits, after_first=limits_after)
    name, first = next(stream, ("", b""))
    if name != MANIFEST:
        raise archive_error(f"does not begin with `{MANIFEST}`")
    manifest = parse_manifest(first)
    members: dict[str, bytes] = {}
    for name, content in stream:
        if len(members) >= manifest.members:
            raise archive_error(f"holds more than the {manifest.members} members it names")
        locate_member(name)
        members[name] = content
    if len(members) != manifest.members:
        raise archive_error(f"holds {len(members)} of the {manifest.members} members it names")
    return manifest, members


def _parse_record(data: bytes, scope: str, name: str) -> Record:
    record = decode_record(data, scope=scope, name=name).record if len(data) <= READ_LIMIT else None
    if record is None:
        raise archive_error(f"holds `{name}`, which is no record")
    return accept_record(record, name)


def _check_journal(data: bytes, name: str) -> None:
    for raw in data.split(b"\n"):
        event = decode_event(raw) if raw else None
        if isinstance(event, str):
            raise archive_error(f"holds `{name}` with a line that {event}")


def _parse_snapshot(data: bytes, name: str) -> Snapshot:
    try:
        snapshot = msgspec.json.decode(data, type=Snapshot)
    except (msgspec.MsgspecError, RecursionError, ValueError) as err:
        raise archive_error(f"holds `{name}`, which is no snapshot") from err
    if not name.endswith(f"/{snapshot.id}.json"):
        raise archive_error(f"holds `{name}`, which is the snapshot {snapshot.id[:40]}")
    return snapshot


def _distinct(records: Iterable[Record]) -> tuple[Record, ...]:
    out: dict[tuple[str, str], Record] = {}
    for record in records:
        other = out.setdefault((record.scope, record.id), record)
        if immutable_part(other) != immutable_part(record):
            raise archive_error(f"holds two records with the id {record.id}")
    return tuple(out.values())


_PARSERS: Final[Mapping[str, Callable[[bytes, str, str], Any]]] = {
    "memory": _parse_record,
    "snapshots": lambda data, _, name: _parse_snapshot(data, name),
    "sessions": lambda data, _, name: parse_session(data, name),
    "runs": lambda data, _, name: parse_run(data, name),
}
"""Kind of member -> its reader, which takes content, scope and name."""
