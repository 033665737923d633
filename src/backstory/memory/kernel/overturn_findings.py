"""Keeps what searches for overturned sentences found, in a file that the next search writes again if it is missing.

`recall` searches around what it found. As long as nothing new was uttered there, the same is found again.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from backstory.memory.kernel.verdicts import describe_code
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file, write_atomic

if TYPE_CHECKING:
    import apsw

    from backstory.base.overturns.findings import Kept
    from backstory.base.visibility import View
    from backstory.index.build import Index

MOST_KEPT: Final = 400
"""Searches that are kept: those that were asked for last."""
_LIMIT: Final = 4 << 20
_ROOMS: Final = ("base",)
"""The package whose code decides what is found; it imports no other one."""

T = TypeVar("T")


class _File(msgspec.Struct):
    code: str
    """What the findings were made by. Those of other code are not used."""
    findings: dict[str, list[int]]


class FindingFile:
    """The findings of earlier processes, with those of this one."""

    def __init__(self, private: str) -> None:
        self._path: Final = os.path.join(private, "digests", "findings.json")
        self._code: Final = describe_code(_ROOMS)
        self.findings: Kept = self._read()

    def _read(self) -> "Kept":
        with suppress(BackstoryError, msgspec.MsgspecError, ValueError, RecursionError):
            file = msgspec.json.decode(read_file(self._path, limit=_LIMIT), type=_File)
            return file.findings if file.code == self._code else {}
        return {}

    def write(self) -> None:
        """Writes the findings. Without a place for them they are not kept."""
        if self._code:
            findings = dict(list(self.findings.items())[-MOST_KEPT:])
            with suppress(BackstoryError):
                write_atomic(self._path, msgspec.json.encode(_File(self._code, findings)), sync=False)


def run_search(index: "Index", view: "View", search: "Callable[[apsw.Connection], T]", file: FindingFile) -> T:
    """Runs a search over the index with what earlier ones found to be overturned, and keeps what it finds itself."""
    view.kept = file.findings
    before = set(file.findings)
    result = index.run(search)
    if not file.findings.keys() <= before:
        file.write()
    return result
