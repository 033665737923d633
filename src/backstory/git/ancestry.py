"""Decides whether work made on a branch has arrived at HEAD: by ancestry, by patch (rebase, cherry-pick) or squashed.

All questions of one call share a handful of git processes. Nothing is written.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.folder import read_regular

if TYPE_CHECKING:
    from backstory.git.repository import Git

MAX_CANDIDATES: Final = 2_000
"""Commits since the fork that are compared by patch, the newest first."""
REFLOG_LIMIT: Final = 16 << 20
"""Bytes of a reflog that are read, from its end."""
TRUNKS: Final = ("main", "master", "trunk", "develop", "development")


class WorkPlace(NamedTuple):
    """Where a record was made. `ms` is when, in milliseconds since the epoch."""

    branch: str
    commit: str
    ms: int = 0


class Arrival(NamedTuple):
    """Whether a place's work is part of HEAD, and why, in words that `--explain` shows."""

    here: bool
    why: str


def find_arrivals(git: "Git", places: Iterable[WorkPlace], head: str, branch: str) -> dict[WorkPlace, Arrival]:
    """For each place: whether its work is part of `head`, which is on `branch` (empty when detached).

    The rules are those of `docs/visibility.md`, in their order: by the branch alone, by ancestry, by patch.
    """
    decided: dict[WorkPlace, Arrival] = {}
    rest: list[WorkPlace] = []
    for place in dict.fromkeys(places):
        arrival = _by_branch(place, head, branch)
        if arrival is None:
            rest.append(place)
        else:
            decided[place] = arrival
    if rest:
        history = _History.read(git, rest, head)
        commits = _work_commits(history, rest, decided)
        _by_ancestry(history, commits, decided)
        _by_patch(history, {place: commit for place, commit in commits.items() if place not in decided}, decided)
    return decided


def _by_branch(place: WorkPlace, head: str, branch: str) -> Arrival | None:
    """Rule 1, which needs no history: work without a commit, on this very branch, or at this very commit."""
    if not place.commit:
        return Arrival(not place.branch or place.branch == branch or not head, "made before the first commit")
    if place.branch and place.branch == branch:
        return Arrival(True, f"made on this branch, `{branch}`")
    if place.commit == head and not place.branch:
        return Arrival(True, "made at this commit")
    if not head:
        return Arrival(False, f"made on `{place.branch or place.commit[:10]}`, which is not part of this history")
    return None


class _History(NamedTuple):
    """What git knows about some places, asked once for all of them."""

    git: "Git"
    head: str
    full: Mapping[str, str]
    """Abbreviated commit -> its full id, for commits that this clone has."""
    inside: frozenset[str]
    """Of those commits, the ones that are part of this history."""
    tips: Mapping[str, str]
    trunk: str
    lines: Mapping[str, Mapping[str, str]]
    """Branch -> its commits along first parents, each with the one after it, see `first_parents`."""
    movements: Sequence["Movement"]

    @classmethod
    def read(cls, git: "Git", places: Sequence[WorkPlace], head: str) -> "_History":
        full = expand_commits(git, {place.commit for place in places})
        tips = read_branch_tips(git)
        trunk = find_trunk(git, tips)
        # A branch that was deleted since is only known to the reflog.
        movements = head_movements(git) if any(place.branch and place.branch not in tips for place in places) else ()
        branches = {place.branch for place in places if place.branch in tips and place.branch != trunk}
        lines = {name: first_parents(git, tips[name]) for name in branches}
        inside = frozenset(reachable(git, set(full.values()), head))
        return cls(git, head, full, inside, tips, trunk, lines, movements)

    def own_tip(self, place: WorkPlace) -> str:
        """The tip of the place's branch where its commit is on that branch; empty otherwise."""
        on_branch = self.full.get(place.commit, "") in self.lines.get(place.branch, ())
        return self.tips[place.branch] if on_branch else ""


def _work_commits(
    history: _History, places: Iterable[WorkPlace], decided: dict[WorkPlace, Arrival]
) -> dict[WorkPlace, str]:
    """Place -> the commit whose arrival decides. Places whose commit is missing or yet to come are decided here.

    Work on a branch goes into the commit after the one it was made at. So where that one is shared with this history,
    the branch's own next commit counts.
    """
    commits: dict[WorkPlace, str] = {}
    for place in places:
        commit = history.full.get(place.commit, "")
        if not commit:
            decided[place] = Arrival(False, f"its commit {place.commit[:10]} is not in this clone")
            continue
        if place.branch and place.branch != history.trunk and commit in history.inside:
            after = _first_after(commit, place, history.tips, history.lines.get(place.branch), history.movements)
            if after is None:
                decided[place] = Arrival(False, f"made on `{place.branch}`, whose work is not committed yet")
                continue
            commit = after
        commits[place] = commit
    return commits


def _by_ancestry(history: _History, commits: Mapping[WorkPlace, str], decided: dict[WorkPlace, Arrival]) -> None:
    """Rule 2: the commit is part of this history."""
    arrived = reachable(history.git, set(commits.values()), history.head)
    for place, commit in commits.items():
        if commit in arrived:
            decided[place] = Arrival(True, f"its commit {commit[:10]} is part of this history")


def _by_patch(history: _History, commits: Mapping[WorkPlace, str], decided: dict[WorkPlace, Arrival]) -> None:
    """Rule 3: a commit of this history has the same change, after a rebase, a cherry-pick or a squash."""
    if not commits:
        return
    tips = {commit: tip for place, commit in commits.items() if (tip := history.own_tip(place))}
    for commit in commits.values():
        # Without a branch the last commit that the reflog knows on top of it has to do.
        tips.setdefault(commit, _last_known(commit, history.movements))
    same = by_patch(history.git, tips, history.head)
    for place, commit in commits.items():
        if commit in same:
            decided[place] = Arrival(True, f"its change arrived as {same[commit][:10]}")
        elif place.branch:
            decided[place] = Arrival(False, f"made on `{place.branch}`, which is not merged here")
        else:
            decided[place] = Arrival(False, f"its commit {commit[:10]} is not part of this history")


def expand_commits(git: "Git", commits: Iterable[str]) -> dict[str, str]:
    """Full ids of commits that exist here; one process for all."""
    asked = list(dict.fromkeys(commits))
    ran = git.attempt(
        "cat-file",
        "--batch-check=%(objectname) %(objecttype)",
        stdin="".join(f"{commit}\n" for commit in asked).encode(),
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
    ran = git.attempt(
        "rev-list", "--stdin", stdin=("".join(f"{commit}\n" for commit in commits) + f"^{head}\n").encode()
    )
    if ran.code:
        return set()
    outside = set(ran.out.decode().split())
    return {commit for commit in commits if commit not in outside}


def read_branch_tips(git: "Git") -> dict[str, str]:
    """Local branch -> the commit it points to."""
    ran = git.attempt("for-each-ref", "--format=%(refname)%00%(objectname)", "refs/heads")
    rows = (line.partition("\0") for line in ran.out.decode("utf-8", "surrogateescape").splitlines())
    return {name.removeprefix("refs/heads/"): oid for name, _, oid in rows if oid}


def find_trunk(git: "Git", tips: Mapping[str, str]) -> str:
    """The branch that others are merged into: the remote's HEAD, else the first usual name that exists."""
    ran = git.attempt("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
    name = ran.out.decode("utf-8", "surrogateescape").strip().removeprefix("refs/remotes/origin/")
    if name in tips:
        return name
    return next((usual for usual in TRUNKS if usual in tips), next(iter(tips)) if len(tips) == 1 else "")


class Movement(NamedTuple):
    """A line of HEAD's reflog."""

    old: str
    new: str
    ms: int
    what: str


def head_movements(git: "Git") -> tuple[Movement, ...]:
    """HEAD's reflog of this working tree and the main one, oldest first: it still knows branches that were deleted."""
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
        base = git.attempt("merge-base", head, tip).out.decode().strip()
        theirs = _patches_since(git, base, head) if base else {}
        if not theirs:
            continue
        commits = [commit for commit, reached in wanted.items() if reached == tip]
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


def _patches_since(git: "Git", base: str, head: str) -> dict[str, str]:
    """Stable patch id -> commit, for the newest commits of `base..head`."""
    listed = git.attempt("rev-list", "--no-merges", f"--max-count={MAX_CANDIDATES}", f"{base}..{head}")
    candidates = listed.out.decode().split()
    return {patch: commit for commit, patch in patch_ids(git, candidates).items()} if candidates else {}


def patch_ids(git: "Git", commits: Sequence[str]) -> dict[str, str]:
    """commit -> stable patch id; commits without a change of their own have none."""
    diff = git.attempt(
        "diff-tree",
        "--stdin",
        "-p",
        "-r",
        "--no-ext-diff",
        "--no-textconv",
        stdin="".join(f"{commit}\n" for commit in commits).encode(),
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
    commit: str,
    place: WorkPlace,
    tips: Mapping[str, str],
    line: Mapping[str, str] | None,
    movements: Sequence[Movement],
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


def _forked_elsewhere(commit: str, place: WorkPlace, tips: Mapping[str, str]) -> bool:
    """Whether another branch points to the same commit: then the branch has no work of its own yet."""
    return any(oid == commit for name, oid in tips.items() if name != place.branch)


def _last_known(commit: str, movements: Sequence[Movement]) -> str:
    """The last commit that HEAD's reflog knows on top of `commit`, along plain commits."""
    after = {
        movement.old: movement.new
        for movement in movements
        if movement.what.startswith(("commit", "cherry-pick", "revert"))
    }
    seen = {commit}
    while after.get(commit, commit) not in seen:
        commit = after[commit]
        seen.add(commit)
    return commit
