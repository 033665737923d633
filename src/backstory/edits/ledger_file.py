"""The ledger file on disk: the edits of one working tree as JSON."""

import os
from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from backstory.model.errors import NewerFormat, NotFound
from backstory.store.files import read_file

FORMAT: Final = 1
Kind = Literal["block", "hooks", "lines", "file", "plugin", "mcp", "script", "tables", "rules", "yaml"]
HOOKED: Final[tuple[Kind, ...]] = ("hooks", "plugin", "tables")
"""Kinds of edits by which an agent calls the hook process."""
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"
UndoData = dict[str, Any]
"""The undo data of an edit, as JSON."""


class Part(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One edit of a file, and the agents that it is for: it goes when the last of them does."""

    kind: Kind
    agents: list[str] = []
    shared: bool = False
    """Whether the file is committed with the repository, so that it may hold nothing private."""
    brought: bool = False
    """Whether it came with the repository: somebody else put it in and committed it, and they take it out."""
    memo: dict[str, Any] = {}


class Entry(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A file that was edited. `path` is relative to the root with forward slashes, or absolute outside of it."""

    path: str
    within: str = ""
    """The folder that links may not lead out of; empty: the root."""
    existed: bool = True
    mode: int = 0o644
    before: str = ""
    """SHA-256 of the bytes without our part."""
    after: str = ""
    """SHA-256 of the bytes that we wrote last."""
    original: str = ""
    """The bytes without our part, base64; empty when they were not kept."""
    kept: bool = False
    folders: list[str] = []
    """Folders that were made for it, outermost first, as `path` is written."""
    parts: list[Part] = []

    def part(self, kind: Kind) -> Part | None:
        return next((part for part in self.parts if part.kind == kind), None)


class LedgerFile(msgspec.Struct, kw_only=True):
    """The file on disk."""

    format: int = FORMAT
    root: str = ""
    files: list[Entry] = []


def read_ledger(path: str) -> LedgerFile:
    """Reads the ledger at a path. Returns an empty one if there is no file. A damaged file is put aside.

    Raises NewerFormat for one that a later version has written.
    """
    try:
        data = read_file(path, limit=64 << 20)
    except NotFound:
        return LedgerFile()
    try:
        book = msgspec.json.decode(data, type=LedgerFile)
    except (msgspec.DecodeError, RecursionError) as err:
        number = _format(data)
        if number > FORMAT:
            raise NewerFormat(f"`{path}` is in format {number}, this version reads up to {FORMAT}") from err
        os.replace(path, path + ".damaged")  # without it our parts are found by their marks
        return LedgerFile()
    if book.format > FORMAT:
        raise NewerFormat(f"`{path}` is in format {book.format}, this version reads up to {FORMAT}")
    return book


def find_entry(book: LedgerFile, key: str) -> Entry | None:
    """The entry of a file, if it has one."""
    return next((entry for entry in book.files if entry.path == key), None)


def is_leaving(part: Part, kind: Kind | None, agent: str) -> bool:
    """Whether a part goes with its kind and an agent, None and empty for any."""
    return (kind is None or part.kind == kind) and (not agent or set(part.agents) <= {agent})


def list_removable(parts: Sequence[Part], *, brought: bool = False) -> list[Part]:
    """The parts that are taken out of a file when they leave the ledger. `brought`: also what came with git."""
    return [part for part in parts if brought or not part.brought]


def withdraw_agent(parts: Sequence[Part], kind: Kind | None, agent: str) -> None:
    """Takes an agent off the parts of a kind that stay for others."""
    for part in parts:
        if agent in part.agents and (kind is None or part.kind == kind):
            part.agents.remove(agent)


def is_same_part(old: Part, part: Part) -> bool:
    """Whether a part is as the ledger has it."""
    return msgspec.structs.asdict(old) == _as_stored(msgspec.structs.asdict(part))


def is_hollow(data: bytes) -> bool:
    """Whether a file that we made holds nothing any more but an empty object or the first line of a script."""
    from backstory.edits.script import HEAD  # who only reads the ledger asks for no file

    return data.strip(_BLANK) in (b"", b"{}", HEAD.strip())


def _as_stored(data: UndoData) -> UndoData:
    """Undo data as it comes back from disk."""
    out: UndoData = msgspec.json.decode(msgspec.json.encode(data))
    return out


def _format(data: bytes) -> int:
    try:
        number = msgspec.json.decode(data)["format"]
    except (msgspec.DecodeError, RecursionError, KeyError, TypeError):
        return 0
    return number if isinstance(number, int) else 0


def remove_folders(root: str, entry: Entry, book: LedgerFile) -> None:
    """Removes the folders that were made for a file. The entry of another file in such a folder takes it over."""
    for index in reversed(range(len(entry.folders))):
        folder = entry.folders[index]
        try:
            os.rmdir(os.path.join(root, folder))
        except OSError:
            heirs = [other for other in book.files if other.path.startswith(folder.rstrip("/") + "/")]
            if heirs:
                heirs[0].folders = [*entry.folders[: index + 1], *heirs[0].folders]
            return
