"""Reads the contents of objects, many with one process."""

from collections.abc import Sequence

from backstory.git.repository import Git


def read_objects(git: Git, names: Sequence[str], limit: int) -> dict[str, bytes]:
    """Return name -> content, for ids and names such as `REF:path`. Objects that are missing or longer stay out.

    `limit` is in bytes.
    """
    if not names:
        return {}
    sizes = git.attempt("cat-file", "--batch-check=%(objectsize)", stdin=_lines(names)).out.split(b"\n")
    small = [name for name, size in zip(names, sizes, strict=False) if size.isdigit() and int(size) <= limit]
    if not small:
        return {}
    data = git.attempt("cat-file", "--batch=%(objectsize)", stdin=_lines(small)).out
    contents: dict[str, bytes] = {}
    position = 0
    for name in small:
        end = data.find(b"\n", position)
        size = data[position:end]
        if end < 0 or not size.isdigit():
            break
        position = end + 1 + int(size) + 1
        contents[name] = data[end + 1 : position - 1]
    return contents


def _lines(names: Sequence[str]) -> bytes:
    return "".join(f"{name}\n" for name in names if "\n" not in name).encode("utf-8", "surrogateescape")
