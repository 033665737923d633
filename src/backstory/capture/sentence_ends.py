"""Takes the signs off the end of a sentence, for a title."""

from typing import Final

_ENDS: Final = " .;,"
_PATTERN: Final = "/..."
"""The end of Go's pattern for all packages below a folder: its points are no full stop."""


def strip_end(text: str) -> str:
    """The text without spaces, points, semicolons and commas at its end. The points of `./...` stay."""
    bare = text.rstrip(_ENDS)
    return f"{bare}..." if text.startswith(_PATTERN, len(bare) - 1) else bare
