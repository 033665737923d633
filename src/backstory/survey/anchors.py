"""Anchors: which file a person means, what its code looked like, and whether it still does.

A digest is `b2:` and eight hexadecimal digits: BLAKE2b over the file's text with line endings as LF, or over the text
of the named definition alone, so that neither a checkout on Windows nor an edit elsewhere in the file makes it stale.
The methods of a type belong to it, also where they stand outside its definition (`impl` blocks, Go's receivers).
"""

import os
from collections.abc import Callable
from itertools import islice
from typing import Final

from backstory.base.digests import blake2b
from backstory.code.read.spans import find_symbol as find_symbol
from backstory.code.read.type_members import find_whole
from backstory.git.globs import fixed_folder, matches_glob
from backstory.git.worktree import HASH_LIMIT, Tree, Unreadable, decode_text
from backstory.model.errors import BackstoryError, Exit
from backstory.model.record import Anchor
from backstory.model.snapshot import Skipped

SymbolText = Callable[[str, str, str], str | None]
"""(path, text of the file, symbol) -> the definition's own text, or None when the file has none of that name."""
ALGORITHM: Final = "b2"
MAX_MATCHED: Final = 5000
"""Files that a glob or a folder may stand for and still have a digest."""
SYMBOL_LIMIT: Final = 4 << 20


def anchor_digest(root: str, anchor: Anchor, *, symbol_text: SymbolText = find_whole) -> str:
    """The digest of the file, symbol, folder or glob that the anchor points at; empty when it is missing or unreadable.

    The names of a glob's files count as well as their texts. Never raises, whatever the files are.
    """
    tree = Tree(root)
    path = _anchored_path(anchor)
    if not path or ".." in path.split("/"):
        return ""
    try:
        tree.stat(path.rstrip("/") or ".")
    except Unreadable:
        # A file may be called `[id].tsx`: only a path that does not exist is read as a glob.
        return _of_many(tree, _matching(root, path)) if anchor.is_glob else ""
    if os.path.isdir(tree.located(path)):
        return _of_many(tree, _matching(root, _pattern_below(path)))
    return _file_digest(tree, path, anchor.symbol, symbol_text)


def _anchored_path(anchor: Anchor) -> str:
    path = anchor.path.replace("\\", "/") if os.name == "nt" else anchor.path
    return path.removeprefix("./")


def _pattern_below(folder: str) -> str:
    """The glob of all files in a folder."""
    bare = folder.rstrip("/")
    return "**" if bare in ("", ".") else bare + "/**"


def _file_digest(tree: Tree, path: str, symbol: str, symbol_text: SymbolText) -> str:
    """The digest of a file, or of one symbol in it; empty when it is missing or unreadable."""
    try:
        raw = _normal(tree.read(path, SYMBOL_LIMIT if symbol else HASH_LIMIT))
    except Unreadable:
        return ""
    if not symbol:
        return _digest(raw)
    own = symbol_text(path, decode_text(raw), symbol)
    return definition_digest(own) if own else ""


def definition_digest(own: str) -> str:
    """The digest of a definition, from its own text with line endings as LF."""
    return _digest(own.strip().encode("utf-8", "surrogateescape"))


def matches_any_file(root: str, pattern: str) -> bool:
    """Whether a glob fits a file below the root."""
    return bool(_matching(root, pattern, limit=1))


def _matching(root: str, pattern: str, *, limit: int = MAX_MATCHED + 1) -> list[str]:
    from backstory.survey.repository import walk_regular_files

    skipped: list[Skipped] = []
    paths = (path for path, _ in walk_regular_files(root, skipped, fixed_folder(pattern)))
    matching = (path for path in paths if matches_glob(pattern, path))
    return list(islice(matching, limit))


def _of_many(tree: Tree, paths: list[str]) -> str:
    """One digest of many files; empty for none and for too many."""
    if not paths or len(paths) > MAX_MATCHED:
        return ""
    whole = blake2b(digest_size=4)
    for path in sorted(paths):
        try:
            own = blake2b(_normal(tree.read(path, HASH_LIMIT)), digest_size=16).digest()
        except Unreadable:
            own = b""
        whole.update(path.encode("utf-8", "surrogateescape") + b"\0" + own)
    return f"{ALGORITHM}:{whole.hexdigest()}"


def _normal(raw: bytes) -> bytes:
    return raw.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _digest(raw: bytes) -> str:
    return f"{ALGORITHM}:{blake2b(raw, digest_size=4).hexdigest()}"


# What a person typed


def relative_path(root: str, typed: str, *, cwd: str = "") -> str:
    """The path that a person typed, relative to the root with forward slashes; `.` for the root itself.

    It is read as absolute, then as relative to `cwd` (default: the process's own), then to the root: the first path
    that exists wins, else the first inside the root. Raises `BackstoryError` for a path outside the root. Links are
    only resolved to see whether two spellings of a folder are the same.
    """
    text = typed.strip()
    cwd = cwd or os.getcwd()
    if not text or "\0" in text:
        raise BackstoryError(
            f"`{text}` is not a path", hint="name a file of the project, such as `src/app.py`", code=Exit.USAGE
        )
    path = _find_inside(root, _spell(text), cwd)
    if path:
        return path.replace(os.sep, "/")
    raise BackstoryError(
        f"`{typed}` is outside the project",
        hint="name a file below the project's root, such as `src/app.py`",
        code=Exit.USAGE,
    )


def _spell(text: str) -> list[str]:
    """A path as it was typed, and with slashes where backslashes may stand for them."""
    return [text, text.replace("\\", "/")] if os.name != "nt" and "\\" in text else [text]


def _find_inside(root: str, spellings: list[str], cwd: str) -> str:
    """The first spelling that exists inside the root, relative to it; else the last one; empty where none is inside."""
    fallback = ""
    for spelling in spellings:
        for base in (cwd, root):
            inside = _inside(root, os.path.normpath(os.path.join(base, spelling)))
            if inside is None:
                continue
            if os.path.lexists(os.path.join(root, inside)):
                return inside
            fallback = inside if spelling == spellings[-1] and not fallback else fallback
            if os.path.isabs(spelling):
                break
    return fallback


def _inside(root: str, path: str) -> str | None:
    """`path` relative to `root` when it is inside, by name or by their real paths; else None."""
    real = os.path.realpath(root)
    tries = (
        (root, path),
        (real, path),
        (real, os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))),
    )
    for top, place in tries:
        top = os.path.normpath(top)
        folder, inner = os.path.normcase(top), os.path.normcase(place)
        if folder == inner:
            return "."
        if inner.startswith(folder.rstrip(os.sep) + os.sep):
            return place[len(top.rstrip(os.sep)) + 1 :]
    return None
