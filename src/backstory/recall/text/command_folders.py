"""Folders in commands, named as the project does: a transcript has the whole path of the machine that it comes from."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from backstory.model.late_pattern import late_pattern

_CD: Final = late_pattern(
    r"(?:(?<=^)|(?<=[;&(] ))(?P<cd>(?:cd|pushd) )(?P<path>\"[^\"]*\"|'[^']*'|(?:\\.|[^\s;&'\"])+)"
    r"(?P<end>\s*(?:&&|;)\s*|$)"
)
_WHOLE: Final = late_pattern(r"(?:[A-Za-z]:)?[/\\]|~[/\\]|\$HOME/|[A-Za-z]:")
"""How a whole path begins."""
_ESCAPED: Final = late_pattern(r"\\(?=[\s()'\"&;])")


def relate_folders(command: str, project: str, files: Iterable[str]) -> str:
    """A command with each whole path that it changes to relative to the project's root, and without a change to the
    root itself. `files`: some of the project, by which its folders are known."""
    if not _CD.search(command):
        return command
    folders = frozenset(_list_folders(files))
    return _CD.sub(lambda match: _relate(match, project.casefold(), folders), command)


def _relate(match: re.Match[str], project: str, folders: Collection[str]) -> str:
    """A change to a folder with its path as it is from the project's root; as it is where that cannot be told."""
    text = match["path"]
    quote = text[0] if text[0] in "'\"" else ""
    path = text.strip(quote) if quote else _ESCAPED.sub("", text)
    if not _WHOLE.match(path):
        return match[0]
    parts = [part for part in re.split(r"[/\\]", path) if part]
    inner = _find_inner(parts, project, folders)
    if inner is None:
        return match[0]
    if not inner:
        return "" if match["end"] else match[0]
    shown = f'"{inner}"' if re.search(r"[^\w./@+-]", inner) else inner
    return f"{match['cd']}{shown}{match['end']}"


def _find_inner(parts: list[str], project: str, folders: Collection[str]) -> str | None:
    """The part of a path that lies in the project; None if that cannot be decided."""
    named = ["/".join(parts[place + 1 :]) for place, part in enumerate(parts) if part.casefold() == project]
    ends = ["/".join(parts[place:]) for place in range(1, len(parts))]
    deep = [inner for inner in (*named, *ends[:-1]) if inner in folders]
    if deep or "" in named:  # a project often has a folder with its own name
        return deep[0] if deep else ""
    return ends[-1] if ends and ends[-1] in folders else next(reversed(named), None)


def _list_folders(files: Iterable[str]) -> Iterator[str]:
    """Yields the folders of some files, and those around them."""
    for file in files:
        folder = file.rpartition("/")[0]
        while folder:
            yield folder
            folder = folder.rpartition("/")[0]
