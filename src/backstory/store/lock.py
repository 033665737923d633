"""A lock between processes: `flock` on a file that is never removed, so that no two holders lock different files."""

import os
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import Final, NamedTuple, Self

from backstory.model.errors import Busy
from backstory.store.file_errors import write_error
from backstory.store.files import PRIVATE_FILE, PRIVATE_FOLDER, open_folder

WAIT: Final = 10.0
"""Seconds to wait for another process before giving up."""


class Lock:
    """A lock for a `with` block, held by one process and thread at a time; the system frees it when a process dies.

    Raises Busy after `wait` seconds, NotWritable if the lock file cannot be made. Not re-entrant. With `base` no
    folder between it and the lock file may be a link.
    """

    def __init__(self, path: str, *, wait: float = WAIT, base: str = "") -> None:
        self.path = path
        self.base = base
        self.wait = wait
        self._fd = -1

    def __enter__(self) -> Self:
        try:
            fd = self._open()
        except OSError as err:
            raise write_error(err, self.path) from err
        end = time.monotonic() + self.wait
        pause = 0.001
        while not try_lock(fd):
            if time.monotonic() >= end:
                os.close(fd)
                raise Busy(
                    f"another process has held `{self.path}` for {self.wait:g} s",
                    hint="try again in a moment; a lock ends with the process that holds it",
                )
            time.sleep(pause)
            pause = min(pause * 2, 0.05)
        self._fd = fd
        _note_holder(fd)
        return self

    def _open(self) -> int:
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        folder, name = os.path.split(self.path)
        above = open_folder(folder, base=self.base, create=True, mode=PRIVATE_FOLDER)
        if above < 0:
            return os.open(self.path, flags, PRIVATE_FILE)
        try:
            return os.open(name, flags, PRIVATE_FILE, dir_fd=above)
        finally:
            os.close(above)

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)  # closing the only descriptor of this opening frees the lock


class Holder(NamedTuple):
    """The holder of a lock. Both fields are 0 if the process noted nothing."""

    process: int
    since: int
    """Seconds since the epoch."""


def find_holder(path: str) -> Holder | None:
    """The holder of the lock at a path; None if it is free."""
    try:
        fd = os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    try:
        if try_lock(fd):
            return None
        words = os.read(fd, 64).split()
        return Holder(*map(int, words)) if len(words) == 2 and all(map(bytes.isdigit, words)) else Holder(0, 0)
    except OSError:
        return None
    finally:
        os.close(fd)


def _note_holder(fd: int) -> None:
    """Writes down who holds a lock, for whoever waits for it. Best effort: the lock holds without it."""
    if sys.platform == "win32":
        return  # nobody else can read what is locked there
    with suppress(OSError):
        os.pwrite(fd, f"{os.getpid():<12}{time.time():<16.0f}\n".encode(), 0)


def try_lock(fd: int) -> bool:
    """Locks an open file without waiting; returns False if another process holds the lock."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
