"""Finds git's files for a folder by reading: starts no process and never waits on a FIFO."""

import os
import stat
from collections.abc import Mapping
from typing import Final, NamedTuple

from backstory.base.discovery import read_dot_git

_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_NO_LINKS: Final = getattr(os, "O_NOFOLLOW", 0)
_READ: Final = (
    "HEAD", "commondir", "index", "packed-refs", "shallow", "info/attributes",
    "info/exclude", "info/sparse-checkout", "logs/HEAD", "objects/info/alternates", "objects/info/commit-graph",
    "refs/heads/main", "refs/heads/master", "refs/remotes/origin/HEAD", "refs/remotes/origin/main",
)  # fmt: skip
_IN_TREE: Final = (".gitattributes", ".gitignore", ".gitmodules", ".mailmap")


class Folder(NamedTuple):
    """Top level of the working tree, this tree's git folder, the folder that all worktrees share; each may be empty."""

    top: str
    git_dir: str
    common_dir: str
    linked: bool = False
    """Whether a file in the git folder names the shared one."""


def find_folder(root: str) -> Folder:
    """Returns the repository that `root` belongs to: the nearest `.git` upwards. A bare repository does not count.

    Git itself looks further: it takes any folder with `HEAD`, `objects` and `refs` for a repository, and a clone can
    bring such a folder, with a configuration of its own, as plain files.
    """
    top = root
    while True:
        _, git_dir, common_dir = read_dot_git(top)
        if git_dir:
            return Folder(top, git_dir, common_dir, os.path.lexists(os.path.join(git_dir, "commondir")))
        parent = os.path.dirname(top)
        if parent == top:
            return Folder("", "", "")
        top = parent


def is_bare(root: str) -> bool:
    """Whether `root` is, or is inside, a repository without a working tree."""
    folder = root
    while True:
        if all(os.path.exists(os.path.join(folder, name)) for name in ("HEAD", "objects", "refs")):
            return True
        parent = os.path.dirname(folder)
        if parent == folder:
            return False
        folder = parent


def is_own(folder: Folder) -> bool:
    """Whether the working tree, its `.git` and the git folders belong to this user, which is the check git makes.

    False where the system has no owners to compare (Windows): git itself has to decide there.
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


def would_block(folder: Folder) -> bool:
    """Whether git would wait forever on one of the files that it always reads: a FIFO or a device from an archive.

    A FIFO elsewhere is possible too; this covers the files that git opens unasked, at the cost of a few `stat` calls.
    """
    for place, names in (
        (folder.git_dir, _READ), (folder.common_dir, _READ if folder.linked else ()), (folder.top, _IN_TREE),
    ):  # fmt: skip
        if any(is_endless(os.path.join(place, name)) for name in names):
            return True
    return False


def find_program(names: tuple[str, ...], environ: Mapping[str, str], *, outside: str = "") -> str:
    """Returns the full path of a program, or an empty text. Only absolute folders of PATH outside `outside` count.

    `npx` and similar tools put `node_modules/.bin` of the current folder on PATH: a repository must not bring the `git`
    that reads it. A working tree that contains the person's home contains their programs, too.
    """
    inside = _with_separator(outside) if outside else ""
    if inside and _with_separator(environ.get("HOME", "") or os.sep).startswith(inside):
        inside = ""
    for folder in filter(os.path.isabs, environ.get("PATH", os.defpath).split(os.pathsep)):
        path = next(filter(_is_program, (os.path.join(folder, name) for name in names)), "")
        if path and not (inside and _with_separator(folder).startswith(inside)):  # links are followed for few folders
            return path
    return ""


def _is_program(path: str) -> bool:
    return os.access(path, os.X_OK) and os.path.isfile(path)


def _with_separator(folder: str) -> str:
    """The real path of a folder as every path below it begins."""
    return os.path.join(os.path.realpath(folder), "")


class NotRegular(OSError):
    """A path names something else than a regular file: a folder, a FIFO, a device."""


def open_regular(path: str, *, follow_links: bool = True) -> tuple[int, os.stat_result]:
    """Opens a regular file and returns its descriptor and state, without waiting on a FIFO. Raises OSError.

    Without `follow_links` a symbolic link at the end of the path is refused.
    """
    handle = os.open(path, _FLAGS if follow_links else _FLAGS | _NO_LINKS)
    state = os.fstat(handle)
    if not stat.S_ISREG(state.st_mode):
        os.close(handle)
        raise NotRegular(f"`{path}` is not a regular file")
    return handle, state


def read_regular(path: str, limit: int, *, start: int = 0) -> bytes | None:
    """Reads a regular file from `start` on, at most `limit` bytes and one more; None when there is no such file.

    Raises OSError for a file that cannot be read and for anything else, such as a FIFO.
    """
    try:
        handle, _ = open_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with open(handle, "rb") as file:
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
