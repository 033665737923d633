"""What git is in the middle of: a rebase, a merge, a bisection. Its files say so, and no process is started."""

import os

from backstory.base.regular_file import read_regular

MAX_READ = 4096
REBASES = ("rebase-merge", "rebase-apply")
"""Folders that git has while a rebase goes on, by the way in which it goes."""
OPERATIONS = (
    ("MERGE_HEAD", "merge"),
    ("CHERRY_PICK_HEAD", "cherry-pick"),
    ("REVERT_HEAD", "revert"),
    ("BISECT_LOG", "bisect"),
)
"""Files that git has while something else goes on."""
HEADS = "refs/heads/"


def find_operation(git_dir: str) -> str:
    """`rebase`, `merge`, `cherry-pick`, `revert` or `bisect` while one is in progress, else empty."""
    if _find_rebase(git_dir):
        return "rebase"
    return next((operation for name, operation in OPERATIONS if _is_there(git_dir, name)), "")


def find_left_branch(git_dir: str) -> str:
    """The branch that a rebase or a bisection has taken HEAD from, and to which it goes back; empty without one."""
    folder = _find_rebase(git_dir)
    name = _read_line(git_dir, folder, "head-name") if folder else _read_line(git_dir, "BISECT_START")
    branch = name[len(HEADS) :] if name.startswith(HEADS) else "" if folder else name
    return branch if branch and (folder or not _is_commit(branch)) and ".." not in branch else ""


def describe_stop(git_dir: str) -> str:
    """Where the operation stopped: the subject of the commit that git was about to make; in a rebase also its place."""
    folder = _find_rebase(git_dir)
    if not folder:
        return _read_line(git_dir, "MERGE_MSG") if find_operation(git_dir) not in ("", "bisect") else ""
    subject = _read_line(git_dir, folder, "message") or _read_line(git_dir, folder, "final-commit")
    names = ("msgnum", "end") if folder == REBASES[0] else ("next", "last")
    place, end = (_read_line(git_dir, folder, name) for name in names)
    counted = f"commit {place} of {end}" if place.isdigit() and end.isdigit() else ""
    return ", ".join(filter(None, (subject, counted)))


def _find_rebase(git_dir: str) -> str:
    """The folder of the rebase that goes on; empty without one."""
    return next((name for name in REBASES if _is_there(git_dir, name)), "")


def _is_there(git_dir: str, name: str) -> bool:
    return bool(git_dir) and os.path.lexists(os.path.join(git_dir, name))


def _is_commit(name: str) -> bool:
    """Whether a name is the id of a commit: a bisection may have begun on a detached HEAD."""
    return len(name) in (40, 64) and all(char in "0123456789abcdef" for char in name)


def _read_line(git_dir: str, *names: str) -> str:
    """The first line of one of git's files; empty where there is none."""
    data = read_regular(os.path.join(git_dir, *names), MAX_READ) if git_dir else None
    return (data or b"").decode("utf-8", "surrogateescape").strip().partition("\n")[0].strip()
