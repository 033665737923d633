"""The resume points of transcript readers: one file per transcript, named by a digest of its path.

All of it is derived, so it is written without waiting for the disk, and only the files that were used last are kept.
"""

import os
from contextlib import suppress
from typing import Final

from backstory.base.digests import blake2b
from backstory.store.files import TEMPORARY, make_folder

SUFFIX: Final = ".mark"
MAX_FILES: Final = 64
MAX_BYTES: Final = 1 << 20
"""Largest mark that is kept, in bytes."""


class MarkStore:
    """The marks of one project below `folder`."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.abspath(folder)

    def get(self, path: str) -> bytes:
        """The mark of a transcript; empty if there is none. Never raises: without it the transcript is read again."""
        try:
            with open(self._path(path), "rb") as handle:
                return handle.read(MAX_BYTES)
        except OSError:
            return b""

    def put(self, path: str, mark: bytes) -> None:
        """Keeps the mark of a transcript, and drops the oldest ones. One that cannot be written is left out."""
        if len(mark) > MAX_BYTES:
            return
        target = self._path(path)
        temporary = os.path.join(self.folder, f"{TEMPORARY}{os.getpid()}{SUFFIX}")
        with suppress(OSError):
            make_folder(self.folder)
            is_new = not os.path.exists(target)
            fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(fd, "wb") as handle:
                handle.write(mark)
            os.replace(temporary, target)
            if is_new:
                self._prune()

    def drop(self, path: str) -> None:
        """Removes the mark of a transcript."""
        with suppress(OSError):
            os.unlink(self._path(path))

    def _path(self, path: str) -> str:
        name = blake2b(os.path.abspath(path).encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
        return os.path.join(self.folder, name + SUFFIX)

    def _prune(self) -> None:
        with os.scandir(self.folder) as entries:
            marks = [(entry.stat().st_mtime, entry.path) for entry in entries]
        for _, path in sorted(marks, reverse=True)[MAX_FILES:]:
            os.unlink(path)
