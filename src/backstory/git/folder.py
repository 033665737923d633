"""Where git's files lie for a folder: found by reading, without a process, and without waiting on a FIFO."""

import os
import stat
from collections.abc import Mapping
from typing import Final, NamedTuple

_LINK: Final = 1 << 16
"""Bytes of a `.git` or `commondir` file that are read; git writes one path into it."""
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_READ: Final = (
    "HEAD", "commondir", "index", "packed-refs", "shallow", "info/attributes",
    "info/exclude", "info/sparse-checkout", "logs/HEAD", "objects/info/alternates", "objects/info/commit-graph",
    "refs/heads/main", "refs/heads/master", "refs/remotes/origin/HEAD", "refs/remotes/origin/main",
)  # fmt: skip
_IN_TREE: Final = (".gitattributes", ".gitignore", ".gitmodules", ".mailmap")


class Folder(NamedTuple):
    """Top level of the working tree, this tree's git folder, the folder all worktrees share; empty without one."""

    top: str
    git_dir: str
    common_dir: str
    linked: bool = False
    """Whether a file in the git folder names the shared one."""


def find_folder(root: str) -> Folder:
    """The repository that `root` belongs to: the nearest `.git` upwards. A bare repository is none.

    Git itself looks further: to it a folder with `HEAD`, `objects` and `refs` is a repository, and a clone can bring
    such a folder, with a configuration of its own, as plain files.
    """
    at = root
    while True:
        entry = os.path.join(at, ".git")
        git_dir = ""
        if os.path.isdir(entry):
            git_dir = entry
        elif os.path.isfile(entry):
            text = _first_line(entry)
            if text.startswith("gitdir:"):
                git_dir = os.path.normpath(os.path.join(at, text[7:].strip()))
        if git_dir and os.path.exists(os.path.join(git_dir, "HEAD")):
            common = _first_line(os.path.join(git_dir, "commondir"))
            shared = os.path.normpath(os.path.join(git_dir, common)) if common else git_dir
            return Folder(at, git_dir, shared, os.path.lexists(os.path.join(git_dir, "commondir")))
        above = os.path.dirname(at)
        if above == at:
            return Folder("", "", "")
        at = above


def is_bare(root: str) -> bool:
    """Whether `root` is, or lies in, a repository without a working tree."""
    at = root
    while True:
        if all(os.path.exists(os.path.join(at, name)) for name in ("HEAD", "objects", "refs")):
            return True
        above = os.path.dirname(at)
        if above == at:
            return False
        at = above


def is_own(folder: Folder) -> bool:
    """Whether the working tree, its `.git` and the git folders belong to this user, as git asks it.

    False where it cannot be told (Windows): git has to be asked then.
    """
    if not hasattr(os, "geteuid"):
        return False
    user = os.geteuid()
    try:
        owners = {
            os.lstat(path).st_uid
            for path in (folder.top, os.path.join(folder.top, ".git"), folder.git_dir, folder.common_dir)
        }
    except OSError:
        return False
    return owners == {user}


def waits(folder: Folder) -> bool:
    """Whether git would wait for ever on one of the files that it always reads: a FIFO or a device that was unpacked.

    A file elsewhere may be one as well; this covers what git opens unasked, at the cost of a few looks.
    """
    for place, names in (
        (folder.git_dir, _READ), (folder.common_dir, _READ if folder.linked else ()), (folder.top, _IN_TREE),
    ):  # fmt: skip
        if any(is_endless(os.path.join(place, name)) for name in names):
            return True
    return False


def find_program(names: tuple[str, ...], environ: Mapping[str, str], *, outside: str = "") -> str:
    """The full path of a program, empty when there is none. Only absolute folders of PATH count, none below `outside`.

    `npx` and the like put `node_modules/.bin` of the folder they run in on PATH: a repository must not bring the
    `git` that looks at it. A working tree that holds the person's home holds their programs, too.
    """
    inside = os.path.join(os.path.realpath(outside), "") if outside else ""
    if inside and os.path.join(os.path.realpath(environ.get("HOME", "") or os.sep), "").startswith(inside):
        inside = ""
    for folder in environ.get("PATH", os.defpath).split(os.pathsep):
        if not os.path.isabs(folder):
            continue
        if inside and os.path.join(os.path.realpath(folder), "").startswith(inside):
            continue
        for name in names:
            path = os.path.join(folder, name)
            if os.access(path, os.X_OK) and os.path.isfile(path):
                return path
    return ""


def read_regular(path: str, limit: int, *, start: int = 0) -> bytes | None:
    """The bytes of a regular file from `start` on, at most `limit` and one more; None when there is no such file.

    Raises OSError for what cannot be read or is something else, such as a FIFO.
    """
    try:
        fd = os.open(path, _FLAGS)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with open(fd, "rb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(f"`{path}` is no regular file")
        if start:
            file.seek(start)
        return file.read(limit + 1)


def is_endless(path: str) -> bool:
    """Whether reading a path may never end: a FIFO, or a device other than the null one, which people link to."""
    try:
        info = os.stat(path)
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(info.st_mode) or (stat.S_ISCHR(info.st_mode) and info.st_rdev != os.stat(os.devnull).st_rdev)


def _first_line(path: str) -> str:
    try:
        data = read_regular(path, _LINK) or b""
    except (OSError, ValueError):
        return ""
    return os.fsdecode(data).partition("\n")[0].strip()
