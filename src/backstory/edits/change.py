"""The kinds of edits of foreign files, one small class each, and how each is undone from stored data."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from backstory.edits import block, hooks, lines
from backstory.edits.block import State
from backstory.edits.ledger_file import Kind, UndoData
from backstory.model.errors import BackstoryError


class Block(NamedTuple):
    """A managed block in a Markdown file; `top` puts a new one first."""

    text: str
    top: bool = False


class Lines(NamedTuple):
    """Lines of an ignore-style file."""

    lines: Sequence[str]


class Hooks(NamedTuple):
    """Hook entries of a JSON or JSONC settings file; see `hooks.put`."""

    entries: hooks.Entries
    marks: Sequence[str]
    at: Sequence[str] = hooks.AT
    seed: Mapping[str, Any] | None = None


class WholeFile(NamedTuple):
    """A file that is wholly ours. A foreign file of the same name is not replaced."""

    data: bytes


Change = Block | Lines | Hooks | WholeFile
KINDS: Final[dict[type, Kind]] = {Block: "block", Lines: "lines", Hooks: "hooks", WholeFile: "file"}


def kind_of(change: Change) -> Kind:
    return KINDS[type(change)]


def initial_undo_data(change: Change) -> UndoData:
    """Undo data for an edit that the ledger does not know: enough to find our part by its marks."""
    return {"marks": list(change.marks), "at": list(change.at)} if isinstance(change, Hooks) else {}


def put(change: Change, data: bytes, memo: UndoData | None, name: str) -> tuple[bytes, UndoData]:
    """The bytes with the change, and the undo data for `take`. Raises BackstoryError, with a hint, to refuse."""
    memo = memo or {}
    was = str(memo.get("fragment", ""))
    if isinstance(change, Block):
        out, fragment = block.put(data, change.text, was=was, top=change.top, name=name)
        return out, {"fragment": fragment}
    if isinstance(change, Lines):
        out, fragment = lines.put(data, change.lines, was=was, name=name)
        return out, {"fragment": fragment}
    if isinstance(change, Hooks):
        return hooks.put(
            data, change.entries, marks=change.marks, at=change.at, seed=change.seed,
            was=memo if "created" in memo else None, name=name,
        )  # fmt: skip
    return _put_file(change, data, memo, name)


def _put_file(change: WholeFile, data: bytes, memo: UndoData, name: str) -> tuple[bytes, UndoData]:
    """The content of a whole file. Refuses one that is not ours."""
    if data and data != change.data and memo.get("sha256") != digest_bytes(data):
        raise BackstoryError(
            f"`{name}` is there and was not written by Backstory, or was changed since",
            hint=f"move it away, then run `backstory install` again: `mv {name} {name}.mine`",
        )
    return change.data, {"sha256": digest_bytes(change.data)}


def take(kind: Kind, data: bytes, memo: UndoData, name: str) -> bytes:
    """The bytes without our part. Raises BackstoryError when our part cannot be recognised."""
    if kind == "block":
        return block.take(data, was=memo.get("fragment", ""), name=name)
    if kind == "lines":
        return lines.take(data, was=memo.get("fragment", ""), name=name)
    if kind == "hooks":
        return hooks.take(
            data, marks=memo.get("marks", ()), at=memo.get("at", hooks.AT), was=memo if "created" in memo else None,
            name=name,
        )  # fmt: skip
    return b"" if memo.get("sha256") == digest_bytes(data) else data


def state(kind: Kind, data: bytes, memo: UndoData) -> State:
    """The state of our part. Never raises."""
    if kind == "block":
        return block.state(data, was=memo.get("fragment", ""))
    if kind == "lines":
        return lines.state(data, was=memo.get("fragment", ""))
    if kind == "hooks":
        return hooks.state(data, was=memo)
    return "missing" if not data else "present" if memo.get("sha256") == digest_bytes(data) else "edited"


def digest_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
