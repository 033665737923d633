"""The files that hold tombstones (`store.tombstones`), for those who only ask whether there are any."""

import os
from typing import Final

FILE: Final = "rejected.jsonl"
SHARED: Final = "forgotten.txt"
"""In the team's `memory` folder: ids only, merged line by line by git."""


def list_tombstone_files(private: str, team: str = "", user: str = "") -> list[str]:
    """The files that may hold tombstones of a project, whether they exist or not."""
    files = [os.path.join(private, FILE)]
    files += [os.path.join(team, SHARED)] if team else []
    files += [os.path.join(user, FILE)] if user else []
    return files


def has_tombstones(private: str, team: str = "", user: str = "") -> bool:
    """Whether any tombstone may exist: checks for the files and reads none."""
    return any(os.path.exists(path) for path in list_tombstone_files(private, team, user))
