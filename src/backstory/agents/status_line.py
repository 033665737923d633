"""The setting by which an agent shows a line about the memory."""

import os
import shlex
from collections.abc import Iterable
from typing import Final

from backstory.agents.base import Launch, Place
from backstory.agents.hook_settings import hook_program
from backstory.base.regular_file import read_regular
from backstory.edits.values import Value

STATUS_LINE: Final = "statusLine"
"""The setting that holds the command, in every agent that has one."""
_LIMIT: Final = 1 << 20


def status_line(launch: Launch, at: tuple[str, ...] = ()) -> Value:
    """The setting, below some keys, where the file has no other status line."""
    command = shlex.join(hook_program(launch, "backstory.hot.status_line"))
    return Value(at, {"type": "command", "command": command}, STATUS_LINE, yielding=True)


def has_status_line(paths: Iterable[str]) -> bool:
    """Whether one of some settings files has a status line, which one in the project's own file would replace."""
    return any(STATUS_LINE.encode() in (read_regular(path, _LIMIT) or b"") for path in paths)


def personal_lines(place: Place, user_file: str, at: tuple[str, ...], *others: str) -> list[Value]:
    """The setting for a project's own file; none where the person has one, or one of `others` in the project does."""
    paths = (os.path.join(place.home, user_file), *(os.path.join(place.root, path) for path in others))
    return [] if has_status_line(paths) else [status_line(place.launch, at)]
