"""Removes forgotten words from journals, archives and derived files.

Each file is replaced whole or not at all. A file without any of the words is not touched; even its times are kept.
"""

import gzip
import json
import os
import re
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from backstory.base.journal_lines import acquire_lock
from backstory.model.errors import BackstoryError
from backstory.model.event import Event
from backstory.store.event_lines import COMPRESSED, decode_event, encode_event, raw_lines
from backstory.store.files import PRIVATE_FILE, read_file, write_atomic
from backstory.store.journal import Journal

GONE: Final = "gone"
"""Kind of an event whose words were forgotten: it keeps its id and time."""
_LIMIT: Final = 1 << 30
_PIECE: Final = 1 << 24
_OVERLAP: Final = 1 << 19
_SENTENCE_END: Final = re.compile(
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)(?<!\bz\.B\.)(?<!\bbzw\.)(?<!\bp\.ex\.)"
    r"(?<=[.!?…])[\"'”’)\]*]*\s+|\n+|[。！？]"
)
"""Where a sentence ends, with the space behind it."""


class ForgottenText(NamedTuple):
    """The text to remove: ids of records, ends of their file names, and texts in every form that a file may hold."""

    ids: frozenset[str]
    names: tuple[bytes, ...]
    texts: tuple[bytes, ...]
    lines: frozenset[str] = frozenset()
    """Titles and fields of any length: they go where a file has them for a whole value."""
    terms: frozenset[str] = frozenset()
    """Single words, folded, that no other record contains: a query with one of them is removed."""

    def is_in(self, data: bytes) -> bool:
        """Whether the bytes contain any of the words, ids excluded."""
        return any(name in data for name in self.names) or any(text in data for text in self.texts)

    def of_record(self, data: bytes) -> bool:
        """Whether the bytes are those of a forgotten record's file, or hold its words."""
        head = data[:4096]
        return any(f"id: {ident}".encode() in head for ident in self.ids) or self.is_in(data)


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
        frozenset(ids), tuple(name.encode() for name in names), tuple(forms), frozenset(lines), frozenset(terms)
    )


def scrub_journal(journal: Journal, gone: ForgottenText) -> list[str]:
    """Takes forgotten records out of every session's journal; returns the files that changed."""
    changed: list[str] = []
    for session in journal.sessions():
        changed += [path for path in journal.paths(session) if rewrite_lines(path, lambda raw: _line(raw, gone))]
    return changed


def scrub_session_ids(journal: Journal, sessions: Collection[str]) -> list[str]:
    """Takes the ids of forgotten sessions out of what other journals hold; returns the files that changed.

    An event stays: `undo` needs it for the records of others that the session changed.
    """

    def clean(raw: bytes) -> bytes:
        event = decode_event(raw) if any(ident.encode() in raw for ident in sessions) else None
        if not isinstance(event, Event) or event.session not in sessions:
            return raw
        return encode_event(msgspec.structs.replace(event, session="")).rstrip(b"\n")

    return [path for name in journal.sessions() for path in journal.paths(name) if rewrite_lines(path, clean)]


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
        after = _change_lines(data, change)
        if after == data or (data and not data.endswith(b"\n") and after == data + b"\n"):
            return False
        # processes that wait for the lock check again which file the path names
        write_atomic(path, gzip.compress(after, 6, mtime=0) if packed else after, mode=PRIVATE_FILE)
        return True
    finally:
        os.close(fd)


def _change_lines(data: bytes, change: Callable[[bytes], bytes | None]) -> bytes:
    changed = (change(raw) for raw in data.split(b"\n") if raw)
    return b"".join(line + b"\n" for line in changed if line is not None)


def _line(raw: bytes, gone: ForgottenText) -> bytes | None:
    if not gone.is_in(raw) and not any(ident.encode() in raw for ident in gone.ids):
        return raw
    event = decode_event(raw)
    if not isinstance(event, Event):
        return None if gone.is_in(raw) else raw
    clean = scrub_event(event, gone)
    return encode_event(clean).rstrip(b"\n") if clean != event else raw


def scrub_event(event: Event, gone: ForgottenText) -> Event:
    """An event without mentions of forgotten records. They leave operations too, so that no undo restores them."""
    data = dict(event.data)
    records = data.get("records")
    if isinstance(records, list):
        data["records"] = [one for one in records if not (isinstance(one, dict) and one.get("id") in gone.ids)]
    if _says(json.dumps(data, ensure_ascii=False), gone):
        return Event(id=event.id, kind=GONE, session=event.session, agent=event.agent, made=event.made)
    if data == event.data:
        return event
    return Event(id=event.id, kind=event.kind, session=event.session, agent=event.agent, made=event.made, data=data)


def scrub_json(path: str, gone: ForgottenText) -> bool:
    """Takes the words out of a JSON file: members that are named so go, and so do the sentences that
    hold them; the other sentences of a text stay."""
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
    if not isinstance(value, dict):
        return value
    out = dict(value)
    if out.get("goal") in gone.lines:
        del out["goal"]
    if isinstance(out.get("work"), dict):
        out["work"] = _without_notes(out["work"], gone)
    return out


def _without_notes(work: Mapping[str, object], gone: ForgottenText) -> dict[str, object]:
    """The notes on the work in a snapshot, without forgotten records and the next step that came from one."""
    cleaned = dict(work)
    emptied_sources: set[object] = set()
    """Sources of which a record went."""
    for key, source in (("questions", "open question"), ("failures", "open failure")):
        items = cleaned.get(key)
        if isinstance(items, list):
            kept = [item for item in items if not (isinstance(item, dict) and item.get("id") in gone.ids)]
            cleaned[key] = kept
            if items[:1] != kept[:1]:
                emptied_sources.add(source)
    if cleaned.get("checkpoint") in gone.ids:
        emptied_sources.update(("checkpoint", "blocker"))
        _drop_keys(cleaned, ("checkpoint", "task", "state", "blockers"))
    if cleaned.get("task") in gone.lines:
        del cleaned["task"]
    if cleaned.get("next_from") in emptied_sources:
        _drop_keys(cleaned, ("next", "next_from"))
    return cleaned


def _drop_keys(members: dict[str, object], keys: Iterable[str]) -> None:
    for key in keys:
        members.pop(key, None)


def _scrubbed(value: object, gone: ForgottenText) -> object:
    if isinstance(value, str):
        return _cut_sentences(value, gone) if _says(value, gone) else value
    if isinstance(value, list):
        return [_scrubbed(item, gone) for item in value if not _names(item, gone)]
    if isinstance(value, dict):
        return {key: _scrubbed(item, gone) for key, item in value.items() if not _says(str(key), gone)}
    return value


def _cut_sentences(text: str, gone: ForgottenText) -> str:
    """A text without the sentences that hold the words; empty where they cannot be cut out."""
    needles = [needle.decode("utf-8", "replace") for needle in (*gone.texts, *gone.names)]
    for needle in needles:
        while needle and (place := text.find(needle)) >= 0:
            ends = [match.end() for match in _SENTENCE_END.finditer(text)]
            start = max((end for end in ends if end <= place), default=0)
            last = place + len(needle.rstrip())
            end = min((end for end in ends if end >= last and end > place), default=len(text))
            text = text[:start] + text[end:]
    text = text.strip()
    return "" if _says(text, gone) else text


def _says(text: str, gone: ForgottenText) -> bool:
    return gone.is_in(text.encode("utf-8", "replace"))


def _names(value: object, gone: ForgottenText) -> bool:
    """Whether an item of a list is a file whose name holds the words, so that the whole item is removed."""
    path = value.get("path") if isinstance(value, dict) else None
    return isinstance(path, str) and _says(path, gone)


def delete_files_holding(folder: str, gone: ForgottenText) -> list[str]:
    """Deletes the files below a folder that hold a forgotten record; returns them. For copies, never for records."""
    out: list[str] = []
    for path in files_below(folder):
        try:
            data = read_file(path, limit=_LIMIT)
        except BackstoryError:
            continue
        if gone.of_record(data) or path.encode("utf-8", "surrogateescape").endswith(gone.names):
            os.unlink(path)
            out.append(path)
    return out


def delete_archives_holding(folder: str, gone: ForgottenText) -> list[str]:
    """Deletes the copies of transcripts below a folder that hold any of the words; returns them."""
    archives = files_holding(files_below(folder), gone)
    for path in archives:
        os.unlink(path)
    return archives


def files_holding(paths: Iterable[str], gone: ForgottenText) -> list[str]:
    """The files among these that hold any of the words; compressed ones are searched as far as they can be read."""
    out: list[str] = []
    for path in paths:
        try:
            data = read_file(path, limit=_LIMIT)
        except BackstoryError:
            continue
        if gone.is_in(data) or (data[:2] == b"\x1f\x8b" and any(gone.is_in(piece) for piece in read_gzip(data))):
            out.append(path)
    return out


def read_gzip(data: bytes) -> Iterator[bytes]:
    """The content of a gzip file in pieces, up to a cut or damage.

    The pieces overlap, so that every search term is complete in one of them.
    """
    before = b""
    while data[:2] == b"\x1f\x8b":
        unpacker = zlib.decompressobj(31)
        piece = b""
        while (data or len(piece) == _PIECE) and not unpacker.eof:
            try:
                piece = unpacker.decompress(data, _PIECE)
            except zlib.error:
                return
            data = unpacker.unconsumed_tail
            yield before + piece
            before = piece[-_OVERLAP:]
        data = unpacker.unused_data


def files_below(folder: str) -> Iterator[str]:
    """Every regular file below a folder; links are not followed."""
    for parent, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(parent, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path
