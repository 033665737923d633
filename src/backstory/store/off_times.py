"""When the memory was switched off: what was said meanwhile stays off the record.

The file `off` has a line `<time> off` or `<time> on` for each switch: in the project's folder of the data home, and in
the data home itself for what a person set for all projects.
"""

import os
from typing import Final, NamedTuple

from backstory.base.journal_lines import append_line
from backstory.store.files import make_folder

FILE: Final = "off"
_LIMIT: Final = 1 << 20
_LENGTH: Final = 19
"""Characters of a time up to its seconds."""
_OPEN: Final = "9"
"""After every time."""


class OffTime(NamedTuple):
    """From when to when the memory was switched off, in seconds of UTC: `2026-11-20T09:00:00`."""

    start: str
    end: str

    def covers(self, time: str) -> bool:
        """Whether a time, ISO 8601 in UTC, is in it."""
        return bool(time) and self.start <= time[:_LENGTH] < self.end


def note_switch(folder: str, *, is_on: bool, made: str) -> None:
    """Notes that the memory was switched on or off."""
    make_folder(folder)
    append_line(os.path.join(folder, FILE), f"{made[:_LENGTH]} {'on' if is_on else 'off'}\n".encode(), True)


def read_off_times(folder: str) -> tuple[OffTime, ...]:
    """The times in which the memory was switched off, the earliest first; the last one may not have ended."""
    try:
        with open(os.path.join(folder, FILE), "rb") as file:
            text = file.read(_LIMIT).decode("ascii", "replace")
    except OSError:
        return ()
    times: list[OffTime] = []
    start = ""
    for line in text.splitlines():
        made, _, word = line.partition(" ")
        if word == "off":
            start = start or made
        elif word == "on" and start:
            times.append(OffTime(start, made))
            start = ""
    return (*times, OffTime(start, _OPEN)) if start else tuple(times)
