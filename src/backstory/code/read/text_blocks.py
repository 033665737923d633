"""Finds the strings and comments of a source file that hold several lines: code in them is an example or left out."""

from itertools import accumulate

from backstory.code.read.definitions import Definition, find_definitions
from backstory.code.read.in_source_testing import is_within
from backstory.code.read.language import Language, compile_pattern


def find_text_blocks(language: Language, data: bytes) -> list[tuple[int, int]]:
    """Where each text block of several lines begins and ends in `data`."""
    if not language.text_block:
        return []
    return [
        match.span()
        for match in compile_pattern(language.text_block).finditer(data)
        if match[1] is not None and b"\n" in match[0]
    ]


def list_code_definitions(language: Language, data: bytes) -> list[Definition]:
    """The definitions in `data` but for those in a text block, such as the examples of a docstring."""
    definitions = find_definitions(language, data)
    blocks = find_text_blocks(language, data) if definitions else []
    if not blocks:
        return definitions
    starts = list_line_starts(data)
    return [each for each in definitions if not is_within(blocks, starts[each.line - 1])]


def list_line_starts(data: bytes) -> list[int]:
    """Where each line begins, and the end of the data."""
    return list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))
