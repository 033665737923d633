"""The errors for files that the system refuses to read or write, each with what to look at."""

import errno
import os
import shlex

from backstory.model.errors import BackstoryError, NotFound, NotWritable


def write_error(err: OSError, path: str, *, reading: bool = False) -> BackstoryError:
    """The error for a file that the system refuses to write."""
    where = _nearest_folder(path)
    if err.errno == errno.ENOENT and reading:
        return missing_error(path)
    if err.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
        obstacle = _find_obstacle(err.filename if isinstance(err.filename, str) and err.filename else path)
        return BackstoryError(
            f"`{obstacle}` is a link or not a folder, and is not followed",
            hint=f"look at it: `ls -ld {obstacle}`; put a real folder or file there",
        )
    return _describe_refusal(err, path, where, reading=reading)


def missing_error(path: str) -> NotFound:
    """The error for a file that is not there, with the folder to look into; the root of the disk tells nothing."""
    where = _nearest_folder(os.path.abspath(path))
    if os.path.dirname(where) == where:
        return NotFound(f"no file `{path}`", hint=f"check the path; relative ones count from `{os.getcwd()}`")
    return NotFound(f"no file `{path}`", hint=f"look at what is there: `ls -la {shlex.quote(_nearest_folder(path))}`")


def _find_obstacle(path: str) -> str:
    """The lowest part of `path` that exists, if that is a link or not a folder; else `path` itself."""
    part = path
    while not os.path.lexists(part) and os.path.dirname(part) not in ("", part):
        part = os.path.dirname(part)
    return part if os.path.islink(part) or not os.path.isdir(part) else path


def _nearest_folder(path: str) -> str:
    """The nearest folder above `path` that exists: the one to look at when `path` could not be made."""
    folder = os.path.dirname(path) or "."
    while not os.path.isdir(folder) and os.path.dirname(folder) not in ("", folder):
        folder = os.path.dirname(folder)
    return folder


def _describe_refusal(err: OSError, path: str, where: str, *, reading: bool) -> BackstoryError:
    """The error for a disk that is full, or for permissions that are missing."""
    what = os.strerror(err.errno or 0).lower()
    if reading:
        return BackstoryError(f"cannot read `{path}`: {what}", hint=f"look at its permissions: `ls -la {path}`")
    message = f"cannot write `{path}`: {what}"
    if err.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return NotWritable(message, hint=f"make room on that disk: `df -h {where}`", errno=err.errno, strerror=what)
    if err.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return NotWritable(message, hint=f"look at its permissions: `ls -ld {where}`", errno=err.errno, strerror=what)
    return BackstoryError(message, hint="run `backstory doctor`")
