"""What the file system refused, in words, with a hint."""

import errno
import os
import shlex

from backstory.model.errors import BackstoryError


def describe_os_error(problem: OSError) -> BackstoryError:
    """The message for an error of the file system, with a hint."""
    name = problem.filename if isinstance(problem.filename, str) else os.fsdecode(problem.filename or b"")
    what = f"could not use `{name}`" if name else "could not write"
    reason = (problem.strerror or str(problem)).lower()
    folder = os.path.dirname(name) if os.path.isabs(name) else ""
    look = f"look at its permissions: `ls -la {shlex.quote(folder)}`" if folder else "look at its permissions: `ls -la`"
    hints = {
        errno.ENOSPC: f"free some space; {'no partial file was left' if name else '`df -h` shows the disks'}",
        errno.EDQUOT: "free some space; no partial file was left",
        errno.EACCES: look,
        errno.EPERM: look,
        errno.EROFS: "the file system is read-only; set `BACKSTORY_HOME` to a folder that can be written",
    }
    return BackstoryError(
        f"{what}: {reason}", hint=hints.get(problem.errno or 0, "`backstory doctor` checks the set-up")
    )
