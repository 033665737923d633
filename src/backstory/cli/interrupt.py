"""Delays KeyboardInterrupt until control is back in our own code, or in code that waits.

An interrupt may arrive in Python code that a C extension has called, and not every extension survives an exception
there: msgspec 0.22 crashes while it inspects a new struct, and a class that is being created reports a different error.
Such an interrupt is repeated after some milliseconds.
"""

import os
from types import FrameType
from typing import Final

from backstory.base.light_imports import load_signals

signal = load_signals()
OURS: Final = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
WAITING: Final = tuple(f"{os.sep}{name}.py" for name in ("subprocess", "selectors", "threading", "termui"))
"""Modules of the standard library and of click in which a command may wait for long."""
AGAIN: Final = 0.005
"""Seconds until a delayed interrupt is repeated."""
MOST: Final = 300
"""Number of delays after which it is raised in any case."""

_put_off = [0]


def install_sigint_handler() -> None:
    """Installs the handler. Where interrupts are ignored (`nohup`, a background job), they stay ignored."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or not hasattr(signal, "setitimer"):
        return
    signal.signal(signal.SIGINT, _interrupted)
    signal.signal(signal.SIGALRM, _interrupted)


def _interrupted(number: int, frame: FrameType | None) -> None:
    where = frame.f_code.co_filename if frame is not None else OURS
    if not (where.startswith(OURS) or where.endswith(WAITING)) and _put_off[0] < MOST:
        _put_off[0] += 1
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
        return
    _put_off[0] = 0
    raise KeyboardInterrupt
