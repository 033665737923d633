"""Commands of ours in a shell script of git's, such as `.git/hooks/post-commit`: a block right after its first line.

There it runs whatever the script does: also one that ends with `exec` or `exit` lower down.
"""

from collections.abc import Sequence
from typing import Final

from backstory.edits import block, lines
from backstory.model.errors import BackstoryError
from backstory.model.late_pattern import late_pattern

HEAD: Final = b"#!/bin/sh\n"
"""The first line of a script that we make."""
_SHELL: Final = late_pattern(rb"#!\s*\S*/(?:env\s+(?:-S\s+)?)?(?:\S*/)?(?:sh|bash|dash|ash|ksh|zsh)(?:\.exe)?(?:\s|$)")


def apply(data: bytes, commands: Sequence[str], *, was: str = "", name: str = "file") -> tuple[bytes, str]:
    """Inserts or replaces the commands; returns (the new bytes, the fragment that was added).

    Raises BackstoryError for a script in another language.
    """
    text = "\n".join(commands)
    head = HEAD.decode() if not data or was.startswith(HEAD.decode()) else ""
    was = was.removeprefix(head)
    data = data or HEAD
    if not is_shell(data):
        raise BackstoryError(f"`{name}` is not a shell script", hint=f"have it start this as well:\n{text}")
    start = _body(data)
    if start == len(data) or block.find(data, marks=lines.MARKS, name=name):
        out, fragment = block.apply(data, text, was=was, marks=lines.MARKS, name=name)
    else:
        rest, fragment = block.apply(data[start:], text, was=was, top=True, marks=lines.MARKS, name=name)
        out = data[:start] + rest
    return out, head + fragment


def revert(data: bytes, *, was: str = "", name: str = "file") -> bytes:
    """Removes the commands; of a script that we made nothing is left."""
    is_ours = was.startswith(HEAD.decode())
    rest = block.revert(data, was=was.removeprefix(HEAD.decode()), marks=lines.MARKS, name=name)
    return b"" if is_ours and rest == HEAD else rest


def state(data: bytes, *, was: str = "") -> block.State:
    """Whether the commands are there, and as `was` left them. Never raises."""
    return block.state(data, was=was.removeprefix(HEAD.decode()), marks=lines.MARKS)


def is_shell(data: bytes) -> bool:
    """Whether a script runs in a shell of the Bourne family: git gives one without a first line of its own to `sh`."""
    return b"\0" not in data and (not data.startswith(b"#!") or _SHELL.match(data.split(b"\n", 1)[0]) is not None)


def _body(data: bytes) -> int:
    """The position after the line that names the interpreter."""
    return (data.find(b"\n") + 1 or len(data)) if data.startswith(b"#!") else 0
