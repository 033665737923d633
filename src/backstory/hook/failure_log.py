"""The log of the hook process, for what failed in it: `hook.log` in the data home."""

import os
import time

from backstory.base.dialect import agent_name
from backstory.base.discovery import data_home

LOG_BYTES = 64 * 1024
"""Size from which on nothing is added."""


def write_failure(words: list[str], err: BaseException) -> None:
    """Writes a line: time, event, kind of error, place in our code. No contents. Raises OSError."""
    home = data_home(os.environ)
    trace = err.__traceback__
    where = ""
    while trace is not None:
        where = f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"
        trace = trace.tb_next
    what = " ".join([agent_name(word) or "?" for word in words[:2]])
    written = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    number = getattr(err, "errno", None)
    line = f"{written} hook {what}: {type(err).__name__}{f' {number}' if number else ''} at {where}\n"
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    fd = os.open(os.path.join(home, "hook.log"), flags, 0o600)
    try:
        if os.fstat(fd).st_size < LOG_BYTES:
            os.write(fd, line.encode("utf-8", "replace"))
    finally:
        os.close(fd)
