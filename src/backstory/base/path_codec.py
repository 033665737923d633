"""A path as the index holds it."""

import os


def key(path: str) -> str:
    """The path itself, or its bytes in hexadecimal where it is no text that SQLite can hold."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return "?hex:" + os.fsencode(path).hex()
    return path


def unkey(stored: str) -> str:
    """The path that `key` was given."""
    return os.fsdecode(bytes.fromhex(stored[5:])) if stored.startswith("?hex:") else stored
