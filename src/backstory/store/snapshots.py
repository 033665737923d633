"""Snapshots of a repository: `<folder>/snap-<ULID>.json`, one file each, never changed once written."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.model.dates import format_timestamp
from backstory.model.errors import Ambiguous, BackstoryError, Invalid, NotFound
from backstory.model.ids import is_ulid, short_id, ulid_ms
from backstory.model.ids import normalize_id as normal_id
from backstory.model.snapshot import Snapshot
from backstory.store.file_errors import write_error
from backstory.store.files import read_file, write_atomic

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.struct_redaction import Passed

PREFIX: Final = "snap-"
SUFFIX: Final = ".json"
MAX_BYTES: Final = 64 * 1024 * 1024
"""Largest snapshot file that is read."""
_HEXADECIMAL: Final = frozenset("0123456789abcdef")
SKEW: Final = 300
"""Seconds by which a snapshot may be ahead of the clock. One that is further ahead is never the latest."""


class _Git(msgspec.Struct, frozen=True):
    branch: str = ""
    commit: str = ""


class _Head(msgspec.Struct):
    """The members of a snapshot that a list needs; the rest of the file is passed over unread."""

    id: str
    made: str = ""
    goal: str = ""
    git: _Git = _Git()
    files: int = 0
    bytes: int = 0


class SnapshotSummary(msgspec.Struct, frozen=True):
    """A snapshot in a list."""

    id: str
    made: str
    goal: str
    branch: str
    commit: str
    files: int
    bytes: int


class SnapshotStore:
    """The snapshots of one project below `folder`. Everything written passes `gate`; `now` says what is the future."""

    def __init__(self, folder: str, gate: "Gate", now: Callable[[], float] = time.time) -> None:
        self.folder = os.path.abspath(folder)
        self.gate = gate
        self.now = now

    def add(self, snapshot: Snapshot, earlier: Snapshot | None = None) -> Snapshot:
        """Writes a snapshot and returns it as written. An existing one is not changed.

        `earlier` is a snapshot that the same gate has let through: texts that stood there are not judged again.
        """
        if not is_snapshot_id(snapshot.id):
            raise Invalid(f"`{snapshot.id}` is not the id of a snapshot", hint="leave the id to Backstory")
        clean = redact_snapshot(snapshot, self.gate, earlier)
        path = self._path(snapshot.id)
        if os.path.exists(path):
            return self._read(snapshot.id)
        data = msgspec.json.encode(clean)  # the order of languages is by number of files
        if len(data) > MAX_BYTES:
            raise Invalid(
                f"the snapshot has {len(data)} bytes, more than the {MAX_BYTES} that are read back",
                hint="leave folders out: `backstory config set capture.exclude ...`",
            )
        write_atomic(path, msgspec.json.format(data, indent=1) + b"\n")
        return clean

    def ids(self) -> list[str]:
        """Ids, newest first."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return []
        stems = (name[: -len(SUFFIX)] for name in names if name.endswith(SUFFIX))
        return sorted(filter(is_snapshot_id, stems), reverse=True)

    def get(self, ref: str) -> Snapshot:
        """A snapshot by its id, a prefix or the tail that people see, with or without `snap-`.

        Raises NotFound, Ambiguous, or BackstoryError for a damaged file.
        """
        part = normal_id(ref.strip().lower().removeprefix(PREFIX))
        matches = [ident for ident in self.ids() if part and _fits(ident, part)]
        if not matches:
            raise NotFound(f"no snapshot `{ref}`", hint=self._nearest(part))
        if PREFIX + part in matches:
            return self._read(PREFIX + part)
        if len(matches) > 1:
            some = ", ".join(map(short_id, matches[:5]))
            raise Ambiguous(f"`{ref}` fits {len(matches)} snapshots: {some}", hint="give more characters of the id")
        return self._read(matches[0])

    def _nearest(self, part: str) -> str:
        """A hint that names the snapshots most like a part of an id."""
        from difflib import get_close_matches

        names = [f"snap-{short_id(ident)}" for ident in self.ids()[:1_000]]
        if not names:
            return "`backstory snapshot` takes one"
        near = get_close_matches(PREFIX + part.lower(), names, 3)
        named = f"did you mean {' or '.join(f'`{name}`' for name in near)}? " if near else ""
        return f"{named}`backstory snapshots` lists them all"

    def find(self, ref: str) -> Snapshot | None:
        """As `get`, but returns None without such a snapshot, or with more than one."""
        try:
            return self.get(ref)
        except BackstoryError:
            return None

    def latest(self) -> Snapshot | None:
        """The newest snapshot that can be read and is not from the future."""
        for ident in self.ids():
            try:
                snapshot = self._read(ident)
            except BackstoryError:
                continue
            if self._has_been(ident, snapshot.made):
                return snapshot
        return None

    def summaries(self) -> list[SnapshotSummary]:
        """Summaries for a list, newest first. Skips damaged files."""
        return list(self._summaries())

    def _summaries(self) -> Iterator[SnapshotSummary]:
        for one in self.ids():
            try:
                head = msgspec.json.decode(read_file(self._path(one), limit=MAX_BYTES), type=_Head)
            except (BackstoryError, msgspec.MsgspecError, RecursionError, ValueError):
                continue
            yield SnapshotSummary(one, head.made, head.goal, head.git.branch, head.git.commit, head.files, head.bytes)

    def latest_summary(self) -> SnapshotSummary | None:
        """The summary of the newest snapshot that is not from the future."""
        return next((summary for summary in self._summaries() if self._has_been(summary.id, summary.made)), None)

    def latest_with_goal(self) -> SnapshotSummary | None:
        """The newest snapshot that names a goal and is not from the future."""
        with_goal = (summary for summary in self._summaries() if summary.goal)
        return next((summary for summary in with_goal if self._has_been(summary.id, summary.made)), None)

    def remove(self, ref: str) -> str:
        """Deletes a snapshot and returns its id."""
        ident = self.get(ref).id
        try:
            os.unlink(self._path(ident))
        except OSError as err:
            raise write_error(err, self._path(ident)) from err
        return ident

    def _has_been(self, snapshot: str, made: str) -> bool:
        """Whether a snapshot is of the past, by its id and by its own word."""
        end = self.now() + SKEW
        return ulid_ms(snapshot[len(PREFIX) :]) <= end * 1000 and made <= format_timestamp(end)

    def _path(self, snapshot: str) -> str:
        return os.path.join(self.folder, snapshot + SUFFIX)

    def _read(self, snapshot: str) -> Snapshot:
        path = self._path(snapshot)
        try:
            return msgspec.json.decode(read_file(path, limit=MAX_BYTES), type=Snapshot)
        except (msgspec.MsgspecError, RecursionError, ValueError) as err:
            hint = "take a new one, `backstory snapshot`; `backstory doctor --fix` sets the damaged one aside"
            raise BackstoryError(f"`{path}` is damaged: {err}", hint=hint) from err


def redact_snapshot(snapshot: Snapshot, gate: "Gate", earlier: Snapshot | None = None) -> Snapshot:
    """The snapshot after the gate. Blob ids are kept, whatever the name of their path.

    `earlier` is a snapshot that the same gate has let through: texts that stood there are not judged again.
    """
    from backstory.store.struct_redaction import clean_struct, collect_texts  # who reads snapshots redacts nothing

    passed = {("oid", change.oid) for change in snapshot.git.changes if is_blob_id(change.oid)}
    if earlier:
        passed.update(collect_texts(msgspec.structs.replace(earlier, table={})))
    passed.update(_find_harmless_paths(snapshot, gate, passed))
    extra = dict(snapshot.extra)
    oids = extra.pop("oids", None)
    rest = clean_struct(gate, msgspec.structs.replace(snapshot, id="", table={}, extra=extra), passed)
    if isinstance(oids, dict):
        rest.extra["oids"] = _redact_table(gate, oids, passed)
    return msgspec.structs.replace(rest, id=snapshot.id, table=_redact_table(gate, snapshot.table, passed))


def _find_harmless_paths(snapshot: Snapshot, gate: "Gate", passed: "Passed") -> "Passed":
    """The paths of changes and of the table that have not passed yet and hold nothing, with the names of members."""
    from backstory.store.struct_redaction import PATHS, collect_texts, find_harmless_names

    texts = {*collect_texts(snapshot.git.changes), *collect_texts(snapshot.table)}
    new = {(name, text) for name, text in texts if name in PATHS or not name} - passed
    harmless = find_harmless_names(gate, {text for _, text in new})
    return {(name, text) for name, text in new if text in harmless}


def _redact_table(gate: "Gate", table: Mapping[str, str], passed: "Passed") -> dict[str, str]:
    """Path -> blob id. A blob id says nothing of the content, and a path that has passed passes again."""
    from backstory.redact.paths import clean_path

    return {
        path if ("", path) in passed else clean_path(gate, path): oid if is_blob_id(oid) else gate.clean(oid)
        for path, oid in table.items()
    }


def _fits(ident: str, part: str) -> bool:
    """Whether a part of a ULID begins or ends the id of a snapshot."""
    ulid = ident[len(PREFIX) :]
    return ulid.startswith(part) or ulid.endswith(part)


def is_blob_id(text: str) -> bool:
    """Whether `text` is an object id as git writes it."""
    return len(text) in (40, 64) and _HEXADECIMAL.issuperset(text)


def is_snapshot_id(text: str) -> bool:
    """Whether `text` is `snap-` and a ULID."""
    return text.startswith(PREFIX) and is_ulid(text[len(PREFIX) :])
