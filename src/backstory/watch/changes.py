"""Reports the paths of a working tree that change, as the system tells them.

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
            more: set[str] = set()
            first = True
            for found in self._told(folders, deep):
                fresh = self.worth({path for path, _ in found})
                if not deep:
                    more = {p for p, added in found if added and p in fresh and self._is_folder(p)}
                    if first:  # a folder made while the watches were set up is told by none, and empty git sees none
                        more |= {os.path.relpath(p, self.root) for p in set(self.folders()).difference(folders)}
                    first = False
                yield fresh
                if more or self.doubted:
                    break
            else:
                return
            self.doubted = False
            folders = [self.root] if deep else self.folders(more)
            self.again()

    def folders(self, new: AbstractSet[str] = frozenset()) -> list[str]:
        """Every folder to watch, absolute: those that hold files of the project, empty ones, those below `new` ones."""
        found = {""}
        files, whole = self._files()
        for path in files:
            at = path.rpartition("/")[0]
            while at not in found:
                found.add(at)
                at = at.rpartition("/")[0]
        for path in {*new, *whole}:
            for here, below, _ in os.walk(os.path.join(self.root, path)):
                at = os.path.relpath(here, self.root).replace(os.sep, "/")
                at = "" if at == "." else at + "/"
                wanted = self.worth({at + name for name in below})
                below[:] = [name for name in below if at + name in wanted and not self._is_link(at + name)]
                found.add(at.rstrip("/"))
        return [os.path.join(self.root, p) if p else self.root for p in sorted(found) if self._is_folder(p)]

    def worth(self, paths: set[str]) -> set[str]:
        """The paths that neither git nor Backstory ignores. A tracked file is never ignored."""
        wanted = {p for p in paths if SKIPPED.isdisjoint(p.split("/"))}
        if any(p.rpartition("/")[2] == ".gitignore" for p in wanted):
            self._known.clear()
        ask = [p for p in wanted if p not in self._known]
        if ask and self.git is not None:
            if len(self._known) + len(ask) > MOST_KNOWN:
                self._known.clear()
                ask = list(wanted)
            stdin = b"".join(os.fsencode(p) + b"\0" for p in ask)
            ran = self.git.attempt("check-ignore", "--stdin", "-z", stdin=stdin)
            # 1: none is ignored; others: it could not say (a path behind a link), and the look at git's state decides.
            ignored = {os.fsdecode(p) for p in ran.out.split(b"\0")} if ran.code == 0 else set()
            self._known |= {p: p in ignored for p in ask}
        return {p for p in wanted if not self._known.get(p, False)}

    def _told(self, folders: list[str], deep: bool) -> Iterator[list[tuple[str, bool]]]:
        """Batches of (path, whether it is new) from the system; an empty one after each tick without a change."""
        start = len(self.root.rstrip(os.sep)) + 1
        tries = faults = _TRIES
        while True:
            heard = False
            try:
                for changes in watch(
                    *folders, watch_filter=None, debounce=_GATHERED_MS, step=_STEP_MS,
                    rust_timeout=max(_STEP_MS, int(self.tick * 1000)), yield_on_timeout=True, stop_event=self.stop,
                    raise_interrupt=False, recursive=deep,
                    ignore_permission_denied=False,  # it would hide as well that there are no watches left
                    force_polling=False,
                ):  # fmt: skip
                    heard = True
                    yield [(path[start:].replace(os.sep, "/"), kind == Change.added) for kind, path in changes]
                return
            except RuntimeError as error:  # its own faults: a name that is no UTF-8 ends one watch, not the next
                # writing one such file is told several times, so the next watch may end at once as well
                faults = _TRIES if heard else faults - 1
                if not faults or not (heard or "decode" in str(error)):
                    raise OSError(str(error)) from None
                self.again()
                self.stop.wait(self.tick)
            except (FileNotFoundError, PermissionError):  # a folder went while the watches were set up
                tries -= 1
                if not tries or not os.path.isdir(self.root):
                    raise
                folders = [f for f in folders if os.access(f, os.R_OK | os.X_OK)]

    def _files(self) -> tuple[list[str], list[str]]:
        """(tracked files, folders in which nothing is tracked); without git the root is such a folder."""
        if self.git is None:
            return [], [""]
        tracked, other = self.git.together(
            ("ls-files", "-z"), ("ls-files", "-z", "-o", "--directory", "--exclude-standard")
        )
        new = [os.fsdecode(row) for row in other.out.split(b"\0") if row.endswith(b"/")]
        return [os.fsdecode(row) for row in tracked.out.split(b"\0") if row], [p.rstrip("/") for p in new]

    def _is_folder(self, path: str) -> bool:
        return os.path.isdir(os.path.join(self.root, path)) and not (path and self._is_link(path))

    def _is_link(self, path: str) -> bool:
        return os.path.islink(os.path.join(self.root, path))
