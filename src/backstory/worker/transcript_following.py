"""Follows a transcript that lags behind its agent, until nobody writes it any more.

An agent calls a hook when it has answered, and may write the answer into its transcript after that; the hook of its
end may be its last one. So a worker that misses something looks again whenever the file changes, and once more when the
agent's process has ended.
"""

import os
import time
from collections.abc import Callable, Iterable
from typing import Final

from backstory.hook.session_start import is_running

PATIENCE: Final = 60.0
"""Seconds without a change after which an agent that runs on is taken to have nothing more to write."""
UNKNOWN_PATIENCE: Final = 10.0
"""The same, where the agent's process is not known."""
END_PATIENCE: Final = 5.0
"""The same after the hook of a session's end: what an agent writes then, it writes at once."""
SETTLED: Final = 2.0
"""Seconds after which another change of a file shows in its time, whatever the file system."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 1.0
_SIDE_FILES: Final = ("", "-wal", "-journal")
"""Endings of the files that hold what a transcript says, where it is a database."""

Sign = tuple[tuple[int, int, int], ...]


def choose_patience(process: int, *, is_end: bool) -> float:
    """Seconds without a change for which an agent is waited for. `process` is 0 if it is not known."""
    if is_end:
        return END_PATIENCE
    return PATIENCE if process and is_running(process) else UNKNOWN_PATIENCE


def follow(
    look: Callable[[], bool],
    find_paths: Callable[[], Iterable[str]],
    process: int,
    is_left: Callable[[], bool],
    patience: float,
) -> bool:
    """Looks at a transcript again until nothing is missing, or its agent has ended; returns whether that is so.

    `look` takes in what is new and returns whether something is missing; it is called when the files at `find_paths`
    have changed. `process` is that of the agent, 0 if it is not known. The transcript is left where `is_left`, because
    its session goes on, and after `patience` seconds without a change.
    """
    process = process if process and is_running(process) else 0
    before: Sign | None = None
    is_sure, since, pause = False, time.monotonic(), FIRST_PAUSE
    while not is_left():
        has_ended = bool(process) and not is_running(process)
        sign = read_sign(find_paths())  # before the look, so that a change meanwhile is a change
        if has_ended or sign != before or not is_sure:
            since = since if sign == before else time.monotonic()
            before, is_sure = sign, _is_settled(sign)
            if not look() or has_ended:
                return True
        if time.monotonic() - since > patience:
            return not process
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)
    return False


def read_sign(paths: Iterable[str]) -> Sign:
    """The fingerprint of a file: time, size and inode number. A missing file has zeros."""
    return tuple(_sign_file(path + end) for path in paths for end in _SIDE_FILES)


def _sign_file(path: str) -> tuple[int, int, int]:
    try:
        info = os.stat(path)
    except (OSError, ValueError):
        return (0, 0, 0)
    return (info.st_mtime_ns, info.st_size, info.st_ino)


def _is_settled(sign: Sign) -> bool:
    """Whether a change that comes now would have another time than the one before."""
    return all(time.time_ns() - modified > SETTLED * 1e9 for modified, _, _ in sign)
