"""Which records a session has already been given, so that no prompt brings them again. One small file per session."""

import os

from backstory.base.journal_lines import safe_name

SUFFIX = ".seen"
MOST = 400
"""Ids kept: the newest."""


def seen_file(private: str, session: str) -> str:
    """The file of a session; `private` is the project's folder in the data home."""
    return os.path.join(private, "spool", safe_name(session) + SUFFIX)


def read_seen(path: str) -> set[str]:
    """The ids given so far; none for a missing or unreadable file."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return set()
    try:
        return set(os.read(fd, 64 * (MOST + 100)).decode("ascii", "replace").split())
    except OSError:
        return set()
    finally:
        os.close(fd)


def add_seen(path: str, ids: list[str]) -> None:
    """Adds ids. Best effort: a repeated record is harmless."""
    if not ids:
        return
    try:
        ids_before = read_seen(path)
        flags = os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
        flags |= os.O_TRUNC if len(ids_before) > MOST else os.O_APPEND
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
        fd = os.open(path, flags, 0o600)
        try:
            os.write(fd, "".join([ident + "\n" for ident in ids]).encode())
        finally:
            os.close(fd)
    except (OSError, UnicodeError):
        return


def forget_seen(path: str) -> None:
    """Empties the list, since a cleared or compacted conversation no longer holds these records."""
    try:
        os.unlink(path)
    except OSError:
        return
