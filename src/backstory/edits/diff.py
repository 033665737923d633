"""A unified diff of an edit, for `--dry-run`."""

import os


def format_diff(path: str, before: bytes | None, after: bytes | None) -> str:
    """The diff that `git apply` and `patch -p1` take; None is a file that is not there. Empty when nothing changes."""
    if before == after:
        return ""
    from difflib import unified_diff

    name = path.replace(os.sep, "/").lstrip("/")
    rows = unified_diff(
        _rows(before),
        _rows(after),
        "/dev/null" if before is None else f"a/{name}",
        "/dev/null" if after is None else f"b/{name}",
    )
    out = [row if row.endswith("\n") else row + "\n\\ No newline at end of file\n" for row in rows]
    return "".join(out) or f"{'created' if before is None else 'removed'} empty file {name}\n"


def _rows(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "replace")
    rows = text.split("\n")
    return [row + "\n" for row in rows[:-1]] + ([rows[-1]] if rows[-1] else [])
