"""Anchors: which file a person means, what its code looked like, and whether it still does.

A digest is `b2:` and eight hexadecimal digits: BLAKE2b over the file's text with line endings as LF, or over the text
of the named definition alone, so that neither a checkout on Windows nor an edit elsewhere in the file makes it stale.
"""

import os
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Final

from backstory.code.read.spans import find_symbol as find_symbol
from backstory.git.globs import fixed_folder, matches
from backstory.git.worktree import HASH_LIMIT, Tree, Unreadable, text_of
from backstory.model.errors import BackstoryError, Exit
from backstory.model.record import Anchor
from backstory.model.snapshot import Skipped

SymbolText = Callable[[str, str, str], str | None]
"""(path, text of the file, symbol) -> the definition's own text, or None when the file has none of that name."""
ALGORITHM: Final = "b2"
MAX_MATCHED: Final = 5000
"""Files that a glob or a folder may stand for and still have a digest."""
SYMBOL_LIMIT: Final = 4 << 20
FRESH: Final = "fresh"
CHANGED: Final = "changed"
GONE: Final = "gone"


def digest_of(
    root: str, anchor: Anchor, *, symbol_text: SymbolText = find_symbol, files: Iterable[str] | None = None
) -> str:
    """The digest of what the anchor points at now; empty when that is nothing, or cannot be read.

    `files` are the paths that globs and folders choose from (default: a walk below the glob's fixed folder). The names
    of a glob's files count as well as their texts. Never raises for what the files are.
    """
    return _look(root, anchor, symbol_text, files)[0]


def state_of(
    root: str, anchor: Anchor, *, symbol_text: SymbolText = find_symbol, files: Iterable[str] | None = None
) -> str:
    """`fresh`, `changed` or `gone`. An anchor without a digest (or with one of another kind) is fresh while it points
    at something."""
    now, there = _look(root, anchor, symbol_text, files)
    if not there:
        return GONE
    if anchor.digest.startswith(ALGORITHM + ":") and anchor.digest != now:
        return CHANGED
    return FRESH


def _look(root: str, anchor: Anchor, symbol_text: SymbolText, files: Iterable[str] | None) -> tuple[str, bool]:
    """(digest or empty, whether there is anything)."""
    tree = Tree(root)
    path = anchor.path.replace("\\", "/").removeprefix("./") if os.name == "nt" else anchor.path.removeprefix("./")
    try:
        tree.stat(path.rstrip("/") or ".")
        there = True
    except Unreadable:
        there = False
    if not path or ".." in path.split("/"):
        return "", False
    # A file may be called `[id].tsx`: what exists is meant as it stands.
    if not there and anchor.is_glob:
        return _of_many(root, tree, sorted(_matching(root, path, files)))
    if there and os.path.isdir(tree.located(path)):
        pattern = "**" if path.rstrip("/") in ("", ".") else path.rstrip("/") + "/**"
        return _of_many(root, tree, sorted(_matching(root, pattern, files)))[0], True
    if not there:
        return "", False
    try:
        raw = _normal(tree.read(path, SYMBOL_LIMIT if anchor.symbol else HASH_LIMIT))
    except Unreadable:
        return "", True
    if not anchor.symbol:
        return _digest(raw), True
    own = symbol_text(path, text_of(raw), anchor.symbol)
    return (_digest(own.strip().encode("utf-8", "surrogateescape")), True) if own else ("", False)


def _matching(root: str, pattern: str, files: Iterable[str] | None) -> list[str]:
    if files is None:
        from backstory.survey.repository import walk

        skipped: list[Skipped] = []
        files = (path for path, _ in walk(root, skipped, fixed_folder(pattern)))
    found: list[str] = []
    for path in files:
        if matches(pattern, path):
            found.append(path)
            if len(found) > MAX_MATCHED:
                break
    return found


def _of_many(root: str, tree: Tree, paths: list[str]) -> tuple[str, bool]:
    if not paths or len(paths) > MAX_MATCHED:
        return "", bool(paths)
    whole = blake2b(digest_size=4)
    for path in paths:
        try:
            own = blake2b(_normal(tree.read(path, HASH_LIMIT)), digest_size=16).digest()
        except Unreadable:
            own = b""
        whole.update(path.encode("utf-8", "surrogateescape") + b"\0" + own)
    return f"{ALGORITHM}:{whole.hexdigest()}", True


def _normal(raw: bytes) -> bytes:
    return raw.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _digest(raw: bytes) -> str:
    return f"{ALGORITHM}:{blake2b(raw, digest_size=4).hexdigest()}"


# What a person typed


def relative_path(root: str, typed: str, *, cwd: str = "") -> str:
    """The path that a person typed, relative to the root with forward slashes; `.` for the root itself.

    Taken as absolute, then as relative to `cwd` (default: the process's own), then to the root: the first that exists,
    else the first that lies inside the root. Raises `BackstoryError` for a path outside the root. Links are resolved
    only to tell whether two spellings of a folder are the same.
    """
    text = typed.strip()
    cwd = cwd or os.getcwd()
    if not text or "\0" in text:
        raise BackstoryError(
            f"`{text}` is no path", hint="name a file of the project: `--at src/app.py`", code=Exit.USAGE
        )
    spellings = [text]
    if os.name != "nt" and "\\" in text:
        spellings.append(text.replace("\\", "/"))
    fallback = ""
    for spelling in spellings:
        for base in (cwd, root):
            inside = _inside(root, os.path.normpath(os.path.join(base, spelling)))
            if inside is None:
                continue
            if os.path.lexists(os.path.join(root, inside)):
                return inside.replace(os.sep, "/")
            fallback = inside if spelling == spellings[-1] and not fallback else fallback
            if os.path.isabs(spelling):
                break
    if fallback:
        return fallback.replace(os.sep, "/")
    raise BackstoryError(
        f"`{typed}` lies outside the project",
        hint="name a file below the project's root: `--at src/app.py`",
        code=Exit.USAGE,
    )


def _inside(root: str, path: str) -> str | None:
    """`path` relative to `root` where it lies in it, by either's name or by their real places; else None."""
    real = os.path.realpath(root)
    tries = (
        (root, path),
        (real, path),
        (real, os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))),
    )
    for top, place in tries:
        top = os.path.normpath(top)
        a, b = os.path.normcase(top), os.path.normcase(place)
        if a == b:
            return "."
        if b.startswith(a.rstrip(os.sep) + os.sep):
            return place[len(top.rstrip(os.sep)) + 1 :]
    return None


def typed_anchor(root: str, typed: str, *, cwd: str = "") -> Anchor:
    """An anchor without a digest from what a person typed: `path`, `path#symbol`, a folder or a glob.

    Where a file has `#` in its name and exists, it is meant. Raises `BackstoryError` for a path outside the root.
    """
    try:
        whole = relative_path(root, typed, cwd=cwd)
        if "#" in typed and os.path.lexists(os.path.join(root, whole)):
            return Anchor(whole)
    except BackstoryError:
        if "#" not in typed:
            raise
    path, _, symbol = typed.strip().partition("#")
    return Anchor(relative_path(root, path, cwd=cwd), symbol.strip())
