"""Names files as the project does: relative to its root, with `/`."""

from collections.abc import Sequence
from posixpath import normpath
from typing import Final

_OURS: Final = (".git/", ".backstory/")


def relative_path(path: str, cwd: str, roots: Sequence[str]) -> str:
    """The path relative to the root that holds it; empty for a file outside, for a root itself and for files of ours.

    `path` is as an agent names it: absolute, or relative to `cwd`.
    """
    path, cwd = _slashes(path.strip()), _slashes(cwd)
    if not path or "\n" in path:
        return ""
    if not _is_absolute(path):
        path = f"{cwd}/{path}" if cwd else path
    path = normpath(path)
    for root in roots:
        start = normpath(_slashes(root)) + "/"
        if path.startswith(start):
            return _without_ours(path[len(start) :])
    return _without_ours(path) if not _is_absolute(path) and not path.startswith("../") and path != ".." else ""


def _without_ours(path: str) -> str:
    return "" if path == "." or path.startswith(_OURS) else path


def _slashes(path: str) -> str:
    return path.replace("\\", "/") if "\\" in path and (path[1:2] == ":" or "/" not in path) else path


def _is_absolute(path: str) -> bool:
    return path.startswith(("/", "~")) or path[1:3] == ":/"
