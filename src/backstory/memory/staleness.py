"""Whether the code that records speak of is still as it was when they were written.

A state per anchor: `fresh`, `changed`, `moved:<where it is now>` or `gone`. Digests are kept per working tree by size
and time of the file, so that nothing is read twice; renames are git's own, followed from the record's commit to HEAD.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.record import Anchor, Record

if TYPE_CHECKING:
    from backstory.index.read import Row

FRESH: Final = "fresh"
CHANGED: Final = "changed"
MOVED: Final = "moved"
GONE: Final = "gone"
WORST: Final = (GONE, CHANGED, MOVED, FRESH)
"""The state of a record is that of its worst anchor."""
MAX_COMMITS: Final = 5_000
"""Commits in which renames are looked for."""
_CANDIDATES: Final = 40
"""Files that are searched for a definition that left its own."""


class _File(msgspec.Struct, array_like=True):
    size: int
    mtime_ns: int
    digests: dict[str, str] = {}
    """Symbol (empty: the whole file) -> digest; an empty digest means that there is no such symbol."""


class _Digest(msgspec.Struct):
    head: str = ""
    renames: dict[str, str] = {}
    """Earlier path -> path at `head`, from as far back as was asked."""
    since: str = ""
    files: dict[str, _File] = {}


class AnchorStatus(NamedTuple):
    """How a record stands: its worst state and the state of each anchor by target."""

    state: str
    anchors: dict[str, str]


def anchor_states(workspace: Catalog, rows: "Iterable[Row]") -> dict[str, AnchorStatus]:
    """record id -> how it stands, for the records that are anchored with a digest."""
    wanted = [(r.record, a) for r in rows for a in r.record.anchors if a.digest]
    if not wanted:
        return {}
    looked = _Look(workspace, wanted)
    out: dict[str, AnchorStatus] = {}
    for record, anchor in wanted:
        state = looked.state(anchor, record)
        standing = out.setdefault(record.id, AnchorStatus(FRESH, {}))
        standing.anchors[anchor.target] = state
    looked.save()
    return {i: AnchorStatus(worst_state(s.anchors.values()), s.anchors) for i, s in out.items()}


def worst_state(found: Iterable[str]) -> str:
    """The worst of some states, without the place that follows `moved`."""
    plain = {s.partition(":")[0] for s in found}
    return next((s for s in WORST if s in plain), FRESH)


def confirm_anchors(workspace: Catalog, ref: str) -> Record:
    """Says that a record still holds for the code as it is now: digests are taken anew, moved anchors follow.

    Who said so and when is kept in the record. Raises `Invalid` when nothing of what it is about is left.
    """
    from backstory.memory.writer import change_record
    from backstory.survey.anchors import digest_of

    row = workspace.get(ref)
    standing = anchor_states(workspace, [row]).get(row.record.id)
    if standing is None:
        raise Invalid(
            f"{row.record.kind} {row.record.short} is not about any code", hint="only anchored records go stale"
        )
    anchors: list[str] = []
    for anchor in row.record.anchors:
        state, _, now = standing.anchors.get(anchor.target, "").partition(":")
        if state == GONE:
            continue
        spot = Anchor.parse(now) if state == MOVED and now else anchor
        digest = digest_of(workspace.project.root, Anchor(spot.path, spot.symbol))
        anchors.append(str(Anchor(spot.path, spot.symbol, digest)))
    if not anchors:
        raise Invalid(
            f"nothing of what {row.record.kind} {row.record.short} is about is left",
            hint=f"`backstory retract {row.record.short}`, or `backstory edit {row.record.short} --title ...`",
        )
    who = workspace.git.author() or workspace.channel.agent or "somebody"
    return change_record(
        workspace, row.record.id, {"anchors": anchors, "verified": f"{workspace.stamp()} {who}"}, verb="verify"
    )


class _Look:
    """One round of looking: the cache, the renames and the files, each opened once."""

    def __init__(self, workspace: Catalog, wanted: Sequence[tuple[Record, Anchor]]) -> None:
        from hashlib import blake2b

        name = blake2b(workspace.project.root.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        self.workspace = workspace
        self.root = workspace.project.root
        self.path = os.path.join(workspace.project.private, "digests", f"{name}.json")
        self.known = _read(self.path)
        self.dirty = False
        self.commits = [r.origin.commit for r, _ in wanted if r.origin.commit]
        self._renames: dict[str, str] | None = None
        self._files: dict[str, _File | None] = {}
        self._globs: dict[Anchor, str] = {}

    def state(self, anchor: Anchor, record: Record) -> str:
        if anchor.is_glob:
            return self._glob(anchor)
        digest = self._digest(anchor.path, anchor.symbol)
        if digest == anchor.digest:
            return FRESH
        if digest:
            return CHANGED
        if digest is not None and anchor.symbol:
            return self._elsewhere(anchor)
        new = self._renamed(anchor.path)
        if new:
            there = self._digest(new, anchor.symbol)
            spot = Anchor(new, anchor.symbol)
            if there == anchor.digest:
                return f"{MOVED}:{spot}"
            if there:
                return CHANGED
        return self._elsewhere(anchor) if anchor.symbol else GONE

    def save(self) -> None:
        """Keeps what was learnt; a cache that cannot be written costs time only."""
        if not self.dirty:
            return
        from backstory.store.files import write_atomic

        try:
            write_atomic(self.path, msgspec.json.encode(self.known), sync=False)
        except (BackstoryError, OSError):
            return

    def _digest(self, path: str, symbol: str) -> str | None:
        """The digest now; empty when there is no such symbol; None when there is no such file."""
        from backstory.survey.anchors import digest_of

        if path not in self._files:
            try:
                info = os.stat(os.path.join(self.root, path))
            except OSError:
                self._files[path] = None
            else:
                file = self.known.files.get(path)
                if file is None or (file.size, file.mtime_ns) != (info.st_size, info.st_mtime_ns):
                    file = _File(info.st_size, info.st_mtime_ns)
                self._files[path] = file
        file = self._files[path]
        if file is None:
            return None
        if symbol not in file.digests:
            file.digests[symbol] = digest_of(self.root, Anchor(path, symbol))
            self.known.files[path] = file
            self.dirty = True
        return file.digests[symbol]

    def _glob(self, anchor: Anchor) -> str:
        from backstory.survey.anchors import digest_of

        if anchor not in self._globs:
            self._globs[anchor] = digest_of(self.root, Anchor(anchor.path))
        now = self._globs[anchor]
        return FRESH if now == anchor.digest else CHANGED if now else GONE

    def _renamed(self, path: str) -> str:
        """Where a path went, along git's renames; empty when it is not known to have gone anywhere."""
        if self._renames is None:
            self._renames = self._all_renames()
        seen = {path}
        while path in self._renames and self._renames[path] not in seen:
            path = self._renames[path]
            seen.add(path)
        return path if len(seen) > 1 else ""

    def _all_renames(self) -> dict[str, str]:
        git = self.workspace.git
        if not self.workspace.project.git_dir:
            return {}
        found: dict[str, str] = {}
        head = self.workspace.head[0]
        since = self._oldest()
        if head:
            if (self.known.head, self.known.since) == (head, since):
                found = dict(self.known.renames)
            else:
                scope = f"{since}..HEAD" if since else "HEAD"
                form = ("--diff-filter=R", "--find-renames", "--name-status", "-z", "--format=", "--reverse")
                ran = git.attempt("log", f"--max-count={MAX_COMMITS}", *form, "--relative", scope)
                parts = ran.out.decode("utf-8", "surrogateescape").split("\0")
                for i in range(0, len(parts) - 2, 3):
                    found[parts[i + 1]] = parts[i + 2]
                self.known.head, self.known.since, self.known.renames = head, since, dict(found)
                self.dirty = True
        for change in git.state(0, oids=False).changes:
            if change.was:
                found[change.was] = change.path
        return found

    def _oldest(self) -> str:
        """The common ancestor of the commits that records were made at: renames before it do not matter."""
        from backstory.git.ancestry import expand

        full = sorted(set(expand(self.workspace.git, self.commits).values()))
        if not full:
            return ""
        ran = self.workspace.git.attempt("merge-base", "--octopus", "HEAD", *full[:200])
        return ran.out.decode().strip()

    def _elsewhere(self, anchor: Anchor) -> str:
        """A definition that left its file: looked for by name, taken only with the very same text."""
        from backstory.survey.anchors import digest_of

        name = anchor.symbol.rpartition(".")[2]
        if not self.workspace.project.git_dir or len(name) < 3:
            return GONE
        ran = self.workspace.git.attempt("grep", "-l", "-z", "-w", "-F", "-I", "--untracked", "-e", name)
        for path in ran.out.decode("utf-8", "surrogateescape").split("\0")[:_CANDIDATES]:
            if path and path != anchor.path and digest_of(self.root, Anchor(path, anchor.symbol)) == anchor.digest:
                return f"{MOVED}:{Anchor(path, anchor.symbol)}"
        return GONE


def _read(path: str) -> _Digest:
    try:
        with open(path, "rb") as handle:
            return msgspec.json.decode(handle.read(), type=_Digest)
    except (OSError, msgspec.MsgspecError, RecursionError, ValueError):
        return _Digest()
