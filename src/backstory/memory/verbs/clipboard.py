"""Copies text to the clipboard with a program of the platform."""

import subprocess
from collections.abc import Mapping
from typing import Final

from backstory.git.folder import find_program
from backstory.model.errors import BackstoryError

PROGRAMS: Final = (
    ("pbcopy",), ("wl-copy",), ("xclip", "-selection", "clipboard"), ("xsel", "-ib"), ("clip.exe",),
)  # fmt: skip
TIMEOUT: Final = 5.0
"""Seconds that a program may take."""


def copy_text(text: str, environ: Mapping[str, str], root: str) -> None:
    """Copies a text to the clipboard. Raises `BackstoryError` if no program can do it.

    It never starts a program below `root`, whatever PATH says, because a repository may contain an `xclip`.
    """
    for name, *options in PROGRAMS:
        program = find_program((name,), environ, outside=root)
        if not program:
            continue
        try:
            subprocess.run(
                [program, *options], input=text.encode(), check=True, timeout=TIMEOUT,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            continue
        return
    raise BackstoryError(
        "no clipboard program works here", hint="`backstory brief -o FILE` writes a file, or pipe the output"
    )
