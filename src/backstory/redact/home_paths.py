"""Finds paths below a person's home folder in a text: they name a user, and mean nothing on another machine."""

import re
from typing import Final

_HOMES: Final = re.compile(
    r"(?<![\w.~-])(?:/home/|/Users/|[A-Za-z]:[\\/]Users[\\/])([^\s/\\:'\"`<>|*?$%{}()\[\],;]+)[\\/][^\s'\"`<>]*"
)
_NOBODY: Final = frozenset(
    ("user", "username", "you", "me", "name", "alice", "bob", "runner", "vscode", "node", "app", "ubuntu", "circleci",
     "git", "linuxbrew", "jovyan", "shared", "public", "...", "…")
)  # fmt: skip
"""Names of examples, containers and build machines: no person's."""


def find_home_path(text: str, home: str = "") -> str:
    """The first path below a home folder: this person's own, or one by the custom of the system. Empty without one."""
    home = home.rstrip("/\\")
    if len(home) > 1:
        own = re.search(re.escape(home) + r"[\\/][^\s'\"`<>]*", text)
        if own:
            return own[0]
    for match in _HOMES.finditer(text):
        if match[1].lower() not in _NOBODY:
            return match[0]
    return ""


def shorten_home(path: str, home: str) -> str:
    """A path with `~` for this person's home folder."""
    home = home.rstrip("/\\")
    return f"~{path[len(home) :]}" if len(home) > 1 and path.startswith((home + "/", home + "\\")) else path
