"""Whether work made on some branch has arrived at HEAD: by ancestry, by patch (rebase, cherry-pick) or squashed.

All questions of one call share a handful of git processes; nothing is written.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.folder import read_regular

if TYPE_CHECKING:
    from backstory.git.repository import Git

MAX_CANDIDATES: Final = 2_000
"""Commits since the fork that are compared by patch: of a branch that lies further back, the newest."""
REFLOG_LIMIT: Final = 16 << 20
"""Bytes of a reflog that are read, from its end."""
TRUNKS: Final = ("main", "master", "trunk", "develop", "development")


class Place(NamedTuple):
    """Where a record was made. `ms` is when, in milliseconds since the epoch."""

    branch: str
    commit: str
    ms: int = 0


class Arrival(NamedTuple):
    """Whether a place's work is part of HEAD, and why, in words that `--explain` shows."""

    here: bool
    why: str


def arrivals(git: "Git", places: Iterable[Place], head: str, branch: str) -> dict[Place, Arrival]:
    """For each place: is its work part of `head`, which stands on `branch` (empty when detached)?"""
    out: dict[Place, Arrival] = {}
    rest: list[Place] = []
    for place in dict.fromkeys(places):
        if not place.commit:
            out[place] = Arrival(not place.branch or place.branch == branch or not head, "made before the first commit")
        elif place.branch and place.branch == branch:
            out[place] = Arrival(True, f"made on this branch, `{branch}`")
        elif place.commit == head and not place.branch:
            out[place] = Arrival(True, "made at this commit")
        else:
            rest.append(place)
    if not rest:
        return out
    if not head:
        return out | {
            p: Arrival(False, f"made on `{p.branch or p.commit[:10]}`, which is not part of this history") for p in rest
        }
    full = expand(git, {p.commit for p in rest})
    tips = branch_tips(git)
    trunk = trunk_of(git, tips)
    bound: dict[Place, str] = {}
    unbound: set[Place] = set()
    movements = head_movements(git) if any(p.branch and p.branch not in tips for p in rest) else ()
    lines = {b: first_parents(git, tips[b]) for b in {p.branch for p in rest} if b in tips and b != trunk}
    tip_of: dict[str, str] = {}
    inside = reachable(git, set(full.values()), head)
    for place in rest:
        commit = full.get(place.commit, "")
        if not commit:
            out[place] = Arrival(False, f"its commit {place.commit[:10]} is not in this clone")
            continue
        if place.branch and place.branch != trunk:
            line = lines.get(place.branch)
            own = line is not None and commit in line
            if commit in inside:  # the branch's own work comes after a commit that is shared with this history
                first = _first_after(commit, place, tips, line, movements)
                if first is None:
                    unbound.add(place)
                    continue
                commit = first
            if own:
                tip_of[commit] = tips[place.branch]
        bound[place] = commit
    known = reachable(git, set(bound.values()), head)
    for place, commit in bound.items():
        if commit in known:
            out[place] = Arrival(True, f"its commit {commit[:10]} is part of this history")
    missing = {p: c for p, c in bound.items() if p not in out}
    if missing:
        same = by_patch(git, {c: tip_of.get(c) or _last_known(c, movements) for p, c in missing.items()}, head)
        for place, commit in missing.items():
            if commit in same:
                out[place] = Arrival(True, f"its change arrived as {same[commit][:10]}")
            else:
                out[place] = Arrival(
                    False,
                    f"made on `{place.branch}`, which is not merged here"
                    if place.branch
                    else f"its commit {commit[:10]} is not part of this history",
                )
    for place in unbound:
        out[place] = Arrival(False, f"made on `{place.branch}`, whose work is not committed yet")
    return out


def expand(git: "Git", commits: Iterable[str]) -> dict[str, str]:
    """Full ids of commits that exist here; one process for all."""
    asked = list(dict.fromkeys(commits))
    ran = git.attempt(
        "cat-file", "--batch-check=%(objectname) %(objecttype)", stdin="".join(f"{c}\n" for c in asked).encode()
    )
    out: dict[str, str] = {}
    for name, line in zip(asked, ran.out.decode("utf-8", "replace").splitlines(), strict=False):
        oid, _, kind = line.partition(" ")
        if kind == "commit":
            out[name] = oid
    return out


def reachable(git: "Git", commits: set[str], head: str) -> set[str]:
    """Those of `commits` (full ids, all existing) that are ancestors of `head` or `head` itself."""
    if not commits:
        return set()
    ran = git.attempt("rev-list", "--stdin", stdin=("".join(f"{c}\n" for c in commits) + f"^{head}\n").encode())
    if ran.code:
        return set()
    outside = set(ran.out.decode().split())
    return {c for c in commits if c not in outside}


def branch_tips(git: "Git") -> dict[str, str]:
    """Local branches -> the commit each stands at."""
    ran = git.attempt("for-each-ref", "--format=%(refname)%00%(objectname)", "refs/heads")
    rows = (line.partition("\0") for line in ran.out.decode("utf-8", "surrogateescape").splitlines())
    return {name.removeprefix("refs/heads/"): oid for name, _, oid in rows if oid}


def trunk_of(git: "Git", tips: Mapping[str, str]) -> str:
    """The branch that others are merged into: what the remote calls its HEAD, else the first usual name that exists."""
    ran = git.attempt("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    name = ran.out.decode("utf-8", "surrogateescape").strip().removeprefix("refs/remotes/origin/")
    if name in tips:
        return name
    return next((t for t in TRUNKS if t in tips), next(iter(tips)) if len(tips) == 1 else "")


class Movement(NamedTuple):
    """A line of HEAD's reflog."""

    old: str
    new: str
    ms: int
    what: str


def head_movements(git: "Git") -> tuple[Movement, ...]:
    """HEAD's reflog of this working tree and the main one, oldest first: it still knows branches that were deleted."""
    import os

    out: list[Movement] = []
    for folder in dict.fromkeys((git.git_dir, git.common_dir)):
        path = os.path.join(folder, "logs", "HEAD")
        try:
            start = max(0, os.stat(path).st_size - REFLOG_LIMIT)
            data = read_regular(path, REFLOG_LIMIT, start=start) or b""
        except OSError:
            continue
        for line in data.decode("utf-8", "replace").split("\n"):
            who, _, what = line.partition("\t")
            words = who.split()
            if len(words) >= 4 and words[-2].isdecimal() and len(words[-2]) < 12:
                out.append(Movement(words[0], words[1], int(words[-2]) * 1000, what))
    return tuple(sorted(out, key=lambda m: m.ms))


def by_patch(git: "Git", wanted: Mapping[str, str], head: str) -> dict[str, str]:
    """commit -> the commit on `head`'s side that carries the same change.

    `wanted` maps a commit to the tip of the branch it is on: the change of the commit itself is looked for (rebase,
    cherry-pick), and that of the whole branch up to the tip (squash). The change is git's own stable patch id.
    """
    out: dict[str, str] = {}
    for tip in dict.fromkeys(wanted.values()):
        commits = [c for c, t in wanted.items() if t == tip]
        ran = git.attempt("merge-base", head, tip)
        base = ran.out.decode().strip()
        if not base:
            continue
        candidates = (
            git.attempt("rev-list", "--no-merges", f"--max-count={MAX_CANDIDATES}", f"{base}..{head}")
            .out.decode()
            .split()
        )
        if not candidates:
            continue
        theirs = {patch: commit for commit, patch in patch_ids(git, candidates).items()}
        mine = patch_ids(git, commits)
        whole = ""
        for commit in commits:
            if mine.get(commit, "") in theirs:
                out[commit] = theirs[mine[commit]]
                continue
            whole = whole or squashed_id(git, base, tip)
            if whole in theirs:
                out[commit] = theirs[whole]
    return out


def patch_ids(git: "Git", commits: Sequence[str]) -> dict[str, str]:
    """commit -> stable patch id; commits without a change of their own have none."""
    diff = git.attempt(
        "diff-tree",
        "--stdin",
        "-p",
        "-r",
        "--no-ext-diff",
        "--no-textconv",
        stdin="".join(f"{c}\n" for c in commits).encode(),
    )
    return _patch_ids(git, diff.out)


def squashed_id(git: "Git", base: str, tip: str) -> str:
    """The patch id that a squash of `base..tip` would have."""
    diff = git.attempt("diff-tree", "-p", "-r", "--no-ext-diff", "--no-textconv", base, tip)
    if not diff.out:
        return ""
    return _patch_ids(git, f"{tip}\n".encode() + diff.out).get(tip, "")


def _patch_ids(git: "Git", diff: bytes) -> dict[str, str]:
    if not diff:
        return {}
    out: dict[str, str] = {}
    for line in git.attempt("patch-id", "--stable", stdin=diff).out.decode().splitlines():
        patch, _, commit = line.partition(" ")
        out[commit] = patch
    return out


def first_parents(git: "Git", tip: str) -> dict[str, str]:
    """The commits of a branch along first parents -> the one that came after each; empty for the tip."""
    later = ""
    out: dict[str, str] = {}
    for commit in git.attempt("rev-list", "--first-parent", f"--max-count={MAX_CANDIDATES}", tip).out.decode().split():
        out[commit] = later
        later = commit
    return out


def _first_after(
    commit: str, place: Place, tips: Mapping[str, str], line: Mapping[str, str] | None, movements: Sequence[Movement]
) -> str | None:
    """The commit that the work at `place` went into: its branch's first after `commit`; None when there is none yet.

    A branch that was deleted is looked up in HEAD's reflog; where that is silent too, the commit itself has to do.
    """
    if line is not None:
        if tips[place.branch] == commit:
            return None if _forked_elsewhere(commit, place, tips) else commit
        return line.get(commit) or commit  # rewritten below it: the commit's own patch is looked for
    for move in movements:
        if (
            move.old == commit
            and move.ms + 1000 >= place.ms
            and move.what.startswith(("commit", "cherry-pick", "revert", "merge"))
        ):
            return move.new
    return commit


def _forked_elsewhere(commit: str, place: Place, tips: Mapping[str, str]) -> bool:
    """Whether another branch stands at the very commit: then the branch has no work of its own yet."""
    return any(oid == commit for name, oid in tips.items() if name != place.branch)


def _last_known(commit: str, movements: Sequence[Movement]) -> str:
    """The last commit that HEAD's reflog knows on top of `commit`, along plain commits."""
    after = {m.old: m.new for m in movements if m.what.startswith(("commit", "cherry-pick", "revert"))}
    seen = {commit}
    while after.get(commit, commit) not in seen:
        commit = after[commit]
        seen.add(commit)
    return commit
