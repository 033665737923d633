"""The processes that a test has started and not waited for."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="the system lists no processes in /proc")


def list_children() -> set[str]:
    """The processes that this one has started and not waited for."""
    children: set[str] = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if path.read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                children.add(path.parent.name)
    return children
