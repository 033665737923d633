"""Walks a folder without git: honours ignore files, follows no link, and bounds depth and number of entries."""

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from pathspec import GitIgnoreSpec

from backstory.git.derived_files import NOT_ENTERED
from backstory.git.worktree import Tree, Unreadable, escape_path

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

MAX_DEPTH: Final = 64
"""Folders below each other that a walk goes into."""
MAX_ENTRIES: Final = 1_000_000
"""Entries of folders that a walk looks at."""
_IGNORE_LIMIT: Final = 1 << 18

_Specs = tuple[tuple[int, "GitIgnoreSpec"], ...]
"""(where a path begins relative to the ignore file's folder, its rules), the outermost first."""


class _Walk(NamedTuple):
    """The rules of one walk, and the folders it has visited."""

    tree: Tree
    not_entered: frozenset[str]
    not_entered_endings: tuple[str, ...]
    skip: Callable[[str, str], None]
    visited: set[tuple[int, int]]

    def read_entries(self, folder: str) -> "list[os.DirEntry[str]]":
        """The entries of a folder by name; none if it cannot be read, was visited or holds derived files."""
        try:
            state, entries = _read_folder(self.tree, folder)
        except OSError as err:
            self.skip(folder + "/", (err.strerror or "unreadable").lower())
            return []
        if state in self.visited and state[1]:
            self.skip(folder + "/", "the same folder again")
            return []
        self.visited.add(state)
        return [] if folder and _is_derived({entry.name for entry in entries}) else entries

    def leaves_out(self, path: str, name: str, is_folder: bool, specs: _Specs) -> bool:
        """Whether an entry is a folder that no walk enters, or is ignored."""
        if is_folder and (name in self.not_entered or name.endswith(self.not_entered_endings)):
            return True
        return _is_ignored(path + "/" if is_folder else path, specs)


def walk_files(
    tree: Tree,
    below: str = "",
    *,
    ignore_files: tuple[str, ...] = (".gitignore",),
    not_entered: frozenset[str] = NOT_ENTERED,
    not_entered_endings: tuple[str, ...] = (),
    skip: Callable[[str, str], None] = lambda path, reason: None,
) -> Iterator[tuple[str, bool]]:
    """Every file of the tree, or of its folder `below`, in sorted order: (path, whether it is a regular file).

    `skip` is called with each path that is left out for a reason that is worth naming, and with the reason.
    """
    walk = _Walk(tree, not_entered, not_entered_endings, skip, set())
    specs = _rules_above(tree, below, ignore_files)
    stack: list[tuple[str, _Specs]] = [(below, specs)]
    looked = 0
    while stack:
        folder, specs = stack.pop()
        entries = walk.read_entries(folder)
        names = {entry.name for entry in entries}
        specs = _with_rules(tree, folder, tuple(name for name in ignore_files if name in names), specs)
        deeper: list[tuple[str, _Specs]] = []
        for entry in entries:
            looked += 1
            if looked > MAX_ENTRIES:
                skip(".", f"the walk ended after {MAX_ENTRIES:,} entries")
                return
            path = _portable(f"{folder}/{entry.name}" if folder else entry.name)
            is_folder = _is_folder(entry)
            if walk.leaves_out(path, entry.name, is_folder, specs):
                continue
            if not is_folder:
                yield path, _is_regular(entry)
            elif path.count("/") >= MAX_DEPTH:
                skip(path + "/", f"more than {MAX_DEPTH} folders deep")
            else:
                deeper.append((path, specs))
        stack.extend(reversed(deeper))


def _rules_above(tree: Tree, below: str, ignore_files: tuple[str, ...]) -> _Specs:
    """The rules of the ignore files in the folders above one."""
    specs: _Specs = ()
    for folder in _above(below):
        specs = _with_rules(tree, folder, ignore_files, specs)
    return specs


def _above(below: str) -> list[str]:
    """The folders above `below`, the root first; none for the root itself."""
    return ["", *(below[:end] for end, character in enumerate(below) if character == "/")] if below else []


def _read_folder(tree: Tree, folder: str) -> tuple[tuple[int, int], list["os.DirEntry[str]"]]:
    """((device, inode), entries by name) of a folder. Raises OSError."""
    path = tree.located(folder) if folder else tree.root
    state = os.stat(path)
    return (state.st_dev, state.st_ino), sorted(os.scandir(path), key=lambda e: e.name)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_regular(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_file(follow_symlinks=False)
    except OSError:
        return False


def _is_derived(names: set[str]) -> bool:
    """Whether a folder with these entries is a virtual environment, a cache or a bare repository."""
    return "pyvenv.cfg" in names or "CACHEDIR.TAG" in names or ("HEAD" in names and "objects" in names)


def _is_ignored(path: str, specs: _Specs) -> bool:
    """Whether the deepest ignore file that mentions the path excludes it, which is git's rule. A folder ends in `/`."""
    for start, spec in reversed(specs):
        ignored = spec.check_file(escape_path(path[start:])).include
        if ignored is not None:
            return ignored
    return False


def _with_rules(tree: Tree, folder: str, names: tuple[str, ...], specs: _Specs) -> _Specs:
    """The rules with those of the folder's own ignore files; an unreadable ignore file has none."""
    for name in names:
        try:
            lines = tree.text(f"{folder}/{name}" if folder else name, _IGNORE_LIMIT).splitlines()
            specs = (*specs, (len(folder) + 1 if folder else 0, GitIgnoreSpec.from_lines(lines)))
        except (Unreadable, ValueError):
            continue
    return specs


def _portable(name: str) -> str:
    """A name from `os` with bytes that are not UTF-8 as surrogates, whatever the locale's encoding is."""
    return name if name.isascii() or os.name == "nt" else os.fsencode(name).decode("utf-8", "surrogateescape")
