"""Checks and restricts the permissions of the data home. Folders of other users and links are refused.

Content of the data home counts as this person's own, and it is private.
"""

import os
import stat
from collections.abc import Iterator
from typing import Final, NamedTuple

from backstory.base.discovery import is_own
from backstory.model.errors import BackstoryError
from backstory.store.files import PRIVATE_FOLDER

WRITABLE: Final = 0o022
"""Permissions that let others add files."""


class Fault(NamedTuple):
    """A problem of one of our folders. `mendable`: closing it to others fixes it."""

    path: str
    what: str
    hint: str
    mendable: bool = False


def find_faults(home: str, *folders: str) -> Iterator[Fault]:
    """The problems of the data home and of its folders, one level deep. Missing folders are fine."""
    yield from _folder(home, follow=True)  # the person may have put it elsewhere
    for folder in (os.path.join(home, "projects"), *folders):
        yield from _folder(folder)
    for folder in (home, *folders, *(os.path.join(folder, "journal") for folder in folders)):
        try:
            with os.scandir(folder) as entries:
                ordered = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in ordered:
            if entry.path not in (*folders, os.path.join(home, "projects")):
                yield from _entry(entry.path)


def restrict_permissions(home: str, *folders: str) -> list[str]:
    """Closes our folders that are open to others; returns a line for each.

    Raises BackstoryError for a folder of another user, for a link, and for a folder that cannot be closed.
    """
    report: list[str] = []
    for fault in find_faults(home, *folders):
        if not fault.mendable:
            raise BackstoryError(fault.what, hint=fault.hint)
        try:
            os.chmod(fault.path, PRIVATE_FOLDER)
        except OSError as err:
            raise BackstoryError(f"{fault.what}, and cannot be closed: {err.strerror}", hint=fault.hint) from err
        report.append(f"{fault.what}: it is closed now; look whether everything in it is yours")
    return report


def _folder(path: str, *, follow: bool = False) -> Iterator[Fault]:
    try:
        info = os.stat(path) if follow else os.lstat(path)
    except OSError:
        return
    yield from _find_refusals(path, info)
    if os.name == "posix" and is_own(info) and stat.S_ISDIR(info.st_mode) and info.st_mode & WRITABLE:
        mode = stat.S_IMODE(info.st_mode)
        yield Fault(path, f"`{path}` could be written by others (mode {mode:04o})", f"`chmod 700 {path}`", True)


def _entry(path: str) -> Iterator[Fault]:
    try:
        info = os.lstat(path)
    except OSError:
        return
    yield from _find_refusals(path, info)


def _find_refusals(path: str, info: os.stat_result) -> Iterator[Fault]:
    if not is_own(info):
        hint = f"look at it: `ls -ld {path}`; make it yours, or set `BACKSTORY_HOME` to a folder of yours"
        yield Fault(path, f"`{path}` belongs to another user, and is not used", hint)
    elif stat.S_ISLNK(info.st_mode):
        hint = f"look where it points, `ls -ld {path}`, and put a real folder or file there"
        yield Fault(path, f"`{path}` is a link, and is not followed", hint)
