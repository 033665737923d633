"""Memory as one file: a `.tar.gz` of record files, journals and snapshots, or JSON lines of records.

An archive is read and judged whole, in memory, before anything is written; what is hostile, damaged or of a later
format is refused whole. `store.intake` takes one in.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, Invalid, NewerFormat
from backstory.model.event import Event
from backstory.model.kinds import SCOPES
from backstory.model.record import MAX_BYTES, Anchor, Link, Origin, Record
from backstory.model.snapshot import Snapshot
from backstory.store.codec import decode, encode, normal
from backstory.store.files import PRIVATE_FILE, TEMPORARY, make_folder, read_file, refusal, sync_file, sync_folder
from backstory.store.journal import SUFFIX as JOURNAL
from backstory.store.journal import Journal, line_of, read_line
from backstory.store.opened import open_file
from backstory.store.recheck import recheck
from backstory.store.records import READ_LIMIT, RecordStore, check, name_of, redacted, substance
from backstory.store.snapshots import SnapshotStore, is_snapshot_id
from backstory.store.snapshots import redacted as redacted_snapshot
from backstory.store.tarball import BLOCK, LIMITS, Limits, checked_name, read_members, refused, write_members

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.purge import Words

FORMAT: Final = 1
_OWN: Final = Limits(1 << 40, 1 << 30, 1 << 40, 1 << 30)
"""For files in a folder of ours."""
TOP: Final = "backstory/"
MANIFEST: Final = TOP + "manifest.json"
_LINE: Final = 7 * MAX_BYTES
"""Longest JSON line that is read; a character may be six bytes there."""


class Sessions(Mapping[str, Sequence[Event]]):
    """The journals of an archive: session -> its events, decoded when they are asked for."""

    def __init__(self, lines: Mapping[str, bytes]) -> None:
        self._lines = lines

    def __getitem__(self, session: str) -> list[Event]:
        events = (read_line(raw) for raw in self._lines[session].split(b"\n") if raw)
        return [e for e in events if isinstance(e, Event)]

    def without(self, session: str) -> "Sessions":
        """The journals but for one, whatever the case of its name: some file systems do not tell them apart."""
        return Sessions({name: lines for name, lines in self._lines.items() if name.lower() != session})

    def without_lines(self, unwanted: Callable[[bytes], bool]) -> "Sessions":
        """The journals without some of their lines."""
        kept = {
            name: b"\n".join(raw for raw in lines.split(b"\n") if not unwanted(raw))
            for name, lines in self._lines.items()
        }
        return Sessions(kept)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


class LeftOut(NamedTuple):
    """A file that is not in an export, and why."""

    path: str
    why: str


class Exported(NamedTuple):
    """What an export holds. `text`: of JSON lines."""

    records: int
    left_out: tuple[LeftOut, ...] = ()
    only_here: str = ""
    """Why no other machine takes it in; empty when any does."""
    text: str = ""


class Archive(NamedTuple):
    """What an archive holds, all of it checked."""

    project: str
    records: tuple[Record, ...]
    journal: Sessions = Sessions({})
    snapshots: tuple[Snapshot, ...] = ()
    sealed: bool = False
    """Whether it was made on this machine: its seal fits the key. Else nothing in it proves who wrote it."""


class _Manifest(msgspec.Struct):
    format: int
    project: str = ""
    records: int = 0
    members: int = 0
    digest: str = ""
    seal: str = ""
    bytes: int = 0
    """Of all members together."""
    bound: str = ""
    """Keyed digest over the seal and both counts: this machine wrote as much, so it reads as much."""


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
    stays: bool = False,
    limits: Limits = LIMITS,
) -> Exported:
    """Writes a `.tar.gz` of the stores (scope -> store), whole or not at all; says what is in it and what is not.

    The same memory gives the same bytes. A file that no reader would take is left out and named. `stays`: it is for
    this machine, so journal lines, which passed the gate when they were written, do not pass it again. `limits` are
    those of other machines; this one, by the `key`, takes in whatever it wrote.
    Raises Invalid rather than overwrite an archive that holds far more.
    """
    left: list[LeftOut] = []
    members = dict(_members(stores, gate, journal, snapshots, left, stays))
    records = sum("/memory/" in name for name in members)
    _guard(path, records)
    size = _write(path, _with_manifest(members, project, key))
    return Exported(records, tuple(left), _beyond(members, size, limits))


def export_lines(stores: Mapping[str, RecordStore], gate: "Gate", *, project: str, limits: Limits = LIMITS) -> Exported:
    """All records as JSON lines in a stable order, after a head line."""
    left: list[LeftOut] = []
    lines = [(r.scope, r.id, msgspec.json.encode(_line(r))) for r in _records(stores, gate, left)]
    head = msgspec.json.encode(_Head("records", FORMAT, project, len(lines)))
    text = b"\n".join([head, *(line for _, _, line in sorted(lines))]).decode() + "\n"
    many = len(lines) > limits.members or len(text.encode()) > limits.total
    why = f"holds {len(lines)} records in {len(text)} characters" if many else ""
    return Exported(len(lines), tuple(left), why, text)


def read_archive(path: str, *, key: bytes = b"", limits: Limits = LIMITS) -> Archive:
    """Reads and checks an archive or a file of JSON lines.

    `limits` hold for an archive of any origin; what this machine wrote, by the `key`, may be as large as it is.
    Raises Invalid for one that is hostile, damaged or not ours, NewerFormat for one of a later version.
    """
    with open_file(path) as file:
        begin = file.read(2)
        file.seek(0)
        if begin == b"\x1f\x8b":
            return _read_tar(file, key, limits)
    data = read_file(path, limit=limits.total)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return _read_lines(data, limits)
    raise refused("is neither a `.tar.gz` nor JSON lines")


def _with_manifest(members: Mapping[str, bytes], project: str, key: bytes) -> list[tuple[str, bytes]]:
    """The members with the manifest before them, in the order of an archive."""
    records, size = sum("/memory/" in name for name in members), sum(map(len, members.values()))
    digest = _digest(members)
    seal = _seal(project, digest, key)
    manifest = _Manifest(FORMAT, project, records, len(members), digest, seal, size)
    manifest.bound = _bound(manifest, key)
    data = msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"
    return [(MANIFEST, data), *sorted(members.items())]


def _beyond(members: Mapping[str, bytes], packed: int, limits: Limits) -> str:
    """What of an archive is past the limits of a machine that did not write it; empty when nothing is."""
    unpacked = sum(2 * BLOCK + len(data) for data in members.values())
    largest = max(map(len, members.values()), default=0)
    for what, value, most in (
        ("members", len(members), limits.members),
        ("bytes unpacked", unpacked, limits.total),
        ("bytes in one file", largest, limits.member),
        ("times its size unpacked", unpacked // max(packed, 1), limits.ratio - 1),
    ):
        if value > most:
            return f"has {value} {what}, and other machines take at most {most}"
    return ""


def _records(stores: Mapping[str, RecordStore], gate: "Gate", left: list[LeftOut]) -> Iterator[Record]:
    """The records that a reader takes; the files of all others go to `left`."""
    seen: dict[tuple[str, str], tuple[object, ...]] = {}
    for scope in SCOPES:
        for file in stores[scope].files() if scope in stores else ():
            found = stores[scope].read(file.path)
            if found.record is None:
                left.append(LeftOut(file.path, found.problems[0].what if found.problems else "holds no record"))
                continue
            record = normal(redacted(found.record, gate))
            try:
                check(record)
            except BackstoryError as err:
                left.append(LeftOut(file.path, err.message))
                continue
            if seen.setdefault((scope, record.id), substance(record)) != substance(record):
                left.append(LeftOut(file.path, "another file has its id and says something else"))
                continue
            yield record


def _members(
    stores: Mapping[str, RecordStore],
    gate: "Gate",
    journal: Journal | None,
    snapshots: SnapshotStore | None,
    left: list[LeftOut],
    stays: bool,
) -> Iterator[tuple[str, bytes]]:
    seen: set[str] = set()
    for record in _records(stores, gate, left):
        name = f"{TOP}{record.scope}/memory/{name_of(record)}"
        while name in seen:  # the same id in two files: a copy made by hand
            name = name.removesuffix(".md") + "-2.md"
        seen.add(name)
        yield name, encode(record)
    for one in snapshots.ids() if snapshots is not None else ():
        found = snapshots.find(one) if snapshots is not None else None
        if found is None or found.id != one:
            left.append(LeftOut(f"snapshots/{one}.json", "is damaged"))
            continue
        data = msgspec.json.encode(redacted_snapshot(found, gate), order="deterministic")
        yield f"{TOP}private/snapshots/{one}.json", data
    for session in sorted(journal.sessions()) if journal is not None else ():
        lines = journal.lines(session) if journal is not None else []
        name = f"{TOP}private/journal/{session}{JOURNAL}"
        if not _is_member(name) or name.lower() in seen:
            left.append(
                LeftOut(f"journal/{session}{JOURNAL}", "has a name that an archive cannot hold, or holds already")
            )
        elif lines and journal is not None:
            seen.add(name.lower())
            yield name, b"".join(raw + b"\n" for raw, _ in lines) if stays else recheck(lines, journal)


def _is_member(name: str) -> bool:
    try:
        _place(name)
        return checked_name(name) == name
    except BackstoryError:
        return False


def _read_tar(file: BinaryIO, key: bytes, limits: Limits) -> Archive:
    def raised(name: str, data: bytes) -> Limits:
        """The limits after the manifest, which says how much this machine wrote, where it did."""
        manifest = _manifest(data) if name == MANIFEST else _Manifest(FORMAT)
        if key and manifest.bound == _bound(manifest, key):
            whole = manifest.bytes + (manifest.members + 4) * 2 * BLOCK
            return Limits(
                max(limits.total, whole), max(limits.members, manifest.members), max(limits.member, whole), whole
            )
        if not 0 <= manifest.members <= limits.members:
            raise refused(f"names {manifest.members} members")
        return limits

    stream = read_members(file, limits, after_first=raised)
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
    journal: dict[str, bytes] = {}
    snapshots: list[Snapshot] = []
    for name, content in members.items():
        scope, what = _place(name)
        if what == "memory":
            record = _record(content, scope, name) if len(content) <= READ_LIMIT else None
            if record is None:
                raise refused(f"holds `{name}`, which is no record")
            records.append(record)
        elif what == "journal":
            bad = next((e for raw in content.split(b"\n") if raw and isinstance(e := read_line(raw), str)), "")
            if bad:
                raise refused(f"holds `{name}` with a line that {bad}")
            journal[os.path.basename(name).removesuffix(JOURNAL)] = content
        else:
            snapshots.append(_snapshot(content, name))
    sealed = bool(key) and manifest.seal == _seal(manifest.project, digest, key)
    return Archive(manifest.project, _distinct(records), Sessions(journal), tuple(snapshots), sealed)


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


def _read_lines(data: bytes, limits: Limits) -> Archive:
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if len(lines) > limits.members + 2:
        raise refused(f"has more than {limits.members} lines")
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


def _bound(manifest: _Manifest, key: bytes) -> str:
    """Keyed digest over what an archive may hold at most."""
    if not key or not manifest.seal:
        return ""
    import hashlib

    text = f"{manifest.seal}\0{manifest.members}\0{manifest.bytes}".encode()
    return hashlib.blake2b(text, key=key[:64], digest_size=16, person=b"backstory bound").hexdigest()


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


def _write(path: str, members: Iterable[tuple[str, bytes]]) -> int:
    """Writes an archive and returns its size in bytes."""
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
                size = out.tell()
            os.replace(beside, path)
        except BaseException:
            if os.path.exists(beside):
                os.unlink(beside)
            raise
        sync_folder(folder)
    except OSError as err:
        raise refusal(err, path) from err
    return size


def without(path: str, gone: "Words", *, key: bytes = b"") -> bool:
    """Rewrites an archive of ours without forgotten records; says whether it held any.

    One that holds any and cannot be read any more is deleted: a backup that only might be restored is worth less than
    the promise.
    """
    from backstory.store.purge import holding, scrubbed_snapshot
    from backstory.store.purge import without as scrubbed

    try:
        with open_file(path) as file:
            archive = _read_tar(file, key, _OWN)
            file.seek(0)
            stream = dict(list(read_members(file, _OWN))[1:])
    except BackstoryError:
        if not holding([path], gone):
            return False
        os.unlink(path)
        return True
    members: dict[str, bytes] = {}
    for name, content in stream.items():
        _, what = _place(name)
        if what == "journal":
            events = [read_line(raw) for raw in content.split(b"\n") if raw]
            content = b"".join(line_of(scrubbed(e, gone)) for e in events if isinstance(e, Event))
        elif what == "snapshots":
            content = scrubbed_snapshot(content, gone)
        if (what == "memory" and gone.of_record(content)) or gone.said_in(content) or gone.said_in(name.encode()):
            continue
        members[name] = content
    if members == stream:
        return False
    _write(path, _with_manifest(members, archive.project, key if archive.sealed else b""))
    return True
