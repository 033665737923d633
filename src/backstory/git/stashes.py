"""What `git stash` has put aside, by the branch on which that was."""

import os
from typing import TYPE_CHECKING, Final

from backstory.git.worktree import escape_path
from backstory.model.dates import format_timestamp
from backstory.model.late_pattern import late_pattern

if TYPE_CHECKING:
    from backstory.model.snapshot import Stash

STASHES: Final = (
    "log", "-g", "-z", "-m", "--first-parent", "--name-only", "--relative",
    "--format=%x1e%ct%x1f%gs%x1f", "refs/stash", "--",
)  # fmt: skip
"""The command that lists them, newest first, each with the files that it changed."""
MAX_STASHES: Final = 3
MAX_FILES: Final = 20
_MESSAGE: Final = late_pattern(r"(?:(WIP) on|On) ([^:]+): (.*)")
"""How git words it: `On main: the message`; without a message `WIP on main: 1a2b3c4 subject of HEAD`."""


def has_stashes(common_dir: str) -> bool:
    """Whether anything is stashed. No process."""
    return bool(common_dir) and os.path.exists(os.path.join(common_dir, "logs", "refs", "stash"))


def read_stashes(out: bytes, branch: str) -> "tuple[Stash, ...]":
    """Reads what `STASHES` gives: what was stashed on a branch."""
    from backstory.model.snapshot import Stash

    stashes: list[Stash] = []
    for row in out.decode("utf-8", "surrogateescape").split("\x1e")[1:]:
        seconds, message, names = [*row.split("\x1f", 2), "", ""][:3]
        match = _MESSAGE.match(message)
        if match is None or match[2] != branch or len(stashes) == MAX_STASHES:
            continue
        files = tuple(escape_path(name) for name in names.replace("\n", "\0").split("\0") if name)[:MAX_FILES]
        date = format_timestamp(int(seconds)) if seconds.isdigit() else ""
        stashes.append(Stash("" if match[1] else escape_path(match[3]), date, files))
    return tuple(stashes)
