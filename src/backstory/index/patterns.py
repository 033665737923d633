"""Functions that SQL lacks, for conditions: texts with wildcards, code that an anchor is about, parts of a body."""

from collections.abc import Callable
from typing import Any

import apsw

from backstory.base.search import fits
from backstory.model.record import split_body


def prepare(con: apsw.Connection) -> None:
    """Gives the connection the functions that conditions use."""
    functions: tuple[tuple[str, Callable[..., Any], int], ...] = (
        ("bs_like", like, 2), ("bs_about", about, 3), ("bs_has", has_part, 3),
    )  # fmt: skip
    for name, function, arguments in functions:
        con.create_scalar_function(name, function, arguments, deterministic=True)


def like(pattern: str, text: str) -> bool:
    """Whether a text is the pattern, in which `*` stands for any characters; case does not matter."""
    text = text.casefold()
    first, *rest = pattern.casefold().split("*")
    if not rest:
        return first == text
    if not text.startswith(first):
        return False
    at = len(first)
    for piece in rest[:-1]:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return len(text) - at >= len(rest[-1]) and text.endswith(rest[-1])


def about(asked: str, path: str, is_glob: int) -> bool:
    """Whether an anchor is about the path, folder or glob that was asked for (relative, with forward slashes).

    A folder is what lies in it; a record about a folder or a glob is about every file there. A name without a slash
    that has an extension may lie anywhere.
    """
    if asked in ("", "."):
        return True
    if any(c in asked for c in "*?["):
        return fits(asked.replace("**/", "*"), path) or (
            bool(is_glob) and fits(path.replace("**/", "*"), asked.replace("**/", "*"))
        )
    if is_glob:
        return path.startswith(asked + "/") or fits(path.replace("**/", "*"), asked)
    path = path.rstrip("/")
    if path == asked or path.startswith(asked + "/") or asked.startswith(path + "/"):
        return True
    return "/" not in asked and "." in asked and path.rpartition("/")[2] == asked


def has_part(kind: str, body: str, name: str) -> bool:
    """Whether the body of a record of this kind has the named part."""
    return name in split_body(kind, body)
