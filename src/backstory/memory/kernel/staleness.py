"""Finds out whether the code that records are about has changed since they were written.

Each anchor has a state: `fresh`, `changed`, `moved:<new place>` or `gone`. Digests are cached per working tree by size
and time of the file, so that no file is read twice. Renames are those that git detects between the records' commits
and HEAD.
"""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.digests import blake2b
from backstory.code.read.type_members import TYPE_ENDINGS
from backstory.git.globs import matches_glob
from backstory.git.sparse import is_sparse
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.moved_definitions import GREP, MAX_CANDIDATES, find_elsewhere, find_renamed, list_versions
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.record import Anchor, Record
from backstory.store.files import write_atomic
from backstory.survey.anchors import anchor_digest, find_symbol

if TYPE_CHECKING:
    from backstory.index.read import Row

FRESH: Final = "fresh"
CHANGED: Final = "changed"
MOVED: Final = "moved"
GONE: Final = "gone"
WORST: Final = (GONE, CHANGED, MOVED, FRESH)
"""States from worst to best. A record has the state of its worst anchor."""
MAX_COMMITS: Final = 5_000
"""Commits that are searched for renames."""
MAX_QUICK_SEARCHES: Final = 4
"""Definitions that a quick check searches for in other files; a later check finds the rest."""
_MAX_RECORD_COMMITS: Final = 200
"""Commits of records whose common ancestor is computed."""


class _File(msgspec.Struct, array_like=True):
    size: int
    mtime_ns: int
    digests: dict[str, str] = {}
    """Symbol with `{}` (empty for the whole file) -> digest, which is empty if there is no such symbol. Earlier
    versions left out the sign and the methods of a type."""


class _Cache(msgspec.Struct):
    """The cache file of one working tree."""

    head: str = ""
    renames: dict[str, str] = {}
    """Earlier path -> path at `head`, for the commits after `since`."""
    since: str = ""
    files: dict[str, _File] = {}
    searched: str = ""
    """The commit that was checked out for `places`."""
    places: dict[str, str] = {}
    """Anchor -> where its definition was found, or empty."""


class AnchorStatus(NamedTuple):
    """The worst state of a record's anchors, and the state of each one by target."""

    state: str
    anchors: dict[str, str]


def anchor_states(workspace: Catalog, rows: "Iterable[Row]", *, is_quick: bool = False) -> dict[str, AnchorStatus]:
    """Returns record id -> status, for the records that have anchors with a digest.

    With `is_quick` only a few definitions that have left their file are searched for anew, and the rest are gone.
    """
    anchored: list[Record] = [row.record for row in rows if any(anchor.digest for anchor in row.record.anchors)]
    if not anchored:
        return {}
    commits = [record.origin.commit for record in anchored if record.origin.commit]
    if workspace.past is not None and workspace.is_other_branch:
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="backstory-") as folder:
            return _check_records(_TipChecker(workspace, commits, folder, workspace.past.commit), anchored)
    return _check_records(_AnchorChecker(workspace, commits, is_quick=is_quick), anchored)


def find_code_changes(workspace: Catalog, rows: "Iterable[Row]", *, is_quick: bool = True) -> dict[str, dict[str, str]]:
    """Returns record id -> the states of those of its anchors that are not fresh, by target.

    What a sparse checkout leaves out of the working tree is as it was. For a past moment the answer is empty, since
    only the present code can be read. `is_quick` as in `anchor_states`.
    """
    if workspace.past and not workspace.is_other_branch:
        return {}
    changes = {
        ident: {target: state for target, state in status.anchors.items() if state != FRESH}
        for ident, status in anchor_states(workspace, rows, is_quick=is_quick).items()
    }
    gone = {target for states in changes.values() for target, state in states.items() if state == GONE}
    sparse = {target for target in gone if is_sparse(workspace.git, Anchor.parse(target).path)}
    changes = {ident: {one: states[one] for one in states if one not in sparse} for ident, states in changes.items()}
    return {ident: states for ident, states in changes.items() if states}


def describe_place(target: str, state: str) -> str:
    """Names the code that a record is about, with what became of it since: `src/pool.py#Pool (changed since)`."""
    plain, _, place = state.partition(":")
    moved = f"now {Anchor.parse(place).target}" if place else MOVED
    fate = {CHANGED: "changed since", GONE: GONE, MOVED: moved}.get(plain, "")
    return f"{target} ({fate})" if fate else target


def _check_records(checker: "_AnchorChecker", anchored: Iterable[Record]) -> dict[str, AnchorStatus]:
    statuses: dict[str, AnchorStatus] = {}
    for record in anchored:
        commit = record.origin.commit
        states = {anchor.target: checker.state(anchor, commit) for anchor in record.anchors if anchor.digest}
        statuses[record.id] = AnchorStatus(worst_state(states.values()), states)
    checker.save()
    return statuses


def worst_state(states: Iterable[str]) -> str:
    """Returns the worst of some states, without the place that follows `moved`."""
    plain = {state.partition(":")[0] for state in states}
    return next((state for state in WORST if state in plain), FRESH)


def confirm_anchors(workspace: Catalog, ref: str) -> Record:
    """Confirms that a record still holds for the present code: updates its digests and the anchors that moved.

    The record notes who confirmed it and when. Raises `Invalid` if all the code that it is about is gone.
    """
    from backstory.memory.kernel.writer import change_record

    row = workspace.get(ref)
    status = anchor_states(workspace, [row]).get(row.record.id)
    if status is None:
        raise Invalid(
            f"{row.record.kind} {row.record.short} is not about any code", hint="only anchored records go stale"
        )
    anchors = _renew_anchors(workspace, row.record, status)
    if not anchors:
        raise Invalid(
            f"nothing of what {row.record.kind} {row.record.short} is about is left",
            hint=f"`backstory retract {row.record.short}`, or `backstory edit {row.record.short} --title ...`",
        )
    who = workspace.git.author() or workspace.channel.agent or "somebody"
    changes = {"anchors": anchors, "verified": f"{workspace.stamp()} {who}"}
    return change_record(workspace, row.record.id, changes, verb="verify")


def _renew_anchors(workspace: Catalog, record: Record, status: "AnchorStatus") -> list[str]:
    """The anchors of a record at their present places and with present digests, without those that are gone."""
    anchors: list[str] = []
    for anchor in record.anchors:
        state, _, new_place = status.anchors.get(anchor.target, "").partition(":")
        if state == GONE:
            continue
        spot = Anchor.parse(new_place) if state == MOVED and new_place else anchor
        digest = anchor_digest(workspace.project.root, Anchor(spot.path, spot.symbol))
        anchors.append(str(Anchor(spot.path, spot.symbol, digest)))
    return anchors


class _AnchorChecker:
    """Checks anchors against the working tree. It opens the cache, the renames and each file only once."""

    def __init__(self, workspace: Catalog, commits: Sequence[str], *, is_quick: bool = False) -> None:
        name = blake2b(workspace.project.root.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        self.workspace = workspace
        self.root = workspace.project.root
        self.path = os.path.join(workspace.project.private, "digests", f"{name}.json")
        self.cache = _read_cache(self.path)
        self.dirty = False
        self._is_quick = is_quick
        self.tip = "HEAD"
        self.commits = commits
        """The commits that the records were made on."""
        self._renames: dict[str, str] | None = None
        self._files: dict[str, _File | None] = {}
        self._globs: dict[Anchor, str] = {}
        self._searches = 0

    def state(self, anchor: Anchor, commit: str = "") -> str:
        """Returns the state of an anchor. `commit` is that of its record, in which the code was in its place."""
        if anchor.is_glob:
            return self._glob_state(anchor)
        digest = self._digest(anchor.path, anchor.symbol)
        if digest == anchor.digest:
            return FRESH
        if digest:
            return FRESH if self._is_bare(anchor) else CHANGED
        return self._find_elsewhere(anchor, commit, file_exists=digest is not None)

    def _is_bare(self, anchor: Anchor) -> bool:
        """Whether the digest is that of a type without its methods, as earlier versions took it, and still fits."""
        if not anchor.symbol.isidentifier() or anchor.path.rpartition(".")[2].lower() not in TYPE_ENDINGS:
            return False
        return anchor_digest(self.root, Anchor(anchor.path, anchor.symbol), symbol_text=find_symbol) == anchor.digest

    def _find_elsewhere(self, anchor: Anchor, commit: str, *, file_exists: bool) -> str:
        """The state of an anchor whose code is not in its place."""
        new_path = "" if file_exists and anchor.symbol else self._follow_renames(anchor.path)
        if new_path:
            new_place = Anchor(new_path, anchor.symbol, anchor.digest)
            new_digest = self._digest(new_path, anchor.symbol)
            if new_digest == anchor.digest or (new_digest and self._is_bare(new_place)):
                return f"{MOVED}:{Anchor(new_path, anchor.symbol)}"
            if new_digest:
                return CHANGED
        if not anchor.symbol:
            return GONE
        home = new_path or (anchor.path if file_exists else "")
        place = (home and find_renamed(self.root, anchor, home)) or self._search_definition(anchor, commit, home)
        return f"{MOVED}:{place}" if place else GONE

    def save(self) -> None:
        """Writes the cache. If that fails, the next run only takes longer."""
        if not self.dirty:
            return

        try:
            write_atomic(self.path, msgspec.json.encode(self.cache), sync=False)
        except (BackstoryError, OSError):
            return

    def _digest(self, path: str, symbol: str) -> str | None:
        """Returns the present digest: empty if there is no such symbol, None if there is no such file."""
        if path not in self._files:
            self._files[path] = self._stat(path)
        file = self._files[path]
        if file is None:
            return None
        key = f"{symbol}{{}}" if symbol else ""
        if key not in file.digests:
            file.digests[key] = anchor_digest(self.root, Anchor(path, symbol))
            self.cache.files[path] = file
            self.dirty = True
        return file.digests[key]

    def _stat(self, path: str) -> "_File | None":
        """The file with its cached digests where it has not changed since; None without it."""
        try:
            info = os.stat(os.path.join(self.root, path))
        except OSError:
            return None
        file = self.cache.files.get(path)
        if file is not None and (file.size, file.mtime_ns) == (info.st_size, info.st_mtime_ns):
            return file
        return _File(info.st_size, info.st_mtime_ns)

    def _glob_state(self, anchor: Anchor) -> str:
        if anchor not in self._globs:
            self._globs[anchor] = anchor_digest(self.root, Anchor(anchor.path))
        digest = self._globs[anchor]
        if digest == anchor.digest:
            return FRESH
        return CHANGED if digest else GONE

    def _follow_renames(self, path: str) -> str:
        """Returns the present path of a renamed file, or an empty string if no rename is known."""
        if self._renames is None:
            self._renames = self._read_renames()
        visited = {path}
        while path in self._renames and self._renames[path] not in visited:
            path = self._renames[path]
            visited.add(path)
        return path if len(visited) > 1 else ""

    def _read_renames(self) -> dict[str, str]:
        """Returns old path -> new path, for committed and uncommitted renames."""
        if not self.workspace.project.git_dir:
            return {}
        renames: dict[str, str] = {}
        head = self.workspace.head[0]
        if head:
            since = self._common_ancestor()
            if (self.cache.head, self.cache.since) != (head, since):
                self.cache.head, self.cache.since, self.cache.renames = head, since, self._log_renames(since)
                self.dirty = True
            renames.update(self.cache.renames)
        return renames | self._uncommitted_renames()

    def _uncommitted_renames(self) -> dict[str, str]:
        changes = self.workspace.git.state(0, oids=False).changes
        return {change.was: change.path for change in changes if change.was}

    def _log_renames(self, since: str) -> dict[str, str]:
        """Reads the renames after a commit, or in all of the history without one, from git's log."""
        revisions = f"{since}..{self.tip}" if since else self.tip
        options = ("--diff-filter=R", "--find-renames", "--name-status", "-z", "--format=", "--reverse", "--relative")
        ran = self.workspace.git.attempt("log", f"--max-count={MAX_COMMITS}", *options, revisions)
        fields = ran.out.decode("utf-8", "surrogateescape").split("\0")
        # Each rename has three fields: `R<similarity>`, the old path and the new one.
        return {fields[index + 1]: fields[index + 2] for index in range(0, len(fields) - 2, 3)}

    def _common_ancestor(self) -> str:
        """Returns the common ancestor of the records' commits: renames before it do not matter."""
        from backstory.git.ancestry import expand_commits

        commits = sorted(set(expand_commits(self.workspace.git, self.commits).values()))
        if not commits:
            return ""
        ran = self.workspace.git.attempt("merge-base", "--octopus", self.tip, *commits[:_MAX_RECORD_COMMITS])
        return ran.out.decode().strip()

    def _search_definition(self, anchor: Anchor, commit: str, home: str) -> Anchor | None:
        """Searches the tree for a definition that has left its file. A quick check takes what was found before."""
        if not self.workspace.project.git_dir:
            return None
        key, head = f"{anchor} {commit}", self.workspace.head[0]
        if self.cache.searched != head:
            self.cache.searched, self.cache.places = head, {}
        if self._is_quick and key in self.cache.places:
            place = self.cache.places[key]
            return Anchor.parse(place) if place else None
        if self._is_quick and self._searches >= MAX_QUICK_SEARCHES:
            return None
        self._searches += 1
        git = self.workspace.git
        revisions = [commit] if self._is_quick and commit else list_versions(git, anchor.path, commit, self.tip)
        new_place = find_elsewhere(self.root, git, anchor, self._files_with, revisions, home)
        if self.cache.places.get(key) != (now := str(new_place or "")):
            self.cache.places[key], self.dirty = now, True
        return new_place

    def _files_with(self, *pattern: str) -> list[str]:
        """Returns the paths of the files that have a text, as options of `git grep` give it."""
        ran = self.workspace.git.attempt(*GREP, "--untracked", *pattern)
        return ran.out.decode("utf-8", "surrogateescape").split("\0")


class _TipChecker(_AnchorChecker):
    """Checks anchors against the tip of a branch that is not checked out, in copies of the files that it asks for."""

    def __init__(self, workspace: Catalog, commits: Sequence[str], folder: str, tip: str) -> None:
        super().__init__(workspace, commits)
        self.root, self.tip, self.cache = folder, tip, _Cache()
        self._blobs = {path: blob.oid for path, blob in workspace.git.tree(tip).items() if blob.mode[:3] == "100"}

    def state(self, anchor: Anchor, commit: str = "") -> str:
        if anchor.is_glob:
            self._copy([path for path in self._blobs if matches_glob(anchor.path, path)])
        return super().state(anchor, commit)

    def save(self) -> None:
        """The digests of copies are of no use to anybody else."""

    def _digest(self, path: str, symbol: str) -> str | None:
        below = path.rstrip("/") + "/"
        self._copy([path] if path in self._blobs else [other for other in self._blobs if other.startswith(below)])
        return super()._digest(path, symbol)

    def _copy(self, paths: Sequence[str]) -> None:
        """Writes files of the tip to the folder, as far as they are not there yet."""
        from backstory.git.blobs import read_blobs

        missing = [path for path in paths if not os.path.lexists(os.path.join(self.root, path))]
        contents = read_blobs(self.workspace.git, sorted({self._blobs[path] for path in missing}))
        for path in missing:
            target = os.path.join(self.root, *path.split("/"))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as file:
                file.write(contents.get(self._blobs[path], b""))

    def _uncommitted_renames(self) -> dict[str, str]:
        return {}

    def _files_with(self, *pattern: str) -> list[str]:
        ran = self.workspace.git.attempt(*GREP, *pattern, self.tip)
        names = ran.out.decode("utf-8", "surrogateescape").split("\0")
        paths = [path.removeprefix(f"{self.tip}:") for path in names if path]
        self._copy([path for path in paths[:MAX_CANDIDATES] if path in self._blobs])
        return paths


def _read_cache(path: str) -> _Cache:
    try:
        with open(path, "rb") as handle:
            return msgspec.json.decode(handle.read(), type=_Cache)
    except (OSError, msgspec.MsgspecError, RecursionError, ValueError):
        return _Cache()
