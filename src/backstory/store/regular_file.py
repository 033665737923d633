"""A regular file to read a piece at a time; links, FIFOs and devices are refused."""

import os
import stat
from typing import BinaryIO, Final

from backstory.model.errors import BackstoryError
from backstory.store.file_errors import write_error

_FLAGS: Final = ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY")


def open_file(path: str) -> BinaryIO:
    """The file at `path`, open for reading. Raises NotFound and BackstoryError as `files.read_file` does."""
    flags = os.O_RDONLY
    for name in _FLAGS:
        flags |= getattr(os, name, 0)
    try:
        fd = os.open(path, flags)
    except OSError as err:
        raise write_error(err, path, reading=True) from err
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        os.close(fd)
        raise BackstoryError(f"`{path}` is not a regular file", hint=f"look at it: `ls -l {path}`")
    return os.fdopen(fd, "rb")
