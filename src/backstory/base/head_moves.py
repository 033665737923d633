"""Tells whether HEAD only moved forward since a commit, by the end of HEAD's reflog: no git process is started."""

import os

from backstory.base.regular_file import read_regular

MAX_READ = 16 * 1024
"""Bytes at the end of the reflog that are read: some eighty movements."""
COMMITS = ("commit:", "commit (merge):", "commit (initial):", "cherry-pick:", "revert:")
MERGES = ("merge ", "pull:", "pull ")
MERGED = (": Fast-forward", ": Merge made by")
"""How git words movements that keep every commit of the branch. A pull that rebases ends in other words."""


def moved_forward(git_dir: str, before: str, after: str) -> bool:
    """Whether HEAD went from commit `before` to `after` by commits and merges alone.

    False where it is not certain: another branch was checked out, commits were rewritten, or the reflog does not say.
    """
    commit = after
    for line in reversed(_last_lines(os.path.join(git_dir, "logs", "HEAD"))):
        movement, _, message = line.partition("\t")
        ids = movement.split(" ", 2)
        if len(ids) < 2 or ids[1] != commit or not _keeps_commits(message):
            return False
        commit = ids[0]
        if commit == before:
            return True
    return False


def _keeps_commits(message: str) -> bool:
    return message.startswith(COMMITS) or (message.startswith(MERGES) and any(words in message for words in MERGED))


def _last_lines(path: str) -> list[str]:
    """The last lines of a file; none when it cannot be read. The first of them may be cut, and then fits no commit."""
    return (read_regular(path, MAX_READ, tail=True) or b"").decode("utf-8", "replace").splitlines()
