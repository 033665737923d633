"""Decides whether work made on a branch has arrived at HEAD: by ancestry, by patch (rebase, cherry-pick) or squashed.

The rules are those of `docs/visibility.md`. All questions of one call share a few git processes; nothing is written.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from backstory.base.fingerprint import file_stamps, refs_fingerprint

if TYPE_CHECKING:
    from backstory.git.patches import PatchSearch
    from backstory.git.reflog import BranchHistory, BranchState
    from backstory.git.repository import Git

MAX_LINE: Final = 2_000
"""Commits of a branch that are read where no reflog tells what came after a commit."""
MAX_SQUASHED: Final = 8
"""States of a branch, the newest first, that may have been squashed."""
TRUNKS: Final = ("main", "master", "trunk", "develop", "development")
_OTHERS: Final = ("config", "shallow", "reftable/tables.list")
"""Files beside those of branches on which answers depend."""


class WorkPlace(NamedTuple):
    """Where a record was made. `ms` is when, in milliseconds since the epoch."""

    branch: str
    commit: str
    ms: int = 0


class Arrival(NamedTuple):
    """Whether a place's work is part of HEAD, and why, in words that `--explain` shows."""

    arrived: bool
    why: str
    carrier: str = ""
    """The commit that brought the work, if it is another one than the place's own."""
    is_own: bool = False
    """Whether it was made on this very branch, under this name or a former one."""


def find_arrivals(
    git: "Git",
    places: Iterable[WorkPlace],
    head: str,
    branch: str,
    *,
    carried: Mapping[WorkPlace, Collection[str]] | None = None,
) -> dict[WorkPlace, Arrival]:
    """For each place: whether its work is part of `head`, which is on `branch` (empty when detached).

    `carried` are the carriers that earlier calls found: what one of them brought is wherever that commit is.
    """
    decided: dict[WorkPlace, Arrival] = {}
    rest: list[WorkPlace] = []
    for place in dict.fromkeys(places):
        arrival = decide_by_branch(place, head, branch)
        if arrival is None:
            rest.append(place)
        else:
            decided[place] = arrival
    if rest:
        _by_history(git, rest, head, branch, carried or {}, decided)
    return decided


def decide_by_branch(place: WorkPlace, head: str, branch: str) -> Arrival | None:
    """Rule 1, which needs no history: work without a commit, on this very branch, or at this very commit.

    None if history has to decide.
    """
    if not place.commit:
        why = "names no commit" if head else "made before the first commit"
        return Arrival(not place.branch or place.branch == branch or not head, why)
    if place.branch and place.branch == branch:
        return Arrival(True, f"made on this branch, `{branch}`", is_own=True)
    if place.commit == head and not place.branch:
        return Arrival(True, "made at this commit")
    if not head:
        return Arrival(False, f"made on `{place.branch or place.commit[:10]}`, which is not part of this history")
    return None


class _Work(NamedTuple):
    """What became of the work at a place."""

    forms: Sequence[str]
    """The commit that it went into, and the commits that amended that one."""
    tips: Sequence[str]
    """States of the branch that hold it, oldest first."""
    missing: str = ""
    """Why there is no such commit."""


def _by_history(
    git: "Git",
    places: Sequence[WorkPlace],
    head: str,
    branch: str,
    carried: Mapping[WorkPlace, Collection[str]],
    decided: dict[WorkPlace, Arrival],
) -> None:
    """Rules 2 to 4, which ask git."""
    from backstory.git.patches import PatchSearch
    from backstory.git.reflog import read_branch_history

    branches = read_branches(git)
    trunk = find_trunk(git, branches.tips)
    history = read_branch_history(git, {place.branch for place in places} - {""}, branches.tips, branches.upstreams)
    tracer = _Tracer(git, history, branches.tips, trunk)
    works = _trace_places(tracer, places, branch, decided)
    commits: set[str] = set()
    for place, work in works.items():
        commits.update((*work.forms, *work.tips, *carried.get(place, ())))
    full = expand_commits(git, commits)
    graph = read_outside(git, set(full.values()), head)
    waiting = _decide_by_ancestry(works, full, graph, carried, decided)
    _by_patch(PatchSearch(git, head, graph or {}), waiting, full, trunk, decided)


def _decide_by_ancestry(
    works: Mapping[WorkPlace, _Work],
    full: Mapping[str, str],
    graph: Mapping[str, Sequence[str]] | None,
    carried: Mapping[WorkPlace, Collection[str]],
    decided: dict[WorkPlace, Arrival],
) -> dict[WorkPlace, _Work]:
    """Decides what commits alone decide, and returns the rest."""
    waiting: dict[WorkPlace, _Work] = {}
    for place, work in works.items():
        arrival = _by_ancestry(place, work, full, graph, carried.get(place, ()))
        if arrival is None:
            waiting[place] = work
        else:
            decided[place] = arrival
    return waiting


def _trace_places(
    tracer: "_Tracer", places: Sequence[WorkPlace], branch: str, decided: dict[WorkPlace, Arrival]
) -> dict[WorkPlace, _Work]:
    """The fate of the work at each place. Places on the current branch are decided at once."""
    works: dict[WorkPlace, _Work] = {}
    for place in places:
        if place.branch and branch and tracer.name_of(place) == branch:
            decided[place] = Arrival(True, f"made on this branch, `{branch}`", is_own=True)
        else:
            works[place] = tracer.trace(place)
    return works


def _by_ancestry(
    place: WorkPlace,
    work: _Work,
    full: Mapping[str, str],
    graph: Mapping[str, Sequence[str]] | None,
    carriers: Collection[str],
) -> Arrival | None:
    """Rules 2 and 4: a commit that holds the work is part of this history. None if patches have to be compared."""
    holding = _existing((*work.tips, *work.forms[:1], *carriers), full) if graph is not None else ()
    inside = next((commit for commit in holding if graph is not None and commit not in graph), "")
    if inside.startswith(place.commit):
        return Arrival(True, f"its commit {inside[:10]} is part of this history")
    if inside:
        return Arrival(True, f"its change arrived as {inside[:10]}", inside)
    if work.missing:
        return Arrival(False, work.missing)
    if not _existing((*work.forms, *work.tips), full):
        return Arrival(False, f"its commit {place.commit[:10]} is not in this clone")
    return None


def _existing(commits: Iterable[str], full: Mapping[str, str]) -> list[str]:
    return [full[commit] for commit in commits if commit in full]


def _by_patch(
    search: "PatchSearch",
    waiting: Mapping[WorkPlace, _Work],
    full: Mapping[str, str],
    trunk: str,
    decided: dict[WorkPlace, Arrival],
) -> None:
    """Rule 3: a commit of this history has the same change, after a rebase, a cherry-pick or a squash.

    A squash may have been edited: then it has most of the change.
    """
    forms = {place: _existing(work.forms, full) for place, work in waiting.items()}
    tips = {place: _existing(_squashable(place, work, trunk), full) for place, work in waiting.items()}
    _decide_by_carriers(search.find_commits, forms, decided)
    _decide_by_carriers(search.find_squashed, tips, decided)
    last = {place: states[-1:] for place, states in tips.items() if place.branch != trunk}
    _decide_by_carriers(search.find_edited, last, decided)
    for place in waiting:
        decided.setdefault(place, _explain_absence(place))


def _decide_by_carriers(
    find: Callable[[set[str]], Mapping[str, str]],
    commits: Mapping[WorkPlace, Sequence[str]],
    decided: dict[WorkPlace, Arrival],
) -> None:
    undecided = {place: own for place, own in commits.items() if place not in decided}
    carriers = find(set(chain.from_iterable(undecided.values())))
    for place, own in undecided.items():
        for carrier in _existing(own, carriers)[:1]:
            decided[place] = Arrival(True, f"its change arrived as {carrier[:10]}", carrier)


def _squashable(place: WorkPlace, work: _Work, trunk: str) -> Sequence[str]:
    """The states of a branch that may have been squashed. Nobody squashes all states of a trunk."""
    return work.tips[-1:] if place.branch == trunk else work.tips[-MAX_SQUASHED:]


def _explain_absence(place: WorkPlace) -> Arrival:
    if place.branch:
        return Arrival(False, f"made on `{place.branch}`, which is not merged here")
    return Arrival(False, f"its commit {place.commit[:10]} is not part of this history")


class _Tracer:
    """Finds the commits that the work at a place went into, from the reflogs."""

    def __init__(self, git: "Git", history: "BranchHistory", tips: Mapping[str, str], trunk: str) -> None:
        self._git = git
        self._history = history
        self._tips = tips
        self._trunk = trunk
        self._lines: dict[str, dict[str, str]] = {}

    def name_of(self, place: WorkPlace) -> str:
        """The name that the place's branch has today."""
        if place.branch in self._tips:
            return place.branch
        return self._history.current_name(place.branch, place.ms)

    def trace(self, place: WorkPlace) -> _Work:
        """What became of the work at a place."""
        if not place.branch:
            return self._trace_detached(place.commit)
        name = self.name_of(place)
        states = self._history.states.get(name, ())
        start = self._history.find_state(name, place.commit, place.ms)
        if start is None:
            commit = self._next_on_line(name, place.commit)
            return _Work([commit], [commit])
        return self._trace_branch(place, name, states, start)

    def _trace_branch(self, place: WorkPlace, name: str, states: "Sequence[BranchState]", start: int) -> _Work:
        """The fate of work on a branch, by the later states of the branch."""
        first, later = states[start], states[start + 1 :]
        tips = [state.commit for state in later if state.own]
        if name == self._trunk or _is_own(first.commit, states):
            tips = [first.commit, *tips]
        if not tips and name in self._tips:
            return _Work((), (), f"made on `{place.branch}`, whose work is not committed yet")
        tips = tips or [first.commit]  # the branch is gone and left nothing behind: the commit itself decides
        return _Work(_forms(tips[0], later), tips)

    def _trace_detached(self, commit: str) -> _Work:
        forms = [commit]
        for move in self._history.movements:
            if move.what.startswith("commit (amend)") and move.old.startswith(forms[-1]):
                forms.append(move.new)
        return _Work(forms, [commit])

    def _next_on_line(self, branch: str, commit: str) -> str:
        """Without a reflog: the commit after this one along first parents, or the commit itself."""
        if branch not in self._tips or branch == self._trunk:
            return commit
        if branch not in self._lines:
            self._lines[branch] = first_parents(self._git, self._tips[branch])
        line = self._lines[branch]
        return next((later for parent, later in line.items() if later and parent.startswith(commit)), commit)


def _is_own(commit: str, states: "Sequence[BranchState]") -> bool:
    """Whether work on the branch made a commit, whatever moved the branch to it again."""
    return any(state.own for state in states if state.commit == commit)


def _forms(commit: str, later: "Sequence[BranchState]") -> list[str]:
    """A commit and the commits that amended it."""
    forms = [commit]
    for state in later:
        if state.replaces == forms[-1]:
            forms.append(state.commit)
    return forms


def _list_answers(git: "Git") -> dict[Any, Any]:
    """What git has answered since branches moved last. One command asks the same for records, sessions and passages."""
    stamp = f"{refs_fingerprint(git.common_dir)}\n{file_stamps(git.common_dir, _OTHERS)}"
    if git.answers.get("stamp") != stamp:
        git.answers = {"stamp": stamp}
    return git.answers


def expand_commits(git: "Git", commits: Iterable[str]) -> dict[str, str]:
    """Full ids of commits that exist here; one process for all."""
    refs = list(dict.fromkeys(commits))
    full: dict[str, str] = _list_answers(git).setdefault("commits", {})
    new = [commit for commit in refs if commit not in full]
    if new:
        stdin = "".join(f"{commit}\n" for commit in new).encode()
        ran = git.attempt("cat-file", "--batch-check=%(objectname) %(objecttype)", stdin=stdin)
        for name, line in zip(new, ran.out.decode("utf-8", "replace").splitlines(), strict=False):
            oid, _, kind = line.partition(" ")
            if kind == "commit":
                full[name] = oid
    return {commit: full[commit] for commit in refs if commit in full}


def read_outside(git: "Git", commits: set[str], head: str) -> dict[str, list[str]] | None:
    """The commits (full ids, all existing) and their ancestors that are not part of `head`, children first -> parents.

    None if git cannot tell.
    """
    if not commits:
        return {}
    graphs: dict[tuple[frozenset[str], str], dict[str, list[str]]] = _list_answers(git).setdefault("outside", {})
    asked = frozenset(commits), head
    if asked in graphs:
        return graphs[asked]
    stdin = "".join(f"{commit}\n" for commit in sorted(commits)) + f"^{head}\n"
    ran = git.attempt("rev-list", "--topo-order", "--parents", "--stdin", stdin=stdin.encode())
    if ran.code:
        return None
    lines = (line.split() for line in ran.out.decode().splitlines())
    graphs[asked] = {words[0]: words[1:] for words in lines}
    return graphs[asked]


class Branches(NamedTuple):
    """The local branches."""

    tips: Mapping[str, str]
    upstreams: Mapping[str, str]


def read_branches(git: "Git") -> Branches:
    """Local branch -> the commit it points to, and -> the remote branch that it follows."""
    answers = _list_answers(git)
    if "branches" in answers:
        branches: Branches = answers["branches"]
        return branches
    ran = git.attempt("for-each-ref", "--format=%(refname)%00%(objectname)%00%(upstream)", "refs/heads")
    tips: dict[str, str] = {}
    upstreams: dict[str, str] = {}
    for line in ran.out.decode("utf-8", "surrogateescape").splitlines():
        name, _, rest = line.removeprefix("refs/heads/").partition("\0")
        oid, _, upstream = rest.partition("\0")
        if oid:
            tips[name] = oid
        if upstream:
            upstreams[name] = upstream
    branches = Branches(tips, upstreams)
    if not ran.code:
        answers["branches"] = branches
    return branches


def read_branch_tips(git: "Git") -> Mapping[str, str]:
    """Local branch -> the commit it points to."""
    return read_branches(git).tips


def find_trunk(git: "Git", tips: Mapping[str, str]) -> str:
    """The branch that others are merged into: the remote's HEAD, else the first usual name that exists."""
    answers = _list_answers(git)
    name: str | None = answers.get("trunk")
    if name is None:
        ran = git.attempt("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
        name = ran.out.decode("utf-8", "surrogateescape").strip().removeprefix("refs/remotes/origin/")
        if not ran.late:
            answers["trunk"] = name
    if name in tips:
        return name
    return next((usual for usual in TRUNKS if usual in tips), next(iter(tips)) if len(tips) == 1 else "")


def find_fork(git: "Git", branch: str) -> str:
    """The last commit that HEAD, on `branch`, has in common with the trunk; empty on the trunk and without one."""
    trunk = find_trunk(git, read_branch_tips(git))
    if trunk in ("", branch):
        return ""
    return git.attempt("merge-base", "HEAD", f"refs/heads/{trunk}").out.decode().strip()


def first_parents(git: "Git", tip: str) -> dict[str, str]:
    """The commits of a branch along first parents -> the one that came after each; empty for the tip."""
    later = ""
    out: dict[str, str] = {}
    for commit in git.attempt("rev-list", "--first-parent", f"--max-count={MAX_LINE}", tip).out.decode().split():
        out[commit] = later
        later = commit
    return out
