"""The results of reading a manifest, and safe access to values that may be of any type."""

import re
from collections.abc import Container
from typing import Any, Final, NamedTuple

from msgspec.json import decode

from backstory.base.digests import blake2b
from backstory.model.late_pattern import late_pattern
from backstory.model.snapshot import Script
from backstory.model.text import one_line

MAX_SCRIPTS: Final = 40
_COMMAND: Final = 160
_VARIABLE: Final = late_pattern(r"\$(?:\([^()]{0,200}\)|\{[^{}]{0,200}\}|.)")
_JSONC: Final = late_pattern(r"\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+\"?|//[^\n]*|/\*")
_INI_VALUE: Final = late_pattern(r"([\w.:-]{1,80})\s{0,20}[=:]\s{0,20}(.*)$")


class Entry(NamedTuple):
    """Where a program or library begins: a path (empty when no file of the tree fits) and what it is."""

    path: str
    what: str


class Manifest(NamedTuple):
    path: str
    name: str = ""
    description: str = ""
    licence: str = ""
    entries: tuple[Entry, ...] = ()
    scripts: tuple[Script, ...] = ()
    problem: str = ""

    def digest(self) -> str:
        """A short digest of all that the manifest says."""
        return blake2b(repr(tuple(self)).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


class ManifestResult:
    """The results of one reader. `folder` is the manifest's folder, with a slash at its end."""

    def __init__(self, path: str, text: str, files: Container[str]) -> None:
        self.path = path
        self.text = text
        self.files = files
        self.folder = path[: path.rfind("/") + 1]
        self.name = self.description = self.licence = ""
        self.entries: list[Entry] = []
        self.scripts: list[Script] = []

    def script(self, name: object, command: object) -> None:
        if isinstance(name, str) and name.strip() and len(self.scripts) < MAX_SCRIPTS:
            self.scripts.append(Script(one_line(name, 60), one_line(_join_commands(command), _COMMAND), self.path))

    def entry(self, path: object, what: str) -> None:
        """An entry point that the manifest names by a path of its own folder."""
        if isinstance(path, str) and path:
            self.point(self.file(path), what)

    def point(self, path: str, what: str) -> None:
        """An entry point at a path of the tree, or at none that is known."""
        if len(self.entries) < MAX_SCRIPTS:
            self.entries.append(Entry(path, one_line(what, 120)))

    def file(self, path: str) -> str:
        """The file of the tree that a manifest's path means; empty when there is none."""
        path = path.replace("\\", "/").removeprefix("./")
        for ending in ("", ".js", ".mjs", ".cjs", ".ts", ".rs", "/index.js", "/index.ts"):
            if self.folder + path + ending in self.files:
                return self.folder + path + ending
        return ""

    def module(self, target: object) -> str:
        """The file of a Python module or `module:function`."""
        if not isinstance(target, str):
            return ""
        name = target.partition(":")[0].partition("[")[0].strip().replace(".", "/")
        for folder in ("", "src/", "lib/", "python/"):
            for ending in (".py", "/__main__.py", "/__init__.py"):
                if self.folder + folder + name + ending in self.files:
                    return self.folder + folder + name + ending
        return ""


# What values may be


def parse_json(text: str) -> dict[str, Any]:
    try:
        data = decode(text.lstrip("\ufeff").encode("utf-8", "replace"))
    except RecursionError as err:
        raise ValueError("nested too deep") from err
    if not isinstance(data, dict):
        raise ValueError("not an object")
    return data


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML document. Raises ValueError."""
    from tomllib import loads

    try:
        return loads(text)
    except RecursionError as err:
        raise ValueError("nested too deep") from err


def without_comments(text: str) -> str:
    """JSON with comments as JSON; strings stay as they are."""
    out: list[str] = []
    position = 0
    while match := _JSONC.search(text, position):
        out.append(text[position : match.start()])
        position = match.end()
        if match[0] == "/*":
            end = text.find("*/", position)
            position = end + 2 if end >= 0 else len(text)
        elif not match[0].startswith("//"):
            out.append(match[0])
    return "".join((*out, text[position:]))


def parse_ini(text: str) -> dict[str, dict[str, str]]:
    """Sections of an INI file; continued values keep their lines. `configparser` refuses too much."""
    sections: dict[str, dict[str, str]] = {}
    values: dict[str, str] = {}
    key = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.strip()
        if not bare or bare.startswith(("#", ";")):
            continue
        if line.startswith("[") and bare.endswith("]"):
            values, key = sections.setdefault(bare[1:-1].strip(), {}), ""
        elif line[0].isspace() and key:
            values[key] += "\n" + bare
        elif match := _INI_VALUE.match(bare):
            key = match[1].lower()
            values[key] = match[2]
    return sections


def _join_commands(command: object) -> str:
    """The commands of a script in one line; empty where they name variables only, such as `$< $@`."""
    lines = command if isinstance(command, list) else [command]
    words = " && ".join(str(line) for line in lines if isinstance(line, str) and line.strip())
    return words if re.search(r"[A-Za-z]", _VARIABLE.sub("", words)) else ""


def table_of(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


def items_of(table: object) -> list[tuple[str, Any]]:
    return [(str(key), value) for key, value in table.items()] if isinstance(table, dict) else []


def text_of(value: object) -> str:
    return value if isinstance(value, str) else ""


def command_of(task: object) -> object:
    """The command, or list of commands, of a task runner's entry in its short or long form."""
    if isinstance(task, dict):
        keys = ("cmd", "shell", "command", "script", "composite", "sequence", "call", "help")
        task = next((task[key] for key in keys if key in task), "")
    return task if isinstance(task, str | list) else ""
