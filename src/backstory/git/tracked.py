"""The files of a working tree with a content hash each, as cheaply as the tree allows.

With git the index already holds a blob id for every tracked file: it is taken from there (`git ls-files -s`), and only
the paths that `git status` lists are read and hashed. Without git a walk hashes the files that changed since the last.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.porcelain import index_rows, read_status
from backstory.git.process import GitFailed
from backstory.git.worktree import Tree, decode_path, hash_file, is_text, unescape_path

if TYPE_CHECKING:
    from backstory.git.process import StartedCommand
    from backstory.git.repository import Git
    from backstory.model.snapshot import GitState


WALK_LIMIT: Final = 200_000
"""Files that a walk without git takes at most."""
_HASH_LIMIT: Final = 4_000_000
"""Bytes of the largest file that is hashed. A larger one is never read, so its fingerprint serves as its id."""
_REGULAR: Final = ("100644", "100755", "100664")
_TOOL_FOLDERS: Final = frozenset(["venv", ".idea", ".vscode", "DerivedData", "Pods"])
"""Further folders that hold no source code of the project."""
_AT_ONCE: Final = 500
"""Paths that one git command gets."""


_STATUS: Final = (
    "status", "--porcelain=v2", "--branch", "-z", "--no-renames", "--ignore-submodules=all",
    "--untracked-files=normal", "--", ".",
)  # fmt: skip


class Entry(NamedTuple):
    """A regular file of the tree. `oid` is the git blob id of its content, empty where it cannot be read."""

    path: str
    oid: str


class Dirty(NamedTuple):
    """A path whose content in the tree differs from the git index. `oid` is empty for a deleted or unreadable file."""

    path: str
    oid: str
    stamp: str
    """Size, times and inode, by which a later call sees that nothing happened since."""


class Status(NamedTuple):
    """One `git status`, as the index of the code needs it."""

    head: str
    """Commit id, empty before the first one."""
    dirty: tuple[str, ...]
    """Tracked paths that differ from the index or (staged) from HEAD, and untracked files that are not ignored."""
    gone: frozenset[str]
    """Of `dirty`, the paths that are no longer regular files of the tree."""


def list_tracked(git: "Git") -> Iterator[Entry]:
    """Tracked files from the git index, without links, submodules and files that a sparse checkout leaves out.

    Names that are not valid Unicode are left out: the index of the code cannot hold them.
    """
    previous = ""
    for head, path in index_rows(git.run("ls-files", "-s", "-t", "-z")):
        tag, mode, oid, _stage = head.split(" ")
        # A conflicted path has a row for each side: the first one counts.
        if tag != "S" and mode in _REGULAR and path != previous and is_text(path):
            yield Entry(path, oid)
        previous = path


def read_index_oids(git: "Git", paths: list[str]) -> Iterator[Entry]:
    """The blob ids that the git index holds for some paths."""
    for start in range(0, len(paths), _AT_ONCE):
        specs = [f":(literal){path}" for path in paths[start : start + _AT_ONCE]]
        for head, path in index_rows(git.run("ls-files", "-s", "-z", "--", *specs)):
            yield Entry(path, head.split(" ")[1])


def changed_between(git: "Git", old: str, new: str) -> list[Entry]:
    """Paths that differ between two commits with their blob ids in `new` (empty: deleted or not a regular file)."""
    entries: list[Entry] = []
    fields = git.run(
        "diff", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules", "--relative", old, new, "--"
    ).split(b"\0")
    for start in range(0, len(fields) - 1, 2):
        _old_mode, new_mode, _old, oid, _letter = fields[start].decode().split(" ")
        path = decode_path(fields[start + 1])
        if is_text(path):
            entries.append(Entry(path, oid if new_mode in _REGULAR else ""))
    return entries


def start_status(git: "Git") -> "StartedCommand":
    """Starts the `git status` of `read_dirty`."""
    return git.start(*_STATUS)


def read_dirty(git: "Git", started: "StartedCommand | None" = None) -> Status:
    """Runs one `git status`, or waits for the one that was started: the commit, and every path that differs from the
    index or from HEAD. Raises `GitFailed`."""
    ran = started.finish() if started else git.attempt(*_STATUS)
    if ran.code:
        raise GitFailed(_STATUS[0], ran)
    output = read_status(ran.out)
    dirty: list[str] = []
    gone: set[str] = set()
    untracked: set[str] = set()
    for entry in output.entries:
        path = entry.path.removeprefix(git.prefix)
        if not is_text(path):
            continue
        if entry.kind == "?":
            files = list(_untracked_below(git, path)) if path.endswith("/") else [path]
            dirty.extend(files)
            untracked.update(files)
        else:
            dirty.append(path)
            if entry.mode not in _REGULAR:
                gone.add(path)
    # Git lists a file twice after `git rm --cached`: as deleted and as untracked. It still exists.
    return Status(output.commit, tuple(dict.fromkeys(dirty)), frozenset(gone - untracked))


def status_in(state: "GitState") -> Status | None:
    """The status as git's state has it; None where the state does not name all that `read_dirty` would."""
    if state.reason or state.more_changes:
        return None
    if any(not change.oid and change.state != "deleted" for change in state.changes):
        return None  # a submodule, or a file that was not hashed
    dirty: dict[str, None] = {}
    for change in state.changes:
        dirty.update(dict.fromkeys(unescape_path(path) for path in (change.was, change.path) if path))
    gone = {change.path for change in state.changes if change.state == "deleted"}
    gone.update(change.was for change in state.changes if change.was)
    gone.difference_update(change.path for change in state.changes if change.state != "deleted")
    paths = tuple(path for path in dirty if is_text(path))
    return Status(state.commit, paths, frozenset(map(unescape_path, gone)).intersection(paths))


def _untracked_below(git: "Git", folder: str) -> Iterator[str]:
    for raw in git.run("ls-files", "-o", "--exclude-standard", "-z", "--", f":(literal){folder}").split(b"\0"):
        path = decode_path(raw)
        if path and not path.endswith("/") and is_text(path):
            yield path


def file_fingerprint(path: str) -> str:
    """Size, times and inode of a regular file in one word; empty for everything else."""
    try:
        state = os.lstat(path)
    except OSError:
        return ""
    if not stat.S_ISREG(state.st_mode):
        return ""
    return f"{state.st_size}-{state.st_mtime_ns}-{state.st_ctime_ns}-{state.st_ino}"


def sparse_fingerprint(git: "Git") -> str:
    """Changes when a sparse checkout is made wider, narrower or ended, which git's status does not show."""
    places = ("info/sparse-checkout", "config.worktree")
    return " ".join(file_fingerprint(os.path.join(git.git_dir, name)) for name in places)


def hash_dirty(
    root: str, paths: Iterable[str], earlier: Mapping[str, Dirty], algorithm: str = "sha1"
) -> Iterator[Dirty]:
    """The state of the tree at `paths`; a file whose stamp is in `earlier` is not read again."""
    for path in paths:
        full = os.path.join(root, path)
        stamp = file_fingerprint(full)
        if not stamp:
            yield Dirty(path, "", "")
        elif path in earlier and earlier[path].stamp == stamp:
            yield earlier[path]
        else:
            size = int(stamp[: stamp.index("-")])
            yield Dirty(path, hash_file(full, algorithm) if size <= _HASH_LIMIT else "large-" + stamp, stamp)


def walk_paths(root: str) -> Iterator[str]:
    """Paths of regular files below `root` without git: ignore files are honoured, links are not followed."""
    from backstory.git.derived_files import NOT_ENTERED
    from backstory.git.walk import walk_files

    files = walk_files(
        Tree(root),
        ignore_files=(".gitignore", ".ignore"),
        not_entered=NOT_ENTERED | _TOOL_FOLDERS,
        not_entered_endings=(".egg-info",),
    )
    return islice((path for path, is_regular in files if is_regular and is_text(path)), WALK_LIMIT)
