"""Reads files of other tools: regular files of a limited size, in any encoding, and never through a link."""

import json
import os
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from backstory.imports.item import Omissions
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file

MAX_TEXT: Final = 4 << 20
"""Bytes of a text for people."""
MAX_DATA: Final = 64 << 20
"""Bytes of a file of data."""
MAX_FILES: Final = 5_000
"""Files of a folder that are read."""
MAX_DEPTH: Final = 12
"""Folders in each other that are looked into."""
MARKDOWN: Final = (".md", ".mdc", ".markdown")
_SKIPPED: Final = (".git", ".obsidian", ".trash", "node_modules", ".venv", ".backstory")


def walk_files(path: str, suffixes: tuple[str, ...], omitted: Omissions) -> Iterator[str]:
    """Yield a file, or the files of a folder with one of the suffixes, in the order of their names.

    Links are left out and named.
    """
    if not os.path.isdir(path):
        yield path
        return
    if leads_through_link(path):
        omitted.add(path, "is a link")
        return
    count = 0
    for folder, folders, names in os.walk(path):
        depth = os.path.relpath(folder, path).count(os.sep)
        _drop_folders(folder, folders, depth, omitted)
        for name in sorted(names):
            file = os.path.join(folder, name)
            if not name.lower().endswith(suffixes):
                continue
            if os.path.islink(file):
                omitted.add(file, "is a link")
                continue
            count += 1
            if count > MAX_FILES:
                omitted.add(folder, f"the folder has more than {MAX_FILES:,} files")
                return
            yield file


def _drop_folders(folder: str, folders: list[str], depth: int, omitted: Omissions) -> None:
    """Keep `os.walk` out of links, of folders of tools, and of folders that lie too deep."""
    linked = [name for name in folders if os.path.islink(os.path.join(folder, name))]
    for name in linked:
        omitted.add(os.path.join(folder, name), "is a link")
    if depth >= MAX_DEPTH and folders:
        omitted.add(folder, f"lies more than {MAX_DEPTH} folders deep")
        folders.clear()
    folders[:] = sorted(name for name in folders if name not in linked and name not in _SKIPPED)


def leads_through_link(path: str) -> bool:
    """Whether a path, or a folder that it lies in, is a link.

    Readers get the real path of a store, so a link below it belongs to the store, which may be somebody else's.
    """
    return os.path.normcase(os.path.realpath(path)) != os.path.normcase(os.path.abspath(path))


def read_text(path: str, omitted: Omissions, limit: int = MAX_TEXT) -> str:
    """Return the text of a file; empty for one that cannot be read, which is named in `omitted`."""
    if leads_through_link(path):
        omitted.add(path, "is a link")
        return ""
    try:
        return decode_text(read_file(path, limit=limit))
    except BackstoryError as error:
        omitted.add(path, str(error).replace(f"`{path}` ", ""))
    except ValueError:
        omitted.add(path, "is no text")
    return ""


def decode_text(data: bytes) -> str:
    """Return a text in UTF-8 or UTF-16. Other bytes are read as Latin-1. Raises ValueError for what is no text."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if b"\0" in data:
        raise ValueError("binary")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_json(path: str, omitted: Omissions) -> Any:
    """Return a JSON document; None for a file that holds none, which is named in `omitted`."""
    text = read_text(path, omitted, MAX_DATA)
    value = parse_json(text) if text else None
    if text and value is None:
        omitted.add(path, "is no JSON that can be read")
    return value


def parse_json(text: str) -> Any:
    """Return a JSON value; None where the text is no JSON or is nested too deeply."""
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"))
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return _parse_leniently(text)


def _parse_leniently(text: str) -> Any:
    """Return a JSON value with what `msgspec` refuses, such as half of a surrogate pair."""
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        return None


def read_json_lines(path: str, omitted: Omissions) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number and the object of each line. Lines without an object are counted in `omitted`."""
    damaged = 0
    for number, line in enumerate(read_text(path, omitted, MAX_DATA).split("\n"), 1):
        if not line.strip():
            continue
        value = parse_json(line)
        if isinstance(value, dict):
            yield number, value
        else:
            damaged += 1
    if damaged:
        omitted.add(path, f"{damaged} damaged lines")


def peek(path: str, size: int = 1 << 16) -> str:
    """Return the beginning of a file as text; empty for anything that is no text file."""
    try:
        if not os.path.isfile(path) or leads_through_link(path):
            return ""
        with open(path, "rb") as file:
            return decode_text(file.read(size))
    except (OSError, ValueError):
        return ""


def text_of(value: object) -> str:
    """Return a text, or the texts of a list as lines; empty for anything else."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, list):
        return "\n".join(one.strip() for one in value if isinstance(one, str) and one.strip())
    return ""


def list_of(value: object) -> list[str]:
    """Return the texts of a list, or of the JSON list in a text; a bare text counts as one."""
    if isinstance(value, str):
        parsed = parse_json(value) if value[:1] == "[" else None
        value = parsed if isinstance(parsed, list) else [value]
    if not isinstance(value, list):
        return []
    return [one.strip() for one in value if isinstance(one, str) and one.strip()]


def objects_of(value: object) -> list[dict[str, Any]]:
    """Return the objects of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
