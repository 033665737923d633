"""Finds the strings of a source file that hold several lines, such as docstrings: code in them is an example."""

from backstory.code.read.language import Language, compile_pattern


def find_text_blocks(language: Language, data: bytes) -> list[tuple[int, int]]:
    """Where each text block of several lines begins and ends in `data`."""
    if not language.text_block:
        return []
    return [
        match.span() for match in compile_pattern(language.text_block).finditer(data) if match[1] and b"\n" in match[0]
    ]
