"""Tells by the ends of reflogs how HEAD has moved since a commit: no git process is started."""

import os

from backstory.base.regular_file import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from backstory.base.discovery import ProjectLocation

MAX_READ = 16 * 1024
"""Bytes at the end of the reflog that are read: some eighty movements."""
COMMITS = ("commit:", "commit (merge):", "commit (initial):", "cherry-pick:", "revert:")
MERGES = ("merge ", "pull:", "pull ")
MERGED = (": Fast-forward", ": Merge made by")
"""How git words movements that keep every commit of the branch. A pull that rebases ends in other words."""
FETCHED = ": fast-forward"
"""How it words the movement of a remote branch that keeps every commit."""
LEAVES = "\tcheckout: moving from "
"""How it words that another branch or commit was checked out."""
STARTS = ("(start): checkout ", "rebase: checkout ", "reset: moving to ")
"""How a reflog describes a move to a named commit: by a rebase, and by a reset."""
ADDS = ("(pick): ", "(finish): ")
"""Steps of a rebase that add a commit or none. Others may replace the commit that they start from."""
AMENDS = ("(continue): ", "(reword): ", "(edit): ", "(squash): ", "(fixup): ")


def moved_forward(git_dir: str, before: str, after: str) -> bool:
    """Whether HEAD went from commit `before` to `after` by commits and merges alone.

    False where it is not certain: another branch was checked out, commits were rewritten, or the reflog does not say.
    """
    moves = _moves_between(os.path.join(git_dir, "logs", "HEAD"), before, after)
    return bool(moves) and all(_keeps_commits(message) for _, _, message in moves)


def find_branch_left(git_dir: str, common_dir: str) -> str:
    """The branch that was checked out last, where none is now; empty where the reflog does not say or it is gone."""
    from backstory.base.discovery import read_ref

    for line in reversed(_last_lines(os.path.join(git_dir, "logs", "HEAD"))):
        _, leaves, names = line.partition(LEAVES)
        name = names.partition(" to ")[0]
        if leaves and read_ref(git_dir, common_dir, f"refs/heads/{name}"):
            return name
    return ""


def keeps_base(location: "ProjectLocation", branch: str, before: str, after: str, base: str) -> bool:
    """Whether commit `base`, which `before` has in its history, is in the history of `after`, too.

    HEAD went from `before` to `after` on `branch`, by rebases, amendments or resets as well. False where the reflogs do
    not prove it.
    """
    moves = _moves_between(os.path.join(location.git_dir, "logs", "HEAD"), before, after)
    logs = os.path.join(location.common_dir, "logs", "refs")
    return bool(base and moves) and all(
        _keeps_commits(move[2]) or _keeps_rewritten(logs, branch, move, base) for move in moves
    )


def _keeps_rewritten(logs: str, branch: str, move: "tuple[str, str, str]", base: str) -> bool:
    """Whether a movement that rewrites commits keeps one that was in the history before."""
    old, new, message = move
    if message.startswith("commit (amend):"):
        return old != base
    if message.startswith(("rebase", "pull ")) and _has(message, ADDS):
        return True
    if message.startswith(("rebase", "pull ")) and _has(message, AMENDS):
        return old != base
    words = next((start for start in STARTS if start in message), "")
    return bool(words) and (new == base or _is_before(logs, (message.partition(words)[2], branch), base, new))


def _is_before(logs: str, names: "Iterable[str]", base: str, commit: str) -> bool:
    """Whether one of some branches went from `base` to `commit` by commits and merges alone."""
    for name in names:
        if name and ".." not in name and not name.startswith("/"):
            for folder in ("heads", "remotes"):
                moves = _moves_between(os.path.join(logs, folder, name), base, commit, until_now=False)
                if moves and all(_keeps_commits(words) or words.endswith(FETCHED) for _, _, words in moves):
                    return True
    return False


def _moves_between(path: str, before: str, after: str, *, until_now: bool = True) -> "list[tuple[str, str, str]]":
    """The movements (from, to, message) of a reflog from one commit to another, newest first; none where it does not
    say. Without `until_now`, later movements may follow."""
    moves: list[tuple[str, str, str]] = []
    commit = after
    for line in reversed(_last_lines(path)):
        movement, _, message = line.partition("\t")
        ids = movement.split(" ", 2)
        if len(ids) < 2 or ids[1] != commit:
            if until_now or moves:
                return []
            continue
        moves.append((ids[0], commit, message))
        commit = ids[0]
        if commit == before:
            return moves
    return []


def _has(message: str, steps: "Iterable[str]") -> bool:
    return any(step in message.partition(": ")[0] + ": " for step in steps)


def _keeps_commits(message: str) -> bool:
    return message.startswith(COMMITS) or (message.startswith(MERGES) and any(words in message for words in MERGED))


def _last_lines(path: str) -> list[str]:
    """The last lines of a file; none when it cannot be read. The first of them may be cut, and then fits no commit."""
    return (read_regular(path, MAX_READ, tail=True) or b"").decode("utf-8", "replace").splitlines()
