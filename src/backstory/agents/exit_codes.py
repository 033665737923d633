"""Finds the exit code of a command in what a tool returned, in the words of many agents."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern

_FIRST: Final = late_pattern(
    r"\s*(?:<error>|Error:)?\s*(?:Command failed(?: with|:)?\s*|Command exited with\s*|Process exited with\s*)?"
    r"\(?(?:exit(?:ed)?[ _-]?(?:with )?(?:code|status)|Exit Code)[:=]?\s*(-?\d{1,10})\b",
    re.IGNORECASE,
)
_LINE: Final = late_pattern(
    r"^[ \t]*[<\[(]?(?:Process |Command |Shell |shell command |shellId: \S{1,40} )?(?:failed |finished |completed )?"
    r"(?:with )?exit(?:ed)?(?: with)?[ _]?(?:exit )?(?:code|status)?[:=]?[ \t]*(-?\d{1,10})\b[.>\])]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_REACH: Final = 400
"""Characters at the beginning and at the end in which programs put the code; what is between is the command's own."""


def find_exit_code(text: str) -> int | None:
    """The exit code that a tool put before or after a command's output; None when it says none."""
    begin = text[:_REACH]
    if match := _FIRST.match(begin):
        return _number(match[1])
    if match := _LINE.search(begin):
        return _number(match[1])
    if len(text) > _REACH:
        for match in _LINE.finditer(text[-_REACH:]):
            return _number(match[1])
    return None


def _number(digits: str) -> int | None:
    number = int(digits)
    return number if -(1 << 31) <= number < 1 << 32 else None
