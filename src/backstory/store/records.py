"""A folder of record files: `<kind>/<yyyy-mm-dd>-<slug>-<id tail>.md`, one record each, write-once in substance."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.model.dates import format_timestamp, is_day
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.ids import is_ulid, short_id, ulid_ms
from backstory.model.record import MAX_BYTES, Record, immutable_part
from backstory.model.text import make_slug
from backstory.store.file_errors import write_error
from backstory.store.files import (
    PRIVATE_FILE,
    SHARED_FILE,
    make_folder,
    open_folder,
    read_file,
    sync_folder,
    write_atomic,
)
from backstory.store.listing import SUFFIX as SUFFIX
from backstory.store.listing import list_files

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.codec import Decoded
    from backstory.store.lock import Lock

READ_LIMIT: Final = 2 * MAX_BYTES
"""Largest file that is read, in bytes: an edit by hand may exceed the limit of writing."""
Changes = Mapping[str, str | Sequence[str] | None]
"""Key of the front matter -> its new value; None takes the key out."""
_TRASH_LIMIT: Final = 1 << 28
_KIND: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_-")


class RecordFile(NamedTuple):
    """A record file as the folder lists it; `path` is absolute."""

    path: str
    size: int
    mtime_ns: int


class RecordStore:
    """Record files of one scope below `folder` (`.../memory`). Everything written passes `gate`.

    Folders below the one that holds `memory` (for the team: below the project root) must be real: a link planted in
    a repository is refused on writing and skipped on reading.
    """

    def __init__(self, folder: str, scope: str, gate: "Gate", *, lock: str = "") -> None:
        self.folder = os.path.abspath(folder)
        self.scope = scope
        self.gate = gate
        above = os.path.dirname(self.folder)
        self.base = os.path.dirname(above) if scope == "team" else above
        self.mode = SHARED_FILE if scope == "team" else PRIVATE_FILE
        self.closed = ""
        """Where git keeps the folder out of the working tree: the command that brings it in. Nothing is added then."""
        self.lock = lock or os.path.join(above, *(("local", "lock") if scope == "team" else ("lock",)))

    def add(self, record: Record) -> tuple[Record, str]:
        """Writes a new record; returns it as written (redacted, normal) and its path, or the one that exists.

        Raises Invalid for a record that no file can hold, BackstoryError if another record has the id or the folder is
        `closed`, NotWritable if it cannot be written.
        """
        record, data = self.prepare(record)
        for name in self._names(record):
            try:
                self.put(name, data, record.id)
            except FileExistsError:
                there = self.read(name).record
                if there is None or there.id != record.id:
                    continue  # another record whose name is the same, or something planted: the long name is free
                _same(there, record, name)
                return there, name
            return record, name
        raise _exists_error(self.path_of(record))

    def prepare(self, record: Record) -> tuple[Record, bytes]:
        """The record as `add` writes it, and the bytes of its file. Raises Invalid, or BackstoryError when `closed`."""
        if self.closed:
            raise BackstoryError(
                "the team's records lie in `.backstory`, which is outside of this sparse checkout",
                hint=f"bring it in: `{self.closed}`; or keep it for yourself: `--scope private`",
            )
        from backstory.store.codec import normalize_record
        from backstory.store.record_redaction import redact_record

        record = normalize_record(redact_record(record, self.gate))
        record = msgspec.structs.replace(record, scope=self.scope)
        if self.scope == "team":
            from backstory.store.origins import make_opaque

            record = make_opaque(record, self.gate, self.base)
        return record, encode_checked(record)

    def place(self, record: Record) -> tuple[str, Record | None]:
        """(path for a prepared record, existing record with its id).

        Call it under the lock. Raises BackstoryError if other records have taken the names.
        """
        for name in self._names(record):
            if not os.path.lexists(name):
                return name, None
            there = self.read(name).record
            if there is not None and there.id == record.id:
                _same(there, record, name)
                return name, there
        raise _exists_error(self.path_of(record))

    def put(self, path: str, data: bytes, ident: str) -> None:
        """Writes a new file of a record; raises FileExistsError when the name is taken."""
        self._note(ident, data)
        if self.scope == "team":
            from backstory.store.scaffold import reveal_folder

            reveal_folder(os.path.dirname(self.folder))
        write_atomic(path, data, mode=self.mode, base=self.base, exclusive=True)

    def locked(self) -> "Lock":
        """The lock for every change of a file in this store."""
        from backstory.store.lock import Lock

        return Lock(self.lock, base=self.base)

    def _note(self, ident: str, data: bytes) -> None:
        if self.scope != "team":  # git has those
            from backstory.store.write_log import log_written

            log_written(os.path.dirname(self.folder), ident, data)

    def _names(self, record: Record) -> tuple[str, str]:
        """The name of a record's file, and the one for when another record has that."""
        path = self.path_of(record)
        return path, path.removesuffix(record.short + SUFFIX) + record.id.lower() + SUFFIX

    def path_of(self, record: Record) -> str:
        """The path of a record's file."""
        return os.path.join(self.folder, *record_file_name(record).split("/"))

    def files(self, kinds: Iterable[str] | None = None) -> Iterator[RecordFile]:
        """Every record file, or those in the folders of some kinds, by kind and name. Links, hidden and unfinished
        files are passed over."""
        for files in self.files_by_kind(kinds):
            yield from sorted(RecordFile(path, info.st_size, info.st_mtime_ns) for path, info in files)

    def files_by_kind(self, kinds: Iterable[str] | None = None) -> Iterator[list[tuple[str, os.stat_result]]]:
        """The same files with what the system says of them, a list for each kind, in no order.

        In a large memory they are looked at one by one, which takes longer for an object each.
        """
        for kind in sorted(self.dirs() if kinds is None else kinds):
            try:
                yield list_files(os.path.join(self.folder, kind))
            except OSError:
                continue

    def dirs(self) -> dict[str, int]:
        """Kind folder -> its time of modification in ns, which changes when a file is added, removed or replaced."""
        out: dict[str, int] = {}
        if self._linked():
            return out
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    try:
                        if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                            out[entry.name] = entry.stat(follow_symlinks=False).st_mtime_ns
                    except OSError:
                        continue
        except OSError:
            pass
        return out

    def read(self, path: str) -> "Decoded":
        """The record in a file. Never raises: an unreadable file gives no record and one problem."""
        from backstory.store.codec import Decoded, decode_record
        from backstory.store.frontmatter import Problem

        try:
            data = read_file(path, limit=READ_LIMIT)
        except BackstoryError as err:
            return Decoded(None, (Problem(0, err.message.removeprefix(f"`{path}` "), "error"),))
        return decode_record(data, scope=self.scope, name=path)

    def by_id(self) -> Iterator[tuple[str, str]]:
        """(id, path) of every record, reading all files; of two files with one id the first."""
        seen: set[str] = set()
        for file in self.files():
            record = self.read(file.path).record
            if record is not None and record.id not in seen:
                seen.add(record.id)
                yield record.id, file.path

    def change(
        self, path: str, changes: Changes | Callable[[Record], Changes], *, ident: str = "", is_locked: bool = False
    ) -> Record:
        """Changes metadata in place, under the lock: tier, tags, status, links, anchors, fields. Returns the result.

        A function gets the record from the file, for changes that depend on its values, such as adding a tag: they must
        be computed under the lock. The result is redacted, since a file by another hand may hold secrets.
        Raises NotFound if the file is gone or does not hold the record `ident`. `is_locked`: the caller has the lock.
        """
        from backstory.store.codec import NO_ID, decode_record, edit_metadata
        from backstory.store.record_redaction import redact_record

        clean = {} if callable(changes) else self.judged(changes)
        with nullcontext() if is_locked else self.locked():
            data = read_file(path, limit=READ_LIMIT, base=self.base)
            before = decode_record(data, scope=self.scope, name=path)
            present = _changeable(before, path, ident)
            if callable(changes):
                clean = self.judged(changes(present))
            if any(problem.what == NO_ID for problem in before.problems):
                clean = {"id": present.id, **clean}  # a derived id would change with the content
            after = edit_metadata(data, clean)
            record = decode_record(after, scope=self.scope, name=path).record
            if record is None:
                raise BackstoryError(f"`{path}` would hold no record", hint="run `backstory doctor`")
            if len(after) > READ_LIMIT:
                raise Invalid(f"`{path}` would grow past {READ_LIMIT} bytes", hint="give it fewer tags or links")
            if after != data:
                self._note(record.id, after)
                write_atomic(path, after, mode=self.mode, base=self.base)
            return redact_record(record, self.gate)

    def judged(self, changes: Changes) -> dict[str, str | Sequence[str] | None]:
        """Redacts the changes. Raises Invalid for a key that never changes."""
        from backstory.store.codec import OWN_KEYS, SUBSTANCE
        from backstory.store.vocabulary import clean_fields

        fixed = sorted(SUBSTANCE & changes.keys())
        if fixed:
            raise Invalid(
                f"`{fixed[0]}` of a record does not change once it is written",
                hint="write a new record that supersedes it: `backstory supersede ID ...`",
            )
        clean: dict[str, str | Sequence[str] | None] = {}
        for key, value in changes.items():
            if isinstance(value, str) and key not in OWN_KEYS:
                clean.update(clean_fields(self.gate, {key: value}))
            else:
                clean[key] = None if value is None else self._judge(key, value)
        return clean

    def _judge(self, key: str, value: str | Sequence[str]) -> str | list[str]:
        """The value of one of our own keys, or a list of texts, after the gate."""
        from backstory.store.struct_redaction import clean_anchor, clean_link
        from backstory.store.vocabulary import clean_word

        texts = [value] if isinstance(value, str) else value
        if key == "links":
            return [str(clean_link(self.gate, text)) for text in texts]
        if key == "anchors":
            return [str(clean_anchor(self.gate, text)) for text in texts]
        if isinstance(value, str):
            return clean_word(self.gate, key, value)
        return [self.gate.clean(text) for text in texts]

    def move(self, path: str, kind: str) -> str:
        """Puts a file into the folder of `kind` under its own name; returns the new path. Replaces nothing."""
        folder = os.path.join(self.folder, kind)
        target = os.path.join(folder, os.path.basename(path))
        with self.locked():
            if os.path.lexists(target):
                raise BackstoryError(f"`{target}` already exists", hint=f"compare them: `diff {path} {target}`")
            write_atomic(target, read_file(path, limit=READ_LIMIT, base=self.base), mode=self.mode, base=self.base)
            self.unlink(path)
        return target

    def remove(self, path: str, trash: str = "", *, ident: str = "") -> None:
        """Takes a file away, into the folder `trash` when one is named.

        Raises NotFound when the file is gone, or does not hold the record `ident`.
        """
        with self.locked():
            try:
                info = os.lstat(path)
            except OSError as err:
                raise write_error(err, path, reading=True) from err
            if not stat.S_ISREG(info.st_mode):
                raise NotFound(f"`{path}` is not a record file", hint=f"look at it: `ls -l {path}`")
            if ident and not ((there := self.read(path).record) and there.id == ident):
                raise NotFound(f"`{path}` does not hold the record {ident}", hint="run `backstory doctor`")
            if trash:
                make_folder(trash)
                data = read_file(path, limit=_TRASH_LIMIT, base=self.base)
                write_atomic(os.path.join(trash, os.path.basename(path)), data)
            self.unlink(path)

    def unlink(self, path: str) -> bool:
        """Removes a file under the lock of the caller; returns whether the removal survives a power loss.

        Raises BackstoryError if the file still exists.
        """
        try:
            fd = open_folder(os.path.dirname(path), base=self.base)
            try:
                os.unlink(os.path.basename(path), dir_fd=fd) if fd >= 0 else os.unlink(path)
            finally:
                if fd >= 0:
                    os.close(fd)
        except OSError as err:
            raise write_error(err, path) from err
        try:
            sync_folder(os.path.dirname(path))
        except OSError:
            return False  # the file is gone for all readers; an error here would claim that it is not
        return True

    def _linked(self) -> bool:
        """Whether a folder between the base and the files is a link."""
        folder = self.base
        for name in os.path.relpath(self.folder, self.base).split(os.sep):
            folder = os.path.join(folder, name)
            if os.path.islink(folder):
                return True
        return False


def record_file_name(record: Record) -> str:
    """The file of a record below `memory`: `<kind>/<yyyy-mm-dd>-<slug>-<id tail>.md`, plain ASCII."""
    day = record.made[:10]
    if not is_day(day):
        day = format_timestamp(ulid_ms(record.id) // 1000)[:10]
    return f"{record.kind}/{day}-{make_slug(record.title)}-{short_id(record.id)}{SUFFIX}"


def encode_checked(record: Record) -> bytes:
    """The file of a normal record. Raises Invalid for a record that no file can hold."""
    if not is_ulid(record.id):
        raise Invalid(f"`{record.id[:40]}` is not an id", hint="leave the id to Backstory")
    kind = record.kind
    if not (kind[:1].isalpha() and len(kind) <= 40 and _KIND.issuperset(kind)):
        raise Invalid(f"`{kind[:40]}` is not the name of a kind", hint="run `backstory help kinds`")
    if not record.title:
        raise Invalid("a record needs a title", hint='say it in a line: `backstory remember note "..."`')
    from backstory.store.codec import encode_record

    data = encode_record(record)
    if len(data) > MAX_BYTES:
        raise Invalid(
            f"the record has {len(data)} bytes, more than the {MAX_BYTES} a record may have",
            hint="take a long text in as a source: `backstory ingest FILE`",
        )
    return data


def _changeable(decoded: "Decoded", path: str, ident: str) -> Record:
    """The record of a file that may be changed. Raises BackstoryError for none, another one or a conflict."""
    if decoded.record is None:
        raise BackstoryError(f"`{path}` holds no record", hint="run `backstory doctor`")
    if ident and decoded.record.id != ident:
        raise NotFound(f"`{path}` holds another record than {ident}", hint="run `backstory doctor`")
    if decoded.conflicted:
        hint = f"resolve it first: `git diff -- {path}`"
        raise BackstoryError(f"`{path}` holds an unresolved merge conflict", hint=hint)
    return decoded.record


def _same(there: Record, record: Record, name: str) -> None:
    if immutable_part(there) != immutable_part(record):
        hint = f"look at it: `backstory show {record.short}`"
        raise BackstoryError(f"`{name}` holds another record with the id {record.id}", hint=hint) from None


def _exists_error(path: str) -> BackstoryError:
    return BackstoryError(f"`{path}` already exists", hint=f"look at it: `ls -l {path}`")
