"""What the index of the code leaves out: our own files, whose names hold the titles of records."""

from typing import Final

_FOLDER: Final = ".backstory/"


def is_own(path: str) -> bool:
    """Whether a path of the repository lies in a folder of ours, of this project or of one inside it."""
    return path.startswith(_FOLDER) or "/" + _FOLDER in path
