"""Finds the files of a folder that are not taken in with its conversations: damaged ones, and texts of another kind."""

import os
from collections.abc import Sequence
from typing import Final

import msgspec

from backstory.memory.intake.ingest_sessions import SessionSource, walk_folder

TRANSCRIPTS: Final = (".jsonl", ".json")
"""Ends of the names of files that agents write in JSON."""
MAX_JSON: Final = 32 << 20
"""Bytes at the beginning of a file that are checked for damage."""


def find_damaged_files(folders: Sequence[str], sources: Sequence[SessionSource]) -> list[str]:
    """The files of folders that look like transcripts and cannot be read: no access, or no JSON.

    Counts only files in a folder with a readable conversation, or all files if there is no such folder. A folder of
    code may hold JSON with comments.
    """
    read = {source.file.path for source in sources}
    beside = {os.path.dirname(path) for path in read}
    damaged: list[str] = []
    for folder in folders:
        files = [os.path.abspath(file) for file in walk_folder(folder) if file.endswith(TRANSCRIPTS)]
        is_any = not any(name.startswith(os.path.abspath(folder) + os.sep) for name in read)
        candidates = [file for file in files if file not in read and (is_any or os.path.dirname(file) in beside)]
        damaged += [file for file in candidates if _is_damaged(file)]
    return damaged


def find_other_texts(folders: Sequence[str], sources: Sequence[SessionSource], endings: tuple[str, ...]) -> list[str]:
    """The files of folders with these endings that hold text and no conversation."""
    read = {source.file.path for source in sources}
    files = (
        os.path.abspath(file) for folder in folders for file in walk_folder(folder) if file.lower().endswith(endings)
    )
    return [file for file in files if file not in read and os.path.getsize(file)]


def _is_damaged(path: str) -> bool:
    """Whether a file named like a transcript cannot be opened or does not begin with JSON."""
    try:
        with open(path, "rb") as handle:
            data = handle.readline(MAX_JSON) if path.endswith(".jsonl") else handle.read(MAX_JSON)
    except OSError:
        return True
    if not data.strip() or len(data) >= MAX_JSON:
        return False
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return True
    return False
