"""Runs that were observed or stated: one JSON file each, `<folder>/<yyyy-mm>/<id>.json`. Everything passes the gate."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import msgspec

from backstory.base.journal_lines import safe_name
from backstory.model.errors import BackstoryError
from backstory.model.run import Run
from backstory.redact.paths import clean_name
from backstory.store.files import TEMPORARY, read_file, write_atomic

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

SUFFIX: Final = ".json"
MAX_BYTES: Final = 1 << 20
_PATHS: Final = frozenset(("edited", "read"))
_FIXED: Final = frozenset(
    ("id", "task_type", "outcome", "started", "ended", "made", "kind", "provenance", "commit", "commits")
)
"""Fields whose values come from tables, clocks and git."""


class RunStore:
    """The runs of one project below `folder`."""

    def __init__(self, folder: str, gate: "Gate") -> None:
        self.folder = os.path.abspath(folder)
        self.gate = gate

    def write(self, run: Run) -> Run:
        """Writes a run in place of its former state and returns it as written. Raises NotWritable."""
        clean = redact_run(run, self.gate)
        month = (run.started or "0000-00")[:7]
        for other in self._paths(run.id):
            month = os.path.basename(os.path.dirname(other))
        write_atomic(os.path.join(self.folder, month, safe_name(run.id) + SUFFIX), msgspec.json.encode(clean) + b"\n")
        return clean

    def newest(self) -> Iterator[Run]:
        """The runs, the one that was started last first. Damaged ones are left out."""
        for path in self._paths(""):
            run = _read(path)
            if run is not None:
                yield run

    def list_damaged(self) -> Iterator[str]:
        """The files that hold no run."""
        return (path for path in self._paths("") if _read(path) is None and os.path.exists(path))

    def list_files(self, session: str) -> list[str]:
        """The files of the runs of a session."""
        return [path for path in self._paths("") if (run := _read(path)) is not None and run.session == session]

    def get(self, ident: str) -> Run | None:
        """The run with this id, or the only one whose id begins or ends with it; None if there is none."""
        paths = [path for path in self._paths("") if _matches(path, ident)]
        exact = [path for path in paths if os.path.basename(path) == safe_name(ident) + SUFFIX]
        chosen = exact or paths
        return _read(chosen[0]) if len(chosen) == 1 else None

    def _paths(self, ident: str) -> list[str]:
        """The files of all runs, or of one, newest first: ids begin with the time."""
        paths: list[str] = []
        for month in sorted(_list_names(self.folder), reverse=True):
            names = sorted(_list_names(os.path.join(self.folder, month)), reverse=True)
            paths += [
                os.path.join(self.folder, month, name) for name in names
                if name.endswith(SUFFIX) and not name.startswith(TEMPORARY) and ident in ("", name.removesuffix(SUFFIX))
            ]  # fmt: skip
        return paths


def redact_run(run: Run, gate: "Gate") -> Run:
    """The run as the gate lets it through."""
    return msgspec.convert(_clean(gate, "", msgspec.to_builtins(run)), Run)


def _matches(path: str, ident: str) -> bool:
    name = os.path.basename(path).removesuffix(SUFFIX).upper()
    return bool(ident) and (name.startswith(ident.upper()) or name.endswith(ident.upper()))


def _list_names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


_DECODER: Final = msgspec.json.Decoder(Run)


def _read(path: str) -> Run | None:
    try:
        return _DECODER.decode(read_file(path, limit=MAX_BYTES))
    except (BackstoryError, msgspec.MsgspecError, RecursionError, ValueError):
        return None


def _clean(gate: "Gate", name: str, value: Any) -> Any:
    if name in _FIXED:
        return value
    if isinstance(value, str):
        return clean_name(gate, value) if name in _PATHS else gate.clean(value)
    if isinstance(value, list | tuple):
        return [_clean(gate, name, item) for item in value]
    if isinstance(value, dict):
        return {key: _clean(gate, key, item) for key, item in value.items()}
    return value
