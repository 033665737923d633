"""The folders in which agents keep their sessions."""

import os
import sys
from collections.abc import Mapping, Sequence


def editor_data_folder(environ: Mapping[str, str], home: str) -> str:
    """The folder below which VS Code and its variants keep the data of a person, each in one of its own."""
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support")
    if sys.platform == "win32":
        return environ.get("APPDATA") or os.path.join(home, "AppData", "Roaming")
    return environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")


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
