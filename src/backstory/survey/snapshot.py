"""Taking a snapshot of the repository, and saying what has changed since one was taken.

With git a snapshot is a commit and what lay over it; without git, or before the first commit, it holds a table of
blob ids. No path in it is absolute, so that on another machine it compares equal.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from backstory.git.porcelain import Blob, read_names
from backstory.git.repository import OWN, Git, recent_command
from backstory.git.worktree import TEXT_LIMIT, Tree, Unreadable, shown, unshown
from backstory.model.snapshot import Comparison, Drifted, GitState, Skipped, Snapshot
from backstory.model.snapshot import Drift as Drift

if TYPE_CHECKING:
    from backstory.survey.key_files import RankFiles

MAX_FILES: Final = 50_000
KEY_FILES: Final = 30
ACTIVE_FILES: Final = 40
RECENT_COMMITS: Final = 20
"""Commits whose files count as recently changed."""
TABLE_BUDGET: Final = 1 << 30
"""Bytes that are hashed for a snapshot without a commit."""
LISTED: Final = 200
"""Paths of each class that a drift report names."""
_SETTLED: Final = 2.0
"""Seconds after which a file's time tells reliably that it was not written again."""
_EMPTY: Final = frozenset(
    ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813")
)
"""Blob ids of the empty file: two empty files are no rename."""


# Taking one


def take(
    root: str,
    git: Git,
    *,
    goal: str = "",
    ids: Callable[[], str],
    now: Callable[[], float],
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    max_files: int = MAX_FILES,
    max_bytes: int = TEXT_LIMIT,
    commits: int = 5,
    rank_files: "RankFiles | None" = None,
    previous: Snapshot | None = None,
) -> Snapshot:
    """The repository as it stands. Writes nothing.

    `ids` gives ULIDs, `now` seconds since the epoch. `include`, `exclude`, `max_files`, `max_bytes` as in
    `repository.survey`. `rank_files` orders the key files (default: `key_files.by_signs`). `previous` spares hashing
    files again that have not been touched since it was taken; only snapshots without a commit hash files at all.
    """
    from backstory.survey.key_files import by_signs
    from backstory.survey.repository import survey

    started = now()
    state, (log,) = git.stand(commits, recent_command(RECENT_COMMITS))
    seen = survey(root, git, include=include, exclude=exclude, max_files=max_files, max_bytes=max_bytes, state=state)
    recent = read_names(log.out)
    active = _active(state, recent, seen.files)
    key = list((rank_files or by_signs)(goal, seen, recent))[:KEY_FILES]
    table: dict[str, str] = {}
    skipped = seen.skipped
    extra: dict[str, Any] = {"scan": {"include": list(include), "exclude": list(exclude), "max_files": max_files}}
    if state.commit:
        dirty = {unshown(c.path): c.oid for c in state.changes}
        extra["oids"] = {shown(p): oid for p in (*key, *active) if (oid := dirty.get(p) or seen.files.get(p))}
    else:
        table, stamps, left = _table(root, git.algorithm, seen.files, previous)
        extra["stamps"] = stamps
        if left:
            skipped = (*skipped, Skipped(".", f"{left:,} files were not hashed: more than {TABLE_BUDGET >> 30} GB"))
    return Snapshot(
        id="snap-" + ids(),
        made=_stamp(started),
        goal=goal,
        git=state,
        facts=seen.facts,
        files=len(seen.files),
        bytes=seen.bytes,
        table=table,
        key_files=tuple(shown(p) for p in key),
        active_files=tuple(shown(p) for p in active),
        skipped=skipped,
        took_ms=max(0, round((now() - started) * 1000)),
        extra=extra,
    )


def _active(state: GitState, recent: Sequence[str], files: Mapping[str, str]) -> list[str]:
    """What is being worked on: changed files, the tracked ones first, then those of the last commits."""
    from backstory.code.read.roles import GENERATED, role_of

    changed = sorted(state.changes, key=lambda c: c.state == "untracked")
    dirty = [path for c in changed if (path := unshown(c.path)) in files]
    lately = [path for path in recent if path in files and role_of(path) != GENERATED]
    return list(dict.fromkeys((*dirty, *lately)))[:ACTIVE_FILES]


def _table(
    root: str, algorithm: str, files: Iterable[str], previous: Snapshot | None
) -> tuple[dict[str, str], dict[str, str], int]:
    """(shown path -> blob id, shown path -> size and time, files beyond the budget)."""
    tree = Tree(root)
    known = _known(previous)
    table: dict[str, str] = {}
    stamps: dict[str, str] = {}
    budget, left = TABLE_BUDGET, 0
    for path in files:
        name = shown(path)
        try:
            seen = tree.stat(path)
            stamp = f"{seen.st_size}-{seen.st_mtime_ns}"
            oid = known.get((name, stamp), "")
            if not oid:
                budget -= seen.st_size
                if budget < 0:
                    left += 1
                    continue
                oid = tree.blob_id(path, algorithm=algorithm)
        except Unreadable:
            continue
        table[name], stamps[name] = oid, stamp
    return table, stamps, left


def _known(previous: Snapshot | None) -> dict[tuple[str, str], str]:
    """(path, stamp) -> blob id of an earlier snapshot, where the file was at rest when it was taken."""
    from calendar import timegm
    from time import strptime

    stamps = previous.extra.get("stamps") if previous else None
    if previous is None or not isinstance(stamps, dict):
        return {}
    try:
        taken = timegm(strptime(previous.made, "%Y-%m-%dT%H:%M:%SZ"))
    except ValueError:
        return {}
    out: dict[tuple[str, str], str] = {}
    for name, stamp in stamps.items():
        modified = str(stamp).rpartition("-")[2]
        if name in previous.table and modified.isdigit() and int(modified) / 1e9 < taken - _SETTLED:
            out[(name, str(stamp))] = previous.table[name]
    return out


def _stamp(seconds: float) -> str:
    from time import gmtime, strftime

    return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(seconds))


# Comparing with one


def drift(root: str, git: Git, snapshot: Snapshot, *, listed: int = LISTED) -> Drift:
    """How the repository differs now from `snapshot`. At most `listed` paths of each class are named.

    *stale*: changed since, and a key or active file of the snapshot; *changed*: another file; *missing*, *new* and
    *renamed* files; the rest is *valid*. Works without git, and in a clone that lacks the snapshot's commit (then
    only the files whose ids the snapshot holds are compared, and `partial` says so).
    """
    state = git.state(0)
    then_commit = snapshot.git.commit
    relation = _relation(git, then_commit, state.commit)
    before, partial = _before(git, snapshot, relation)
    after = _after(root, git, state, snapshot, only=set(before) if partial else None)
    wanted = _wanted(before.keys() | after.keys(), snapshot)
    before = {p: o for p, o in before.items() if p in wanted}
    after = {p: o for p, o in after.items() if p in wanted}

    # A file that could not be read either time has no id either time, and is taken to be the same.
    changed = {p for p, oid in before.items() if p in after and oid != after[p]}
    changed -= _same_content(root, git.algorithm, changed, before, snapshot)
    missing = before.keys() - after.keys()
    new = after.keys() - before.keys()
    moved = _moved(git, state, then_commit if relation in ("ahead", "apart") else "", before, after, missing, new)
    valid = len(before) - len(changed) - len(missing)
    missing = missing - {old for old, _ in moved}
    new = new - {fresh for _, fresh in moved}

    known = {unshown(p): "key file" for p in snapshot.key_files}
    known |= {unshown(p): "active file" for p in snapshot.active_files if unshown(p) not in known}
    dirty = {unshown(c.path): c.state for c in state.changes}

    def row(path: str, done: str, was: str = "") -> Drifted:
        if path in dirty or was in dirty:
            said = "untracked" if done == "added" and dirty[path] == "untracked" else f"{done}, not committed"
        elif relation == "same" and done == "changed":
            said = "the edit of then was undone"
        else:
            said = f"{done} in commits since" if relation in ("ahead", "apart") else done
        return Drifted(shown(path), f"{known[was or path]}: {said}" if (was or path) in known else said, shown(was))

    rows = {
        "stale": [row(p, "changed") for p in sorted(changed & known.keys())],
        "changed": [row(p, "changed") for p in sorted(changed - known.keys())],
        "missing": [row(p, "deleted") for p in sorted(missing)],
        "new": [row(p, "added") for p in sorted(new)],
        "renamed": [
            row(new_path, "moved" if before[old] == after[new_path] else "moved and changed", old)
            for old, new_path in sorted(moved, key=lambda pair: pair[1])
        ],
    }
    since, lost = git.between(then_commit) if relation in ("ahead", "apart") else (0, 0)
    return Drift(
        snapshot=snapshot.id,
        made=snapshot.made,
        goal=snapshot.goal,
        **{name: tuple(found[:listed]) for name, found in rows.items()},
        counts={name: len(found) for name, found in rows.items()} | {"valid": valid},
        branch_then=snapshot.git.branch,
        branch_now=state.branch,
        commit_then=then_commit,
        commit_now=state.commit,
        relation=relation,
        commits=git.commits(f"{then_commit}..HEAD") if since else (),
        commits_between=since,
        commits_lost=lost,
        partial=partial,
    )


def compare(git: Git, old: Snapshot, new: Snapshot, *, listed: int = LISTED) -> Comparison:
    """How `new` differs from `old`, both as they were taken. At most `listed` paths of each class are named.

    Where a clone lacks one's commit, only the files whose ids both hold are compared, and `partial` says so.
    """
    then, now = old.git.commit, new.git.commit
    relation = _between(git, then, now)
    here = {c: "same" if git.is_ancestor(c, c) is not None else "gone" for c in {then, now} if c}
    before, partial = _before(git, old, here.get(then, ""))
    after, other = _before(git, new, here.get(now, ""))
    if partial or other or bool(then) != bool(now):
        # A table names regular files only, and what a clone lacks is known in part: what both know is compared.
        both = before.keys() & after.keys() if partial or other else before.keys() | after.keys()
        before = {p: o for p, o in before.items() if p in both}
        after = {p: o for p, o in after.items() if p in both}
    wanted = _wanted(before.keys() | after.keys(), old) & _wanted(before.keys() | after.keys(), new)
    before = {p: o for p, o in before.items() if p in wanted}
    after = {p: o for p, o in after.items() if p in wanted}

    changed = {p for p, oid in before.items() if p in after and oid != after[p]}
    missing, fresh = before.keys() - after.keys(), after.keys() - before.keys()
    known = relation in ("ahead", "behind", "apart")
    moved = _moved(git, new.git, then if known else "", before, after, missing, fresh, now or "HEAD")
    gone = missing - {was for was, _ in moved}
    came = fresh - {path for _, path in moved}
    rows = {
        "added": [Drifted(shown(p), "") for p in sorted(came)],
        "removed": [Drifted(shown(p), "") for p in sorted(gone)],
        "changed": [Drifted(shown(p), "") for p in sorted(changed)],
        "renamed": [
            Drifted(shown(path), "moved" if before[was] == after[path] else "moved and changed", shown(was))
            for was, path in sorted(moved, key=lambda pair: pair[1])
        ],
    }
    since, lost = git.between(then, now) if known else (0, 0)
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
        tracked=(len(before), len(after)),
        **{name: tuple(found[:listed]) for name, found in rows.items()},
        counts={name: len(found) for name, found in rows.items()}
        | {"unchanged": len(before) - len(changed) - len(missing)},
        relation=relation,
        commits=git.commits(f"{then}..{now}") if since else (),
        commits_between=since,
        commits_lost=lost,
        opened=tuple(n for i, n in is_open.items() if i not in was_open),
        closed=tuple(n for i, n in was_open.items() if i not in is_open),
        partial=partial or other,
    )


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
        return {unshown(p): oid for p, oid in snapshot.table.items()}, ""
    tree = git.tree(snapshot.git.commit) if relation in ("same", "ahead", "apart") else {}
    changes = snapshot.git.changes
    if not tree and relation != "same":
        oids = snapshot.extra.get("oids")
        some = {unshown(str(p)): str(oid) for p, oid in oids.items()} if isinstance(oids, dict) else {}
        some |= {unshown(c.path): c.oid for c in changes if c.oid}
        return some, "the snapshot's commit is not here" if relation == "gone" else "git does not answer here"
    before = {p: blob.oid for p, blob in tree.items() if not _own(p)}
    for change in changes:
        path = unshown(change.path)
        if change.was:
            before.pop(unshown(change.was), None)
        if change.state == "deleted":
            before.pop(path, None)
        elif not path.endswith("/"):
            before[path] = change.oid
    return before, ""


def _after(root: str, git: Git, state: GitState, snapshot: Snapshot, only: set[str] | None) -> dict[str, str]:
    """Path -> blob id as the tree is now; with `only`, of these paths alone."""
    if not state.commit:
        from backstory.survey.repository import list_files

        files: Iterable[str] = only if only is not None else list_files(root, git, max_files=_limit(snapshot)).files
        return {unshown(p): oid for p, oid in _table(root, _algorithm(snapshot), files, snapshot)[0].items()}
    after = {p: blob.oid for p, blob in git.ls_files().items() if not _own(p) and _counts(blob, snapshot)}
    for change in state.changes:
        path = unshown(change.path)
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
    from backstory.survey.repository import chosen

    scan = snapshot.extra.get("scan")
    if not isinstance(scan, dict):
        return set(paths)
    return set(chosen(list(paths), scan.get("include") or (), scan.get("exclude") or ()))


def _same_content(
    root: str, algorithm: str, changed: Iterable[str], before: Mapping[str, str], snapshot: Snapshot
) -> set[str]:
    """Of the changed paths, those that lie in the tree byte for byte as the snapshot had them.

    A snapshot has the content as it lay there, a commit has it as git's filters made it (line endings), so that a file
    that was dirty then and is committed now may have two ids for one content.
    """
    tree = Tree(root)
    raw = {unshown(c.path) for c in snapshot.git.changes} if snapshot.git.commit else before.keys()
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
    git: Git, state: GitState, commit: str, before: Mapping[str, str], after: Mapping[str, str],
    missing: Iterable[str], new: Iterable[str], to: str = "HEAD",
) -> list[tuple[str, str]]:  # fmt: skip
    """(old, new) of files that went elsewhere: by equal content first, then as git sees them."""
    gone, fresh = set(missing), set(new)
    by_oid: dict[str, list[str]] = {}
    for path in sorted(fresh):
        by_oid.setdefault(after[path], []).append(path)
    found: list[tuple[str, str]] = []

    def take_pair(old: str, path: str) -> None:
        if old in gone and path in fresh:
            gone.discard(old)
            fresh.discard(path)
            found.append((old, path))

    for old in sorted(gone):
        places = [p for p in by_oid.get(before[old], []) if p in fresh] if before[old] not in _EMPTY else []
        if before[old] and places:
            base = old.rpartition("/")[2]
            take_pair(old, next((p for p in places if p.rpartition("/")[2] == base), places[0]))
    if gone and fresh:
        pairs = [(unshown(c.was), unshown(c.path)) for c in state.changes if c.was]
        for old, path in [*pairs, *(git.renames(commit, to) if commit else [])]:
            take_pair(old, path)
    return found
