"""Writes memory as one file: a `.tar.gz` of records, journals, snapshots, sessions and runs, or JSON lines of records.

`store.archive_reader` reads both.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.model.errors import BackstoryError, Invalid
from backstory.model.event import Event
from backstory.model.kinds import SCOPES
from backstory.model.record import Record, immutable_part
from backstory.redact.home_paths import shorten_home
from backstory.store.archive_history import list_runs, list_sessions
from backstory.store.archive_reader import Archive, Sessions, is_member_name, locate_member, read_archive, read_tar
from backstory.store.codec import encode_record, normalize_record
from backstory.store.event_lines import decode_event, encode_event
from backstory.store.files import write_atomic
from backstory.store.journal import SUFFIX as JOURNAL
from backstory.store.journal import Journal
from backstory.store.manifest import MANIFEST, TOP, add_manifest, count_records, parse_manifest
from backstory.store.purge import files_holding, scrub_event, scrub_snapshot_bytes
from backstory.store.recheck import redact_lines
from backstory.store.record_lines import encode_lines
from backstory.store.record_redaction import redact_record
from backstory.store.records import RecordStore, encode_checked, record_file_name
from backstory.store.regular_file import open_file
from backstory.store.runs import RunStore
from backstory.store.sessions import SessionStore
from backstory.store.snapshots import SnapshotStore
from backstory.store.snapshots import redact_snapshot as redacted_snapshot
from backstory.store.tarball import BLOCK, LIMITS, Limits, read_members, write_members

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.purge import ForgottenText

__all__ = [
    "MANIFEST", "Archive", "Exported", "LeftOut", "Sessions", "export_archive", "export_lines", "read_archive",
    "rewrite_without",
]  # fmt: skip

OPERATIONS: Final = "operations"
"""The journal that `undo` reads. It names files of this machine, and no other machine takes it in."""
_UNLIMITED: Final = Limits(1 << 40, 1 << 30, 1 << 40, 1 << 30)
"""For files in a folder of ours."""


class LeftOut(NamedTuple):
    """A file that an export omits, with the reason."""

    path: str
    why: str


class Exported(NamedTuple):
    """The result of an export. `text`: the JSON lines."""

    records: int
    left_out: tuple[LeftOut, ...] = ()
    only_local: str = ""
    """Why no other machine accepts it; empty if any does."""
    text: str = ""


def export_archive(
    path: str,
    stores: Mapping[str, RecordStore],
    gate: "Gate",
    *,
    project: str,
    journal: Journal | None = None,
    snapshots: SnapshotStore | None = None,
    sessions: SessionStore | None = None,
    runs: RunStore | None = None,
    key: bytes = b"",
    stays: bool = False,
    home: str = "",
    limits: Limits = LIMITS,
) -> Exported:
    """Writes a `.tar.gz` of the stores (scope -> store), whole or not at all; returns what is in it and what is not.

    The same memory gives the same bytes. A file that no reader would accept is omitted and named. `stays`: the archive
    is for this machine, so journal lines, which passed the gate when they were written, do not pass it again. In any
    other, paths below the person's `home` begin with `~`, and what `undo` reads is left out. `limits` are those of
    other machines; this one, by the `key`, accepts everything that it wrote.
    Raises Invalid instead of overwriting an archive that holds far more.
    """
    skipped: list[LeftOut] = []
    members = dict(_record_members(stores, gate, skipped))
    if snapshots is not None:
        members.update(_snapshot_members(snapshots, gate, skipped))
    if journal is not None:
        members.update(_journal_members(journal, skipped, stays=stays, home=home))
    if sessions is not None:
        members.update(_leave_out_odd(list_sessions(sessions, gate, stays=stays, home=home), skipped))
    if runs is not None:
        members.update(_leave_out_odd(list_runs(runs, gate, stays=stays, home=home), skipped))
    records = count_records(members)
    _refuse_shrinking(path, records)
    size = _write(path, add_manifest(members, project, key), in_worktree=not stays)
    return Exported(records, tuple(skipped), _exceeded_limit(members, size, limits))


def export_lines(stores: Mapping[str, RecordStore], gate: "Gate", *, project: str, limits: Limits = LIMITS) -> Exported:
    """Exports all records as JSON lines in a stable order, after a head line."""
    skipped: list[LeftOut] = []
    records = list(_exportable(stores, gate, skipped))
    text = encode_lines(records, project)
    many = len(records) > limits.members or len(text.encode()) > limits.total
    why = f"holds {len(records)} records in {len(text)} characters" if many else ""
    return Exported(len(records), tuple(skipped), why, text)


def _exceeded_limit(members: Mapping[str, bytes], packed: int, limits: Limits) -> str:
    """The limit of other machines that an archive exceeds, as text; empty when it exceeds none."""
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


def _exportable(stores: Mapping[str, RecordStore], gate: "Gate", skipped: list[LeftOut]) -> Iterator[Record]:
    """The records that a reader accepts. The files of all others go to `skipped`."""
    seen: dict[tuple[str, str], tuple[object, ...]] = {}
    for scope in SCOPES:
        for file in stores[scope].files() if scope in stores else ():
            decoded = stores[scope].read(file.path)
            if decoded.record is None:
                skipped.append(LeftOut(file.path, decoded.problems[0].what if decoded.problems else "holds no record"))
                continue
            record = normalize_record(redact_record(decoded.record, gate))
            try:
                encode_checked(record)
            except BackstoryError as err:
                skipped.append(LeftOut(file.path, err.message))
                continue
            if seen.setdefault((scope, record.id), immutable_part(record)) != immutable_part(record):
                skipped.append(LeftOut(file.path, "another file has its id and says something else"))
                continue
            yield record


def _record_members(
    stores: Mapping[str, RecordStore], gate: "Gate", skipped: list[LeftOut]
) -> Iterator[tuple[str, bytes]]:
    names: set[str] = set()
    for record in _exportable(stores, gate, skipped):
        name = f"{TOP}{record.scope}/memory/{record_file_name(record)}"
        while name in names:  # somebody copied the file: two files have the same id
            name = name.removesuffix(".md") + "-2.md"
        names.add(name)
        yield name, encode_record(record)


def _snapshot_members(snapshots: SnapshotStore, gate: "Gate", skipped: list[LeftOut]) -> Iterator[tuple[str, bytes]]:
    for ident in snapshots.ids():
        snapshot = snapshots.find(ident)
        if snapshot is None or snapshot.id != ident:
            skipped.append(LeftOut(f"snapshots/{ident}.json", "is damaged"))
            continue
        data = msgspec.json.encode(redacted_snapshot(snapshot, gate), order="deterministic")
        yield f"{TOP}private/snapshots/{ident}.json", data


def _shorten_paths(raw: bytes, event: Event, home: str) -> tuple[bytes, Event]:
    """A line of the journal with `~` for the person's home folder."""
    texts = {key: value for key, value in event.data.items() if isinstance(value, str)}
    shorter = {key: shorten_home(text, home) for key, text in texts.items()}
    if shorter == texts:
        return raw, event
    event = msgspec.structs.replace(event, data={**event.data, **shorter})
    return encode_event(event).rstrip(b"\n"), event


def _journal_members(
    journal: Journal, skipped: list[LeftOut], *, stays: bool, home: str
) -> Iterator[tuple[str, bytes]]:
    names: set[str] = set()
    sessions = sorted(journal.sessions())
    for session in sessions if stays else filter(lambda name: name != OPERATIONS, sessions):
        lines = journal.lines(session) if stays else [_shorten_paths(*line, home) for line in journal.lines(session)]
        name = f"{TOP}private/journal/{session}{JOURNAL}"
        if not is_member_name(name) or name.lower() in names:
            why = "has a name that an archive cannot hold, or holds already"
            skipped.append(LeftOut(f"journal/{session}{JOURNAL}", why))
        elif lines:
            names.add(name.lower())
            yield name, b"".join(raw + b"\n" for raw, _ in lines) if stays else redact_lines(lines, journal)


def _leave_out_odd(members: Iterable[tuple[str, bytes]], skipped: list[LeftOut]) -> Iterator[tuple[str, bytes]]:
    """The members that an archive can hold. Names that differ in nothing but case count as the same."""
    names: set[str] = set()
    for name, data in members:
        if not is_member_name(name) or name.lower() in names:
            why = "has a name that an archive cannot hold, or holds already"
            skipped.append(LeftOut(name.removeprefix(f"{TOP}private/"), why))
            continue
        names.add(name.lower())
        yield name, data


def _refuse_shrinking(path: str, records: int) -> None:
    """Raises Invalid where an archive would replace one with far more records."""
    if not os.path.exists(path):
        return
    try:
        with open(path, "rb") as file:
            name, data = next(read_members(file), ("", b""))
        before = parse_manifest(data).records if name == MANIFEST else 0
    except (BackstoryError, OSError):
        return
    if before > 10 and records < before // 2:
        raise Invalid(
            f"`{path}` holds {before} records and would now hold {records}",
            hint="name another file: `backstory export -o OTHER.tar.gz`",
        )


def _write(path: str, members: Iterable[tuple[str, bytes]], *, in_worktree: bool = False) -> int:
    """Writes an archive and returns its size in bytes. `in_worktree` as for `write_atomic`."""
    out = BytesIO()
    write_members(out, members)
    write_atomic(os.path.abspath(path), out.getvalue(), in_worktree=in_worktree)
    return out.tell()


def rewrite_without(path: str, gone: "ForgottenText", *, key: bytes = b"") -> bool:
    """Rewrites an archive of ours without forgotten records; returns whether it held any.

    One that holds any and is no longer readable is deleted: to forget is a promise, and such a backup might not restore
    anyway.
    """
    try:
        with open_file(path) as file:
            archive = read_tar(file, key, _UNLIMITED)
            file.seek(0)
            members = dict(list(read_members(file, _UNLIMITED))[1:])
    except BackstoryError:
        if not files_holding([path], gone):
            return False
        os.unlink(path)
        return True
    remaining = dict(_without_words(members, gone))
    if remaining == members:
        return False
    _write(path, add_manifest(remaining, archive.project, key if archive.sealed else b""))
    return True


def _without_words(members: Mapping[str, bytes], gone: "ForgottenText") -> Iterator[tuple[str, bytes]]:
    """The members without forgotten records, and without mentions of them."""
    for name, content in members.items():
        _, what = locate_member(name)
        clean = _scrub_member(what, content, gone)
        if (what == "memory" and gone.of_record(clean)) or gone.is_in(clean) or gone.is_in(name.encode()):
            continue
        yield name, clean


def _scrub_member(what: str, content: bytes, gone: "ForgottenText") -> bytes:
    """The content of anything but a record without mentions of forgotten records; a record as it is."""
    if what in ("snapshots", "sessions", "runs"):
        return scrub_snapshot_bytes(content, gone)
    if what != "journal":
        return content
    events = (decode_event(raw) for raw in content.split(b"\n") if raw)
    return b"".join(encode_event(scrub_event(event, gone)) for event in events if isinstance(event, Event))
