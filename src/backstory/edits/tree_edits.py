"""The edits of a working tree by the ledgers of its project, for those who only read."""

import os

from backstory.edits.ledger_file import Entry, read_ledger


def read_edits(folder: str, root: str) -> list[Entry] | None:
    """The edits of the working tree `root` by the ledgers in a folder; None where no ledger names it."""
    place = os.path.realpath(root)
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        if name.endswith(".json"):
            book = read_ledger(os.path.join(folder, name))
            if book.root == place:
                return book.files
    from backstory.edits.moved_ledger import find_left  # a tree that stayed where it was needs no edits

    return find_left(folder, "", place)[1].files or None


def list_folders(folder: str, root: str) -> list[str]:
    """The folders in which files of the working tree `root` are edited by the ledgers in a folder, the root first."""
    paths = (os.path.realpath(os.path.join(root, entry.path)) for entry in read_edits(folder, root) or ())
    return list(dict.fromkeys([root, *map(os.path.dirname, paths)]))
