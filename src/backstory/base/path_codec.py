"""Paths as the index stores them, and globs."""

import os


def encode_path(path: str) -> str:
    """The path itself, or its bytes in hexadecimal where SQLite cannot store it as text."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return "?hex:" + os.fsencode(path).hex()
    return path


def decode_path(stored: str) -> str:
    """The path that was encoded."""
    return os.fsdecode(bytes.fromhex(stored[5:])) if stored.startswith("?hex:") else stored


def matches_across_folders(pattern: str, path: str) -> bool:
    """Whether a glob matches a path: `*` is any run of characters, slashes included, `?` any one.

    It goes back to the last `*` only, so that no pattern from a repository can stall a hook.
    """
    sign_at = position = 0
    star = mark = -1
    while position < len(path):
        sign = pattern[sign_at] if sign_at < len(pattern) else ""
        if sign == "*":
            star, mark = sign_at, position
            sign_at += 1
        elif sign and (sign == "?" or sign == path[position]):
            sign_at += 1
            position += 1
        elif star >= 0:
            mark += 1
            sign_at, position = star + 1, mark
        else:
            return False
    return all(sign == "*" for sign in pattern[sign_at:])
