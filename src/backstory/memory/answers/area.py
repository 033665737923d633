"""The memory of a file or folder: its runs, files edited with it, tests, failures, records."""

import os
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.capture.sessions.failures import Failure, find_failures
from backstory.capture.sessions.strategies import describe_area
from backstory.memory.answers.runs import read_runs
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.location import place_anchor
from backstory.memory.verbs.anchored_code import suggest_path
from backstory.model.errors import NotFound
from backstory.model.record import Anchor, Record

if TYPE_CHECKING:
    from backstory.index.read import Row

MAX_RECORDS: Final = 20


class AreaMemory(NamedTuple):
    """What runs and records say about a path. Counts are of runs that edited something in it."""

    path: str
    runs: int
    files: tuple[tuple[str, int], ...]
    """Files in it that were edited, with the number of runs."""
    together: tuple[tuple[str, int], ...]
    """Folders that the same runs edited as well."""
    tests: tuple[str, ...]
    """Test commands that passed in the newest of the runs."""
    failures: tuple[Failure, ...]
    records: "tuple[Row, ...]"
    """Records that are about it, the newest first."""


def find_area(workspace: Catalog, target: str) -> AreaMemory:
    """Return what is remembered about a path relative to the project or to where the caller stands.

    Raises NotFound for a path that does not exist and that no run and no record names.
    """
    path = _relative(workspace, place_anchor(workspace, _read_anchor(workspace, target)).path)
    runs = read_runs(workspace)
    area = describe_area(path, runs, find_failures(runs))
    rows = [row for row in workspace.fresh().rows() if _is_about(row.record, path)]
    if not (area or rows or os.path.exists(os.path.join(workspace.project.root, path))):
        raise NotFound(
            f"no file or folder `{target}` here",
            hint=suggest_path(workspace, path, "backstory related", "`backstory related src` shows an area"),
        )
    kept = tuple(rows[:MAX_RECORDS])
    if area is None:
        return AreaMemory(path, 0, (), (), (), (), kept)
    return AreaMemory(path, area.runs, area.files, area.together, area.tests, tuple(area.failures), kept)


def _read_anchor(workspace: Catalog, target: str) -> Anchor:
    """The typed anchor. A path that exists is taken literally."""
    return Anchor(target) if os.path.lexists(os.path.join(workspace.project.root, target)) else Anchor.parse(target)


def _relative(workspace: Catalog, target: str) -> str:
    """Return a path relative to the project. One that lies outside of it stays as it is."""
    root = workspace.project.root
    if os.path.isabs(target):
        relative = os.path.relpath(os.path.realpath(target), os.path.realpath(root))
        target = target if relative.startswith("..") else relative
    return os.path.normpath(target).replace(os.sep, "/").removeprefix("./")


def _is_about(record: Record, path: str) -> bool:
    return path == "." or any(anchor.path == path or anchor.path.startswith(f"{path}/") for anchor in record.anchors)
