"""Memory as one file: a `.tar.gz` of record files, journals and snapshots, or JSON lines of records.

An archive is read and judged whole, in memory, before anything is written; what is hostile, damaged or of a later
format is refused whole. Taking one in adds what is new by id; when that fails half way, what was added goes again.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, Invalid, NewerFormat
from backstory.model.event import Event
from backstory.model.kinds import SCOPES
from backstory.model.record import Anchor, Link, Origin, Record
from backstory.model.snapshot import Snapshot
from backstory.model.text import escape_json
from backstory.store.codec import decode, encode, normal
from backstory.store.files import PRIVATE_FILE, TEMPORARY, make_folder, read_file, refusal, sync_file, sync_folder
from backstory.store.journal import SUFFIX as JOURNAL
from backstory.store.journal import Journal, line_of, read_line
from backstory.store.records import READ_LIMIT, RecordStore, check, name_of, redacted, substance
from backstory.store.snapshots import SnapshotStore, is_snapshot_id
from backstory.store.snapshots import redacted as redacted_snapshot
from backstory.store.tarball import MAX_MEMBERS, MAX_TOTAL, read_members, refused, write_members

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.purge import Words

FORMAT: Final = 1
TOP: Final = "backstory/"
MANIFEST: Final = TOP + "manifest.json"
_LINE: Final = 1 << 20
"""Longest JSON line that is read."""


class Archive(NamedTuple):
    """What an archive holds, all of it checked."""

    project: str
    records: tuple[Record, ...]
    journal: Mapping[str, Sequence[Event]] = {}
    """Session -> its events."""
    snapshots: tuple[Snapshot, ...] = ()
    sealed: bool = False
    """Whether it was made on this machine: its seal fits the key. Else nothing in it proves who wrote it."""


class Taken(NamedTuple):
    """What taking an archive in did, or would do."""

    new: int
    known: int
    refused: int
    """Records whose id is here with another text; the one here stays."""
    removed: int = 0
    paths: tuple[str, ...] = ()
    """Files written."""


class _Manifest(msgspec.Struct):
    format: int
    project: str = ""
    records: int = 0
    members: int = 0
    digest: str = ""
    seal: str = ""


class _Head(msgspec.Struct):
    backstory: str
    format: int
    project: str = ""
    records: int = 0


class _Line(msgspec.Struct, omit_defaults=True):
    id: str
    kind: str
    title: str
    scope: str
    body: str = ""
    tier: str = ""
    status: str = ""
    tags: list[str] = []
    anchors: list[str] = []
    links: list[str] = []
    origin: Origin = Origin()
    made: str = ""
    fields: dict[str, str] = {}


def export_archive(
    path: str,
    stores: Mapping[str, RecordStore],
    gate: "Gate",
    *,
    project: str,
    journal: Journal | None = None,
    snapshots: SnapshotStore | None = None,
    key: bytes = b"",
) -> int:
    """Writes a `.tar.gz` of the stores (scope -> store), whole or not at all; returns how many records are in it.

    The same memory gives the same bytes. Raises Invalid rather than overwrite an archive that holds far more.
    """
    members = dict(_members(stores, gate, journal, snapshots))
    records = sum("/memory/" in name for name in members)
    _guard(path, records)
    digest = _digest(members)
    manifest = _Manifest(FORMAT, project, records, len(members), digest, _seal(project, digest, key))
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
    _write(path, [(MANIFEST, data), *sorted(members.items())])
    return records


def export_lines(stores: Mapping[str, RecordStore], gate: "Gate", *, project: str) -> str:
    """All records as JSON lines in a stable order, after a head line."""
    lines = [(r.scope, r.id, _line(r)) for r in _records(stores, gate)]
    head = _Head("records", FORMAT, project, len(lines))
    out = [msgspec.json.encode(head), *(msgspec.json.encode(line) for _, _, line in sorted(lines, key=lambda x: x[:2]))]
    return escape_json(b"\n".join(out).decode()) + "\n"


def read_archive(path: str, *, key: bytes = b"") -> Archive:
    """Reads and checks an archive or a file of JSON lines.

    Raises Invalid for one that is hostile, damaged or not ours, NewerFormat for one of a later version.
    """
    data = read_file(path, limit=MAX_TOTAL)
    if data[:2] == b"\x1f\x8b":
        return _read_tar(data, key)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return _read_lines(data)
    raise refused("is neither a `.tar.gz` nor JSON lines")


def take_in(
    archive: Archive,
    stores: Mapping[str, RecordStore],
    *,
    journal: Journal | None = None,
    snapshots: SnapshotStore | None = None,
    replace: bool = False,
    trash: str = "",
    dry_run: bool = False,
) -> Taken:
    """Adds what is new, by id. With `replace` the records of its scopes that it lacks go to the folder `trash`.

    Make a backup before a `replace`: `export_archive`. When something cannot be written, all that was added goes.
    """
    here = {scope: dict(stores[scope].by_id()) for scope in {r.scope for r in archive.records} & stores.keys()}
    fresh: list[Record] = []
    known = other = 0
    for record in archive.records:
        if record.scope not in stores:
            raise Invalid(f"no place for records of the scope `{record.scope}`", hint="run `backstory init`")
        path = here[record.scope].get(record.id)
        old = stores[record.scope].read(path).record if path else None
        if old is None:
            fresh.append(record)
        elif substance(old) == substance(normal(record)):
            known += 1
        else:
            other += 1
    kept = {(r.scope, r.id) for r in archive.records}
    gone = [(s, p) for s, paths in here.items() for i, p in paths.items() if (s, i) not in kept] if replace else []
    if dry_run:
        return Taken(len(fresh), known, other, len(gone))
    added: list[tuple[RecordStore, str]] = []
    try:
        for record in fresh:
            store = stores[record.scope]
            added.append((store, store.add(record)[1]))
        if snapshots is not None:
            for snapshot in archive.snapshots:
                snapshots.add(snapshot)
        if journal is not None:
            for session, events in archive.journal.items():
                there = {e.id for e in journal.read(session).events}
                journal.extend([e for e in events if e.id not in there], stream=session)
    except BaseException:
        for store, path in added:
            try:
                store.remove(path)
            except (BackstoryError, OSError):
                continue  # the first error is the one to tell
        raise
    for scope, path in gone:
        stores[scope].remove(path, trash)
    return Taken(len(fresh), known, other, len(gone), tuple(path for _, path in added))


def _records(stores: Mapping[str, RecordStore], gate: "Gate") -> Iterator[Record]:
    for scope in SCOPES:
        if scope in stores:
            for file in stores[scope].files():
                record = stores[scope].read(file.path).record
                if record is not None:
                    yield normal(redacted(record, gate))


def _members(
    stores: Mapping[str, RecordStore], gate: "Gate", journal: Journal | None, snapshots: SnapshotStore | None
) -> Iterator[tuple[str, bytes]]:
    seen: set[str] = set()
    for record in _records(stores, gate):
        name = f"{TOP}{record.scope}/memory/{name_of(record)}"
        while name in seen:  # the same id in two files: a copy made by hand
            name = name.removesuffix(".md") + "-2.md"
        seen.add(name)
        yield name, encode(record)
    if snapshots is not None:
        for one in snapshots.ids():
            found = snapshots.find(one)
            if found is not None:
                data = msgspec.json.encode(redacted_snapshot(found, gate), order="deterministic")
                yield f"{TOP}private/snapshots/{one}.json", data
    if journal is not None:
        for session in journal.sessions():
            lines = b"".join(line_of(journal.redact(e)) for e in journal.read(session).events)
            if lines:
                yield f"{TOP}private/journal/{session}{JOURNAL}", lines


def _read_tar(data: bytes, key: bytes) -> Archive:
    import io

    stream = read_members(io.BytesIO(data))
    name, first = next(stream, ("", b""))
    if name != MANIFEST:
        raise refused(f"does not begin with `{MANIFEST}`")
    manifest = _manifest(first)
    members: dict[str, bytes] = {}
    for name, content in stream:
        if len(members) >= manifest.members:
            raise refused(f"holds more than the {manifest.members} members it names")
        _place(name)
        members[name] = content
    if len(members) != manifest.members:
        raise refused(f"holds {len(members)} of the {manifest.members} members it names")
    digest = _digest(members)
    if digest != manifest.digest:
        raise refused("was altered or damaged: its digest does not fit")
    records: list[Record] = []
    journal: dict[str, list[Event]] = {}
    snapshots: list[Snapshot] = []
    for name, content in members.items():
        scope, what = _place(name)
        if what == "memory":
            record = _record(content, scope, name) if len(content) <= READ_LIMIT else None
            if record is None:
                raise refused(f"holds `{name}`, which is no record")
            records.append(record)
        elif what == "journal":
            events = [read_line(raw) for raw in content.split(b"\n") if raw]
            bad = [e for e in events if isinstance(e, str)]
            if bad:
                raise refused(f"holds `{name}` with a line that {bad[0]}")
            journal[os.path.basename(name).removesuffix(JOURNAL)] = [e for e in events if isinstance(e, Event)]
        else:
            snapshots.append(_snapshot(content, name))
    sealed = bool(key) and manifest.seal == _seal(manifest.project, digest, key)
    return Archive(manifest.project, _distinct(records), journal, tuple(snapshots), sealed)


def _place(name: str) -> tuple[str, str]:
    """(scope, `memory`, `journal` or `snapshots`) of a member whose name is one that `export` writes."""
    parts = name.removeprefix(TOP).split("/")
    plain = name.startswith(TOP) and all(c.isascii() and (c.isalnum() or c in "._-/") for c in name)
    last = parts[-1]
    if plain and len(parts) == 4 and parts[0] in SCOPES and parts[1] == "memory" and last.endswith(".md"):
        return parts[0], "memory"
    if plain and parts[:2] == ["private", "journal"] and len(parts) == 3 and last.endswith(JOURNAL):
        return "private", "journal"
    if plain and parts[:2] == ["private", "snapshots"] and len(parts) == 3 and is_snapshot_id(last[:-5]):
        return "private", "snapshots"
    raise refused(f"holds `{name[:80].encode('unicode_escape').decode('ascii')}`, which no export writes")


def _manifest(data: bytes) -> _Manifest:
    try:
        found = msgspec.json.decode(data, type=_Manifest)
    except (msgspec.MsgspecError, RecursionError, ValueError) as err:
        raise refused(f"has a manifest that cannot be read: {err}") from err
    _known(found.format)
    if not 0 <= found.members <= MAX_MEMBERS:
        raise refused(f"names {found.members} members")
    return found


def _known(number: int) -> None:
    if number > FORMAT:
        raise NewerFormat(f"the archive is in format {number}, this version reads up to {FORMAT}")


def _record(data: bytes, scope: str, name: str) -> Record | None:
    record = decode(data, scope=scope, name=name).record
    return None if record is None else _fit(record, name)


def _fit(record: Record, where: str) -> Record:
    record = normal(record)
    try:
        check(record)
    except BackstoryError as err:
        raise refused(f"holds a record that cannot be kept, in {where}: {err.message}") from err
    return record


def _snapshot(data: bytes, name: str) -> Snapshot:
    try:
        found = msgspec.json.decode(data, type=Snapshot)
    except (msgspec.MsgspecError, RecursionError, ValueError) as err:
        raise refused(f"holds `{name}`, which is no snapshot") from err
    if not name.endswith(f"/{found.id}.json"):
        raise refused(f"holds `{name}`, which is the snapshot {found.id[:40]}")
    return found


def _read_lines(data: bytes) -> Archive:
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if len(lines) > MAX_MEMBERS + 2:
        raise refused(f"has more than {MAX_MEMBERS} lines")
    project = ""
    wanted = -1
    records: list[Record] = []
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        if len(raw) > _LINE:
            raise refused(f"has a line {number} of {len(raw)} bytes")
        try:
            if wanted < 0:
                head = msgspec.json.decode(raw, type=_Head)
                _known(head.format)
                project, wanted = head.project, head.records
                continue
            line = msgspec.json.decode(raw, type=_Line)
        except (msgspec.MsgspecError, RecursionError, ValueError) as err:
            raise refused(f"cannot be read at line {number}: {err}") from err
        if line.scope not in SCOPES:
            raise refused(f"names the scope `{line.scope[:40]}` at line {number}")
        records.append(_fit(_of_line(line), f"line {number}"))
    if len(records) != wanted:
        raise refused(f"holds {len(records)} of the {max(wanted, 0)} records it names")
    return Archive(project, _distinct(records))


def _distinct(records: Iterable[Record]) -> tuple[Record, ...]:
    out: dict[tuple[str, str], Record] = {}
    for record in records:
        other = out.setdefault((record.scope, record.id), record)
        if substance(other) != substance(record):
            raise refused(f"holds two records with the id {record.id}")
    return tuple(out.values())


def _line(record: Record) -> _Line:
    return _Line(
        id=record.id,
        kind=record.kind,
        title=record.title,
        scope=record.scope,
        body=record.body,
        tier=record.tier,
        status=record.status,
        tags=list(record.tags),
        anchors=[str(a) for a in record.anchors],
        links=[str(a) for a in record.links],
        origin=record.origin,
        made=record.made,
        fields=record.fields,
    )


def _of_line(line: _Line) -> Record:
    return Record(
        id=line.id,
        kind=line.kind,
        title=line.title,
        scope=line.scope,
        body=line.body,
        tier=line.tier,
        status=line.status,
        tags=tuple(line.tags),
        anchors=tuple(Anchor.parse(a) for a in line.anchors),
        links=tuple(Link(*(part.strip() for part in text.partition(" ")[::2])) for text in line.links),
        origin=line.origin,
        made=line.made,
        fields=line.fields,
    )


def _digest(members: Mapping[str, bytes]) -> str:
    import hashlib

    total = hashlib.sha256()
    for name in sorted(members):
        total.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(members[name]).digest())
    return total.hexdigest()


def _seal(project: str, digest: str, key: bytes) -> str:
    if not key:
        return ""
    import hashlib

    text = f"{project}\0{digest}".encode()
    return hashlib.blake2b(text, key=key[:64], digest_size=16, person=b"backstory export").hexdigest()


def _guard(path: str, records: int) -> None:
    """Refuses to put an archive with far fewer records in the place of another."""
    if not os.path.exists(path):
        return
    try:
        with open(path, "rb") as file:
            name, data = next(read_members(file), ("", b""))
        before = _manifest(data).records if name == MANIFEST else 0
    except (BackstoryError, OSError):
        return
    if before > 10 and records < before // 2:
        raise Invalid(
            f"`{path}` holds {before} records and would now hold {records}",
            hint="name another file: `backstory export -o OTHER.tar.gz`",
        )


def _write(path: str, members: Iterable[tuple[str, bytes]]) -> None:
    folder = os.path.dirname(os.path.abspath(path))
    beside = os.path.join(folder, TEMPORARY + os.urandom(6).hex())
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    try:
        make_folder(folder)
        fd = os.open(beside, flags, PRIVATE_FILE)
        try:
            with os.fdopen(fd, "wb") as out:
                write_members(out, members)
                out.flush()
                sync_file(out.fileno())
            os.replace(beside, path)
        except BaseException:
            if os.path.exists(beside):
                os.unlink(beside)
            raise
        sync_folder(folder)
    except OSError as err:
        raise refusal(err, path) from err


def without(path: str, gone: "Words", *, key: bytes = b"") -> bool:
    """Rewrites an archive of ours without forgotten records; says whether it held any.

    One that cannot be read any more is deleted: a backup that only might be restored is worth less than the promise.
    """
    import io

    from backstory.store.purge import holding
    from backstory.store.purge import without as scrubbed

    data = read_file(path, limit=MAX_TOTAL)
    if not holding([path], gone):
        return False
    try:
        archive = _read_tar(data, key)
        stream = dict(list(read_members(io.BytesIO(data)))[1:])
    except BackstoryError:
        os.unlink(path)
        return True
    members: dict[str, bytes] = {}
    for name, content in stream.items():
        _, what = _place(name)
        if what == "journal":
            events = [read_line(raw) for raw in content.split(b"\n") if raw]
            content = b"".join(line_of(scrubbed(e, gone)) for e in events if isinstance(e, Event))
        if (what == "memory" and gone.of_record(content)) or gone.said_in(content) or gone.said_in(name.encode()):
            continue
        members[name] = content
    records = sum("/memory/" in name for name in members)
    digest = _digest(members)
    seal = _seal(archive.project, digest, key if archive.sealed else b"")
    manifest = _Manifest(FORMAT, archive.project, records, len(members), digest, seal)
    head = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
    _write(path, [(MANIFEST, head), *sorted(members.items())])
    return True
