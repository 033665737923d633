"""Removes forgotten words from journals, archives and derived files.

Each file is replaced whole or not at all. A file without any of the words is not touched; even its times are kept.
"""

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from backstory.base.journal_lines import acquire_lock
from backstory.model.errors import BackstoryError
from backstory.model.event import Event
from backstory.store.files import PRIVATE_FILE, read_file, write_atomic
from backstory.store.journal import COMPRESSED, Journal, decode_event, encode_event, raw_lines

GONE: Final = "gone"
"""Kind of an event whose words were forgotten: it keeps its id and time."""
_LIMIT: Final = 1 << 30
_PIECE: Final = 1 << 24
_OVERLAP: Final = 1 << 19


class ForgottenText(NamedTuple):
    """The text to remove: ids of records, ends of their file names, and texts in every form that a file may hold."""

    ids: frozenset[str]
    names: tuple[bytes, ...]
    texts: tuple[bytes, ...]
    lines: frozenset[str] = frozenset()
    """Titles and fields of any length: they go where a file has them for a whole value."""
    terms: frozenset[str] = frozenset()
    """Single words, folded, that no other record contains: a query with one of them is removed."""

    def said_in(self, data: bytes) -> bool:
        """Whether the bytes contain any of the words, ids excluded."""
        return any(t in data for t in self.names) or any(t in data for t in self.texts)

    def of_record(self, data: bytes) -> bool:
        """Whether the bytes are those of a forgotten record's file, or hold its words."""
        head = data[:4096]
        return any(f"id: {i}".encode() in head for i in self.ids) or self.said_in(data)


def forgotten_text(
    ids: Iterable[str],
    names: Iterable[str],
    texts: Iterable[str],
    *,
    lines: Iterable[str] = (),
    terms: Iterable[str] = (),
) -> ForgottenText:
    """The words with their forms in JSON."""
    forms: dict[bytes, None] = {}
    for text in texts:
        for form in (text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]):
            forms[form.encode("utf-8", "replace")] = None
    return ForgottenText(
        frozenset(ids), tuple(n.encode() for n in names), tuple(forms), frozenset(lines), frozenset(terms)
    )


def scrub_journal(journal: Journal, gone: ForgottenText) -> list[str]:
    """Takes forgotten records out of every session's journal; returns the files that changed."""
    changed: list[str] = []
    for session in journal.sessions():
        changed += [path for path in journal.paths(session) if rewrite_lines(path, lambda raw: _line(raw, gone))]
    return changed


def rewrite_lines(path: str, change: Callable[[bytes], bytes | None]) -> bool:
    """Replaces the lines of a journal under its lock; `change` is given a line without its end, None drops it."""
    flags = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        fd = os.open(path, flags)
    except OSError:
        return False
    try:
        if not acquire_lock(fd):
            raise BackstoryError(f"another process holds `{path}`", hint="try again in a moment")
        packed = path.endswith(COMPRESSED)
        data = read_file(path, limit=_LIMIT)
        if packed:
            data = b"".join(raw + b"\n" for raw in raw_lines(path))
        kept = [new for raw in data.split(b"\n") if raw and (new := change(raw)) is not None]
        after = b"".join(line + b"\n" for line in kept)
        if after == data or (data and not data.endswith(b"\n") and after == data + b"\n"):
            return False
        after = gzip.compress(after, 6, mtime=0) if packed else after
        write_atomic(
            path, after, mode=PRIVATE_FILE
        )  # processes that wait for the lock check again which file the path names
        return True
    finally:
        os.close(fd)


def _line(raw: bytes, gone: ForgottenText) -> bytes | None:
    if not gone.said_in(raw) and not any(i.encode() in raw for i in gone.ids):
        return raw
    event = decode_event(raw)
    if not isinstance(event, Event):
        return None if gone.said_in(raw) else raw
    clean = scrub_event(event, gone)
    return encode_event(clean).rstrip(b"\n") if clean != event else raw


def scrub_event(event: Event, gone: ForgottenText) -> Event:
    """An event without mentions of forgotten records. They leave operations too, so that no undo restores them."""
    data = dict(event.data)
    records = data.get("records")
    if isinstance(records, list):
        data["records"] = [r for r in records if not (isinstance(r, dict) and r.get("id") in gone.ids)]
    if gone.said_in(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace")):
        return Event(id=event.id, kind=GONE, session=event.session, agent=event.agent, made=event.made)
    if data == event.data:
        return event
    return Event(id=event.id, kind=event.kind, session=event.session, agent=event.agent, made=event.made, data=data)


def scrub_json(path: str, gone: ForgottenText) -> bool:
    """Takes the words out of a JSON file: members that are named so go, texts that hold them become empty."""
    return _scrub_file(path, lambda value: _scrubbed(value, gone), gone)


def scrub_snapshot(path: str, gone: ForgottenText) -> bool:
    """Removes forgotten records from a snapshot: its notes on the work by ids, however short; the rest by the words.

    Deletes an unreadable snapshot that holds any of the words.
    """
    return _scrub_file(path, lambda value: _scrubbed(without_work(value, gone), gone), gone)


def scrub_snapshot_bytes(data: bytes, gone: ForgottenText) -> bytes:
    """The bytes of a snapshot of an archive without forgotten records; as they are where none is in it."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data
    after = _scrubbed(without_work(value, gone), gone)
    return data if after == value else json.dumps(after, ensure_ascii=False).encode("utf-8", "replace")


def _scrub_file(path: str, change: Callable[[object], object], gone: ForgottenText) -> bool:
    try:
        data = read_file(path, limit=_LIMIT)
        value = json.loads(data)
    except (BackstoryError, ValueError, RecursionError):
        if files_holding([path], gone):
            os.unlink(path)
            return True
        return False
    after = change(value)
    if after == value:
        return False
    write_atomic(path, json.dumps(after, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n")
    return True


def without_work(value: object, gone: ForgottenText) -> object:
    """A snapshot, as decoded JSON, without the parts that it took from forgotten records, identified by their ids."""
    work = value.get("work") if isinstance(value, dict) else None
    if not isinstance(value, dict):
        return value
    out = dict(value)
    if out.get("goal") in gone.lines:
        del out["goal"]
    if not isinstance(work, dict):
        return out
    left = dict(work)
    lost: set[str] = set()
    for key, source in (("questions", "open question"), ("failures", "open failure")):
        named = left.get(key)
        if isinstance(named, list):
            left[key] = [n for n in named if not (isinstance(n, dict) and n.get("id") in gone.ids)]
            lost.update([source] if named[:1] != left[key][:1] else [])
    if left.get("checkpoint") in gone.ids:
        lost.update(("checkpoint", "blocker"))
        for key in ("checkpoint", "task", "state", "blockers"):
            left.pop(key, None)
    if left.get("task") in gone.lines:
        del left["task"]
    if left.get("next_from") in lost:
        for key in ("next", "next_from"):
            left.pop(key, None)
    out["work"] = left
    return out


def _scrubbed(value: object, gone: ForgottenText) -> object:
    if isinstance(value, str):
        return "" if gone.said_in(value.encode("utf-8", "replace")) else value
    if isinstance(value, list):
        return [_scrubbed(v, gone) for v in value if not _names(v, gone)]
    if isinstance(value, dict):
        kept = {k: v for k, v in value.items() if not gone.said_in(str(k).encode("utf-8", "replace"))}
        return {k: _scrubbed(v, gone) for k, v in kept.items()}
    return value


def _names(value: object, gone: ForgottenText) -> bool:
    """Whether an item of a list is a file whose name holds the words, so that the whole item is removed."""
    path = value.get("path") if isinstance(value, dict) else None
    return isinstance(path, str) and gone.said_in(path.encode("utf-8", "replace"))


def delete_files_holding(folder: str, gone: ForgottenText) -> list[str]:
    """Deletes the files below a folder that hold a forgotten record; returns them. For copies, never for records."""
    out: list[str] = []
    for path in files_below(folder):
        try:
            data = read_file(path, limit=_LIMIT)
        except BackstoryError:
            continue
        if gone.of_record(data) or any(path.encode("utf-8", "surrogateescape").endswith(n) for n in gone.names):
            os.unlink(path)
            out.append(path)
    return out


def files_holding(paths: Iterable[str], gone: ForgottenText) -> list[str]:
    """The files among these that hold any of the words; compressed ones are searched as far as they can be read."""
    out: list[str] = []
    for path in paths:
        try:
            data = read_file(path, limit=_LIMIT)
        except BackstoryError:
            continue
        if gone.said_in(data) or (data[:2] == b"\x1f\x8b" and any(gone.said_in(piece) for piece in read_gzip(data))):
            out.append(path)
    return out


def read_gzip(data: bytes) -> Iterator[bytes]:
    """The content of a gzip file in pieces, up to a cut or damage.

    The pieces overlap, so that every search term is complete in one of them.
    """
    before = b""
    while data[:2] == b"\x1f\x8b":
        gzip = zlib.decompressobj(31)
        piece = b""
        while (data or len(piece) == _PIECE) and not gzip.eof:
            try:
                piece = gzip.decompress(data, _PIECE)
            except zlib.error:
                return
            data = gzip.unconsumed_tail
            yield before + piece
            before = piece[-_OVERLAP:]
        data = gzip.unused_data


def files_below(folder: str, *, skip: Sequence[str] = ()) -> Iterator[str]:
    """Every regular file below a folder; links are not followed."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in skip)
        for name in sorted(names):
            path = os.path.join(here, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path
