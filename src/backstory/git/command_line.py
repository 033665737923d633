"""Command lines of git that a person can paste where they stand."""

import os
import shlex


def git_at_record(path: str) -> str:
    """How a command line of git begins for the repository that holds a team's record file."""
    return git_at(path.rpartition(f"{os.sep}.backstory{os.sep}")[0])


def git_at(root: str) -> str:
    """How a command line of git for the folder `root` begins: `git`, with `-C` where that is not the current folder."""
    try:
        current = os.path.realpath(os.getcwd())
    except OSError:  # it was deleted
        current = ""
    root = os.path.realpath(root)
    if current == root:
        return "git"
    is_below = current.startswith(os.path.join(root, ""))
    return f"git -C {shlex.quote(os.path.relpath(root, current) if is_below else root)}"
