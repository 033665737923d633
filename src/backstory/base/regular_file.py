"""Reads a file of a folder that somebody else may have filled: it never waits on a FIFO, and passes devices over."""

import os

_FLAGS = os.O_RDONLY
for _name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
    _FLAGS |= getattr(os, _name, 0)


def read_regular(path: str, limit: int, *, follow: bool = True, tail: bool = False) -> bytes | None:
    """The first `limit` bytes of a regular file, or the last with `tail`; None without one that can be read.

    Without `follow` a symbolic link is no regular file.
    """
    try:
        fd = os.open(path, _FLAGS if follow else _FLAGS | getattr(os, "O_NOFOLLOW", 0))
    except (OSError, ValueError):
        return None
    try:
        info = os.fstat(fd)
        if info.st_mode & 0o170000 != 0o100000:  # S_IFREG; importing `stat` for it would cost more than the read
            return None
        if tail and info.st_size > limit:
            os.lseek(fd, -limit, os.SEEK_END)
        return _read_up_to(fd, limit)
    except OSError:
        return None
    finally:
        os.close(fd)


def _read_up_to(fd: int, limit: int) -> bytes:
    pieces: list[bytes] = []
    left = limit
    while left > 0 and (piece := os.read(fd, min(left, 1 << 20))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
