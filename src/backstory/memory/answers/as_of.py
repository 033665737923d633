"""Shows the memory as it was at a date, a commit or a snapshot, through an index in memory of the records of that time.

The view includes the records made by then, with the tiers, tags, links and statuses of that time: the journal of
operations has the values that every later change replaced. A record that was superseded or retracted later counts as
current. For a commit, the team's records are the files in its tree.

The view cannot reconstruct changes by hand or by merges (such records show today's state, except in a commit's tree),
records that were removed for good, team records that have left the tree that is checked out (name the commit instead
of the date), or whether code was stale by then. Visibility across branches follows today's HEAD.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from backstory.git.blobs import read_blobs
from backstory.index.point_in_time import HistoricalRecord
from backstory.index.point_in_time import index_as_of as build_index
from backstory.memory.answers.snapshots import find_snapshot
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import SESSION
from backstory.memory.kernel.workspace import AsOf
from backstory.memory.policy.rejections import find_tombstones
from backstory.model.dates import epoch_seconds, parse_span
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.ids import is_ulid, short_id, ulid_ms
from backstory.model.kinds import RETRACTED
from backstory.model.record import Anchor, Link, Record
from backstory.model.snapshot import GitState
from backstory.store.codec import decode_record
from backstory.store.record_redaction import redact_record
from backstory.store.records import SUFFIX
from backstory.store.snapshots import PREFIX, SnapshotStore

if TYPE_CHECKING:
    from backstory.index.build import Index
    from backstory.index.point_in_time import HistoricalRecord
    from backstory.model.event import Event
    from backstory.model.snapshot import GitState

TEAM: Final = ".backstory/memory/"
"""Folder of the team's records in a commit's tree."""
LATEST: Final = "latest"
MIN_SNAPSHOT_ID: Final = 4
"""Characters of an id by which a snapshot can be named without its prefix."""
C = TypeVar("C", bound=Catalog)


def resolve_as_of(workspace: Catalog, when: str) -> AsOf:
    """Resolves a date, an age, a commit (or branch, or tag) or a snapshot. Raises `Invalid`."""
    text = when.strip()
    if text.lower().startswith(PREFIX) or text == LATEST:
        return _resolve_snapshot(workspace, text)
    period = parse_span(text, workspace.now())
    if period:
        label = f"{text} ago" if period.age else text if text.isalpha() else f"on {text}"
        return AsOf(label, period.end)
    point = _resolve_point(workspace, text)
    if point is not None:
        return point
    raise Invalid(
        f"`{when}` is not a date, commit or snapshot of this project",
        hint="as in `--as-of 2026-11-20`, `--as-of 7d`, `--as-of HEAD~3` or an id of `backstory snapshots`",
    )


def _resolve_point(workspace: Catalog, text: str) -> AsOf | None:
    """The point in time of a commit, a snapshot or a record; None for anything else."""
    commit = _resolve_commit(workspace, text)
    if commit is not None:
        return commit
    snapshot = workspace.snapshots.find(text) if len(text) >= MIN_SNAPSHOT_ID else None
    return _resolve_snapshot(workspace, snapshot.id) if snapshot else _find_record(workspace, text)


def view_as_of(workspace: C, when: str) -> C:
    """Returns the memory as it was at a moment, for reading only. Raises `Invalid`."""
    past = resolve_as_of(workspace, when)
    then = workspace.reopened()
    then.freeze(
        past,
        index=index_as_of(workspace, past),
        snapshots=_EarlierSnapshots(workspace.snapshots, workspace, past.until),
        now=lambda: min(workspace.now(), float(past.until - 1)),
        head=(past.commit, workspace.head[1]) if past.commit else None,
    )
    return then


def index_as_of(workspace: Catalog, past: AsOf) -> "Index":
    """Builds an index of the records of that time, with the metadata of that time as far as it is known."""

    def keeps(scope: str, ident: str, made: str) -> bool:
        return not (past.commit and scope == "team") and _creation_time(ident, made) < past.until

    before = _metadata_before(workspace.journal.read(SESSION).events, past.stamp)
    return build_index(
        workspace.fresh(),
        keeps=keeps,
        changed={ident: partial(with_metadata, changes=changes) for ident, changes in before.items()},
        more=records_in_commit(workspace, past) if past.commit else (),
        until_ns=past.until * 1_000_000_000,
        reason=f"as it stood {past.label}",
    )


def git_state_as_of(workspace: Catalog, past: AsOf, count: int) -> "GitState":
    """Returns the commit of that time and the `count` last commits then. Uncommitted changes are unknown."""
    author = workspace.git.author()
    if not past.commit:
        return GitState(branch=workspace.head[1], author=author)
    commits = workspace.git.commits(past.commit, count)
    return GitState(commit=past.commit, branch=workspace.head[1], commits=commits, author=author)


def with_metadata(record: Record, changes: Mapping[str, Any]) -> Record:
    """Returns the record with some of its metadata replaced."""
    replaced: dict[str, Any] = {}
    fields = dict(record.fields)
    for name, value in changes.items():
        texts = [value] if isinstance(value, str) else [str(one) for one in value or ()]
        if name in ("tier", "status"):
            replaced[name] = str(value or getattr(record, name))
        elif name in _READERS:
            replaced[name] = _READERS[name](texts)
        elif value is None:
            fields.pop(name, None)
        else:
            fields[name] = ", ".join(texts)
    return msgspec.structs.replace(record, fields=fields, **replaced)


def _read_links(texts: Sequence[str]) -> tuple[Link, ...]:
    return tuple(Link(*text.split(" ", 1)) for text in texts if " " in text)


def _read_anchors(texts: Sequence[str]) -> tuple[Anchor, ...]:
    return tuple(map(Anchor.parse, texts))


_READERS: Final[dict[str, Callable[[Sequence[str]], object]]] = {
    "tags": tuple,
    "links": _read_links,
    "anchors": _read_anchors,
}
"""Metadata with several values -> what reads them from texts."""


def _metadata_before(events: "Sequence[Event]", after: str) -> dict[str, dict[str, Any]]:
    """Returns record id -> the metadata that it had before every operation later than `after`."""
    operations = [event for event in events if event.kind == "operation"]
    by_id = {event.id: event for event in operations}
    metadata: dict[str, dict[str, Any]] = {}
    for event in reversed(operations):
        if event.made < after:
            break
        undone = by_id.get(str(event.data.get("undoes"))) if event.data.get("verb") == "undo" else None
        for ident, values in _changed_values(event, undone):
            metadata.setdefault(ident, {}).update(values)
    return metadata


def _changed_values(event: "Event", undone: "Event | None") -> Iterator[tuple[str, dict[str, Any]]]:
    """Record id -> the metadata from before an operation, which may have undone another one."""
    for entry in _entries(undone or event):
        values = _values_in_force(undone, entry) if undone else entry.get("before")
        if isinstance(values, dict):
            yield str(entry.get("id")), values


def _values_in_force(undone: "Event", entry: Mapping[str, Any]) -> object:
    """Returns the metadata that a change had set, which was in force until it was undone."""
    values = entry.get("after")
    return {"status": RETRACTED} if not values and undone.data.get("verb") == "retract" else values


def _entries(event: "Event") -> list[dict[str, Any]]:
    entries = event.data.get("records")
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def records_in_commit(workspace: Catalog, past: AsOf, *, shows_text: bool = True) -> "list[HistoricalRecord]":
    """Reads the team's records in a commit's tree. Those whose content is in the index are taken from there.

    Without `shows_text` texts are not redacted, which takes longest: only ids, states and links may be used.
    """
    blobs = workspace.git.tree(past.commit, TEAM).items()
    files = {path: blob.oid for path, blob in blobs if _is_record_file(path, blob.mode)}
    indexed = {row.oid: row.record for row in workspace.fresh().rows(scopes=("team",), include_retracted=True)}
    contents = read_blobs(workspace.git, sorted(set(files.values()) - indexed.keys()))
    tombstones = find_tombstones(workspace)
    forgotten = tombstones.gone if tombstones is not None else frozenset()
    records: list[HistoricalRecord] = []
    for path, oid in sorted(files.items()):
        full_path = os.path.join(workspace.project.root, *path.split("/"))
        record = indexed.get(oid) or _decode_team_record(workspace, contents.get(oid), full_path, shows_text)
        if record is not None and record.id not in forgotten:  # git's history keeps forgotten records
            records.append(HistoricalRecord(record, full_path, oid, _mtime(full_path)))
    return records


def _is_record_file(path: str, mode: str) -> bool:
    """Whether a path of a commit's tree is a regular file where the team's records are."""
    in_place = path.startswith(TEAM) and path.count("/") == 3
    return in_place and path.endswith(SUFFIX) and mode.startswith("100")


def _decode_team_record(workspace: Catalog, data: bytes | None, path: str, shows_text: bool) -> Record | None:
    record = decode_record(data, scope="team", name=path).record if data is not None else None
    return redact_record(record, workspace.gate) if record and shows_text else record


class _EarlierSnapshots(SnapshotStore):
    """The snapshots that were taken before a moment."""

    def __init__(self, store: SnapshotStore, workspace: Catalog, until: int) -> None:
        super().__init__(store.folder, workspace.gate)
        self._until = until

    def ids(self) -> list[str]:
        return [ident for ident in super().ids() if ulid_ms(ident.removeprefix(PREFIX)) < self._until * 1000]


def _resolve_commit(workspace: Catalog, text: str) -> AsOf | None:
    """Resolves anything that git takes for a commit; None if it is not one."""
    if not workspace.project.git_dir or not text or text.startswith("-") or not text.isprintable() or " " in text:
        return None
    ran = workspace.git.attempt("log", "-1", "--format=%H %ct", text, "--")
    commit, _, seconds = ran.out.decode().strip().partition(" ")
    return AsOf(f"at commit {commit[:10]}", int(seconds) + 1, commit) if seconds.isdecimal() else None


def _find_record(workspace: Catalog, text: str) -> AsOf | None:
    """The moment at which a record was made, such as a checkpoint; None if there is no such record."""
    try:
        record = workspace.get(text).record
    except BackstoryError:
        return None
    seconds = epoch_seconds(record.made)
    return AsOf(f"at {record.kind} {record.short}", seconds + 1) if seconds is not None else None


def _resolve_snapshot(workspace: Catalog, ref: str) -> AsOf:
    snapshot = find_snapshot(workspace, ref)
    seconds = epoch_seconds(snapshot.made)
    if seconds is None:
        raise NotFound(f"snapshot `{ref}` has no time", hint="name a date: `--as-of 2026-11-20`")
    return AsOf(f"at snapshot {short_id(snapshot.id)}", seconds + 1)


def _creation_time(ident: str, made: str) -> int:
    """Returns when a record was made, by its date or else by its id; 0 if neither says it."""
    date = epoch_seconds(made) if made else None
    if date is not None:
        return date
    return ulid_ms(ident) // 1000 if is_ulid(ident) else 0


def _mtime(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0
