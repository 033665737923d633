"""Keeps git's patch ids of commits. They never change, and computing two thousand of them takes a second of CPU.

The file `digests/patches` in the project's folder of the data home has on its first line what the ids depend on, and
then for each commit, or change from one commit to another, a line `<commits>=<patch id>`. The least recently
asked are dropped. Without the file git is asked again.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from backstory.model.errors import BackstoryError
from backstory.store.files import read_file, write_atomic

FILE: Final = os.path.join("digests", "patches")
MOST: Final = 8_000
"""Ids that are kept."""
_LIMIT: Final = 4 << 20


class PatchIds:
    """The stored patch ids of one project. `private` is its folder in the data home."""

    def __init__(self, private: str) -> None:
        self._path = os.path.join(private, FILE)

    def read(self, stamp: str) -> dict[str, str]:
        """Commits -> patch id; empty if the stored ids have another stamp than `stamp`."""
        try:
            data = read_file(self._path, limit=_LIMIT)
        except BackstoryError:
            return {}
        first, _, rest = data.decode("ascii", "replace").partition("\n")
        if first != stamp:
            return {}
        ids: dict[str, str] = {}
        for line in rest.splitlines():
            commits, separator, patch = line.partition("=")
            if separator:  # a torn line has none
                ids[commits] = patch
        return ids

    def keep(self, stamp: str, ids: Mapping[str, str]) -> None:
        """Stores the last `MOST` of these ids, with the latest ones at the end. Stores nothing if the file cannot be
        written."""
        lines = [f"{commits}={patch}\n" for commits, patch in ids.items()][-MOST:]
        with suppress(BackstoryError):
            write_atomic(self._path, "".join([f"{stamp}\n", *lines]).encode("ascii", "replace"), sync=False)
