"""Strips the punctuation at the end of a sentence, to make it a title."""

from typing import Final

_ENDS: Final = " .;,"
_PATTERN: Final = "/..."
"""The end of Go's pattern for all packages below a folder. Its dots do not end a sentence."""


def strip_end(text: str) -> str:
    """The text without trailing spaces, full stops, semicolons and commas. The dots of `./...` stay."""
    bare = text.rstrip(_ENDS)
    return f"{bare}..." if text.startswith(_PATTERN, len(bare) - 1) else bare
