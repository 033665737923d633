"""The loop behind `watch`: waits until changes pause, then takes a snapshot.

The system watches the files where it can. Where it cannot (no watches left, a network folder), the loop asks git every
few seconds. In both cases it asks git once a minute, because queues overflow on large checkouts.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from backstory.api import repository_fingerprint, write_checkpoint
from backstory.base.discovery import read_head
from backstory.deliver.surfaces import refresh_surfaces
from backstory.model.errors import BackstoryError, Busy, NotFound
from backstory.store.lock import Lock
from backstory.watch.changes import ChangeStream

if TYPE_CHECKING:
    from backstory.api import Memory

RECHECK: Final = 60.0
"""Seconds between two questions to git for missed changes."""
POLL: Final = 3.0
"""Shortest seconds between two questions to git where files cannot be watched."""
SHARE: Final = 20
"""Where files cannot be watched, git runs at most this fraction (1/20) of the time."""
STARVED: Final = 60.0
"""Seconds of changes without a pause after which a snapshot is taken anyway."""
ENDING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Timing(NamedTuple):
    """All in seconds. `idle` and `every` are 0 when no automatic checkpoints are wanted."""

    debounce: float = 1.2
    interval: float = 3.0
    every: float = 0.0
    idle: float = 0.0


class WatchEvent(NamedTuple):
    """An event of the loop: `changed` (paths since the last snapshot), `snapshot`, `checkpoint`, `warning`."""

    what: str
    text: str = ""
    files: int = 0
    taken: Any = None
    """The snapshot, where one was taken."""


class WatchLoop:
    """One run of the loop over a working tree."""

    def __init__(
        self,
        memory: "Memory",
        timing: Timing,
        *,
        tell: Callable[[WatchEvent], None],
    ) -> None:
        self.memory = memory
        self.timing = timing
        self.tell = tell
        self.stop = threading.Event()
        self.pending: set[str] = set()
        self.first_change = self.last_change = self.last_snapshot = self.last_look = time.monotonic()
        self.last_checkpoint = self.last_change
        self.unsaved = False
        self.watching = True
        self.snapshots = 0
        self._pause = POLL
        self._changed: ChangeStream | None = None
        self._head = self._current_head()
        self._fingerprint_of_last = ""

    def run(self, goal: str = "") -> None:
        """Runs until it is stopped. Takes the first snapshot at once and the last one when it stops."""
        with self._single_instance(), self._handle_signals():
            with _signals_blocked():
                self.snapshot(goal)
            for paths in self._batches():
                if self.stop.is_set() or not os.path.isdir(self.memory.project.root):
                    break
                self.step(paths)
            self._flush_on_exit()

    def step(self, paths: set[str]) -> None:
        """One turn. `paths` changed since the last one, relative to the root, without ignored files."""
        now = time.monotonic()
        head = self._current_head()
        if head != self._head:
            self._head = head
            paths = paths | {"HEAD"}
        if paths:
            if not self.pending:
                self.first_change = now
            self.pending |= paths
            self.last_change = now
            self.unsaved = True
            self.tell(WatchEvent("changed", min(paths), len(self.pending)))
            # Queues overflow, and changes during the hand-over of a batch can get lost: ask git once it is quiet.
            self.last_look = now - RECHECK + POLL
        elif now - self.last_look >= RECHECK or not self.watching:
            self._check_git(now)
        if self._due(now):
            self._attempt(self._follow)
        self._attempt(lambda: self._checkpoints(now))

    def snapshot(self, goal: str = "", fingerprint: str = "") -> None:
        """Takes a snapshot and brings the handoff up to date."""
        # A change during the snapshot must count as a change afterwards, so the fingerprint is taken first.
        self._fingerprint_of_last = fingerprint or self._fingerprint()
        self.memory = self.memory.reopened()
        snapshot = self.memory.snapshot(goal)
        for warning in refresh_surfaces(self.memory):
            self.tell(WatchEvent("warning", warning))
        self.last_snapshot = time.monotonic()
        self.snapshots += 1
        self.tell(WatchEvent("snapshot", snapshot.id, len(snapshot.git.changes) + snapshot.git.more_changes, snapshot))

    # -- when -------------------------------------------------------------------------------------------------------

    def _due(self, now: float) -> bool:
        quiet = now - self.last_change >= self.timing.debounce
        starved = now - self.first_change >= max(STARVED, 10 * self.timing.debounce)
        return bool(self.pending) and (quiet or starved) and now - self.last_snapshot >= self.timing.interval

    def _follow(self) -> None:
        """Takes a snapshot if anything differs from the last one. A failed one is repeated after the interval."""
        before, waiting = self._fingerprint_of_last, set(self.pending)
        self.pending.clear()
        try:
            fingerprint = self._fingerprint()
            if fingerprint != self._fingerprint_of_last:
                self.snapshot(fingerprint=fingerprint)
        except (BackstoryError, OSError):
            self._fingerprint_of_last = before
            self.pending |= waiting or {"."}
            raise

    def _check_git(self, now: float) -> None:
        self.last_look = now
        began = time.monotonic()
        with _signals_blocked():
            fingerprint = self._fingerprint()
        self._pause = max(POLL, SHARE * (time.monotonic() - began))
        if fingerprint != self._fingerprint_of_last and not self.pending:
            self.pending.add(".")
            self.last_look = now - RECHECK + POLL
            if self._changed is not None:
                self._changed.doubted = True
            self.first_change = now
            self.last_change = now - self.timing.debounce
            self.unsaved = True

    def _checkpoints(self, now: float) -> None:
        timing = self.timing
        due = timing.every and now - self.last_checkpoint >= timing.every
        idle = timing.idle and now - self.last_change >= timing.idle
        if self.unsaved and (due or idle):
            self._checkpoint("auto-idle" if idle and not due else "auto")
            self.last_checkpoint = now

    def _checkpoint(self, reason: str) -> None:
        self.memory = self.memory.reopened()
        self.unsaved = False
        checkpoint = write_checkpoint(self.memory, reason)
        if checkpoint is not None:
            self.tell(WatchEvent("checkpoint", checkpoint.record.short))

    def _flush_on_exit(self) -> None:
        """Saves what is not saved yet. Raises `NotFound` when the project is gone."""
        if not os.path.isdir(self.memory.project.root):
            raise NotFound(f"`{self.memory.project.root}` no longer exists", hint="watch another folder")
        self._attempt(self._follow)
        if self.unsaved and (self.timing.every or self.timing.idle):
            self._attempt(lambda: self._checkpoint("auto"))

    def _attempt(self, act: Callable[[], None]) -> None:
        """Runs an action that may fail now and succeed later: the error becomes a warning, and the loop goes on."""
        try:
            with _signals_blocked():
                act()
        except (BackstoryError, OSError) as error:
            self.last_snapshot = time.monotonic()
            self.tell(WatchEvent("warning", getattr(error, "message", "") or str(error)))

    # -- what -------------------------------------------------------------------------------------------------------

    def _batches(self) -> Iterator[set[str]]:
        """Batches of changed paths, and an empty set after each tick without a change."""
        project = self.memory.project
        tick = max(0.05, min(self.timing.debounce / 2, 0.5))
        changed = ChangeStream(project.root, self.memory.git if project.git_dir else None, self.stop, tick=tick)
        changed.again = self._check_git_soon
        self._changed = changed
        self._check_git_soon()  # what happened between the first snapshot and the first watch
        try:
            yield from changed.batches()
        except OSError as error:
            if not os.path.isdir(project.root):
                return
            self.watching = False
            reason = (error.strerror or str(error)).lower().partition(" about")[0].rstrip(".")
            text = f"files cannot be watched ({reason}); git is asked every {POLL:g} s instead"
            self.tell(WatchEvent("warning", text))
            while not self.stop.wait(self._pause) and os.path.isdir(project.root):
                yield set()

    def _check_git_soon(self) -> None:
        self.last_look = time.monotonic() - RECHECK

    def _current_head(self) -> tuple[str, str]:
        """Commit and branch, read from git's own files: no process."""
        project = self.memory.project
        return read_head(project.git_dir, project.common_dir) if project.git_dir else ("", "")

    def _fingerprint(self) -> str:
        return repository_fingerprint(self.memory)

    # -- by whom ----------------------------------------------------------------------------------------------------

    @contextmanager
    def _single_instance(self) -> Iterator[None]:
        """Holds the lock of the working tree. Two watches would take every snapshot twice."""

        name = sha256(os.fsencode(os.path.realpath(self.memory.project.root))).hexdigest()[:16]
        lock: Lock = Lock(os.path.join(self.memory.project.private, "locks", f"watch-{name}.lock"), wait=0)
        try:
            lock.__enter__()
        except Busy:
            hint = "end that one first (Ctrl-C in its terminal); `backstory snapshot` takes one snapshot"
            raise Busy("another `backstory watch` is running in this folder", hint=hint) from None
        try:
            yield
        finally:
            lock.__exit__(None, None, None)

    @contextmanager
    def _handle_signals(self) -> Iterator[None]:
        """Makes signals end the loop after the current step; a second signal ends the process at once."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def end(number: int, _frame: object) -> None:
            self.stop.set()
            signal.signal(number, before[number] or signal.SIG_DFL)

        handlers = {number: signal.getsignal(number) for number in ENDING}
        before = {number: handler for number, handler in handlers.items() if handler != signal.SIG_IGN}
        for number in before:
            signal.signal(number, end)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler or signal.SIG_DFL)


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Blocks Ctrl-C for git processes started inside: a partial status would be mistaken for a complete one."""
    block = getattr(signal, "pthread_sigmask", None)
    if block is None:
        yield
        return
    before = block(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        block(signal.SIG_SETMASK, before)
