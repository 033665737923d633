"""Reads git's reflogs: what each branch pointed to, in what order, and which of those commits are its own work."""

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.folder import read_regular

if TYPE_CHECKING:
    from backstory.git.repository import Git

REFLOG_LIMIT: Final = 16 << 20
"""Bytes of a reflog that are read, from its end."""
MAX_WORKTREES: Final = 200
SECOND: Final = 1000
"""Reflogs count seconds, records milliseconds."""
_WORK: Final = ("commit", "cherry-pick", "revert", "am", "filter-branch", "clone")
_CHECKOUT: Final = "checkout: moving from "
_RENAMED: Final = "Branch: renamed refs/heads/"


class Movement(NamedTuple):
    """A line of a reflog."""

    old: str
    new: str
    ms: int
    what: str


class BranchState(NamedTuple):
    """A commit that a branch pointed to, and since when."""

    commit: str
    ms: int
    own: bool
    """Whether work on the branch made this commit. It did not if the branch was created, reset or forwarded to it."""
    replaces: str = ""
    """The commit that this one amends."""


class Rename(NamedTuple):
    """A branch got another name."""

    old: str
    new: str
    ms: int


class BranchHistory(NamedTuple):
    """What the reflogs know about branches, those that were deleted included."""

    states: Mapping[str, Sequence[BranchState]]
    renames: Sequence[Rename]
    movements: Sequence[Movement]
    """Of HEAD, in all working trees, by time."""

    def current_name(self, branch: str, ms: int) -> str:
        """The name that a branch has today, which was called `branch` at the time `ms`."""
        for rename in self.renames:
            if rename.old == branch and rename.ms + SECOND > ms:
                branch, ms = rename.new, rename.ms
        return branch

    def find_state(self, branch: str, commit: str, ms: int) -> int | None:
        """The position of the state that a branch was in at a commit and time; None if the reflogs do not know it."""
        states = self.states.get(branch, ())
        same = [index for index, state in enumerate(states) if state.commit.startswith(commit)]
        if not ms or not same:
            return same[-1] if same else None
        before = [index for index in same if states[index].ms <= ms] or same[:1]
        return next((index for index in before if _lasted(states, index, ms)), before[-1])


def _lasted(states: Sequence[BranchState], index: int, ms: int) -> bool:
    """Whether a branch may still have been in a state at a time."""
    return index + 1 == len(states) or states[index + 1].ms + SECOND > ms


def read_branch_history(
    git: "Git", branches: Collection[str], existing: Collection[str], upstreams: Mapping[str, str]
) -> BranchHistory:
    """Reads the reflogs of some branches and of HEAD. `upstreams`: branch -> the remote branch that it follows.

    Where one of the branches is gone, the `existing` ones are searched for the name that it may have today.
    """
    replayed: dict[str, list[BranchState]] = {}
    renames: set[Rename] = set()
    movements: list[Movement] = []
    for folder in _head_folders(git):
        moves = read_movements(os.path.join(folder, "logs", "HEAD"))
        movements += moves
        replay = _Replay(_first_branch(moves), replayed)
        for move in moves:
            replay.take(move)
        renames.update(replay.renames)
    if not set(branches) <= set(existing):
        for branch in existing:
            renames.update(_find_renames(read_movements(_log_path(git, branch))))
    states: dict[str, Sequence[BranchState]] = {}
    for branch in {*branches, *(rename.new for rename in renames)}:
        own_log = _states_of_branch(git, branch, upstreams.get(branch, ""))
        states[branch] = [*_before(own_log, replayed.get(branch, ())), *own_log]
    movements.sort(key=lambda move: move.ms)
    return BranchHistory(states, sorted(renames, key=lambda rename: rename.ms), movements)


def _before(own_log: Sequence[BranchState], replayed: Sequence[BranchState]) -> list[BranchState]:
    """The states that HEAD's reflog knows from before the branch's own one begins."""
    earlier = [state for state in replayed if not own_log or state.ms < own_log[0].ms]
    return sorted(earlier, key=lambda state: state.ms)


def read_movements(path: str) -> list[Movement]:
    """The lines of a reflog, oldest first; none if it cannot be read."""
    try:
        start = max(0, os.stat(path).st_size - REFLOG_LIMIT)
        data = read_regular(path, REFLOG_LIMIT, start=start) or b""
    except OSError:
        return []
    moves: list[Movement] = []
    for line in data.decode("utf-8", "surrogateescape").split("\n"):
        who, _, what = line.partition("\t")
        words = who.split()
        if len(words) >= 4 and words[-2].isdecimal() and len(words[-2]) < 12:
            moves.append(Movement(words[0], words[1], int(words[-2]) * SECOND, what))
    return moves


def find_head(git_dir: str, ms: int) -> str:
    """The commit that was checked out in a working tree at a time; empty where its reflog does not say."""
    moves = read_movements(os.path.join(git_dir, "logs", "HEAD"))
    before = [move for move in moves if move.ms < ms + SECOND]
    return before[-1].new if before else moves[0].old if moves and moves[0].old.strip("0") else ""


def _head_folders(git: "Git") -> list[str]:
    """The git folders of all working trees, the one at hand first."""
    linked = os.path.join(git.common_dir, "worktrees")
    try:
        names = sorted(os.listdir(linked))[:MAX_WORKTREES]
    except OSError:
        names = []
    return list(dict.fromkeys((git.git_dir, git.common_dir, *(os.path.join(linked, name) for name in names))))


def is_safe_name(branch: str) -> bool:
    """Whether a branch's name stays below the folder of branches: a record may name anything."""
    return "\0" not in branch and not any(part in ("", ".", "..") for part in branch.split("/"))


def _log_path(git: "Git", branch: str) -> str:
    return os.path.join(git.common_dir, "logs", "refs", "heads", *branch.split("/"))


def _find_renames(moves: Iterable[Movement]) -> list[Rename]:
    renames: list[Rename] = []
    for move in moves:
        old, _, new = move.what.removeprefix(_RENAMED).partition(" to refs/heads/")
        if move.what.startswith(_RENAMED) and old != new:
            renames.append(Rename(old, new, move.ms))
    return renames


def _states_of_branch(git: "Git", branch: str, upstream: str) -> list[BranchState]:
    moves = read_movements(_log_path(git, branch)) if is_safe_name(branch) else []
    names = _names_of_remote(branch, upstream)
    return [_state(move, is_work(move, names)) for move in moves if not _is_zero(move.new)]


def _state(move: Movement, own: bool) -> BranchState:
    return BranchState(move.new, move.ms, own, move.old if move.what.startswith("commit (amend)") else "")


def _names_of_remote(branch: str, upstream: str) -> tuple[str, ...]:
    """How git spells the remote branch of the same name in a reflog; nothing if the branch follows another one."""
    short = upstream.removeprefix("refs/remotes/")
    return (upstream, short) if short.partition("/")[2] == branch else ()


def is_work(move: Movement, remote: Sequence[str] = ()) -> bool:
    """Whether a movement of a branch brought a commit of its own.

    `remote` are the names of the remote branch of the same name: what came from there is the branch's own as well.
    """
    verb, _, rest = move.what.partition(":")
    first = verb.partition(" ")[0]
    if first in _WORK:
        return True
    if "(finish)" in verb:  # of a rebase: it ends with `onto COMMIT`
        return " onto " not in rest or rest.split()[-1] != move.new
    if first in ("merge", "pull") and "Fast-forward" not in rest:
        return True
    return _is_from_remote(move.what, remote)


def _is_from_remote(what: str, remote: Sequence[str]) -> bool:
    """Whether a movement took what the branch of the same name brought."""
    words = what.replace(":", " ").split()
    return any(word in remote for word in words) or (bool(remote) and words[:2] == ["pull", "Fast-forward"])


def _is_zero(commit: str) -> bool:
    return not commit.strip("0")


def _first_branch(moves: Sequence[Movement]) -> str:
    """The branch that HEAD was on before its first movement, as the first change of branch tells."""
    changes = (move.what for move in moves if move.what.startswith(_CHECKOUT))
    return next((what.removeprefix(_CHECKOUT).rpartition(" to ")[0] for what in changes), "")


class _Replay:
    """Goes through HEAD's reflog and notes on which branch each commit was made."""

    def __init__(self, branch: str, states: dict[str, list[BranchState]]) -> None:
        self.states = states
        self.renames: list[Rename] = []
        self._branch = branch
        self._picked: list[Movement] | None = None
        """The commits of the rebase that is under way."""

    def take(self, move: Movement) -> None:
        """Takes the next line."""
        verb, _, rest = move.what.partition(":")
        if move.what.startswith(_CHECKOUT):
            self._branch = move.what.rpartition(" to ")[2]
            self._note(BranchState(move.new, move.ms, False))
        elif move.what.startswith(_RENAMED):
            self._rename(move)
        elif verb.endswith("(start)"):
            self._picked = []
        elif self._picked is not None:
            self._rebase(move, verb, rest)
        elif not _is_zero(move.new):
            self._note(_state(move, is_work(move)))

    def _note(self, state: BranchState) -> None:
        self.states.setdefault(self._branch, []).append(state)

    def _rename(self, move: Movement) -> None:
        for rename in _find_renames([move]):
            if rename not in self.renames:
                self.renames.append(rename)
                self.states.setdefault(rename.new, []).extend(self.states.get(rename.old, ()))
                self._branch = rename.new if self._branch == rename.old else self._branch

    def _rebase(self, move: Movement, verb: str, rest: str) -> None:
        picked = self._picked or []
        if verb.endswith(("(finish)", "(abort)")):
            self._picked = None
            if " refs/heads/" in rest:
                self._branch = rest.partition(" refs/heads/")[2]
            for pick in picked if verb.endswith("(finish)") else ():
                self._note(BranchState(pick.new, pick.ms, True))
        else:
            picked.append(move)
