"""Finds definitions that have left their place: under another name, in another file, or both.

A definition is followed by its text, in which its own name does not count. What git has of the file as it was gives
that text, and a telling line of it leads to the files that may hold it now.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from backstory.code.read.type_members import find_whole
from backstory.git.repository import Git
from backstory.git.worktree import Tree, Unreadable, decode_text
from backstory.model.record import Anchor
from backstory.survey.anchors import SYMBOL_LIMIT, anchor_digest, definition_digest, find_symbol

GREP: Final = ("grep", "-l", "-z", "-F", "-I")
"""What lists the files that have a text."""
MAX_CANDIDATES: Final = 40
"""Files that are searched for a definition that has left its file."""
_MAX_VERSIONS: Final = 12
"""Versions of a file in which a definition is looked for."""
_MIN_NAME: Final = 3
"""Letters that a name needs to be searched for."""
_MIN_LINE: Final = 12
"""Letters that a line needs to be searched for."""

ListFiles = Callable[..., Sequence[str]]
"""Options of `git grep` -> the paths of the files that fit."""


class Earlier(NamedTuple):
    """A definition as it was: the commit, the text of the file there, and the definition's text."""

    commit: str
    file: str
    own: str


def find_renamed(root: str, anchor: Anchor, path: str) -> Anchor | None:
    """The definition in a file, within the same outer one, whose text is the anchor's but for the name."""
    from backstory.code.read.symbols import read_outline

    text = _read(root, path)
    outer, _, name = anchor.symbol.rpartition(".")
    for symbol in read_outline(path, text) if text else ():
        now_outer, _, now = symbol.name.rpartition(".")
        if now_outer == outer and anchor.digest in _list_digests(path, text, symbol.name, now, name):
            return Anchor(path, symbol.name)
    return None


def find_elsewhere(
    root: str, git: Git, anchor: Anchor, list_files: ListFiles, revisions: Iterable[str], home: str = ""
) -> Anchor | None:
    """Where a definition is now that its file does not have any more: by its text, else by its name.

    `revisions` are commits that may have it in its place; `home` is the file's present path. A definition that was
    there already beside the one that left is not its new place.
    """
    earlier = next(read_earlier(git, anchor, revisions), None)
    place = _find_by_text(root, git, anchor, list_files, earlier, home or anchor.path) if earlier else None
    return place or _find_by_name(root, anchor, list_files)


def list_versions(git: Git, path: str, commit: str, tip: str = "HEAD") -> Iterator[str]:
    """The commit, and then the latest commits that changed a file."""
    if commit:
        yield commit
    ran = git.attempt("log", f"--max-count={_MAX_VERSIONS}", "--format=%H", tip, "--", path)
    yield from ran.out.decode("ascii", "replace").split()


def read_earlier(git: Git, anchor: Anchor, revisions: Iterable[str]) -> Iterator[Earlier]:
    """The definition of an anchor in those of the revisions that have it; with a digest only where the text has it."""
    for revision in revisions:
        text = _show(git, revision, anchor.path)
        read = (find_whole(anchor.path, text, anchor.symbol), find_symbol(anchor.path, text, anchor.symbol))
        own = next((one for one in read if one and anchor.digest in ("", definition_digest(one))), "")
        if own:
            yield Earlier(revision, text, own)


def _find_by_text(
    root: str, git: Git, anchor: Anchor, list_files: ListFiles, earlier: Earlier, home: str
) -> Anchor | None:
    """The definition of the same text but for its name: in the file itself, else in those with a telling line of it."""
    line = _find_telling_line(earlier.own, anchor.symbol.rpartition(".")[2])
    is_telling = len(line) >= _MIN_LINE
    others = [path for path in list_files("-e", line) if path and path != home] if is_telling else []
    for path in [home, *others[:MAX_CANDIDATES]]:
        for symbol in _list_alike(path, _read(root, path), anchor, earlier, line if is_telling else ""):
            if not _was_there(git, earlier, anchor, path, symbol):
                return Anchor(path, symbol)
    return None


def _list_alike(path: str, text: str, anchor: Anchor, earlier: Earlier, line: str) -> Iterator[str]:
    """The definitions of a file with the text of an earlier one; without a telling line only those of its name."""
    from backstory.code.read.symbols import read_outline

    name, digest = anchor.symbol.rpartition(".")[2], definition_digest(earlier.own)
    lines = {number for number, each in enumerate(text.split("\n"), 1) if line in each}
    for symbol in read_outline(path, text) if lines else ():
        now = symbol.name.rpartition(".")[2]
        may_be = any(symbol.line <= number <= symbol.end for number in lines) if line else now == name
        if may_be and digest in _list_digests(path, text, symbol.name, now, name):
            yield symbol.name


def _was_there(git: Git, earlier: Earlier, anchor: Anchor, path: str, symbol: str) -> bool:
    """Whether a file had an equal definition already when the one that left was still in its place."""
    if symbol == anchor.symbol:
        return False
    texts = (earlier.file, _show(git, earlier.commit, path) if path != anchor.path else "")
    name, now = anchor.symbol.rpartition(".")[2], symbol.rpartition(".")[2]
    digest = definition_digest(earlier.own)
    return any(digest in _list_digests(path, text, symbol, now, name) for text in texts if text)


def _find_by_name(root: str, anchor: Anchor, list_files: ListFiles) -> Anchor | None:
    """The definition of the same name and text in another file."""
    name = anchor.symbol.rpartition(".")[2]
    if len(name) < _MIN_NAME or not anchor.digest:
        return None
    for path in list_files("-w", "-e", name)[:MAX_CANDIDATES]:
        if path and path != anchor.path and anchor_digest(root, Anchor(path, anchor.symbol)) == anchor.digest:
            return Anchor(path, anchor.symbol)
    return None


def _find_telling_line(own: str, name: str) -> str:
    """The longest line, or piece of a line beside the name, of a definition."""
    pieces = (piece.strip() for line in own.splitlines() for piece in re.split(rf"\b{re.escape(name)}\b", line))
    return max(pieces, key=len, default="")


def _list_digests(path: str, text: str, symbol: str, now: str, name: str) -> list[str]:
    """The digests of a definition's text as it would be under another name, with and without its blocks elsewhere in
    the file; none where it is not recognised."""
    read = (find_whole(path, text, symbol), find_symbol(path, text, symbol))
    return [definition_digest(re.sub(rf"\b{re.escape(now)}\b", lambda _: name, one)) for one in read if one]


def _read(root: str, path: str) -> str:
    try:
        return decode_text(Tree(root).read(path, SYMBOL_LIMIT)).replace("\r\n", "\n")
    except Unreadable:
        return ""


def _show(git: Git, revision: str, path: str) -> str:
    """The text of a file in a commit; empty without it."""
    ran = git.attempt("show", f"{revision}:{git.prefix}{path}")
    return "" if ran.code else decode_text(ran.out).replace("\r\n", "\n")
