"""Tells whether HEAD only moved forward since a commit, by the end of HEAD's reflog: no git process is started."""

import os

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
    wanted = after
    for line in reversed(_last_lines(os.path.join(git_dir, "logs", "HEAD"))):
        head, _, message = line.partition("\t")
        ids = head.split(" ", 2)
        if len(ids) < 2 or ids[1] != wanted or not _keeps_commits(message):
            return False
        wanted = ids[0]
        if wanted == before:
            return True
    return False


def _keeps_commits(message: str) -> bool:
    return message.startswith(COMMITS) or (message.startswith(MERGES) and any(words in message for words in MERGED))


def _last_lines(path: str) -> list[str]:
    """The last whole lines of a file; none when it cannot be read."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return []
    try:
        info = os.fstat(fd)
        if info.st_mode & 0o170000 != 0o100000:
            return []
        start = max(0, info.st_size - MAX_READ)
        if start:
            os.lseek(fd, start, os.SEEK_SET)
        lines = os.read(fd, MAX_READ).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    finally:
        os.close(fd)
    return lines[1:] if start else lines
