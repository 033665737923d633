"""What stands outside the definition of a type and belongs to it: `impl` blocks, extensions, methods with a receiver.

In some languages a type's definition has only its fields, so that its text says little of what it does.
"""

import re
from typing import Final

from backstory.code.read.spans import find_block, find_symbol
from backstory.model.late_pattern import late_pattern

_HEADS: Final = {
    "rs": late_pattern(r"^[ \t]*(?:unsafe[ \t]+)?impl\b([^{};]{0,300})\{", re.MULTILINE),
    "swift": late_pattern(r"^[ \t]*(?:\w+[ \t]+){0,2}extension\b([^{};]{0,300})\{", re.MULTILINE),
    "go": late_pattern(r"^func[ \t]*\([ \t]*(?:\w+[ \t]+)?\*?([\w.]+)[^)\n]{0,100}\)[ \t]*\w+", re.MULTILINE),
}
"""Ending of a file -> what begins a block beside the type, with the text that names the type."""
TYPE_ENDINGS: Final = frozenset(_HEADS)
"""Endings of files in which methods stand outside of the definition of their type."""
_TYPE: Final = late_pattern(r"[\w:.]+")
_MOST: Final = 200
"""Blocks of one type that are read."""


def find_whole(path: str, text: str, symbol: str) -> str | None:
    """The text of a definition and of the blocks in its file that belong to it; None without the definition."""
    own = find_symbol(path, text, symbol)
    if own is None:
        return None
    return "\n".join([own, *_list_blocks(path, text, symbol, own)])


def _list_blocks(path: str, text: str, symbol: str, own: str) -> list[str]:
    """The blocks of a type outside its definition, in the order of the file."""
    ending = path.rpartition(".")[2].lower()
    head = _HEADS.get(ending)
    if head is None or not symbol.isidentifier():
        return []
    blocks: list[str] = []
    for match in head.finditer(text):
        if len(blocks) < _MOST and _name_type(match[1]) == symbol and (block := find_block(path, text, match.start())):
            blocks.append(block)
    return [block for block in blocks if block not in own]


def _name_type(header: str) -> str:
    """The name of the type that a header is about: `Pool` of `<T> Drop for pools::Pool<T> where T: Clone`."""
    bare = _drop_generics(re.split(r"\bwhere\b", header)[0])
    match = _TYPE.search(re.split(r"\bfor\b", bare)[-1].lstrip(" \t\n&*"))
    return re.split(r"::|\.", match[0])[-1] if match else ""


def _drop_generics(header: str) -> str:
    """A header without what stands in angle brackets."""
    kept: list[str] = []
    depth = 0
    for place, char in enumerate(header):
        if char == "<":
            depth += 1
        elif char == ">" and depth and header[place - 1] != "-":
            depth -= 1
        elif not depth:
            kept.append(char)
    return "".join(kept)
