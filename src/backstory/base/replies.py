"""What Backstory answers to the directives of a session, until the next prompt takes it. One small file per session."""

import os

from backstory.base.journal_lines import safe_name

SUFFIX = ".reply"
MOST = 600
"""Bytes of an answer."""


def reply_file(private: str, session: str) -> str:
    """The file of a session; `private` is the project's folder in the data home."""
    return os.path.join(private, "spool", safe_name(session) + SUFFIX)


def read_reply(path: str) -> list[str]:
    """The lines that wait; none for a missing or unreadable file."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return []
    try:
        return os.read(fd, MOST).decode("utf-8", "replace").splitlines()
    except OSError:
        return []
    finally:
        os.close(fd)


def drop_reply(path: str) -> None:
    """Removes what has been answered."""
    try:
        os.unlink(path)
    except OSError:
        return
