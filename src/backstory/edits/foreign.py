"""Reads and replaces foreign files, and keeps their mode, owner and links."""

import os
import shlex
import stat
from contextlib import suppress
from typing import Final, NamedTuple

from backstory.model.errors import BackstoryError, Busy
from backstory.store.file_errors import write_error
from backstory.store.files import SHARED_FILE, make_folder, read_file, sync_folder, write_atomic

LIMIT: Final = 4 << 20
"""Largest file that is edited, in bytes."""


class Foreign(NamedTuple):
    """A file as it was read. `path` is its real path, with links resolved. `data` is None without a file."""

    path: str
    data: bytes | None
    mode: int = SHARED_FILE
    owner: tuple[int, int] = (-1, -1)


def _find_link(path: str) -> str:
    """The link on a path: the path itself, or the folder above it that is one."""
    part = path
    while not os.path.islink(part) and os.path.dirname(part) != part:
        part = os.path.dirname(part)
    return part if os.path.islink(part) else path


def read(path: str, *, within: str, name: str = "") -> Foreign:
    """Reads a file, following links as long as they stay within the folder `within`.

    Raises BackstoryError for a path that leads outside, and for a file that is not regular, too large or unreadable.
    """
    name = name or path
    real = os.path.realpath(path)
    base = os.path.realpath(within)
    if not (real == base or real.startswith(base.rstrip(os.sep) + os.sep)):
        link = _find_link(path)
        what = "is a link that" if link == path else f"is below the link `{link}`, which"
        raise BackstoryError(
            f"`{name}` {what} leads out of `{within}`, to `{real}`, and is not edited",
            hint=f"put {'a file' if link == path else 'a folder'} of its own there: `rm {shlex.quote(link)}`, then run "
            "`backstory init` again",
        )
    try:
        info = os.stat(real)
    except FileNotFoundError:
        return Foreign(real, None)
    except OSError as err:
        raise write_error(err, path, reading=True) from err
    if not stat.S_ISREG(info.st_mode):
        raise BackstoryError(f"`{name}` is not a regular file", hint=f"look at it: `ls -ld {shlex.quote(path)}`")
    data = read_file(real, limit=LIMIT)
    return Foreign(real, data, stat.S_IMODE(info.st_mode), (info.st_uid, info.st_gid))


def write(file: Foreign, data: bytes, *, within: str, name: str = "") -> None:
    """Replaces a file that was read, whole or not at all. Raises Busy when it was changed in between.

    Raises BackstoryError where the file cannot be written. The folders that were made for it go again.
    """
    name = name or file.path
    check(file, name)
    _unchanged(file, within, name)
    missing = missing_folders(file.path)
    owner = file.owner if file.data is not None else None
    try:
        make_folder(os.path.dirname(file.path), 0o755)
        write_atomic(file.path, data, mode=file.mode, in_worktree=True, owner=owner)
    except BaseException as err:
        with suppress(OSError):  # another process has a file there by now
            for folder in reversed(missing):
                os.rmdir(folder)
        if isinstance(err, OSError):
            raise write_error(err, file.path) from err
        raise


def check(file: Foreign, name: str) -> None:
    """Raises BackstoryError for a read-only file. Replacing it would work, against the intention of its owner."""
    if file.data is not None and (not file.mode & 0o222 or not os.access(file.path, os.W_OK)):
        raise BackstoryError(
            f"`{name}` is read-only", hint=f"allow it to be written: `chmod u+w {shlex.quote(file.path)}`"
        )


def remove(file: Foreign, *, within: str, name: str = "") -> None:
    """Deletes a file that was read. Raises Busy when it was changed in between."""
    _unchanged(file, within, name or file.path)
    try:
        os.unlink(file.path)
        sync_folder(os.path.dirname(file.path))
    except FileNotFoundError:
        pass
    except OSError as err:
        raise write_error(err, file.path) from err


def missing_folders(path: str) -> list[str]:
    """The folders above `path` that are not there, outermost first."""
    out: list[str] = []
    folder = os.path.dirname(path)
    while folder and not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        out.append(folder)
        folder = os.path.dirname(folder)
    return out[::-1]


def _unchanged(file: Foreign, within: str, name: str) -> None:
    if read(file.path, within=within, name=name).data != file.data:
        raise Busy(f"`{name}` is being changed by another process", hint="try again when it is done")
