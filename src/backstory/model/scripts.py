"""Command lines of several lines as one: scripts, and commands with here-documents."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern

_MAX_HEREDOCS: Final = 20
_BODY: Final = late_pattern(r"<<-?[ \t]*(['\"]?)(\w+)\1([^\n]*)\n(?:.*?\n)?[ \t]*\2[ \t]*(?=\n|$)", re.DOTALL)
_FOLDED: Final = late_pattern(r"(<<-?[ \t]*['\"]?(\w+)['\"]?[^\n]*\n[^\n]*)\n.*?\n([ \t]*\2)(?=\s|$)", re.DOTALL)
_UNFINISHED: Final = ("&&", "||", "|", ";", "\\", "{", "(", " do", " then", " else")
"""Ends of a line that the next one continues."""
_GOING_ON: Final = ("&&", "||", "|", ")", "}")
_QUOTES: Final = "\"'`"


def drop_heredocs(command: str) -> str:
    """The command line without the texts that it passes to programs."""
    return _BODY.sub(r"\3", command) if 0 < command.count("<<") <= _MAX_HEREDOCS else command


def fold_heredocs(command: str) -> str:
    """The command line with the first line of a text that it passes to a program, and `…` for the others."""
    return _FOLDED.sub(r"\1\n…\n\3", command) if 0 < command.count("<<") <= _MAX_HEREDOCS else command


def join_lines(command: str) -> str:
    """The lines of a script as one, with `;` between commands; with a blank where a quotation runs over lines."""
    lines = [line.strip() for line in command.splitlines() if line.strip()]
    if any(line.count(quote) % 2 for line in lines for quote in _QUOTES):
        return " ".join(lines)
    joined = ""
    for line in lines:
        glue = " " if joined.endswith(_UNFINISHED) or line.startswith(_GOING_ON) else "; "
        joined = f"{joined.removesuffix(chr(92)).rstrip()}{glue}{line}" if joined else line
    return joined
