"""The memory as it stood at a date, a commit or a snapshot: an index in memory over the records of then.

What is known: when a record was made; what every change through Backstory replaced (the journal of operations), so
tiers, tags, links and statuses are those of then and a record that was superseded or retracted only later counts as
current; and of a commit, the very files of the team in its tree.

What is not known: changes by hand and by merges (their records stand as they are now, except in a commit's tree),
records that were removed for good since, team records that left the checked-out tree (name the commit instead of the
date), and whether code had gone stale by then. Records of other branches are hidden by where HEAD is now.
"""

import os
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.workspace import AsOf
from backstory.model.dates import seconds, span
from backstory.model.errors import Invalid, NotFound
from backstory.model.ids import is_ulid, short, ulid_ms
from backstory.model.kinds import RETRACTED
from backstory.model.record import Anchor, Link, Record
from backstory.store.snapshots import PREFIX, SnapshotStore

if TYPE_CHECKING:
    from backstory.index.build import Index
    from backstory.index.point_in_time import Still
    from backstory.model.event import Event
    from backstory.model.snapshot import GitState

TEAM: Final = ".backstory/memory/"
"""Where a commit's tree holds the records of the team."""
LATEST: Final = "latest"
C = TypeVar("C", bound=Catalog)


def resolve_as_of(workspace: Catalog, when: str) -> AsOf:
    """What a date, an age, a commit (or branch, or tag) or a snapshot stands for. Raises `Invalid`."""
    text = when.strip()
    if text.lower().startswith(PREFIX) or text == LATEST:
        return _snapshot(workspace, text)
    if found := span(text, workspace.now()):
        return AsOf(f"{text} ago" if found.age else text if text.isalpha() else f"on {text}", found.end)
    if workspace.project.git_dir and text and not text.startswith("-") and text.isprintable() and " " not in text:
        commit, _, made = (
            workspace.git.attempt("log", "-1", "--format=%H %ct", text, "--").out.decode().strip().partition(" ")
        )
        if made.isdecimal():
            return AsOf(f"at commit {commit[:10]}", int(made) + 1, commit)
    if len(text) >= 4 and (snapshot := workspace.snapshots.find(text)):
        return _snapshot(workspace, snapshot.id)
    raise Invalid(
        f"`{when}` is no date, commit or snapshot of this project",
        hint="as in `--as-of 2026-11-20`, `--as-of 7d`, `--as-of HEAD~3` or an id of `backstory snapshots`",
    )


def view_as_of(workspace: C, when: str) -> C:
    """The memory as it stood, for reading only."""
    past = resolve_as_of(workspace, when)
    then = workspace.reopened()
    then.freeze(
        past,
        index=index_as_of(workspace, past),
        snapshots=_Earlier(workspace.snapshots, workspace, past.until),
        now=lambda: min(workspace.now(), float(past.until - 1)),
        head=(past.commit, workspace.head[1]) if past.commit else None,
    )
    return then


def index_as_of(workspace: Catalog, past: AsOf) -> "Index":
    """An index over the records of then, with the metadata of then as far as it is known."""
    from backstory.index.point_in_time import still
    from backstory.memory.operations import SESSION

    def keeps(scope: str, ident: str, made: str) -> bool:
        return not (past.commit and scope == "team") and _made(ident, made) < past.until

    before = _changes(workspace.journal.read(SESSION).events, past.stamp)
    return still(
        workspace.fresh(),
        keeps=keeps,
        changed={ident: partial(with_metadata, changes=changes) for ident, changes in before.items()},
        more=_committed(workspace, past) if past.commit else (),
        until_ns=past.until * 1_000_000_000,
        reason=f"as it stood {past.label}",
    )


def git_state_as_of(workspace: Catalog, past: AsOf) -> "GitState":
    """Where git stood: the commit and what led there. Nothing is known of changes that were not committed."""
    from backstory.model.snapshot import GitState

    author = workspace.git.author()
    if not past.commit:
        return GitState(branch=workspace.head[1], author=author)
    commits = workspace.git.commits(past.commit, workspace.settings.get("capture.commits"))
    return GitState(commit=past.commit, branch=workspace.head[1], commits=commits, author=author)


def with_metadata(record: Record, changes: Mapping[str, Any]) -> Record:
    """The record with some lines of its front matter as they were."""
    own: dict[str, Any] = {}
    fields = dict(record.fields)
    for name, value in changes.items():
        some = [value] if isinstance(value, str) else list(value or ())
        if name in ("tier", "status"):
            own[name] = str(value or getattr(record, name))
        elif name == "tags":
            own[name] = tuple(map(str, some))
        elif name == "links":
            own[name] = tuple(Link(*str(link).split(" ", 1)) for link in some if " " in str(link))
        elif name == "anchors":
            own[name] = tuple(Anchor.parse(str(anchor)) for anchor in some)
        elif value is None:
            fields.pop(name, None)
        else:
            fields[name] = value if isinstance(value, str) else ", ".join(map(str, some))
    return msgspec.structs.replace(record, fields=fields, **own)


def _changes(events: "Sequence[Event]", after: str) -> dict[str, dict[str, Any]]:
    """Record id -> the metadata it had before all that was done later than `after`."""
    operations = [e for e in events if e.kind == "operation"]
    by_id = {e.id: e for e in operations}
    out: dict[str, dict[str, Any]] = {}
    for event in reversed(operations):
        if event.made < after:
            break
        undone = by_id.get(str(event.data.get("undoes"))) if event.data.get("verb") == "undo" else None
        for entry in _entries(undone or event):
            if undone is None:
                values = entry.get("before")
            else:  # before it was taken back, the change stood
                values = entry.get("after") or ({"status": RETRACTED} if undone.data.get("verb") == "retract" else None)
            if isinstance(values, dict):
                out.setdefault(str(entry.get("id")), {}).update(values)
    return out


def _entries(event: "Event") -> list[dict[str, Any]]:
    found = event.data.get("records")
    return [e for e in found if isinstance(e, dict)] if isinstance(found, list) else []


def _committed(workspace: Catalog, past: AsOf) -> "list[Still]":
    """The team's records in a commit's tree; those that still lie there are taken from the index."""
    from backstory.index.point_in_time import Still
    from backstory.memory.policy.rejections import find_tombstones
    from backstory.store.codec import decode
    from backstory.store.records import SUFFIX, redacted

    files = {
        path: blob.oid
        for path, blob in workspace.git.tree(past.commit).items()
        if path.startswith(TEAM) and path.endswith(SUFFIX) and path.count("/") == 3 and blob.mode.startswith("100")
    }
    known = {row.oid: row.record for row in workspace.fresh().rows(scopes=("team",), include_retracted=True)}
    missing = sorted({oid for oid in files.values() if oid not in known})
    texts = _blobs(workspace, missing)
    out: list[Still] = []
    stones = find_tombstones(workspace)
    for path, oid in sorted(files.items()):
        record = known.get(oid)
        place = os.path.join(workspace.project.root, *path.split("/"))
        if record is None and oid in texts:
            found = decode(texts[oid], scope="team", name=place).record
            record = redacted(found, workspace.gate) if found else None
        if record is not None and not (stones is not None and record.id in stones.gone):  # git has it, we forgot it
            out.append(Still(record, place, oid, _mtime(place)))
    return out


def _blobs(workspace: Catalog, oids: Sequence[str]) -> dict[str, bytes]:
    """Contents by id, in one process: `<oid> blob <size>\\n<bytes>\\n` each."""
    if not oids:
        return {}
    out = workspace.git.attempt("cat-file", "--batch", stdin="".join(f"{oid}\n" for oid in oids).encode()).out
    found: dict[str, bytes] = {}
    at = 0
    while (end := out.find(b"\n", at)) >= 0:
        parts = out[at:end].split(b" ")
        if len(parts) != 3 or not parts[2].isdigit():
            at = end + 1  # `<oid> missing`
            continue
        size = int(parts[2])
        found[parts[0].decode()] = out[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
    return found


class _Earlier(SnapshotStore):
    """The snapshots of before a moment."""

    def __init__(self, store: SnapshotStore, workspace: Catalog, until: int) -> None:
        super().__init__(store.folder, workspace.gate)
        self._until = until

    def ids(self) -> list[str]:
        return [i for i in super().ids() if ulid_ms(i.removeprefix(PREFIX)) < self._until * 1000]


def _snapshot(workspace: Catalog, ref: str) -> AsOf:
    from backstory.memory.snapshots import find_snapshot

    snapshot = find_snapshot(workspace, ref)
    made = seconds(snapshot.made)
    if made is None:
        raise NotFound(f"it is not known when snapshot `{ref}` was taken", hint="name a date: `--as-of 2026-11-20`")
    return AsOf(f"at snapshot {short(snapshot.id)}", made + 1)


def _made(ident: str, made: str) -> int:
    """When a record was made: by its own word, else by its id. What says nothing has always been there."""
    own = seconds(made) if made else None
    if own is not None:
        return own
    return ulid_ms(ident) // 1000 if is_ulid(ident) else 0


def _mtime(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0
