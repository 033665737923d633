"""Copies of transcripts, redacted and compressed: `<folder>/<yyyy-mm>/<agent>.<session>.jsonl.gz`, a line a turn.

Every addition is a gzip member of its own at the end of the file. A turn that was added twice, because a process died
before it noted how far it had read, counts once.
"""

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.base.journal_lines import safe_name
from backstory.store.file_errors import write_error
from backstory.store.files import PRIVATE_FILE, make_folder

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

SUFFIX: Final = ".jsonl.gz"
MAX_BYTES: Final = 256 << 20
"""Bytes of a copy, unpacked, that are read."""

Row = dict[str, object]


class SessionArchive:
    """The copies of one project below `folder`. Everything written passes `gate`."""

    def __init__(self, folder: str, gate: "Gate") -> None:
        self.folder = os.path.abspath(folder)
        self.gate = gate

    def append(self, agent: str, session: str, month: str, rows: Iterable[Row]) -> None:
        """Adds rows to the copy of a session; `month`, `yyyy-mm`, is that of its beginning. Raises NotWritable."""
        lines = b"".join(msgspec.json.encode(self.gate.value(row)) + b"\n" for row in rows)
        if not lines:
            return
        path = self.path(agent, session) or os.path.join(self.folder, month, _file_name(agent, session))
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            make_folder(os.path.dirname(path))
            fd = os.open(path, flags, PRIVATE_FILE)
            try:
                os.write(fd, gzip.compress(lines, 6, mtime=0))
                os.fsync(fd)
            finally:
                os.close(fd)
        except OSError as err:
            raise write_error(err, path) from err

    def path(self, agent: str, session: str) -> str:
        """The file of a session; empty if there is none."""
        name = _file_name(agent, session)
        try:
            months = sorted(os.listdir(self.folder), reverse=True)
        except OSError:
            return ""
        paths = (os.path.join(self.folder, month, name) for month in months)
        return next((path for path in paths if os.path.isfile(path)), "")

    def read(self, agent: str, session: str) -> Iterator[Row]:
        """The rows of a session in their order, up to a damaged place."""
        path = self.path(agent, session)
        if not path:
            return
        seen: set[tuple[object, object]] = set()
        try:
            with gzip.open(path) as handle:
                for line in handle.read(MAX_BYTES).splitlines():
                    row = msgspec.json.decode(line)
                    key = (row.get("id"), row.get("role"))
                    if key[0] and key in seen:
                        continue
                    seen.add(key)
                    yield row
        except (OSError, EOFError, zlib.error, msgspec.MsgspecError):
            return


def _file_name(agent: str, session: str) -> str:
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in agent.lower())[:40] or "none"
    return f"{plain}.{safe_name(session)}{SUFFIX}"
