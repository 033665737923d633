"""Waits for the slow half of hooks, which goes on after a hook has answered."""

import time
from pathlib import Path


def await_workers(home: Path, seconds: float = 30) -> None:
    """Waits until the workers of hooks with `home` as their `HOME` have ended. Without `/proc` it returns at once."""
    end = time.monotonic() + seconds
    while any(_is_worker(process, home) for process in Path("/proc").glob("[0-9]*")) and time.monotonic() < end:
        time.sleep(0.1)


def _is_worker(process: Path, home: Path) -> bool:
    try:
        environ, command = (process / "environ").read_bytes(), (process / "cmdline").read_bytes()
    except OSError:  # it has ended, or is somebody else's
        return False
    return b"backstory.worker" in command and f"HOME={home}\0".encode() in environ
