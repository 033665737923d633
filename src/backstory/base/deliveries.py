"""Which records a session has already been given, so that no prompt brings them again. One small file per session.

Beside their ids it holds marks: which briefs they came in, where HEAD was, and how many tokens all of it had.
"""

import os

from backstory.base.journal_lines import safe_name

SUFFIX = ".seen"
MOST = 400
"""Ids kept: the newest."""
BRIEF = "brief:"
"""Before the id of the receipt of a brief."""
HEAD = "head:"
"""Before a time (nanoseconds since the epoch, 16 hexadecimal digits), a colon and the commit that HEAD was at."""
SPENT = "spent:"
"""Before the tokens that the session has been given so far."""
CAP = "cap:"
"""Before the most tokens that it is given, 0 for any number: the setting `deliver.session_tokens`."""
BRIEF_LOST = "lost"
"""The conversation holds no brief, or none any more after a compaction: the next prompt brings it."""
DEFAULT_CAP = 8_000
"""Tokens for a session that no brief has told its cap."""


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
        try:
            fd = os.open(path, flags, 0o600)
        except FileNotFoundError:
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


def read_number(marks: "set[str] | frozenset[str]", prefix: str) -> int:
    """The largest number that stands behind a prefix; -1 without any."""
    numbers = [mark[len(prefix) :] for mark in marks if mark.startswith(prefix)]
    return max([int(number) for number in numbers if number.isdigit()], default=-1)


def is_spent(marks: "set[str] | frozenset[str]") -> bool:
    """Whether a session has been given all the tokens that it may be given."""
    cap = read_number(marks, CAP)
    cap = DEFAULT_CAP if cap < 0 else cap
    return bool(cap) and read_number(marks, SPENT) >= cap


def head_mark(commit: str, now: int) -> str:
    """The mark that a session knows of a commit; `now` in nanoseconds since the epoch."""
    return f"{HEAD}{now:016x}:{commit[:12]}"


def find_head(marks: "set[str] | frozenset[str]") -> str:
    """The commit of HEAD that a session knew last; empty for none."""
    return max([mark for mark in marks if mark.startswith(HEAD)], default="").rpartition(":")[2]
