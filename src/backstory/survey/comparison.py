"""Compares snapshots with each other and with the tree as it is now."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from backstory.git.porcelain import Blob
from backstory.git.repository import OWN, Git
from backstory.git.worktree import Tree, Unreadable, escape_path, unescape_path
from backstory.model.snapshot import Comparison, Drift, DriftedPath, GitState, Snapshot
from backstory.survey.repository import filter_paths, list_files
from backstory.survey.snapshot import MAX_FILES, hash_table

LISTED: Final = 200
"""Paths of each class that a drift report names."""
_EMPTY: Final = frozenset(
    ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813")
)
"""Blob ids of the empty file: two empty files are not a rename."""


class _Difference(NamedTuple):
    """How two listings (path -> blob id) differ."""

    before: dict[str, str]
    after: dict[str, str]
    changed: set[str]
    missing: set[str]
    """Paths that went away, moved ones not counted."""
    new: set[str]
    """Paths that came, moved ones not counted."""
    moved: list[tuple[str, str]]
    """(old path, new path) in the order of the new paths."""

    @property
    def unchanged(self) -> int:
        """Files that are where they were with the content that they had."""
        return len(self.before) - len(self.changed) - len(self.missing) - len(self.moved)

    def move(self, old: str, new: str) -> str:
        """What happened to a moved file, in words."""
        return "moved" if self.before[old] == self.after[new] else "moved and changed"


def _difference(
    before: Mapping[str, str],
    after: Mapping[str, str],
    snapshots: Iterable[Snapshot],
    same: Callable[[set[str]], set[str]],
    renames: Callable[[], Iterable[tuple[str, str]]],
) -> _Difference:
    """Compares two listings as far as the snapshots' own globs let paths in.

    `same` gives those changed paths that have the same content all the same; `renames` gives pairs of paths that git
    takes for moves, and is only asked when equal content does not explain everything.
    """
    wanted = before.keys() | after.keys()
    for snapshot in snapshots:
        wanted = wanted & _wanted(wanted, snapshot)
    before = {p: o for p, o in before.items() if p in wanted}
    after = {p: o for p, o in after.items() if p in wanted}
    # A file that could not be read either time has no id either time, and is taken to be the same.
    changed = {p for p, oid in before.items() if p in after and oid != after[p]}
    changed -= same(changed)
    missing, new = before.keys() - after.keys(), after.keys() - before.keys()
    moved = _moved(before, after, missing, new, renames)
    return _Difference(
        before,
        after,
        changed,
        missing - {old for old, _ in moved},
        new - {path for _, path in moved},
        sorted(moved, key=lambda pair: pair[1]),
    )


def find_drift(root: str, git: Git, snapshot: Snapshot, *, listed: int = LISTED) -> Drift:
    """How the repository differs now from `snapshot`. At most `listed` paths of each class are named.

    *stale*: changed since, and a key or active file of the snapshot; *changed*: another file; *missing*, *new* and
    *renamed* files; the rest is *valid*. Works without git, and in a clone that lacks the snapshot's commit (then
    only the files whose ids the snapshot holds are compared, and `partial` says so).
    """
    state = git.state(0)
    then = snapshot.git.commit
    relation = _relation(git, then, state.commit)
    has_history = relation in ("ahead", "apart")
    before, partial = _before(git, snapshot, relation)
    after = _after(root, git, state, snapshot, only=set(before) if partial else None)
    found = _difference(
        before,
        after,
        [snapshot],
        lambda changed: _same_content(root, git.algorithm, changed, before, snapshot),
        lambda: _renames(git, state, then if has_history else ""),
    )
    known = {unescape_path(p): "key file" for p in snapshot.key_files}
    known |= {unescape_path(p): "active file" for p in snapshot.active_files if unescape_path(p) not in known}
    describe = _Describer(known, {unescape_path(c.path): c.state for c in state.changes}, relation)
    rows = {
        "stale": [describe(p, "changed") for p in sorted(found.changed & known.keys())],
        "changed": [describe(p, "changed") for p in sorted(found.changed - known.keys())],
        "missing": [describe(p, "deleted") for p in sorted(found.missing)],
        "new": [describe(p, "added") for p in sorted(found.new)],
        "renamed": [describe(path, found.move(old, path), old) for old, path in found.moved],
    }
    since, lost = git.between(then) if has_history else (0, 0)
    return Drift(
        snapshot=snapshot.id,
        made=snapshot.made,
        goal=snapshot.goal,
        **{name: tuple(some[:listed]) for name, some in rows.items()},
        counts={name: len(some) for name, some in rows.items()} | {"valid": found.unchanged},
        branch_then=snapshot.git.branch,
        branch_now=state.branch,
        commit_then=then,
        commit_now=state.commit,
        relation=relation,
        commits=git.commits(f"{then}..HEAD") if since else (),
        commits_between=since,
        commits_lost=lost,
        partial=partial,
    )


class _Describer(NamedTuple):
    """Says in words how a path drifted."""

    known: Mapping[str, str]
    """Path -> the part it plays in the snapshot."""
    dirty: Mapping[str, str]
    """Path -> the state of its change that is not committed."""
    relation: str

    def __call__(self, path: str, change: str, was: str = "") -> DriftedPath:
        words = self._change(path, change, was)
        part = self.known.get(was or path)
        return DriftedPath(escape_path(path), f"{part}: {words}" if part is not None else words, escape_path(was))

    def _change(self, path: str, change: str, was: str) -> str:
        if path in self.dirty or was in self.dirty:
            untracked = change == "added" and self.dirty[path] == "untracked"
            return "untracked" if untracked else f"{change}, not committed"
        if self.relation == "same" and change == "changed":
            return "the edit of then was undone"
        return f"{change} in commits since" if self.relation in ("ahead", "apart") else change


def compare_snapshots(git: Git, old: Snapshot, new: Snapshot, *, listed: int = LISTED) -> Comparison:
    """How `new` differs from `old`, both as they were taken. At most `listed` paths of each class are named.

    Where a clone lacks one's commit, only the files whose ids both hold are compared, and `partial` says so.
    """
    then, now = old.git.commit, new.git.commit
    relation = _between(git, then, now)
    has_history = relation in ("ahead", "behind", "apart")
    before, after, partial = _listings(git, old, new)
    found = _difference(
        before,
        after,
        [old, new],
        lambda changed: set(),
        lambda: _renames(git, new.git, then if has_history else "", now or "HEAD"),
    )
    rows = {
        "added": [DriftedPath(escape_path(p), "") for p in sorted(found.new)],
        "removed": [DriftedPath(escape_path(p), "") for p in sorted(found.missing)],
        "changed": [DriftedPath(escape_path(p), "") for p in sorted(found.changed)],
        "renamed": [
            DriftedPath(escape_path(path), found.move(was, path), escape_path(was)) for was, path in found.moved
        ],
    }
    since, lost = git.between(then, now) if has_history else (0, 0)
    was_open = {n.id: n for n in (*old.work.questions, *old.work.failures)}
    is_open = {n.id: n for n in (*new.work.questions, *new.work.failures)}
    return Comparison(
        old=old.id,
        new=new.id,
        made=(old.made, new.made),
        goals=(old.goal, new.goal),
        tasks=(old.work.task, new.work.task),
        branches=(old.git.branch, new.git.branch),
        heads=(then, now),
        tracked=(len(found.before), len(found.after)),
        **{name: tuple(some[:listed]) for name, some in rows.items()},
        counts={name: len(some) for name, some in rows.items()} | {"unchanged": found.unchanged},
        relation=relation,
        commits=git.commits(f"{then}..{now}") if since else (),
        commits_between=since,
        commits_lost=lost,
        opened=tuple(n for i, n in is_open.items() if i not in was_open),
        closed=tuple(n for i, n in was_open.items() if i not in is_open),
        partial=partial,
    )


def _listings(git: Git, old: Snapshot, new: Snapshot) -> tuple[dict[str, str], dict[str, str], str]:
    """The listings of two snapshots as far as they can be compared, and why that is only a part."""
    then, now = old.git.commit, new.git.commit
    present = {c: "same" if git.is_ancestor(c, c) is not None else "gone" for c in {then, now} if c}
    before, partial = _before(git, old, present.get(then, ""))
    after, partial_after = _before(git, new, present.get(now, ""))
    partial = partial or partial_after
    if partial:
        # A clone that lacks a commit knows a part of its files: only files that both sides know are compared.
        both = before.keys() & after.keys()
        before = {p: o for p, o in before.items() if p in both}
        after = {p: o for p, o in after.items() if p in both}
    return before, after, partial


def _between(git: Git, then: str, now: str) -> str:
    """How two commits stand to each other."""
    if not then or not now:
        return ""
    if then == now:
        return "same"
    forth, back = git.is_ancestor(then, now), git.is_ancestor(now, then)
    if forth is None or back is None:
        return "gone"
    return "ahead" if forth else "behind" if back else "apart"


def _relation(git: Git, then: str, now: str) -> str:
    if not then or not now:
        return ""
    if then == now:
        return "same"
    behind = git.is_ancestor(then)
    return "gone" if behind is None else "ahead" if behind else "apart"


def _before(git: Git, snapshot: Snapshot, relation: str) -> tuple[dict[str, str], str]:
    """(path -> blob id as the snapshot has it, why that is only a part)."""
    if not snapshot.git.commit:
        return {unescape_path(p): oid for p, oid in snapshot.table.items()}, ""
    tree = git.tree(snapshot.git.commit) if relation in ("same", "ahead", "apart") else {}
    changes = snapshot.git.changes
    if not tree and relation != "same":
        oids = snapshot.extra.get("oids")
        some = {unescape_path(str(p)): str(oid) for p, oid in oids.items()} if isinstance(oids, dict) else {}
        some |= {unescape_path(c.path): c.oid for c in changes if c.oid}
        return some, "the snapshot's commit is not here" if relation == "gone" else "git does not answer here"
    before = {p: blob.oid for p, blob in tree.items() if not _own(p)}
    for change in changes:
        path = unescape_path(change.path)
        if change.was:
            before.pop(unescape_path(change.was), None)
        if change.state == "deleted":
            before.pop(path, None)
        elif not path.endswith("/"):
            before[path] = change.oid
    return before, ""


def _after(root: str, git: Git, state: GitState, snapshot: Snapshot, only: set[str] | None) -> dict[str, str]:
    """Path -> blob id as the tree is now; with `only`, of these paths alone."""
    if not state.commit:
        files: Iterable[str] = only if only is not None else list_files(root, git, max_files=_limit(snapshot)).files
        return {unescape_path(p): oid for p, oid in hash_table(root, _algorithm(snapshot), files, snapshot)[0].items()}
    after = {p: blob.oid for p, blob in git.ls_files().items() if not _own(p) and _counts(blob, snapshot)}
    for change in state.changes:
        path = unescape_path(change.path)
        if change.state == "deleted":
            after.pop(path, None)
        elif not path.endswith("/"):
            after[path] = change.oid
    return after if only is None else {p: oid for p, oid in after.items() if p in only}


def _own(path: str) -> bool:
    return path.startswith(OWN) and (path == OWN or path[len(OWN)] == "/")


def _counts(blob: Blob, snapshot: Snapshot) -> bool:
    """A table names regular files only; links and submodules count where both sides come from git."""
    return bool(snapshot.git.commit) or blob.mode.startswith("100")


def _algorithm(snapshot: Snapshot) -> str:
    oid = next(iter(snapshot.table.values()), snapshot.git.commit)
    return "sha256" if len(oid) == 64 else "sha1"


def _limit(snapshot: Snapshot) -> int:
    scan = snapshot.extra.get("scan")
    limit = scan.get("max_files") if isinstance(scan, dict) else None
    return limit if isinstance(limit, int) and limit > 0 else MAX_FILES


def _wanted(paths: Iterable[str], snapshot: Snapshot) -> set[str]:
    """Of the paths, those that the snapshot's own globs let in."""
    scan = snapshot.extra.get("scan")
    if not isinstance(scan, dict):
        return set(paths)
    return set(filter_paths(list(paths), scan.get("include") or (), scan.get("exclude") or ()))


def _same_content(
    root: str, algorithm: str, changed: Iterable[str], before: Mapping[str, str], snapshot: Snapshot
) -> set[str]:
    """Of the changed paths, those that lie in the tree byte for byte as the snapshot had them.

    A snapshot has the content as it lay there, a commit has it as git's filters made it (line endings), so that a file
    that was dirty then and is committed now may have two ids for one content.
    """
    tree = Tree(root)
    raw = {unescape_path(c.path) for c in snapshot.git.changes} if snapshot.git.commit else before.keys()
    found: set[str] = set()
    for path in changed:
        if path in raw and before[path]:
            try:
                if tree.blob_id(path, algorithm=algorithm) == before[path]:
                    found.add(path)
            except Unreadable:
                continue
    return found


def _moved(
    before: Mapping[str, str],
    after: Mapping[str, str],
    missing: Iterable[str],
    new: Iterable[str],
    renames: Callable[[], Iterable[tuple[str, str]]],
) -> list[tuple[str, str]]:
    """(old, new) of files that went elsewhere: by equal content first, then by the pairs in `renames`."""
    gone, fresh = set(missing), set(new)
    by_oid: dict[str, list[str]] = {}
    for path in sorted(fresh):
        by_oid.setdefault(after[path], []).append(path)
    moved: list[tuple[str, str]] = []

    def take_pair(old: str, path: str) -> None:
        if old in gone and path in fresh:
            gone.discard(old)
            fresh.discard(path)
            moved.append((old, path))

    for old in sorted(gone):
        oid = before[old]
        if not oid or oid in _EMPTY:
            continue
        places = [p for p in by_oid.get(oid, []) if p in fresh]
        if places:
            base = old.rpartition("/")[2]
            take_pair(old, next((p for p in places if p.rpartition("/")[2] == base), places[0]))
    if gone and fresh:
        for old, path in renames():
            take_pair(old, path)
    return moved


def _renames(git: Git, state: GitState, commit: str, to: str = "HEAD") -> list[tuple[str, str]]:
    """(old, new) of files that git takes for moved: in changes that are not committed, then between commits."""
    pairs = [(unescape_path(c.was), unescape_path(c.path)) for c in state.changes if c.was]
    return pairs + (git.renames(commit, to) if commit else [])
