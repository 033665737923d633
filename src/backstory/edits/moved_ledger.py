"""The ledger of a working tree that was moved: it is found by its edits, and its paths are led to where the tree is."""

import os
from collections.abc import Iterator

from backstory.edits import change, foreign
from backstory.edits.ledger_file import Entry, LedgerFile, read_ledger
from backstory.model.errors import BackstoryError


def list_beside(folder: str, path: str) -> Iterator[tuple[str, LedgerFile]]:
    """The ledgers in a folder but the one at `path`, also those of working trees that are gone."""
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        beside = os.path.join(folder, name)
        if name.endswith(".json") and beside != path:
            yield beside, read_ledger(beside)


def list_missing(folder: str) -> list[str]:
    """The working trees with edits by the ledgers in a folder that are not where they were: moved or deleted."""
    books = (book for _, book in list_beside(folder, ""))
    return [book.root for book in books if book.files and book.root and not os.path.isdir(book.root)]


def find_left(folder: str, path: str, root: str) -> tuple[str, LedgerFile]:
    """The ledger that the tree at `root` has under an earlier path, and its file; empty ones without one.

    The earlier path is gone, and edits of the ledger are here. Its paths are as the tree has them now.
    """
    for beside, book in list_beside(folder, path):
        if not os.path.isdir(book.root):
            moved = _lead(book, root)
            if any(_is_in_place(entry, root) for entry in moved.files):
                return beside, moved
    return "", LedgerFile()


def move_beside(former: str, path: str) -> None:
    """Moves what lies beside a ledger and is named after it, such as the choice of agents."""
    folder, stem = os.path.split(former.removesuffix(".json"))
    for name in os.listdir(folder):
        if name.startswith(stem + ".") and name != os.path.basename(former):
            target = path.removesuffix(".json") + name[len(stem) :]
            if not os.path.exists(target):
                os.replace(os.path.join(folder, name), target)


def _lead(book: LedgerFile, root: str) -> LedgerFile:
    """The ledger with the absolute paths that its entries have now. It keeps the earlier root."""
    files: list[Entry] = []
    for entry in book.files:
        entry.within = root if entry.within == book.root else _lead_path(entry.within, book.root, root)
        entry.path = _lead_path(entry.path, book.root, root)
        entry.folders = [_lead_path(folder, book.root, root) for folder in entry.folders]
        files.append(entry)
    return LedgerFile(root=book.root, files=files)


def _lead_path(path: str, former: str, root: str) -> str:
    """An absolute path that moved with the tree, as the git folder above a project does; any other as it is."""
    old, new = former, root
    while os.path.basename(old) and os.path.basename(old) == os.path.basename(new):
        old, new = os.path.dirname(old), os.path.dirname(new)
    if os.path.dirname(old) == old or not path.startswith(old + os.sep) or os.path.lexists(path):
        return path
    moved = new.rstrip(os.sep) + path[len(old) :]
    return moved if os.path.lexists(moved) else path


def _is_in_place(entry: Entry, root: str) -> bool:
    try:
        data = foreign.read(os.path.join(root, entry.path), within=entry.within or root).data or b""
    except BackstoryError:
        return False
    return any(change.state(part.kind, data, part.memo) == "present" for part in entry.parts)
