"""Finds the files that a process left unfinished when it died."""

import os
from collections.abc import Iterator, Mapping
from typing import Final

from backstory.store.files import TEMPORARY
from backstory.store.places import Project
from backstory.store.records import RecordStore

BACKUPS: Final = "backups"
"""Folder in a project's private folder where an import keeps a backup."""
OLD: Final = 600
"""Seconds after which an unfinished file counts as left behind by a crash."""


def find_unfinished(project: Project, stores: Mapping[str, RecordStore], now: float) -> Iterator[str]:
    """Unfinished files that are too old for a writer to be at work on them."""
    for folder in _written_folders(project, stores):
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if not entry.name.startswith(TEMPORARY) or not entry.is_file(follow_symlinks=False):
                        continue
                    if now - entry.stat(follow_symlinks=False).st_mtime > OLD:
                        yield entry.path
        except OSError:
            continue


def _written_folders(project: Project, stores: Mapping[str, RecordStore]) -> list[str]:
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
