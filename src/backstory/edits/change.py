"""The kinds of edits of foreign files, one small class each, and how each is undone from stored data."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from backstory.base.digests import sha256
from backstory.edits import block, hooks, lines, script, values, yaml_entry
from backstory.edits.block import State
from backstory.edits.ledger_file import Kind, UndoData
from backstory.edits.values import Value
from backstory.model.errors import BackstoryError


class Block(NamedTuple):
    """A managed block in a Markdown file; `top` puts a new one first."""

    text: str
    top: bool = False


class Lines(NamedTuple):
    """Lines of an ignore-style file."""

    lines: Sequence[str]


class Hooks(NamedTuple):
    """Hook entries of a JSON or JSONC settings file, see `hooks.apply`, and other values of ours in it."""

    entries: hooks.Entries
    marks: Sequence[str]
    at: Sequence[str] = hooks.AT
    seed: Mapping[str, Any] | None = None
    values: Sequence[Value] = ()


class WholeFile(NamedTuple):
    """A file that is wholly ours. A foreign file of the same name is not replaced."""

    data: bytes


class Plugin(NamedTuple):
    """A program in the agent's own language that is wholly ours, and calls the hook process."""

    data: bytes
    is_executable: bool = False
    """Whether the agent starts the file itself."""


class Server(NamedTuple):
    """Our MCP server, as a value of the file in which the agent looks for servers."""

    values: Sequence[Value]


class Script(NamedTuple):
    """Commands of ours in a shell script, see `script.apply`. A script that we make can be executed."""

    commands: Sequence[str]


class Tables(NamedTuple):
    """Tables of ours at the end of a TOML file, by which an agent calls the hook process."""

    lines: Sequence[str]


class Rules(NamedTuple):
    """Tables of ours at the end of a TOML file that say what runs without asking, beside other lines of ours."""

    lines: Sequence[str]


class YamlEntry(NamedTuple):
    """An entry of ours below a key of a YAML file, see `yaml_entry.apply`."""

    key: str
    entry: Sequence[str]


Change = Block | Lines | Hooks | WholeFile | Plugin | Server | Script | Tables | Rules | YamlEntry
KINDS: Final[dict[type, Kind]] = {
    Block: "block",
    Lines: "lines",
    Hooks: "hooks",
    WholeFile: "file",
    Plugin: "plugin",
    Server: "mcp",
    Script: "script",
    Tables: "tables",
    Rules: "rules",
    YamlEntry: "yaml",
}
MARKS: Final[Mapping[str, block.Marks]] = {"lines": lines.MARKS, "tables": lines.MARKS, "rules": lines.RULE_MARKS}
"""Kinds of lines between comments -> these comments."""
EXECUTABLE: Final = 0o755


def kind_of(change: Change) -> Kind:
    return KINDS[type(change)]


def initial_undo_data(change: Change) -> UndoData:
    """Undo data for an edit that the ledger does not know: enough to find our part by its marks."""
    return {"marks": list(change.marks), "at": list(change.at)} if isinstance(change, Hooks) else {}


def apply(change: Change, data: bytes, memo: UndoData | None, name: str) -> tuple[bytes, UndoData]:
    """The bytes with the change, and the undo data for `revert`. Raises BackstoryError, with a hint, to refuse."""
    memo = memo or {}
    was = str(memo.get("fragment", ""))
    if isinstance(change, Block):
        out, fragment = block.apply(data, change.text, was=was, top=change.top, name=name)
        return out, {"fragment": fragment}
    if isinstance(change, Lines | Tables | Rules):
        out, fragment = lines.apply(data, change.lines, was=was, marks=MARKS[kind_of(change)], name=name)
        lines.check_toml(out, name)
        return out, {"fragment": fragment}
    if isinstance(change, Script):
        out, fragment = script.apply(data, change.commands, was=was, name=name)
        return out, {"fragment": fragment}
    if isinstance(change, YamlEntry):
        out, fragment = yaml_entry.apply(data, change.key, change.entry, was=was, name=name)
        return out, {"fragment": fragment}
    if isinstance(change, Hooks):
        return _put_hooks(change, data, memo, name)
    if isinstance(change, Server):
        return values.apply(data, change.values, was=memo if "added" in memo else None, name=name)
    return _put_file(change, data, memo, name)


def _put_hooks(change: Hooks, data: bytes, memo: UndoData, name: str) -> tuple[bytes, UndoData]:
    """The hooks, then the other values, whose undo data are kept under `values`."""
    was = memo if "created" in memo else None
    out, undo = hooks.apply(
        data, change.entries, marks=change.marks, at=change.at, seed=change.seed, was=was, name=name
    )  # fmt: skip
    if not change.values and "values" not in memo:
        return out, undo
    out, undo["values"] = values.apply(out, change.values, was=memo.get("values"), name=name)
    return out, undo


def _put_file(change: WholeFile | Plugin, data: bytes, memo: UndoData, name: str) -> tuple[bytes, UndoData]:
    """The content of a whole file. Refuses one that is not ours."""
    if data and data != change.data and memo.get("sha256") != digest_bytes(data):
        raise BackstoryError(
            f"`{name}` already exists, and was not written by Backstory or has changed since",
            hint=f"move it away, then run `backstory init` again: `mv {name} {name}.mine`",
        )
    return change.data, {"sha256": digest_bytes(change.data)}


def revert(kind: Kind, data: bytes, memo: UndoData, name: str) -> bytes:
    """The bytes without our part. Raises BackstoryError when our part cannot be recognised."""
    if kind == "block":
        return block.revert(data, was=memo.get("fragment", ""), name=name)
    if kind in MARKS:
        return lines.revert(data, was=memo.get("fragment", ""), marks=MARKS[kind], name=name)
    if kind == "hooks":
        was = memo if "created" in memo else None
        data = values.revert(data, was=memo.get("values", {}), name=name)
        return hooks.revert(data, marks=memo.get("marks", ()), at=memo.get("at", hooks.AT), was=was, name=name)
    if kind == "script":
        return script.revert(data, was=memo.get("fragment", ""), name=name)
    if kind == "yaml":
        return yaml_entry.revert(data, was=memo.get("fragment", ""), name=name)
    if kind == "mcp":
        return values.revert(data, was=memo, name=name)
    return b"" if memo.get("sha256") == digest_bytes(data) else data


def state(kind: Kind, data: bytes, memo: UndoData) -> State:
    """The state of our part. Never raises."""
    if kind == "block":
        return block.state(data, was=memo.get("fragment", ""))
    if kind in MARKS:
        return lines.state(data, was=memo.get("fragment", ""), marks=MARKS[kind])
    if kind == "hooks":
        return hooks.state(data, was=memo)
    if kind == "script":
        return script.state(data, was=memo.get("fragment", ""))
    if kind == "yaml":
        return yaml_entry.state(data, was=memo.get("fragment", ""))
    if kind == "mcp":
        return values.state(data, was=memo)
    return "missing" if not data else "present" if memo.get("sha256") == digest_bytes(data) else "edited"


def digest_bytes(data: bytes) -> str:
    return sha256(data).hexdigest()
