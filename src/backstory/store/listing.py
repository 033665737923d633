"""Lists the record files of a folder, of which there may be many thousands."""

import os
import stat
from typing import Final

from backstory.store.files import open_folder

SUFFIX: Final = ".md"


def list_files(folder: str) -> list[tuple[str, os.stat_result]]:
    """The record files of a folder with what the system says of them, in no order. Raises OSError."""
    files: list[tuple[str, os.stat_result]] = []
    start = os.path.join(folder, "")
    fd = open_folder(folder)  # by a descriptor the system finds each of them without going down the path again
    try:
        with os.scandir(folder if fd < 0 else fd) as entries:
            for entry in entries:
                name = entry.name
                if not name.endswith(SUFFIX) or name.startswith("."):
                    continue
                try:
                    info = entry.stat(follow_symlinks=False)
                except OSError:
                    continue  # gone since it was listed
                if stat.S_ISREG(info.st_mode):
                    files.append((start + name, info))
    finally:
        if fd >= 0:
            os.close(fd)
    return files
