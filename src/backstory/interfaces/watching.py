"""The loop behind `watch`: waits for quiet after changes, then has a snapshot taken; survives what trees go through.

Files are watched by the system where it can; where it cannot (no watches left, a network folder) git is asked every
few seconds. Either way a look at git once a minute catches what was missed: queues overflow on large checkouts.
"""

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from backstory.memory import Memory

RECHECK: Final = 60.0
"""Seconds after which git is asked whether something was missed."""
POLL: Final = 3.0
"""Seconds between looks where files cannot be watched."""
IGNORED: Final = frozenset(
    (".git", ".backstory", "node_modules", "__pycache__", ".venv", ".mypy_cache", ".ruff_cache", ".pytest_cache")
)


class Timing(NamedTuple):
    """All in seconds. `idle` and `every` are 0 when no automatic checkpoints are wanted."""

    debounce: float = 1.2
    interval: float = 3.0
    every: float = 0.0
    idle: float = 0.0


class Happened(NamedTuple):
    """What the loop tells: `changed` (paths since the last snapshot), `snapshot`, `checkpoint`, `waiting`."""

    what: str
    text: str = ""
    files: int = 0


class Watch:
    """One run of the loop over a working tree."""

    def __init__(
        self,
        memory: "Memory",
        timing: Timing,
        *,
        tell: Callable[[Happened], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.memory = memory
        self.timing = timing
        self.tell = tell
        self.clock = clock
        self.stop = threading.Event()
        self.pending: set[str] = set()
        self.last_change = self.last_snapshot = self.last_checkpoint = self.last_look = clock()
        self.unsaved = False
        self.print = self._fingerprint()
        self.snapshots = 0

    def run(self, goal: str = "") -> None:
        """Goes round until it is stopped; the first snapshot is taken at once."""
        self.snapshot(goal)
        for paths in self._batches():
            if self.stop.is_set():
                return
            self.step(paths)

    def step(self, paths: set[str]) -> None:
        """One turn: `paths` changed since the last one (relative to the root)."""
        now = self.clock()
        fresh = {p for p in paths if not self._ignored(p)}
        if fresh:
            self.pending |= fresh
            self.last_change = now
            self.unsaved = True
            self.tell(Happened("changed", next(iter(sorted(fresh))), len(self.pending)))
        if now - self.last_look >= RECHECK or not self._watching:
            self.last_look = now
            seen = self._fingerprint()
            if seen != self.print and not self.pending:
                self.pending.add(".")
                self.last_change = now - self.timing.debounce
                self.unsaved = True
            self.print = seen
        quiet = now - self.last_change >= self.timing.debounce
        if self.pending and quiet and now - self.last_snapshot >= self.timing.interval:
            if self._really_changed():
                self.snapshot()
            self.pending.clear()
        self._checkpoints(now)

    def _checkpoints(self, now: float) -> None:
        timing = self.timing
        due = timing.every and now - self.last_checkpoint >= timing.every
        idle = timing.idle and now - self.last_change >= timing.idle
        if self.unsaved and (due or idle):
            from backstory.memory.automatic import checkpoint

            self.memory = self.memory.reopened()
            done = checkpoint(self.memory, "auto-idle" if idle and not due else "auto")
            self.last_checkpoint = now
            self.unsaved = False
            if done is not None:
                self.tell(Happened("checkpoint", done.record.short))

    def snapshot(self, goal: str = "") -> None:
        """Takes a snapshot and brings the handoff up to date."""
        from backstory.interfaces.surfaces import refresh

        self.memory = self.memory.reopened()
        taken = self.memory.snapshot(goal)
        for warning in refresh(self.memory):
            self.tell(Happened("warning", warning))
        self.last_snapshot = self.clock()
        self.snapshots += 1
        self.print = self._fingerprint()
        self.tell(Happened("snapshot", taken.id, len(taken.git.changes)))

    def _batches(self) -> Iterator[set[str]]:
        """Changed paths as they come, and an empty set every now and then."""
        self._watching = True
        try:
            yield from self._watched()
        except OSError as error:
            self._watching = False
            reason = (error.strerror or str(error)).lower()
            self.tell(Happened("warning", f"files cannot be watched ({reason}); git is asked every {POLL:g} s instead"))
            while not self.stop.wait(POLL):
                yield set()

    _watching = True

    def _watched(self) -> Iterator[set[str]]:
        from watchfiles import watch

        root = self.memory.project.root
        pause = int(max(50, min(self.timing.debounce * 1000 / 2, 500)))
        for changes in watch(
            root,
            watch_filter=None,
            debounce=200,
            step=50,
            rust_timeout=pause,
            yield_on_timeout=True,
            stop_event=self.stop,
            raise_interrupt=True,
        ):
            yield {os.path.relpath(path, root).replace(os.sep, "/") for _, path in changes}

    def _ignored(self, path: str) -> bool:
        """What is never a change of the project; a switch of branch shows in git's HEAD."""
        if path == ".git/HEAD":
            return False
        return any(part in IGNORED for part in path.split("/"))

    def _really_changed(self) -> bool:
        """Whether anything but ignored files changed, as git sees it; without git every change counts."""
        if not self.memory.project.git_dir:
            return True
        seen = self._fingerprint()
        if seen == self.print:
            return False
        self.print = seen
        return True

    def _fingerprint(self) -> str:
        """HEAD and the changed files with their blob ids: equal when a snapshot would say the same."""
        if not self.memory.project.git_dir:
            return ""
        state = self.memory.git.state(0)
        return " ".join([state.commit, state.branch, *(f"{c.path}:{c.state}:{c.oid}" for c in state.changes)])
