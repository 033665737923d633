"""Finds the files that a process left unfinished when it died, and removes those in folders that are not ours."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from backstory.store.files import TEMPORARY, WRITTEN_HERE
from backstory.store.scratch import find_scratch

if TYPE_CHECKING:
    from backstory.store.places import Project
    from backstory.store.records import RecordStore

BACKUPS: Final = "backups"
"""Folder in a project's private folder where an import keeps a backup."""
OLD: Final = 600
"""Seconds after which an unfinished file counts as left behind by a crash."""
ABANDONED: Final = 60
"""Age in seconds from which `remove_unfinished` takes an unfinished file for a leftover."""


def find_unfinished(project: "Project", stores: Mapping[str, "RecordStore"], now: float) -> Iterator[str]:
    """Unfinished files that are too old for a writer to be at work on them."""
    for folder in _written_folders(project, stores):
        yield from _list_unfinished(folder, TEMPORARY, now - OLD)


def find_copies(folders: Iterable[str], before: float) -> Iterator[str]:
    """Unfinished files that `write_atomic` left in folders that are not ours, and in the folders of git around them.

    They were written before an epoch time. Each is a copy of what was to be written.
    """
    places = dict.fromkeys(place for folder in folders for place in (folder, find_scratch(folder)) if place)
    for place in places:
        yield from _list_unfinished(place, WRITTEN_HERE, before)


def remove_unfinished(*folders: str) -> None:
    """Deletes what a killed `write_atomic` left in folders that are not ours, such as `.claude` or `.git`.

    It looks into the folders of git around them, too. Such a file is a copy of what was to be written; the file it was
    for is untouched. Never raises.
    """
    for path in find_copies(folders, time.time() - ABANDONED):
        with suppress(OSError):  # read-only, or another process was first
            os.unlink(path)


def _list_unfinished(folder: str, prefix: str, before: float) -> list[str]:
    """The regular files in a folder whose name begins so, written before an epoch time; none where it is missing."""
    try:
        with os.scandir(folder) as entries:
            files = [
                entry for entry in entries if entry.name.startswith(prefix) and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []
    return [entry.path for entry in files if _time_of(entry) < before]


def _time_of(entry: "os.DirEntry[str]") -> float:
    """When a file was written; in the future for one that is gone meanwhile."""
    try:
        return entry.stat(follow_symlinks=False).st_mtime
    except OSError:
        return float("inf")


def _written_folders(project: "Project", stores: Mapping[str, "RecordStore"]) -> list[str]:
    """Every folder of a project in which a process may leave an unfinished file."""
    folders = [project.home, project.private, project.team, project.local]
    folders += [os.path.join(project.private, name) for name in ("snapshots", "spool", BACKUPS, "moves", "trash")]
    folders.append(os.path.join(project.local, "spool"))
    for store in stores.values():
        folders += [os.path.join(store.folder, kind) for kind in store.dirs()]
    return list(dict.fromkeys(folders))


def is_backup(path: str) -> bool:
    """Whether a file lies where imports keep their backups."""
    return os.path.basename(os.path.dirname(path)) == BACKUPS
