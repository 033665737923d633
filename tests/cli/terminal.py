"""Runs a command at a terminal of a given width, and reads what it shows.

It is forked from a process that has loaded it, where the test has `forked_commands`.
"""

import os
import pty
import re
import struct
import sys
import termios
from fcntl import ioctl

from tests.e2e.conftest import World

from backstory.cli.layout import measure_text

PROGRESS = re.compile(r"\r[^\r\n]*\x1b\[K")
"""The sign of progress, which a busy machine may bring about, each time it is drawn and when it is taken away."""
SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def show(*argv: str, columns: int = 60, rows: int = 200, **environ: str) -> str:
    """What `backstory ARGV` writes to a terminal, with its colours, after the sign of progress."""
    environ = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environ}
    forking = World.prefork if World.prefork and World.prefork.takes(environ) else None
    command = forking.relay() if forking else [sys.executable, "-m", "backstory"]
    child, screen = pty.fork()
    if child == 0:
        try:
            os.execve(sys.executable, [*command, *argv], environ)
        finally:
            os._exit(127)
    ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    shown = b""
    while True:
        try:
            data = os.read(screen, 65536)
        except OSError:
            break
        if not data:
            break
        shown += data
    os.close(screen)
    os.waitpid(child, 0)
    text = shown.decode("utf-8", "replace").replace("\r\n", "\n")
    return PROGRESS.sub("", text)


def plain(text: str) -> str:
    """The text without colours."""
    return SEQUENCE.sub("", text)


def widest(text: str) -> int:
    """The cells of the longest line."""
    return max(measure_text(line) for line in plain(text).splitlines())
