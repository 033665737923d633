"""Reports the paths of a working tree that change, from the notifications of the system.

On Linux every folder is watched by itself: folders that git ignores (`node_modules`) cost no watches that way, and no
link is followed out of the tree. Elsewhere the system watches whole trees.
"""

import os
import sys
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final

from watchfiles import Change, watch

if TYPE_CHECKING:
    import threading

    from backstory.git.repository import Git

SKIPPED: Final = frozenset((".git", ".backstory"))
"""Folders, at any depth, whose changes are ignored."""
MOST_KNOWN: Final = 50_000
"""Largest number of paths in the cache of ignored files."""
_TRIES: Final = 5
_GATHERED_MS: Final = 200
_STEP_MS: Final = 50


class ChangeStream:
    """The changes below `root`, in batches. `git` is None without a repository."""

    def __init__(self, root: str, git: "Git | None", stop: "threading.Event", *, tick: float) -> None:
        self.root = os.path.realpath(root)
        self.git = git
        self.stop = stop
        self.tick = tick
        """Seconds after which a batch comes even if nothing changed."""
        self.again: Callable[[], None] = lambda: None
        """Called when new folders are watched: changes before that were not reported."""
        self.doubted = False
        """Set by the caller after an unreported change, for instance in a folder made while watches were set up."""
        self._known: dict[str, bool] = {}

    def batches(self) -> Iterator[set[str]]:
        """Changed paths relative to the root, without ignored ones; an empty set now and then.

        Ends when `stop` is set. Raises OSError where the system cannot watch.
        """
        deep = not sys.platform.startswith("linux")
        folders = [self.root] if deep else self.folders()
        while not self.stop.is_set():
            new: set[str] = set()
            first = True
            for changes in self._read_system(folders, deep):
                fresh = self.worth({path for path, _ in changes})
                if not deep:
                    new = {path for path, added in changes if added and path in fresh and self._is_folder(path)}
                    if first:
                        new |= self._unwatched(folders)
                    first = False
                yield fresh
                if new or self.doubted:
                    break
            else:
                return
            self.doubted = False
            folders = [self.root] if deep else self.folders(new)
            self.again()

    def _unwatched(self, folders: list[str]) -> set[str]:
        """Folders that were made while watches were set up: the system reports none, and git sees no empty one."""
        return {os.path.relpath(path, self.root) for path in set(self.folders()).difference(folders)}

    def folders(self, new: AbstractSet[str] = frozenset()) -> list[str]:
        """Every folder to watch, absolute: those that hold files of the project, empty ones, those below `new` ones."""
        files, whole = self._files()
        folders = _folders_above(files)
        for path in {*new, *whole}:
            folders |= self._folders_below(path)
        present = filter(self._is_folder, sorted(folders))
        return [os.path.join(self.root, path) if path else self.root for path in present]

    def _folders_below(self, top: str) -> set[str]:
        """A folder and those below it, without links and ignored ones."""
        folders: set[str] = set()
        for parent, names, _ in os.walk(os.path.join(self.root, top)):
            path = os.path.relpath(parent, self.root).replace(os.sep, "/")
            prefix = "" if path == "." else path + "/"
            watched = self.worth({prefix + name for name in names})
            names[:] = [name for name in names if prefix + name in watched and not self._is_link(prefix + name)]
            folders.add(prefix.rstrip("/"))
        return folders

    def worth(self, paths: set[str]) -> set[str]:
        """The paths that neither git nor Backstory ignores. A tracked file is never ignored."""
        candidates = {path for path in paths if SKIPPED.isdisjoint(path.split("/"))}
        if any(path.rpartition("/")[2] == ".gitignore" for path in candidates):
            self._known.clear()
        ask = candidates - self._known.keys()
        if ask and self.git is not None:
            if len(self._known) + len(ask) > MOST_KNOWN:
                self._known.clear()
                ask = candidates
            ignored = self._ask_git(self.git, ask)
            self._known |= {path: path in ignored for path in ask}
        return {path for path in candidates if not self._known.get(path, False)}

    def _ask_git(self, git: "Git", paths: AbstractSet[str]) -> set[str]:
        """Those of the paths that git ignores."""
        stdin = b"".join(os.fsencode(path) + b"\0" for path in paths)
        ran = git.attempt("check-ignore", "--stdin", "-z", stdin=stdin)
        # 1: none is ignored; others: it could not say (a path behind a link), and the look at git's state decides.
        return {os.fsdecode(path) for path in ran.out.split(b"\0")} if ran.code == 0 else set()

    def _read_system(self, folders: list[str], deep: bool) -> Iterator[list[tuple[str, bool]]]:
        """Batches of (path, whether it is new) from the system; an empty one after each tick without a change."""
        tries = faults = _TRIES
        while True:
            has_reported = False
            try:
                for batch in self._watch(folders, deep):
                    has_reported = True
                    yield batch
                return
            except RuntimeError as error:  # its own faults: a name that is no UTF-8 ends one watch, not the next
                # writing one such file is told several times, so the next watch may end at once as well
                faults = _TRIES if has_reported else faults - 1
                if not faults or not (has_reported or "decode" in str(error)):
                    raise OSError(str(error)) from None
                self.again()
                self.stop.wait(self.tick)
            except (FileNotFoundError, PermissionError):  # a folder went while the watches were set up
                tries -= 1
                if not tries or not os.path.isdir(self.root):
                    raise
                folders = [folder for folder in folders if os.access(folder, os.R_OK | os.X_OK)]

    def _watch(self, folders: list[str], deep: bool) -> Iterator[list[tuple[str, bool]]]:
        """One watch. Its errors are those of the system and of the library."""
        start = len(self.root.rstrip(os.sep)) + 1
        for changes in watch(
            *folders, watch_filter=None, debounce=_GATHERED_MS, step=_STEP_MS,
            rust_timeout=max(_STEP_MS, int(self.tick * 1000)), yield_on_timeout=True, stop_event=self.stop,
            raise_interrupt=False, recursive=deep,
            ignore_permission_denied=False,  # it would hide as well that there are no watches left
            force_polling=False,
        ):  # fmt: skip
            yield [(path[start:].replace(os.sep, "/"), kind == Change.added) for kind, path in changes]

    def _files(self) -> tuple[list[str], list[str]]:
        """(tracked files, folders in which nothing is tracked); without git the root is such a folder."""
        if self.git is None:
            return [], [""]
        tracked, other = self.git.together(
            ("ls-files", "-z"), ("ls-files", "-z", "-o", "--directory", "--exclude-standard")
        )
        new = [os.fsdecode(row).rstrip("/") for row in other.out.split(b"\0") if row.endswith(b"/")]
        return [os.fsdecode(row) for row in tracked.out.split(b"\0") if row], new

    def _is_folder(self, path: str) -> bool:
        return os.path.isdir(os.path.join(self.root, path)) and not (path and self._is_link(path))

    def _is_link(self, path: str) -> bool:
        return os.path.islink(os.path.join(self.root, path))


def _folders_above(files: list[str]) -> set[str]:
    """The folders of these files and those above them; the root is empty."""
    folders = {""}
    for file in files:
        folder = file.rpartition("/")[0]
        while folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return folders
