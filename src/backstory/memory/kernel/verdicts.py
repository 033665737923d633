"""Keeps the verdicts on sentences between processes, in a file that the next brief makes anew where it is missing."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec

import backstory
from backstory._version import VERSION
from backstory.base.digests import blake2b
from backstory.memory.kernel.compiled_patterns import keep_patterns, load_patterns
from backstory.memory.kernel.workspace import Workspace
from backstory.model.errors import BackstoryError
from backstory.patterns import verdicts
from backstory.store.files import read_file, write_atomic

_LIMIT: Final = 8 << 20
_ROOMS: Final = ("base", "capture", "hook", "model", "patterns", "recall", "render")
"""Packages whose code and tables decide what a verdict is, and how a brief is arranged."""


class _Kept(msgspec.Struct):
    code: str
    """What the verdicts were made by. Those of other code are not used."""
    verdicts: dict[str, dict[str, bool | int | float | list[int]]]


_loaded: Final[list[str]] = ["", ""]
"""The file whose verdicts this process has, and the code as it was then: what the process decides is decided by it."""


def load_verdicts(workspace: Workspace) -> None:
    """Takes over the verdicts of the last briefs of this project, where the process does not have them."""
    load_patterns(workspace)
    path = _path_of(workspace)
    if _loaded[0] == path:
        return
    _loaded[:] = path, describe_code()
    kept = _Kept("", {})
    with suppress(BackstoryError, msgspec.MsgspecError, ValueError, RecursionError):
        kept = msgspec.json.decode(read_file(path, limit=_LIMIT), type=_Kept)
    verdicts.load_verdicts(kept.verdicts if kept.code == _loaded[1] else {})


def keep_verdicts(workspace: Workspace) -> None:
    """Writes the verdicts of this process where there are new ones. Without a place for them they are not kept."""
    keep_patterns(workspace)
    code = read_code() if verdicts.count_new() else ""
    if code:
        data = msgspec.json.encode(_Kept(code, verdicts.take_verdicts()))
        with suppress(BackstoryError):
            write_atomic(_path_of(workspace), data, sync=False)


def read_code() -> str:
    """What `describe_code` said when this process read its verdicts, or says now. To look at all files takes longer
    than to read what was kept."""
    return _loaded[1] or describe_code()


def describe_code(rooms: Sequence[str] = _ROOMS) -> str:
    """A digest of the version and of the files of some packages, by default of those that verdicts depend on; empty
    where their times cannot be read."""
    package = os.path.dirname(backstory.__file__)
    parts = [VERSION, sys.version]
    try:
        for room in rooms:
            parts += sorted(_list_versions(os.path.join(package, room)))
    except OSError:
        return ""
    return blake2b("\n".join(parts).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()


def _list_versions(folder: str) -> Iterator[str]:
    """Name, size and time of each file of code or of a table below a folder. Raises `OSError`."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".tsv")):
                info = entry.stat()
                yield f"{entry.name} {info.st_size} {info.st_mtime_ns}"
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from (f"{entry.name}/{version}" for version in _list_versions(entry.path))


def _path_of(workspace: Workspace) -> str:
    return os.path.join(workspace.project.private, "digests", "verdicts.json")
