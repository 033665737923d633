"""Waits for the slow half of hooks, which goes on after a hook has answered."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path


def await_workers(home: Path, seconds: float = 30) -> None:
    """Waits until the workers of hooks with `home` as their `HOME` have ended. Without `/proc` it returns at once."""
    end = time.monotonic() + seconds
    while workers := [process for process in _list_processes() if _is_worker(process, home)]:
        while any(_is_worker(process, home) for process in workers):
            if time.monotonic() >= end:
                return
            time.sleep(0.1)


def end_workers(home: Path, patience: float = 3) -> None:
    """Ends the workers that are left after some seconds: those that follow a transcript until its agent ends."""
    await_workers(home, patience)
    for process in _list_processes():
        if _is_worker(process, home):
            with suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGKILL)
    await_workers(home)


def _list_processes() -> list[str]:
    try:
        return [name for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        return []


def _is_worker(process: str, home: Path) -> bool:
    try:
        if b"backstory.worker" not in Path("/proc", process, "cmdline").read_bytes():
            return False
        return f"HOME={home}\0".encode() in Path("/proc", process, "environ").read_bytes()
    except OSError:  # it has ended, or is somebody else's
        return False
