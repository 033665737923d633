"""The journal: the events of each session, in order, in an append-only file of JSON lines.

`<folder>/<yyyy-mm>/<session>.jsonl`; the month is that of the session's first line. Torn and altered lines are
reported and skipped, never joined to others. The hook process writes to its own spool, without the gate. `sweep` moves
these lines through the gate into the journal; each arrives exactly once, even if the sweeping process dies.
"""

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.journal_lines import MAX_LINE, acquire_lock, append_line, safe_name
from backstory.model.errors import BackstoryError, Busy
from backstory.model.event import Event
from backstory.redact.paths import clean_name
from backstory.store.event_lines import COMPRESSED, NEWER, decode_event, decode_events, encode_event, raw_lines
from backstory.store.file_errors import write_error
from backstory.store.lock import Lock
from backstory.store.struct_redaction import clean_members
from backstory.store.vocabulary import clean_time, is_plain

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

SUFFIX: Final = ".jsonl"
MAX_SWEEPS: Final = 8
"""Times that one sweep looks for lines that were written while it moved others."""
_CLAIM_SUFFIX: Final = ".taken"


class BadLine(NamedTuple):
    """A line that is not a valid event; `line` counts from 1 in `path`."""

    path: str
    line: int
    what: str


class Events(NamedTuple):
    """The content of a session's journal."""

    events: list[Event]
    bad: int
    """Lines that were torn, altered or damaged."""
    newer: int = 0
    """Lines of a later version of the format."""
    lines: tuple[BadLine, ...] = ()
    """Where the bad ones are; the first hundred."""


class Swept(NamedTuple):
    """The result of a sweep."""

    events: int = 0
    bad: int = 0
    sessions: tuple[str, ...] = ()


class Journal:
    """The journals of one project below `folder`. Everything written passes `gate`."""

    def __init__(self, folder: str, gate: "Gate") -> None:
        self.folder = os.path.abspath(folder)
        self.gate = gate

    def append(
        self, event: Event, *, sync: bool = True, stream: str = "", exempt: frozenset[str] = frozenset()
    ) -> Event:
        """Writes one event and returns it as written. With `sync` it survives a loss of power.

        `stream` names the file where it is not the event's session, and `exempt` the names of files in it that
        Backstory has just written. Raises Invalid for an event past the length of a line, NotWritable, or Busy while
        another process holds the file.
        """
        return self.extend([event], sync=sync, stream=stream, exempt=exempt)[0]

    def extend(
        self,
        events: Iterable[Event],
        *,
        sync: bool = True,
        stream: str = "",
        exempt: frozenset[str] = frozenset(),
    ) -> list[Event]:
        """Writes events of one session, all or none, and returns them as written."""
        clean = [self.redact(event, exempt) for event in events]
        if clean:
            self._append(stream or clean[0].session, clean[0].made, b"".join(map(encode_event, clean)), sync=sync)
        return clean

    def read(self, session: str) -> Events:
        """The events of a session (or stream) in the order they were written; an id counts once."""
        events: dict[str, Event] = {}
        bad: list[BadLine] = []
        count = newer = 0
        for path in self.paths(session):
            for number, what in decode_events(path):
                if isinstance(what, Event):
                    events.setdefault(what.id, what)
                elif what == NEWER:
                    newer += 1
                else:
                    count += 1
                    if count <= 100:
                        bad.append(BadLine(path, number, what))
        return Events(list(events.values()), count, newer, tuple(bad))

    def lines(self, session: str) -> list[tuple[bytes, Event]]:
        """The valid lines of a session with their events; an id counts once."""
        out: dict[str, tuple[bytes, Event]] = {}
        for path in self.paths(session):
            for raw in raw_lines(path):
                event = decode_event(raw)
                if isinstance(event, Event):
                    out.setdefault(event.id, (raw, event))
        return list(out.values())

    def sessions(self) -> list[str]:
        """File names of sessions and streams, the one written last first."""
        times: dict[str, int] = {}
        for month in self._months():
            for name, time in _list_sessions(os.path.join(self.folder, month)):
                times[name] = max(times.get(name, 0), time)
        return sorted(times, key=lambda name: (-times[name], name))

    def paths(self, session: str) -> list[str]:
        """The files of a session, oldest month first: one, unless it went on after its month was compressed."""
        stem = safe_name(session)
        paths: list[str] = []
        for month in self._months():
            path = os.path.join(self.folder, month, stem)
            paths += [path + COMPRESSED, path + SUFFIX]
        return [path for path in paths if os.path.isfile(path) and not os.path.islink(path)]

    def remove(self, session: str) -> int:
        """Deletes a session's journal; returns the number of files."""
        paths = self.paths(session)
        for path in paths:
            os.unlink(path)
        return len(paths)

    def sweep(self, spool: str) -> Swept:
        """Moves the lines that the hook process left in the folder `spool` into the journal.

        Idempotent: if the process dies at any point, the next sweep neither loses nor doubles a line. Returns at once
        while another process sweeps: that one looks again after it gives up its lock, so a line written meanwhile does
        not wait for the next call. Lines that are not events are kept unchanged, as bad lines.
        """
        swept: list[Swept] = []
        for _ in range(MAX_SWEEPS):
            if not _has_lines(spool):
                break
            try:
                with Lock(os.path.join(spool, "lock"), wait=0):
                    batch = self._sweep_files(spool)
            except BackstoryError:
                break
            if not batch:  # what is left cannot be moved now
                break
            swept += batch
        return _add_up(swept)

    def _sweep_files(self, spool: str) -> list[Swept]:
        """Sweeps file by file, under the lock of the spool."""
        claimed = {name for name in os.listdir(spool) if name.endswith(_CLAIM_SUFFIX)}  # by a sweep that died
        fresh = {_take(spool, name) for name in os.listdir(spool) if name.endswith(SUFFIX)} - {""}
        swept: list[Swept] = []
        for name in sorted(claimed | fresh):
            try:
                swept.append(self._bring(spool, name, again=name in claimed))
            except BackstoryError:
                continue  # its journal is locked or cannot be written: the next sweep finds the file
        return swept

    def redact(self, event: Event, exempt: frozenset[str] = frozenset()) -> Event:
        """The event as the gate lets it through, which need not look at the `exempt` names."""
        return Event(
            id=event.id,
            kind=event.kind if is_plain(event.kind) else self.gate.clean(event.kind),
            session=clean_name(self.gate, event.session),
            agent=clean_name(self.gate, event.agent),
            made=clean_time(self.gate, event.made),
            data=clean_members(self.gate, event.data, exempt),
        )

    def _append(self, session: str, made: str, lines: bytes, *, sync: bool) -> None:
        paths = self.paths(session)
        month = made[:7] if _is_month(made[:7]) else "0000-00"
        path = (
            paths[-1]
            if paths and paths[-1].endswith(SUFFIX)
            else os.path.join(self.folder, month, safe_name(session) + SUFFIX)
        )
        try:
            append_line(path, lines, sync)
        except OSError as err:
            if err.errno == errno.EBUSY:
                raise Busy(f"another process holds `{path}`") from err
            raise write_error(err, path) from err

    def _bring(self, spool: str, claimed: str, *, again: bool) -> Swept:
        """Moves one claimed file into the journal. `again`: the journal may hold part of it already."""
        path = os.path.join(spool, claimed)
        session = claimed[: -len(f".{0:08x}{_CLAIM_SUFFIX}")].removesuffix(SUFFIX)
        events: list[Event] = []
        lines: list[bytes] = []
        bad = 0
        present = self._present(session) if again else set[object]()
        for raw in raw_lines(path):
            event = decode_event(raw)
            if isinstance(event, Event):
                if event.id not in present:
                    present.add(event.id)
                    events.append(self.redact(event))
                    lines.append(encode_event(events[-1]))
            else:
                bad += 1
                line = self.gate.clean(raw.decode("utf-8", "replace")).encode("utf-8", "replace")[:MAX_LINE]
                if line not in present:
                    lines.append(line + b"\n")
        if lines:
            time = events[0].made if events else ""
            self._append(session, time, b"".join(lines), sync=True)
        os.unlink(path)
        return Swept(len(events), bad, (session,) if events else ())

    def _present(self, session: str) -> set[object]:
        """The ids of the events and the lines that a session's journal holds already."""
        present: set[object] = set()
        for path in self.paths(session):
            present.update(event.id for _, event in decode_events(path) if isinstance(event, Event))
            present.update(raw_lines(path))
        return present

    def _months(self) -> list[str]:
        try:
            return sorted(name for name in os.listdir(self.folder) if _is_month(name))
        except OSError:
            return []


def _list_sessions(folder: str) -> Iterator[tuple[str, int]]:
    """(name without its ending, time of modification) of each journal of a month that is not empty."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                end = next((end for end in (SUFFIX, COMPRESSED) if entry.name.endswith(end)), "")
                if not end or not entry.is_file(follow_symlinks=False):
                    continue
                info = entry.stat(follow_symlinks=False)
                if info.st_size:  # an empty one is all that a death before the first line left
                    yield entry.name[: -len(end)], info.st_mtime_ns
    except OSError:
        return


def _has_lines(spool: str) -> bool:
    try:
        return any(SUFFIX in name for name in os.listdir(spool))
    except OSError:
        return False


def _add_up(swept: Sequence[Swept]) -> Swept:
    sessions: dict[str, None] = {}
    for one in swept:
        sessions.update(dict.fromkeys(one.sessions))
    return Swept(sum(one.events for one in swept), sum(one.bad for one in swept), tuple(sessions))


def _take(spool: str, name: str) -> str:
    """Moves a spool file aside under its lock, so that no line can be added any more; its new name, or empty."""
    path = os.path.join(spool, name)
    claimed = f"{name}.{os.urandom(4).hex()}{_CLAIM_SUFFIX}"
    flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        fd = os.open(path, flags)
    except OSError:
        return ""
    try:
        if not acquire_lock(fd):
            return ""
        os.rename(path, os.path.join(spool, claimed))
    except OSError:
        return ""
    finally:
        os.close(fd)
    return claimed


def _is_month(text: str) -> bool:
    return len(text) == 7 and text[4] == "-" and (text[:4] + text[5:]).isdecimal() and text.isascii()
