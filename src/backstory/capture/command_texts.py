"""Texts that a command line passes to a program: here-documents."""

import re
from typing import Final

from backstory.capture.patterns import Pattern

MAX_HEREDOCS: Final = 20

_HEREDOC: Final = Pattern(r"(<<-?[ \t]*['\"]?(\w+)['\"]?[^\n]*\n[^\n]*)\n.*?\n([ \t]*\2)(?=\s|$)", re.DOTALL)


def fold_heredocs(command: str) -> str:
    """The command line with the first line of a text that it passes to a program, and `…` for the others."""
    return _HEREDOC.sub(r"\1\n…\n\3", command) if 0 < command.count("<<") <= MAX_HEREDOCS else command
