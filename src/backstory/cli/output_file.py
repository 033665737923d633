"""Writes the file that `-o` names, in the place of an earlier one of ours and of nothing else."""

import os
import re
import shlex
from typing import TYPE_CHECKING, Final

from backstory.cli.command import current_folder
from backstory.model.errors import BackstoryError
from backstory.store.files import write_text

if TYPE_CHECKING:
    from backstory.api import Memory

_HEAD: Final = 600
"""Bytes at the beginning of a file that tell whether it is ours."""
_OURS: Final = re.compile(
    rb'\s*(?:$|<backstory-context |<brief[ >]|\{\s*"schema": ?"backstory\.|Project memory \(Backstory\)'
    rb"|# [^\n]*: where things stand\n\s*This was put together)"
)
"""How a brief begins in each of its forms, and a packed session."""


def write_output(path: str, text: str, memory: "Memory") -> None:
    """Writes the file in one step, with the permissions of a file that a person makes.

    Raises BackstoryError when its folder does not exist, and when the file is something else than an earlier output.
    """
    whole = os.path.join(current_folder(), os.path.expanduser(path))
    folder = os.path.dirname(whole)
    if os.path.isdir(whole):
        raise BackstoryError(
            f"`{path}` is a folder, and a file is expected", hint=f"name a file in it: `-o {path.rstrip('/')}/FILE`"
        )
    if not os.path.isdir(folder):
        raise BackstoryError(f"the folder `{folder}` does not exist", hint=f"`mkdir -p {folder}` makes it")
    if os.path.isfile(whole) and not _is_ours(whole):
        raise BackstoryError(
            f"`{path}` exists and was not written by Backstory, so it is not replaced",
            hint=f"name another file, or move it out of the way: `mv {shlex.quote(path)} {shlex.quote(path)}.old`",
        )
    write_text(whole, text, memory.gate, mode=0o644, in_worktree=True)


def _is_ours(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return _OURS.match(file.read(_HEAD)) is not None
    except OSError:
        return False
