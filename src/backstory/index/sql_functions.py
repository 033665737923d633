"""Functions that the conditions of a query call in SQL: wildcards, anchors and parts of a body."""

from collections.abc import Callable
from typing import Any

import apsw

from backstory.base.path_codec import matches_across_folders
from backstory.model.record import split_body


def register_functions(con: apsw.Connection) -> None:
    """Registers the functions that conditions call on the connection."""
    functions: tuple[tuple[str, Callable[..., Any], int], ...] = (
        ("bs_like", matches_wildcard, 2), ("bs_about", anchor_matches, 3), ("bs_has", has_part, 3),
    )  # fmt: skip
    for name, function, arguments in functions:
        con.create_scalar_function(name, function, arguments, deterministic=True)


def matches_wildcard(pattern: str, text: str) -> bool:
    """Whether a text matches a pattern in which `*` stands for any characters. Case does not matter."""
    text = text.casefold()
    first, *rest = pattern.casefold().split("*")
    if not rest:
        return first == text
    if not text.startswith(first):
        return False
    position = len(first)
    for piece in rest[:-1]:
        match = text.find(piece, position)
        if match < 0:
            return False
        position = match + len(piece)
    return len(text) - position >= len(rest[-1]) and text.endswith(rest[-1])


def anchor_matches(queried: str, path: str, is_glob: int) -> bool:
    """Whether an anchor covers the path, folder or glob of a query (relative, with forward slashes).

    A folder stands for everything in it, on both sides. A name without a slash that has an extension matches in any
    folder.
    """
    if queried in ("", "."):
        return True
    if any(sign in queried for sign in "*?["):
        return _globs_meet(queried, path, is_glob)
    if is_glob:
        return path.startswith(queried + "/") or matches_across_folders(path.replace("**/", "*"), queried)
    path = path.rstrip("/")
    if path == queried or path.startswith(queried + "/") or queried.startswith(path + "/"):
        return True
    return "/" not in queried and "." in queried and path.rpartition("/")[2] == queried


def _globs_meet(queried: str, path: str, is_glob: int) -> bool:
    """Whether the glob of a query matches the path of an anchor, or the anchor's own glob matches that glob."""
    queried_across = queried.replace("**/", "*")
    if matches_across_folders(queried_across, path):
        return True
    return bool(is_glob) and matches_across_folders(path.replace("**/", "*"), queried_across)


def has_part(kind: str, body: str, name: str) -> bool:
    """Whether the body of a record of this kind has the named part."""
    return name in split_body(kind, body)
