"""Texts that a command line passes to a program: the subject of a commit, here-documents."""

import re
from typing import Final

from backstory.capture.patterns import Pattern

MAX_HEREDOCS: Final = 20

_HEREDOC: Final = Pattern(r"(<<-?[ \t]*['\"]?(\w+)['\"]?[^\n]*\n[^\n]*)\n.*?\n([ \t]*\2)(?=\s|$)", re.DOTALL)
_COMMIT: Final = Pattern(r"\bgit\b[^;&|\n]*?\bcommit\b(.*)", re.DOTALL)
_MESSAGE: Final = Pattern(
    r"""(?:\s-[a-zA-Z]*m|--message)[=\s]*(?:"\$\(cat\s+<<-?\s*['"]?\w+['"]?\s*\n(?P<text>[^\n]+)"""
    r"""|"(?P<double>(?:[^"\\]|\\.)+)"|'(?P<single>[^']+)'|(?P<bare>[^\s"']+))"""
)


def find_subject(command: str) -> str:
    """The subject that a `git commit` is given, for one that prints nothing."""
    commit = _COMMIT.search(command)
    message = _MESSAGE.search(commit[1]) if commit else None
    text = next(filter(None, message.groups()), "") if message else ""
    return text.strip().partition("\n")[0].replace('\\"', '"')


def fold_heredocs(command: str) -> str:
    """The command line with the first line of a text that it passes to a program, and `…` for the others."""
    return _HEREDOC.sub(r"\1\n…\n\3", command) if 0 < command.count("<<") <= MAX_HEREDOCS else command
