"""Reading and writing single files so that a crash, a full disk or a planted link does no harm.

A file is written beside its target under a temporary name, synced and renamed: readers see the old bytes or the new
ones, never a part. A repository may be hostile: with `base` given, no folder between `base` and the file may be a
symbolic link. Directory descriptors enforce that where the system has them.
"""

import errno
import os
import stat
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.journal_lines import sync_file as sync_file
from backstory.base.journal_lines import write_all as write_all
from backstory.model.errors import BackstoryError
from backstory.store.file_errors import write_error
from backstory.store.scratch import Scratch, open_scratch

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

TEMPORARY: Final = ".tmp-"
"""How the name of an unfinished file begins. A crash may leave one behind; `doctor` names it."""
WRITTEN_HERE: Final = f"{TEMPORARY}backstory-"
"""How the name begins that `write_atomic` gives to an unfinished file, which tells it from other programs' files."""
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
SHARED_FILE: Final = 0o644
SHARED_FOLDER: Final = 0o755

_NOFOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
_COMMON: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_DIRECTORY: Final = getattr(os, "O_DIRECTORY", 0)
_DIR_FD: Final = os.open in os.supports_dir_fd and os.rename in os.supports_dir_fd and bool(_DIRECTORY)


class _NewFile(NamedTuple):
    """A file that is to be written. `fd` is the descriptor of its folder, -1 on a system without them."""

    fd: int
    folder: str
    name: str
    data: bytes
    mode: int
    owner: tuple[int, int] | None
    sync: bool
    exclusive: bool

    @property
    def path(self) -> str:
        return os.path.join(self.folder, self.name)


def write_atomic(
    path: str,
    data: bytes,
    *,
    mode: int = PRIVATE_FILE,
    sync: bool = True,
    base: str = "",
    exclusive: bool = False,
    in_worktree: bool = False,
    owner: tuple[int, int] | None = None,
) -> None:
    """Writes `data` to `path` in place of the old file, whole or not at all. Creates missing folders.

    `mode` applies whatever the umask, `owner` (user, group) as far as this process may give a file away. With `base`
    the folders below it must be real. `exclusive` replaces no file: it raises FileExistsError if the name exists. With
    `in_worktree` the unfinished file is kept in the folder of git where that is possible, since one beside `path` would
    be in the way of a `git add`.
    Raises NotWritable (read-only, no permission, disk full) or BackstoryError; the old file is then untouched.
    """
    folder, name = os.path.split(path)
    if not name or name in (".", ".."):
        raise BackstoryError(f"`{path}` does not name a file", hint="name a file in an existing folder")
    try:
        fd = open_folder(folder, base=base, create=True, mode=_folder_mode(mode))
        try:
            file = _NewFile(fd, folder, name, data, mode, owner, sync, exclusive)
            if not (in_worktree and _write_from_scratch(file)):
                _write_from(fd, file)
            if sync and fd >= 0:
                _sync_name(file)
        finally:
            if fd >= 0:
                os.close(fd)
    except OSError as err:
        if exclusive and isinstance(err, FileExistsError):
            raise
        raise write_error(err, path) from err


def write_text(path: str, text: str, gate: "Gate", *, mode: int = PRIVATE_FILE, in_worktree: bool = False) -> None:
    """Writes a text of ours (handoff, brief, log) through the redaction gate."""
    write_atomic(path, gate.clean(text).encode("utf-8", "replace"), mode=mode, in_worktree=in_worktree)


def read_file(path: str, *, limit: int, base: str = "") -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Links, FIFOs, devices and larger files are refused with a BackstoryError, a missing one with NotFound.
    """
    try:
        fd = _open_to_read(path, base)
        try:
            return _read_open(fd, path, limit)
        finally:
            os.close(fd)
    except OSError as err:
        raise write_error(err, path, reading=True) from err


def _open_to_read(path: str, base: str) -> int:
    flags = os.O_RDONLY | _NOFOLLOW | getattr(os, "O_NONBLOCK", 0) | _COMMON
    if not base:
        return os.open(path, flags)
    folder, name = os.path.split(path)
    above = open_folder(folder, base=base)
    if above < 0:
        return os.open(path, flags)
    try:
        return os.open(name, flags, dir_fd=above)
    finally:
        os.close(above)


def _read_open(fd: int, path: str, limit: int) -> bytes:
    info = os.fstat(fd)
    if not stat.S_ISREG(info.st_mode):
        raise _refusal(path, "is not a regular file")
    if info.st_size > limit:
        raise _refusal(path, f"has {info.st_size} bytes, more than the {limit} that are read")
    out: list[bytes] = []
    remaining = limit + 1
    while remaining > 0:
        piece = os.read(fd, min(remaining, 1 << 20))
        if not piece:
            return b"".join(out)
        out.append(piece)
        remaining -= len(piece)
    raise _refusal(path, f"grew past {limit} bytes")


def _refusal(path: str, what: str) -> BackstoryError:
    return BackstoryError(f"`{path}` {what}", hint=f"look at it: `ls -l {path}`")


def make_folder(path: str, mode: int = PRIVATE_FOLDER) -> None:
    """Makes a folder and its parents, with `mode` whatever the umask. Leaves an existing one alone."""
    if os.path.isdir(path):
        return
    above = os.path.dirname(path)
    if above and above != path:
        make_folder(above, mode)
    try:
        os.mkdir(path, mode)
        os.chmod(path, mode)
    except FileExistsError as err:
        if not os.path.isdir(path):  # FileExistsError is for the file that was to be written
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path) from err
        return
    try:
        sync_folder(above or ".")
    except PermissionError:
        pass  # a folder that may be written and not read


def open_folder(path: str, *, base: str = "", create: bool = False, mode: int = PRIVATE_FOLDER) -> int:
    """A descriptor of a folder, or -1 on a system without them; the caller closes it.

    Follows no link below `base`. `create` makes missing folders. Raises OSError.
    """
    path = path or "."
    names = _below(base, path) if base else []
    top = base or path
    if create and not os.path.isdir(top):
        make_folder(top, mode)
    if not _DIR_FD:
        _check_folders(top, names, create, mode)
        return -1
    fd = os.open(top, os.O_RDONLY | _DIRECTORY | _COMMON)
    folder = top
    for name in names:
        folder = os.path.join(folder, name)
        try:
            below = _open_below(fd, name, create, mode)
        except OSError as err:
            raise OSError(err.errno, os.strerror(err.errno or 0), folder) from err
        finally:
            os.close(fd)
        fd = below
    return fd


def _open_below(fd: int, name: str, create: bool, mode: int) -> int:
    """A descriptor of the folder `name` in the folder of a descriptor. Makes it with `create` if it is missing."""
    is_new = create and _make_below(fd, name, mode)
    below = os.open(name, os.O_RDONLY | _DIRECTORY | _NOFOLLOW | _COMMON, dir_fd=fd)
    if is_new:
        os.fchmod(below, mode)
        _fsync(fd)
    return below


def _make_below(fd: int, name: str, mode: int) -> bool:
    try:
        os.mkdir(name, mode, dir_fd=fd)
    except FileExistsError:
        return False
    return True


def _check_folders(top: str, names: list[str], create: bool, mode: int) -> None:
    """Follows the folders below `top` by path, where the system has no descriptors of folders."""
    folder = top
    for name in names:
        folder = os.path.join(folder, name)
        if create and not os.path.lexists(folder):
            os.mkdir(folder, mode)
        if os.path.islink(folder) or not os.path.isdir(folder):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)


def sync_folder(path: str) -> None:
    """Syncs the names in a folder, after a rename, a creation or a removal."""
    if not _DIR_FD:
        return
    fd = os.open(path, os.O_RDONLY | _DIRECTORY | _COMMON)
    try:
        _fsync(fd)
    finally:
        os.close(fd)


def _write_from_scratch(file: _NewFile) -> bool:
    """Writes a file by way of the folder of git. False where that cannot be done: nothing is then left of it."""
    scratch = open_scratch(file.fd, file.folder)
    if scratch is None:
        return False
    try:
        if not scratch.same_group and file.owner is None:
            return False  # which group a file gets beside its name depends on the system
        _write_from(scratch.fd, file, scratch)
    except OSError as err:
        if file.exclusive and isinstance(err, FileExistsError):
            raise
        return False  # whatever it is, it is the error to raise only if it is also met beside the target
    finally:
        os.close(scratch.fd)
    return True


def _write_from(source: int, file: _NewFile, scratch: Scratch | None = None) -> None:
    """Writes a file under a temporary name in the folder of a descriptor, and gives it its own name then."""
    temporary = WRITTEN_HERE + os.urandom(6).hex()
    out = _create_file(source, file.folder, temporary, file.mode)
    try:
        _fill_file(out, file, scratch)
        if file.exclusive:
            _publish_new(source, temporary, file)
        elif source >= 0:
            os.rename(temporary, file.name, src_dir_fd=source, dst_dir_fd=file.fd)
        else:
            os.replace(os.path.join(file.folder, temporary), file.path)
    except BaseException:
        _try_unlink(temporary if source >= 0 else os.path.join(file.folder, temporary), source)
        raise  # the first error is the one to raise


def _create_file(fd: int, folder: str, name: str, mode: int) -> int:
    """A descriptor of a new file, in the folder of a descriptor if there is one."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | _COMMON
    if fd >= 0:
        return os.open(name, flags, mode, dir_fd=fd)
    return os.open(os.path.join(folder, name), flags, mode)


def _fill_file(out: int, file: _NewFile, scratch: Scratch | None) -> None:
    """Writes a file of a descriptor and closes it. Raises PermissionError where it would be of another group."""
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(out, file.mode)
        if file.owner is not None:
            _give_away(out, file.owner)
        if file.owner and scratch and not scratch.same_group and os.fstat(out).st_gid != file.owner[1]:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), file.path)
        write_all(out, file.data)
        if file.sync:
            sync_file(out)
    finally:
        os.close(out)


def _give_away(out: int, owner: tuple[int, int]) -> None:
    """Gives a file of a descriptor its owner and its group. Others than root may at most do the latter."""
    state = os.fstat(out)
    if not hasattr(os, "fchown") or (state.st_uid, state.st_gid) == owner:
        return
    for user in (owner[0], -1):
        try:
            os.fchown(out, user, owner[1])
            return
        except OSError:
            continue


def _sync_name(file: _NewFile) -> None:
    """Syncs the folder in which a file was given its name.

    Its earlier, temporary name need not be synced away: a loss of power can at most bring it back.
    """
    try:
        _fsync(file.fd)
    except OSError as err:
        if file.exclusive:
            _try_unlink(file.name, file.fd)  # a new file that may vanish counts as not written
            raise
        raise BackstoryError(
            f"`{file.path}` was written, but may be lost if the power fails: {os.strerror(err.errno or 0).lower()}",
            hint="look at the disk, `dmesg | tail`, and run the command again",
        ) from err


def _publish_new(source: int, temporary: str, file: _NewFile) -> None:
    """Gives a finished file its name unless that is taken, in one step where the file system has hard links."""
    leftover = temporary if source >= 0 else os.path.join(file.folder, temporary)
    if os.name == "nt":
        os.rename(leftover, file.path)  # refuses to replace there
        return
    try:
        if source >= 0:
            os.link(temporary, file.name, src_dir_fd=source, dst_dir_fd=file.fd, follow_symlinks=False)
        else:
            os.link(leftover, file.path, follow_symlinks=False)
    except OSError as err:
        if err.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS) or source != file.fd:
            raise
        if os.path.lexists(file.path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), file.path) from err
        os.replace(os.path.join(file.folder, temporary), file.path)
        return
    if not _try_unlink(leftover, source):
        _try_unlink(leftover, source)  # the file has its final name; `doctor` reports a leftover temporary one


def _try_unlink(name: str, fd: int) -> bool:
    """Removes a name, in the folder of a descriptor if there is one; returns whether it existed."""
    try:
        os.unlink(name) if fd < 0 else os.unlink(name, dir_fd=fd)
    except OSError:
        return False
    return True


def _fsync(fd: int) -> None:
    try:
        os.fsync(fd)
    except OSError as err:
        if err.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):  # folders of some file systems cannot be synced
            raise


def _below(base: str, path: str) -> list[str]:
    names = os.path.relpath(path, base).split(os.sep)
    if ".." in names:
        raise OSError(errno.EPERM, f"outside of {base}", path)
    return [name for name in names if name != "."]


def _folder_mode(mode: int) -> int:
    return SHARED_FOLDER if mode & 0o044 else PRIVATE_FOLDER
