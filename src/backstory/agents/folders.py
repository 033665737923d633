"""Lists the folders in which agents keep their sessions."""

import os
from collections.abc import Sequence


def list_entries(folder: str) -> "list[os.DirEntry[str]]":
    """The entries of a folder by name; none when it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def is_below(path: str, roots: Sequence[str]) -> bool:
    """Whether a path is one of `roots` or below one of them, whatever separates its parts."""
    return any(path == root or path.startswith(root.rstrip("/\\") + part) for root in roots for part in ("/", "\\"))
