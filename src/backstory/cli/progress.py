"""The sign that a command is at work: a line on the terminal, from the second of silence on to the first output."""

import sys
import time
from threading import Event, Thread
from typing import Final

from backstory.cli import console

SILENCE: Final = 1.0
"""Seconds without output after which the line appears."""
STEP: Final = 0.12
_FRAMES: Final = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_PLAIN_FRAMES: Final = "|/-\\"


def show_progress(what: str) -> None:
    """Shows, after a second, what the command does and for how long, until something is printed."""
    sign = _Sign(what)
    console.State.on_output.append(sign.stop)
    sign.thread.start()


class _Sign:
    """A thread that draws the line, and what stops it."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.stopped = Event()
        self.started = time.monotonic()
        self.thread = Thread(target=self._draw, daemon=True)

    def stop(self) -> None:
        """Ends the thread, which takes its line away."""
        self.stopped.set()
        self.thread.join()

    def _draw(self) -> None:
        if self.stopped.wait(SILENCE):
            return
        unicode = (sys.stderr.encoding or "").lower().startswith("utf")
        frames = _FRAMES if unicode else _PLAIN_FRAMES
        number = 0
        while True:
            seconds = int(time.monotonic() - self.started)
            text = f"{frames[number % len(frames)]} {self.what}, {seconds} s"
            sys.stderr.write(f"\r{text[: console.terminal_width() - 1]}\x1b[K")
            sys.stderr.flush()
            number += 1
            if self.stopped.wait(STEP):
                break
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class ProgressBar:
    """A line on the terminal that says how much is done. Without a terminal it shows nothing."""

    WIDTH: Final = 24

    def __init__(self, what: str) -> None:
        self.what = what
        self._shown = False
        self._next = 0.0

    def show(self, done: int, total: int, name: str) -> None:
        """Draws the line, at most ten times a second."""
        now = time.monotonic()
        if not sys.stderr.isatty() or console.State.quiet or console.State.json or now < self._next:
            return
        console.end_progress()
        self._next = now + 0.1
        full = self.WIDTH * done // max(1, total)
        text = f"{self.what} [{'#' * full}{'.' * (self.WIDTH - full)}] {done} of {total}  {name}"
        sys.stderr.write(f"\r{text[: console.terminal_width() - 1]}\x1b[K")
        sys.stderr.flush()
        self._shown = True

    def end(self) -> None:
        """Takes the line away."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
