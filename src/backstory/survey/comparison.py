"""Compares snapshots with each other and with the tree as it is now."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, NamedTuple

from backstory.git.porcelain import Blob
from backstory.git.repository import Git
from backstory.git.worktree import Tree, Unreadable, escape_path, unescape_path
from backstory.model.snapshot import Change, Comparison, Drift, DriftedPath, GitState, RecordRef, Snapshot
from backstory.survey.moved_files import find_moved
from backstory.survey.repository import filter_paths, is_own, list_files
from backstory.survey.snapshot import MAX_FILES, hash_table

LISTED: Final = 200
"""Paths of each class that a drift report names."""


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
    paths = before.keys() | after.keys()
    for snapshot in snapshots:
        paths = paths & _let_in(paths, snapshot)
    before, after = _keep_paths(before, paths), _keep_paths(after, paths)
    # A file that could not be read either time has no id either time, and is taken to be the same.
    changed = {path for path, oid in before.items() if path in after and oid != after[path]}
    changed -= same(changed)
    missing, new = before.keys() - after.keys(), after.keys() - before.keys()
    moved = find_moved(before, after, missing, new, renames)
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
    difference = _difference(
        before,
        after,
        [snapshot],
        lambda changed: _same_content(root, git.algorithm, changed, before, snapshot),
        lambda: _renames(git, state, then if has_history else ""),
    )
    rows = _list_drift(difference, snapshot, state, relation)
    since, commits_lost = git.between(then) if has_history else (0, 0)
    return Drift(
        snapshot=snapshot.id,
        made=snapshot.made,
        goal=snapshot.goal,
        **{name: tuple(some[:listed]) for name, some in rows.items()},
        counts={name: len(some) for name, some in rows.items()} | {"valid": difference.unchanged},
        branch_then=snapshot.git.branch,
        branch_now=state.branch,
        commit_then=then,
        commit_now=state.commit,
        relation=relation,
        commits=git.commits(f"{then}..HEAD") if since else (),
        commits_between=since,
        commits_lost=commits_lost,
        partial=partial,
    )


def _list_drift(
    difference: _Difference, snapshot: Snapshot, state: GitState, relation: str
) -> dict[str, list[DriftedPath]]:
    """The paths of each class of drift."""
    parts = dict.fromkeys(map(unescape_path, snapshot.active_files), "active file")
    parts |= dict.fromkeys(map(unescape_path, snapshot.key_files), "key file")
    dirty = {unescape_path(change.path): change.state for change in state.changes}
    describe = _Describer(parts, dirty, relation)
    return {
        "stale": [describe(path, "changed") for path in sorted(difference.changed & parts.keys())],
        "changed": [describe(path, "changed") for path in sorted(difference.changed - parts.keys())],
        "missing": [describe(path, "deleted") for path in sorted(difference.missing)],
        "new": [describe(path, "added") for path in sorted(difference.new)],
        "renamed": [describe(path, difference.move(old, path), old) for old, path in difference.moved],
    }


class _Describer(NamedTuple):
    """Says in words how a path drifted."""

    parts: Mapping[str, str]
    """Path -> the part it plays in the snapshot."""
    dirty: Mapping[str, str]
    """Path -> the state of its change that is not committed."""
    relation: str

    def __call__(self, path: str, change: str, was: str = "") -> DriftedPath:
        words = self._change(path, change, was)
        part = self.parts.get(was or path)
        return DriftedPath(escape_path(path), f"{part}: {words}" if part is not None else words, escape_path(was))

    def _change(self, path: str, change: str, was: str) -> str:
        if path in self.dirty or was in self.dirty:
            return self._uncommitted_change(path, change)
        if self.relation == "same" and change == "changed":
            return "the edit of then was undone"
        return f"{change} in commits since" if self.relation in ("ahead", "apart") else change

    def _uncommitted_change(self, path: str, change: str) -> str:
        untracked = change == "added" and self.dirty[path] == "untracked"
        return "untracked" if untracked else f"{change}, not committed"


def compare_snapshots(git: Git, old: Snapshot, new: Snapshot) -> Comparison:
    """How `new` differs from `old`, both as they were taken. At most `LISTED` paths of each class are named.

    Where a clone lacks one's commit, only the files whose ids both hold are compared, and `partial` says so.
    """
    then, now = old.git.commit, new.git.commit
    relation = _between(git, then, now)
    has_history = relation in ("ahead", "behind", "apart")
    before, after, partial = _listings(git, old, new)
    difference = _difference(
        before,
        after,
        [old, new],
        lambda changed: set(),
        lambda: _renames(git, new.git, then if has_history else "", now or "HEAD"),
    )
    rows = _list_changes(difference)
    since, commits_lost = git.between(then, now) if has_history else (0, 0)
    was_open, is_open = _open_notes(old), _open_notes(new)
    return Comparison(
        old=old.id,
        new=new.id,
        made=(old.made, new.made),
        goals=(old.goal, new.goal),
        tasks=(old.work.task, new.work.task),
        branches=(old.git.branch, new.git.branch),
        heads=(then, now),
        tracked=(len(difference.before), len(difference.after)),
        **{name: tuple(some[:LISTED]) for name, some in rows.items()},
        counts={name: len(some) for name, some in rows.items()} | {"unchanged": difference.unchanged},
        relation=relation,
        commits=git.commits(f"{then}..{now}") if since else (),
        commits_between=since,
        commits_lost=commits_lost,
        opened=tuple(note for record, note in is_open.items() if record not in was_open),
        closed=tuple(note for record, note in was_open.items() if record not in is_open),
        partial=partial,
    )


def _list_changes(difference: _Difference) -> dict[str, list[DriftedPath]]:
    """The paths of each class of change between two snapshots."""
    rows = {
        name: [DriftedPath(escape_path(path), "") for path in sorted(paths)]
        for name, paths in (("added", difference.new), ("removed", difference.missing), ("changed", difference.changed))
    }
    rows["renamed"] = [
        DriftedPath(escape_path(path), difference.move(was, path), escape_path(was)) for was, path in difference.moved
    ]
    return rows


def _open_notes(snapshot: Snapshot) -> dict[str, RecordRef]:
    """Questions and failures that were open, by id."""
    return {note.id: note for note in (*snapshot.work.questions, *snapshot.work.failures)}


def _listings(git: Git, old: Snapshot, new: Snapshot) -> tuple[dict[str, str], dict[str, str], str]:
    """The listings of two snapshots as far as they can be compared, and why that is only a part."""
    present = _find_present(git, {old.git.commit, new.git.commit})
    before, partial = _before(git, old, present.get(old.git.commit, ""))
    after, partial_after = _before(git, new, present.get(new.git.commit, ""))
    partial = partial or partial_after
    if partial:
        # A clone that lacks a commit knows a part of its files: only files that both sides know are compared.
        both = before.keys() & after.keys()
        before, after = _keep_paths(before, both), _keep_paths(after, both)
    return before, after, partial


def _find_present(git: Git, commits: set[str]) -> dict[str, str]:
    """Commit -> `same` where this clone has it, else `gone`."""
    return {commit: "same" if git.is_ancestor(commit, commit) is not None else "gone" for commit in commits if commit}


def _keep_paths(listing: Mapping[str, str], paths: Collection[str]) -> dict[str, str]:
    return {path: oid for path, oid in listing.items() if path in paths}


def _between(git: Git, then: str, now: str) -> str:
    """How two commits stand to each other."""
    if not then or not now:
        return ""
    if then == now:
        return "same"
    return _RELATIONS.get((git.is_ancestor(then, now), git.is_ancestor(now, then)), "gone")


# How two commits stand to each other, by whether the first is an ancestor of the second, and the second of the first.
_RELATIONS: Final[dict[tuple[bool | None, bool | None], str]] = {
    (True, False): "ahead",
    (True, True): "ahead",
    (False, True): "behind",
    (False, False): "apart",
}


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
        return {unescape_path(path): oid for path, oid in snapshot.table.items()}, ""
    tree = git.tree(snapshot.git.commit) if relation in ("same", "ahead", "apart") else {}
    if not tree and relation != "same":
        reason = "the snapshot's commit is not here" if relation == "gone" else "git does not answer here"
        return _noted_oids(snapshot), reason
    before = {path: blob.oid for path, blob in tree.items() if not is_own(path)}
    _apply_changes(before, snapshot.git.changes, drop_old=True)
    return before, ""


def _noted_oids(snapshot: Snapshot) -> dict[str, str]:
    """Path -> blob id of the files whose ids the snapshot itself holds."""
    oids = snapshot.extra.get("oids")
    noted = {unescape_path(str(path)): str(oid) for path, oid in oids.items()} if isinstance(oids, dict) else {}
    return noted | {unescape_path(change.path): change.oid for change in snapshot.git.changes if change.oid}


def _apply_changes(files: dict[str, str], changes: Iterable[Change], *, drop_old: bool = False) -> None:
    """Puts changes that are not committed into a listing. `drop_old` takes the old paths of moved files out."""
    for change in changes:
        path = unescape_path(change.path)
        if drop_old and change.was:
            files.pop(unescape_path(change.was), None)
        if change.state == "deleted":
            files.pop(path, None)
        elif not path.endswith("/"):
            files[path] = change.oid


def _after(root: str, git: Git, state: GitState, snapshot: Snapshot, only: set[str] | None) -> dict[str, str]:
    """Path -> blob id as the tree is now; with `only`, of these paths alone."""
    if not state.commit:
        return _hash_files(root, git, snapshot, only)
    entries = git.ls_files().items()
    after = {path: blob.oid for path, blob in entries if not is_own(path) and _counts(blob, snapshot)}
    _apply_changes(after, state.changes)
    return after if only is None else _keep_paths(after, only)


def _hash_files(root: str, git: Git, snapshot: Snapshot, only: set[str] | None) -> dict[str, str]:
    """Path -> blob id, computed from the files, since there is no commit that has them."""
    files: Iterable[str] = only if only is not None else list_files(root, git, max_files=_limit(snapshot)).files
    table = hash_table(root, _algorithm(snapshot), files, snapshot)[0]
    return {unescape_path(path): oid for path, oid in table.items()}


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


def _let_in(paths: Iterable[str], snapshot: Snapshot) -> set[str]:
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
    raw = {unescape_path(change.path) for change in snapshot.git.changes} if snapshot.git.commit else before.keys()
    return {path for path in changed if path in raw and _has_blob(tree, path, before[path], algorithm)}


def _has_blob(tree: Tree, path: str, oid: str, algorithm: str) -> bool:
    try:
        return bool(oid) and tree.blob_id(path, algorithm=algorithm) == oid
    except Unreadable:
        return False


def _renames(git: Git, state: GitState, commit: str, to: str = "HEAD") -> list[tuple[str, str]]:
    """(old, new) of files that git takes for moved: in changes that are not committed, then between commits."""
    pairs = [(unescape_path(change.was), unescape_path(change.path)) for change in state.changes if change.was]
    return pairs + (git.renames(commit, to) if commit else [])
