"""The log of the worker, for what failed in it: `hook.log` in the data home."""

import os

from backstory.model.errors import BackstoryError, Busy


def log_failure(where: str, error: BaseException) -> None:
    """Writes a line to `<data home>/hook.log`, kept below 256 KiB. A missing or busy project is not a failure."""
    if isinstance(error, BackstoryError) and (error.code == 10 or isinstance(error, Busy)):
        return
    import time

    from backstory.base.discovery import data_home, is_private
    from backstory.model.dates import format_timestamp

    try:
        home = data_home(os.environ)
        if is_private(home, home):
            text = f"{type(error).__name__}: {str(error)[:300]}{_name_line(error)}"
            _append_line(home, f"{format_timestamp(time.time())} {where}: {text}\n")
    except Exception:
        return


def _name_line(error: BaseException) -> str:
    """` at FILE:LINE`, where the error was raised; empty if it is not known."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)[-1:]
    return f" at {os.path.basename(frames[0].filename)}:{frames[0].lineno}" if frames else ""


def _append_line(home: str, line: str) -> None:
    """Appends a line, redacted, to the log in the data home; a full log is put aside."""
    from backstory.redact.gate import Gate
    from backstory.store.files import make_folder

    make_folder(home)
    path = os.path.join(home, "hook.log")
    if os.path.exists(path) and os.path.getsize(path) > 256 * 1024:
        os.replace(path, path + ".1")
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(fd, Gate().clean(line).encode("utf-8", "replace"))
    finally:
        os.close(fd)
