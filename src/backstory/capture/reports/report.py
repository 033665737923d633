"""What a tool reports about the code: the shape that the readers of all tools return."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from backstory.capture.text.patterns import Pattern


class Report(NamedTuple):
    """What a test runner or a checker says."""

    tool: str
    failed: bool | None
    """None where the output does not tell."""
    red: tuple[str, ...] = ()
    """Failing tests, as the tool takes their names."""
    summary: str = ""
    errors: tuple[str, ...] = ()


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """The names in order, each once, without blanks around them; no empty ones."""
    return tuple(dict.fromkeys(name for raw in names if (name := raw.strip())))


def squeeze(text: str) -> str:
    """A text in one line, with single blanks."""
    return re.sub(r"\s+", " ", text).strip()


def count(number: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def find_last(pattern: Pattern, text: str) -> re.Match[str] | None:
    """The last match: runners sum up at their end, after what they ran may have printed."""
    last = None
    for match in pattern.finditer(text):
        last = match
    return last
