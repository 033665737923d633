"""Asks at the terminal of this process, past stdin and stdout, which may be pipes of somebody else.

A question is only asked where this process is in the terminal's foreground. What was in the terminal's input before
the question is no answer: then it is not asked.
"""

import os
import select
import sys
from typing import Final

from backstory.model.errors import BackstoryError
from backstory.model.text import clean_text

DEVICE: Final = "CONIN$" if sys.platform == "win32" else "/dev/tty"
MAX_ANSWER: Final = 1024


def ask(question: str) -> str | None:
    """The line that is typed in answer, without blanks at its ends. None where there is no terminal to ask at.

    Raises BackstoryError where something is in the terminal's input already.
    """
    fd = _open_terminal()
    if fd < 0:
        return None
    try:
        if _has_input(fd):
            raise BackstoryError(
                "nothing was done: something was typed before the question", hint="run it again, and answer then"
            )
        os.write(2 if sys.platform == "win32" else fd, clean_text(question).encode("utf-8", "replace"))
        return os.read(fd, MAX_ANSWER).decode("utf-8", "replace").strip()
    except OSError:
        return ""  # the terminal is gone
    finally:
        os.close(fd)


def _open_terminal() -> int:
    """The descriptor of the controlling terminal; -1 without one, and for a process in the background."""
    try:
        fd = os.open(DEVICE, os.O_RDWR | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return -1
    if _is_foreground(fd):
        return fd
    os.close(fd)
    return -1


def _is_foreground(fd: int) -> bool:
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(fd) == os.getpgrp()
    except OSError:
        return False


def _has_input(fd: int) -> bool:
    return sys.platform != "win32" and bool(select.select([fd], [], [], 0)[0])
