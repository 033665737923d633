"""The folder of git around a file of a working tree, where the file is finished before it gets its name.

No `git add` meets an unfinished file there. A repository may be hostile, so nothing is taken on trust. The folders
above the file are reached from its descriptor. `.git` is never followed as a link. A `.git` file counts only if the
folder that it names is one of git's for this very working tree. In doubt there is no such folder, and the file is
finished beside its name.
"""

import errno
import os
import stat
from typing import Final, NamedTuple

GITDIR: Final = b"gitdir:"
_LIMIT: Final = 1 << 16
_NO_LINKS: Final = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FOLDER: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NO_LINKS
_ABOVE: Final = getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | _NO_LINKS
"""Flags for a folder that is only passed through: it need not be readable."""
_CONFIGS: Final = ("config", "config.worktree")
_DEFAULT_ACL: Final = "system.posix_acl_default"


class Scratch(NamedTuple):
    """A folder of git that may hold an unfinished file; the caller closes `fd`."""

    fd: int
    path: str
    same_group: bool
    """Whether a new file gets the group that it would get beside its name."""


def open_scratch(fd: int, folder: str) -> Scratch | None:
    """The folder of git for the files in `folder`, whose descriptor is `fd`; None where none is fit. Never raises."""
    if fd < 0 or not hasattr(os, "geteuid"):
        return None
    try:
        return _search_upwards(fd, os.path.abspath(folder))
    except (OSError, ValueError):
        return None


def find_scratch(folder: str) -> str:
    """The path of the folder of git that holds unfinished files of `folder`; empty without one."""
    try:
        fd = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return ""
    try:
        scratch = open_scratch(fd, folder)
    finally:
        os.close(fd)
    if scratch is None:
        return ""
    os.close(scratch.fd)
    return scratch.path


def _search_upwards(fd: int, folder: str) -> Scratch | None:
    """Looks for `.git` from a folder upwards, as far as the file system reaches: beyond it nothing can be renamed."""
    target = os.fstat(fd)
    top = os.open(".", _ABOVE, dir_fd=fd)
    try:
        while True:
            state = os.fstat(top)
            if state.st_dev != target.st_dev:
                return None
            dot_git = _state_of(".git", top)
            if dot_git is not None and not _is_placeholder(dot_git, top):
                return _open_dot_git(top, folder, dot_git, fd)
            above = os.open("..", _ABOVE, dir_fd=top)
            os.close(top)
            top = above
            if os.path.samestat(os.fstat(top), state):
                return None
            folder = os.path.dirname(folder)
    finally:
        os.close(top)


def _is_placeholder(dot_git: os.stat_result, top: int) -> bool:
    """Whether `.git` is a folder without a HEAD, which git passes over as well. Sandboxes of agents put an empty one
    into folders such as `/tmp`."""
    return stat.S_ISDIR(dot_git.st_mode) and _state_of(os.path.join(".git", "HEAD"), top) is None


def _open_dot_git(top: int, path: str, dot_git: os.stat_result, target: int) -> Scratch | None:
    """The folder of git of the working tree `top`, if it is fit for unfinished files of the folder `target`."""
    if stat.S_ISDIR(dot_git.st_mode):
        place = os.path.join(path, ".git")
        fd = os.open(".git", _FOLDER, dir_fd=top)
    elif stat.S_ISREG(dot_git.st_mode):
        name = _read_line(".git", top)
        if not name.startswith(GITDIR):
            return None
        place = os.path.normpath(os.path.join(path, os.fsdecode(name.removeprefix(GITDIR).strip())))
        fd = _open_linked(top, place)
    else:
        return None
    try:
        scratch = _judge(fd, place, top, target)
    except BaseException:
        os.close(fd)
        raise
    if scratch is None:
        os.close(fd)
    return scratch


def _open_linked(top: int, place: str) -> int:
    """A descriptor of the folder that a `.git` file names. Raises OSError for one that does not name its working tree.

    Git writes that name itself: for a linked working tree in the file `gitdir`, for a submodule in its configuration.
    """
    fd = os.open(place, _FOLDER)
    try:
        if _state_of("HEAD", fd) is None or not any(_is_same(name, place, top) for name in _working_trees(fd)):
            raise OSError(errno.EPERM, "not the folder of git of this working tree", place)
    except BaseException:
        os.close(fd)
        raise
    return fd


def _working_trees(fd: int) -> list[str]:
    """The working trees that a folder of git names as its own, as they are written there."""
    if _state_of("gitdir", fd) is not None:
        folder, name = os.path.split(os.fsdecode(_read_line("gitdir", fd)))
        return [folder] if name == ".git" else []
    names: list[str] = []
    section = b""
    for line in (line for file in _CONFIGS for line in _read_lines(file, fd)):
        key, equals, value = line.partition(b"=")
        if line.lstrip().startswith(b"["):
            section = line.strip().lower()
        elif equals and section == b"[core]" and key.strip().lower() == b"worktree":
            names.append(os.fsdecode(value.strip()))
    return names[-1:]


def _is_same(name: str, place: str, top: int) -> bool:
    """Whether a path, relative to the folder that names it, is that of the working tree `top`."""
    try:
        return bool(name) and os.path.samestat(os.stat(os.path.join(place, name)), os.fstat(top))
    except OSError:
        return False


def _judge(fd: int, place: str, top: int, target: int) -> Scratch | None:
    """Accepts a folder of this user or of the owner of the working tree that lies on the disk of the target.

    Those who may not write in the working tree must not be able to replace a file before it gets its name, and the file
    must be open to the same people as one that is made beside its name.
    """
    state, above, folder = os.fstat(fd), os.fstat(top), os.fstat(target)
    if state.st_dev != folder.st_dev or state.st_uid not in (os.geteuid(), above.st_uid):
        return None
    if state.st_mode & stat.S_IWOTH & ~above.st_mode or _default_acl(fd) != _default_acl(target):
        return None
    same = (state.st_gid, state.st_mode & stat.S_ISGID) == (folder.st_gid, folder.st_mode & stat.S_ISGID)
    return Scratch(fd, place, same)


def _default_acl(fd: int) -> bytes:
    """The access list that a new file in a folder inherits; empty where there is none."""
    if not hasattr(os, "getxattr"):
        return b""
    try:
        return os.getxattr(fd, _DEFAULT_ACL)
    except OSError as err:
        if err.errno not in (errno.ENODATA, errno.ENOTSUP):
            raise
        return b""


def _state_of(name: str, fd: int) -> os.stat_result | None:
    """The status of an entry of a folder, without following links; None if there is no such entry."""
    try:
        return os.stat(name, dir_fd=fd, follow_symlinks=False)
    except FileNotFoundError:
        return None


def _read_lines(name: str, fd: int) -> list[bytes]:
    """The lines of a file; none where it is missing."""
    return _read(name, fd).splitlines() if _state_of(name, fd) is not None else []


def _read_line(name: str, fd: int) -> bytes:
    """The only line of a file."""
    data = _read(name, fd).rstrip(b"\r\n")
    return b"" if b"\n" in data or b"\0" in data else data


def _read(name: str, fd: int) -> bytes:
    """A small regular file in a folder. Raises OSError for anything else, and waits on no FIFO."""
    file = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _NO_LINKS, dir_fd=fd)
    try:
        state = os.fstat(file)
        if not stat.S_ISREG(state.st_mode) or state.st_size > _LIMIT:
            raise OSError(errno.EINVAL, "not a small regular file", name)
        return os.read(file, _LIMIT)
    finally:
        os.close(file)
