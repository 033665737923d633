"""The tokens that each call of a model took, one JSON line each, in a file per month of the data home. No text is kept.

A call is counted with an estimate before anything is sent, and again with what it took when it has ended. So one that
was interrupted stays counted, and two calls at once see each other.
"""

import os
from collections.abc import Callable
from typing import Final

import msgspec

from backstory.model.errors import NotFound
from backstory.store.file_errors import write_error
from backstory.store.files import PRIVATE_FILE, make_folder, read_file, write_all
from backstory.store.lock import Lock

FOLDER: Final = "model-usage"
"""In the user's folder of the data home: one person pays for all projects."""
_LIMIT: Final = 64 << 20
_WAIT: Final = 10.0


class ModelCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one call of a model took."""

    id: str
    made: str
    """UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    model: str = ""
    task: str = ""
    project: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: bool = False
    """Whether the numbers are estimates: the call has not ended, or the model does not count."""

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


class ModelUsage:
    """The calls of one person, by month."""

    def __init__(self, user_folder: str) -> None:
        self.folder = os.path.join(user_folder, FOLDER)

    def read_month(self, month: str) -> list[ModelCall]:
        """The calls of a month (`2026-11`), oldest first. Damaged lines are passed over."""
        try:
            data = read_file(self._path(month), limit=_LIMIT)
        except NotFound:
            return []
        calls: dict[str, ModelCall] = {}
        for line in data.splitlines():
            try:
                call = msgspec.json.decode(line, type=ModelCall)
            except msgspec.MsgspecError:
                continue
            calls[call.id] = call
        return list(calls.values())

    def reserve(self, call: ModelCall, check: Callable[[list[ModelCall]], None]) -> None:
        """Counts a call before it is made. `check` gets the calls of the month and may raise; then nothing is kept."""
        make_folder(self.folder)
        with Lock(os.path.join(self.folder, "lock"), wait=_WAIT):
            check(self.read_month(call.made[:7]))
            self._append(call)

    def settle(self, call: ModelCall) -> None:
        """Replaces the estimate of a call by what it took."""
        with Lock(os.path.join(self.folder, "lock"), wait=_WAIT):
            self._append(call)

    def _append(self, call: ModelCall) -> None:
        path = self._path(call.made[:7])
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            file = os.open(path, flags, PRIVATE_FILE)
            try:
                size = os.fstat(file).st_size
                is_torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"
                write_all(file, b"\n" * is_torn + msgspec.json.encode(call) + b"\n")
            finally:
                os.close(file)
        except OSError as error:
            raise write_error(error, path) from None

    def _path(self, month: str) -> str:
        return os.path.join(self.folder, f"{month}.jsonl")
