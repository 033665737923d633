"""Reading and writing single files so that a crash, a full disk or a planted link does no harm.

A file is written beside its target under a temporary name, synced and renamed: readers see the old bytes or the new
ones, never a part. A repository may be hostile: with `base` given, no folder between `base` and the file may be a
symbolic link. Directory descriptors enforce that where the system has them.
"""

import errno
import os
import stat
import sys
from typing import TYPE_CHECKING, Final

from backstory.model.errors import BackstoryError
from backstory.store.file_errors import write_error

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

TEMPORARY: Final = ".tmp-"
"""How the name of an unfinished file begins. A crash may leave one behind; `doctor` names it."""
WRITTEN_HERE: Final = f"{TEMPORARY}backstory-"
"""How the name begins that `write_atomic` gives to an unfinished file, which tells it from other programs' files."""
ABANDONED: Final = 60
"""Seconds after which nobody is at work on an unfinished file any more, for `remove_unfinished`."""
PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
SHARED_FILE: Final = 0o644
SHARED_FOLDER: Final = 0o755

_NOFOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
_COMMON: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_DIRECTORY: Final = getattr(os, "O_DIRECTORY", 0)
_DIR_FD: Final = os.open in os.supports_dir_fd and os.rename in os.supports_dir_fd and bool(_DIRECTORY)


def write_atomic(
    path: str,
    data: bytes,
    *,
    mode: int = PRIVATE_FILE,
    sync: bool = True,
    base: str = "",
    exclusive: bool = False,
    scratch: str = "",
) -> None:
    """Writes `data` to `path` in place of the old file, whole or not at all. Creates missing folders.

    `mode` applies whatever the umask. With `base` the folders below it must be real. `exclusive` replaces no file: it
    raises FileExistsError if the name exists. `scratch` is a folder on the same file system in which the unfinished
    file is kept, where one beside the target would be in the way of others.
    Raises NotWritable (read-only, no permission, disk full) or BackstoryError; the old file is then untouched.
    """
    folder, name = os.path.split(path)
    if not name or name in (".", ".."):
        raise BackstoryError(f"`{path}` does not name a file", hint="name a file in an existing folder")
    try:
        fd = open_folder(folder, base=base, create=True, mode=_folder_mode(mode))
        try:
            if not (scratch and fd >= 0 and not exclusive and _write_from(scratch, fd, name, data, mode, sync)):
                _write_in(fd, folder, name, data, mode, sync, exclusive)
        finally:
            if fd >= 0:
                os.close(fd)
    except OSError as err:
        if exclusive and isinstance(err, FileExistsError):
            raise
        raise write_error(err, path) from err


def write_text(path: str, text: str, gate: "Gate", *, mode: int = PRIVATE_FILE) -> None:
    """Writes a text of ours (handoff, brief, log) through the redaction gate."""
    write_atomic(path, gate.clean(text).encode("utf-8", "replace"), mode=mode)


def remove_unfinished(*folders: str) -> None:
    """Deletes what a killed `write_atomic` left in folders that are not ours, such as `.claude` or `.git`.

    Such a file is a copy of what was to be written; the file it was for is untouched. Never raises.
    """
    import time

    for folder in filter(None, folders):
        try:
            with os.scandir(folder) as entries:
                leftovers = [entry for entry in entries if entry.name.startswith(WRITTEN_HERE)]
            for entry in leftovers:
                if entry.is_file(follow_symlinks=False) and time.time() - entry.stat().st_mtime > ABANDONED:
                    os.unlink(entry.path)
        except OSError:
            pass  # missing, read-only, or another process was first


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


def sync_file(fd: int) -> None:
    """Syncs a file's bytes. On macOS `fsync` stops at the drive's cache, so the full sync is asked for."""
    if sys.platform == "darwin":
        import fcntl

        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        except OSError:  # not every file system has it
            os.fsync(fd)
    else:
        os.fsync(fd)


def _write_in(fd: int, folder: str, name: str, data: bytes, mode: int, sync: bool, exclusive: bool) -> None:
    temporary = WRITTEN_HERE + os.urandom(6).hex()
    out = _create_file(fd, folder, temporary, mode)
    try:
        _fill_file(out, data, mode, sync)
        if exclusive:
            _publish_new(fd, folder, temporary, name)
        elif fd >= 0:
            os.rename(temporary, name, src_dir_fd=fd, dst_dir_fd=fd)
        else:
            os.replace(os.path.join(folder, temporary), os.path.join(folder, name))
    except BaseException:
        _try_unlink(temporary if fd >= 0 else os.path.join(folder, temporary), fd)
        raise  # the first error is the one to raise
    if sync and fd >= 0:
        _sync_name(fd, folder, name, exclusive)


def _write_from(scratch: str, fd: int, name: str, data: bytes, mode: int, sync: bool) -> bool:
    """Writes the file `name` in the folder of a descriptor by way of `scratch`. False where that cannot be done."""
    temporary = WRITTEN_HERE + os.urandom(6).hex()
    try:
        source = open_folder(scratch)
    except OSError:
        return False
    try:
        out = _create_file(source, scratch, temporary, mode)
        try:
            _fill_file(out, data, mode, sync)
            os.rename(temporary, name, src_dir_fd=source, dst_dir_fd=fd)
        except BaseException:
            _try_unlink(temporary, source)
            raise
        if sync:
            _fsync(fd)
        return True
    except OSError as err:
        if err.errno in (errno.EXDEV, errno.EACCES, errno.EPERM, errno.EROFS):
            return False  # another file system, or a folder that may only be read
        raise
    finally:
        os.close(source)


def find_scratch(folder: str) -> str:
    """The folder of git of a working tree, where `git add` meets no unfinished file; empty without one."""
    path = os.path.join(folder, ".git")
    return path if folder and os.path.isdir(path) and not os.path.islink(path) else ""


def _create_file(fd: int, folder: str, name: str, mode: int) -> int:
    """A descriptor of a new file, in the folder of a descriptor if there is one."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | _COMMON
    if fd >= 0:
        return os.open(name, flags, mode, dir_fd=fd)
    return os.open(os.path.join(folder, name), flags, mode)


def _fill_file(out: int, data: bytes, mode: int, sync: bool) -> None:
    """Writes a file of a descriptor and closes it."""
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(out, mode)
        write_all(out, data)
        if sync:
            sync_file(out)
    finally:
        os.close(out)


def _sync_name(fd: int, folder: str, name: str, is_new: bool) -> None:
    """Syncs the folder in which a file was given its name."""
    try:
        _fsync(fd)
    except OSError as err:
        if is_new:
            _try_unlink(name, fd)  # a new file that may vanish counts as not written
            raise
        raise BackstoryError(
            f"`{os.path.join(folder, name)}` was written, but may be lost if the power fails: "
            f"{os.strerror(err.errno or 0).lower()}",
            hint="look at the disk, `dmesg | tail`, and run the command again",
        ) from err


def _publish_new(fd: int, folder: str, temporary: str, name: str) -> None:
    """Gives a finished file its name unless that is taken, in one step where the file system has hard links."""
    source, target = os.path.join(folder, temporary), os.path.join(folder, name)
    if os.name == "nt":
        os.rename(source, target)  # refuses to replace there
        return
    try:
        if fd >= 0:
            os.link(temporary, name, src_dir_fd=fd, dst_dir_fd=fd, follow_symlinks=False)
        else:
            os.link(source, target, follow_symlinks=False)
    except OSError as err:
        if err.errno not in (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS):
            raise
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target) from err
        os.replace(source, target)
        return
    leftover = source if fd < 0 else temporary
    if not _try_unlink(leftover, fd):
        _try_unlink(leftover, fd)  # the file has its final name; `doctor` reports a leftover temporary one


def _try_unlink(name: str, fd: int) -> bool:
    """Removes a name, in the folder of a descriptor if there is one; returns whether it existed."""
    try:
        os.unlink(name) if fd < 0 else os.unlink(name, dir_fd=fd)
    except OSError:
        return False
    return True


def write_all(fd: int, data: bytes) -> None:
    """Writes all of `data`: a full disk or a quota makes short writes, which must not count as success."""
    view = memoryview(data)
    while view:
        size = os.write(fd, view)
        if size <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        view = view[size:]


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
