"""The texts that a call replaces in files, in the forms that agents write: old and new strings, patches, blocks to
search and replace."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

_PAIRS: Final = (
    ("oldstring", "newstring"),
    ("oldstr", "newstr"),
    ("oldtext", "newtext"),
    ("oldcontent", "newcontent"),
    ("targetcontent", "replacementcontent"),
    ("search", "replace"),
)
"""Names of an old text and of the new one, without capitals and signs."""
_PATHS: Final = ("filepath", "path", "targetfile", "absolutepath", "filename", "file")
_LISTS: Final = ("edits", "replacements", "replacementchunks", "changes", "operations")
"""Names of lists of replacements."""
_PATCH: Final = "*** Begin Patch"
_SEARCH: Final = ("<<<<<<< SEARCH", "------- SEARCH")
_MOST_CHARS: Final = 40_000
"""Characters up to which a text counts as an edit. A longer one is a whole file."""
_MOST_EDITS: Final = 40
_MOST_WORDS: Final = 8
"""Words of a command that brings a patch: a shell, its options and the script."""


class TextEdit(NamedTuple):
    """A text that was replaced by another one."""

    path: str
    """As the agent names it; empty where the call does not say."""
    old: str
    new: str


def read_text_edits(arguments: Mapping[str, Any]) -> list[TextEdit]:
    """The texts that a call with these arguments replaces. A file that is written as a whole replaces none."""
    return [one for one in _read_edits(arguments, "") if one.old.strip() and one.old != one.new][:_MOST_EDITS]


def _read_edits(arguments: Mapping[str, Any], path: str) -> Iterator[TextEdit]:
    plain = {_plain_name(name): value for name, value in arguments.items()}
    path = next((value for name in _PATHS if isinstance(value := plain.get(name), str)), path)
    for old, new in _PAIRS:
        former, later = plain.get(old), plain.get(new, "")
        if isinstance(former, str) and isinstance(later, str) and len(former) + len(later) <= _MOST_CHARS:
            yield TextEdit(path, former, later)
    for name in _LISTS:
        rows = plain.get(name)
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                yield from _read_edits(row, path)
    for value in map(_join_words, plain.values()):
        if not isinstance(value, str) or len(value) > _MOST_CHARS:
            continue
        if _PATCH in value:
            yield from _read_patch(value)
        elif any(mark in value for mark in _SEARCH):
            yield from _read_blocks(value, path)


def _join_words(value: object) -> object:
    """A value; a command that is given as a list of words as one text."""
    return "\n".join(map(str, value)) if isinstance(value, list | tuple) and len(value) <= _MOST_WORDS else value


def _plain_name(name: str) -> str:
    return name.replace("_", "").lower()


def _read_patch(text: str) -> Iterator[TextEdit]:
    """Yields the parts of a patch that change a file which is there already."""
    path, old, new = "", list[str](), list[str]()
    for line in (*text.split("\n"), "*** End"):
        if line.startswith(("*** ", "@@")):
            if old:
                yield TextEdit(path, "\n".join(old), "\n".join(new))
            old, new = [], []
            if line[0] == "*":
                path = line.partition(": ")[2] if line.startswith(("*** Update File", "*** Move to")) else ""
            continue
        if not path:
            continue
        if line[:1] != "+":
            old.append(line[1:])
        if line[:1] != "-":
            new.append(line[1:])


def _read_blocks(text: str, path: str) -> Iterator[TextEdit]:
    """Yields the replacements of blocks: a text to search, a line of `=`, and the text that replaces it."""
    old, new = list[str](), list[str]()
    part: list[str] | None = None
    for line in text.split("\n"):
        if line.startswith(_SEARCH):
            old, new = [], []
            part = old
        elif line.startswith("=======") and part is old:
            part = new
        elif line.startswith((">>>>>>> REPLACE", "+++++++ REPLACE")) and part is new:
            yield TextEdit(path, "\n".join(old), "\n".join(new))
            part = None
        elif part is not None:
            part.append(line)
