"""Tells our own files, which the index of the code leaves out: their names hold the titles of records."""

from typing import Final

_FOLDER: Final = ".backstory/"


def is_own(path: str) -> bool:
    """Whether a path of the repository is in a `.backstory` folder, of this project or of one inside it."""
    return path.startswith(_FOLDER) or "/" + _FOLDER in path
