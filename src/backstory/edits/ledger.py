"""The ledger of edits in files that are not ours: written before the file is, read to give every byte back.

One JSON file per working tree in the data home, `projects/<id>/edits/<digest of the root>.json`. An entry names the
file, what it held before (digest, and the bytes themselves when they are small and hold no secret), what we wrote last,
and what each edit put in. A file that still is as we wrote it gets its bytes from before back; in one that was changed
since, only our part goes.
"""

import base64
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec

from backstory.edits import block, change, foreign
from backstory.edits.block import State
from backstory.edits.change import Change, Kind, Memo, digest
from backstory.model.errors import BackstoryError, Busy, NewerFormat, NotFound
from backstory.store.files import PRIVATE_FILE, read_file, write_atomic
from backstory.store.lock import Lock

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

FORMAT: Final = 1
KEPT: Final = 1 << 20
"""Largest original that is kept whole, in bytes. Above it, and where it holds a secret, its digest has to do."""
_TRIES: Final = 3
_COPIES: Final = 20

Did = Literal["unchanged", "created", "changed", "restored", "removed", "absent"]


class Part(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One edit of a file, and the agents that it is for: it goes when the last of them does."""

    kind: Kind
    agents: list[str] = []
    shared: bool = False
    """Whether the file is committed with the repository, so that it may hold nothing private."""
    memo: dict[str, Any] = {}


class Entry(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A file that was edited. `path` is relative to the root with forward slashes, or absolute outside of it."""

    path: str
    within: str = ""
    """The folder that links may not lead out of; empty: the root."""
    existed: bool = True
    mode: int = 0o644
    before: str = ""
    """SHA-256 of the bytes without our part."""
    after: str = ""
    """SHA-256 of the bytes that we wrote last."""
    original: str = ""
    """The bytes without our part, base64; empty when they were not kept."""
    kept: bool = False
    folders: list[str] = []
    """Folders that were made for it, outermost first, as `path` is written."""
    parts: list[Part] = []

    def part(self, kind: Kind) -> Part | None:
        return next((p for p in self.parts if p.kind == kind), None)


class Book(msgspec.Struct, kw_only=True):
    """The file on disk."""

    format: int = FORMAT
    root: str = ""
    files: list[Entry] = []


class Outcome(NamedTuple):
    """What was done to a file. `path` is absolute, `note` says what a person should know about it."""

    path: str
    did: Did
    note: str = ""


class Preview(NamedTuple):
    """What would be done: the bytes before and after, None for a file that is not there."""

    path: str
    before: bytes | None
    after: bytes | None


class Ledger:
    """The edits of one working tree. `folder` is `projects/<id>/edits`, `root` the working tree."""

    def __init__(self, folder: str, root: str, gate: "Gate | None" = None) -> None:
        self.folder = folder
        self.root = os.path.realpath(root)
        self.path = os.path.join(
            folder, hashlib.sha256(self.root.encode("utf-8", "replace")).hexdigest()[:16] + ".json"
        )
        self._gate = gate
        self._left = ""
        """The ledger that this tree had under an earlier name, until it is written anew."""

    def entries(self) -> list[Entry]:
        """Every file that was edited and not yet given back."""
        return self._load().files

    def entry(self, path: str) -> Entry | None:
        key = self._key(path)
        return next((e for e in self.entries() if e.path == key), None)

    def others(self, path: str) -> list[Entry]:
        """What the project's other working trees wrote down about the same file (`.git/info/exclude` is shared)."""
        wanted = os.path.abspath(self.absolute(path))
        books = [book for beside, book in self._beside() if beside != self._left and os.path.isdir(book.root)]
        return [e for book in books for e in book.files if os.path.join(book.root, e.path) == wanted]

    def absolute(self, path: str) -> str:
        """The file that `path` means, as an entry has it or a caller: relative to the root, or absolute."""
        return os.path.join(self.root, path.replace("/", os.sep))

    def preview(self, path: str, changes: Sequence[Change], *, within: str = "") -> Preview:
        """What `apply` would write, without writing."""
        file = foreign.read(self.absolute(path), within=within or self.root, name=self._key(path))
        entry = self.entry(path)
        data = file.data or b""
        for edit in changes:
            part = entry.part(change.kind_of(edit)) if entry and file.data is not None else None
            data, _ = change.put(edit, data, part.memo if part else change.bare_memo(edit), self._key(path))
        if data != file.data:
            foreign.check(file, self._key(path))
        return Preview(file.path, file.data, data)

    def apply(
        self,
        path: str,
        edit: Change,
        *,
        agents: Sequence[str] = (),
        shared: bool = False,
        within: str = "",
        again: bool = False,
    ) -> Outcome:
        """Puts one edit into a file and writes it down first. Applying again changes nothing.

        `agents` are added to those the edit is for. `again`: only in place of one that is there; what another process
        has just taken out stays out. Raises BackstoryError to refuse; the file is then as it was.
        """
        return self._locked(lambda: self._apply(path, edit, agents, shared, within, again))

    def revert(self, path: str, *, kind: Kind | None = None, agent: str = "") -> Outcome:
        """Takes an edit out again: all of a file's edits, or one `kind`, or those that are for one `agent` only.

        A file nobody touched since is byte for byte what it was, or gone when it was made by us.
        """
        return self._locked(lambda: self._revert(path, kind, agent))

    def preview_revert(self, path: str, *, kind: Kind | None = None, agent: str = "") -> Preview:
        """What `revert` would leave, without writing."""
        entry = self.entry(path)
        file = foreign.read(self.absolute(path), within=self._within(entry), name=self._key(path))
        if entry is None or file.data is None:
            return Preview(file.path, file.data, file.data)
        going = [p for p in entry.parts if _goes(p, kind, agent)]
        return Preview(file.path, file.data, self._without(entry, file.data, going))

    def state(self, path: str, kind: Kind) -> State:
        """What became of an edit: present, edited since, missing, or broken (cannot be read). Never raises."""
        entry = self.entry(path)
        part = entry.part(kind) if entry else None
        if not part:
            return "missing"
        try:
            file = foreign.read(self.absolute(path), within=self._within(entry), name=self._key(path))
        except BackstoryError:
            return "broken"
        return change.state(kind, file.data, part.memo) if file.data is not None else "missing"

    def _locked(self, act: Callable[[], Outcome]) -> Outcome:
        with Lock(os.path.join(self.folder, "lock")):
            for _ in range(_TRIES - 1):
                try:
                    return act()
                except Busy:  # the file was changed between reading and writing: read it again
                    continue
            return act()

    def _apply(self, path: str, edit: Change, agents: Sequence[str], shared: bool, within: str, again: bool) -> Outcome:
        book, key = self._load(), self._key(path)
        file = foreign.read(self.absolute(path), within=within or self.root, name=key)
        if file.data is None and agents and not shared:
            file = file._replace(mode=PRIVATE_FILE)
        kind, data = change.kind_of(edit), file.data or b""
        entry = next((e for e in book.files if e.path == key), None)
        known = entry if entry and file.data is not None else None  # a file that was deleted since starts anew
        part = known.part(kind) if known else None
        if again and part is None:
            return Outcome(file.path, "unchanged")
        out, memo = change.put(edit, data, part.memo if part else change.bare_memo(edit), key)
        names = sorted({*(part.agents if part else ()), *agents})
        if part and out == data and names == part.agents and shared == part.shared and _plain(memo) == part.memo:
            return Outcome(file.path, "unchanged")

        made = Entry(path=key, within="" if not within else os.path.realpath(within), mode=file.mode)
        made.parts = [p for p in known.parts if p is not part] if known else []
        base = self._stripped(known.parts if known else [Part(kind=kind, memo=change.bare_memo(edit))], data, key)
        made.existed = file.data is not None
        if made.existed:
            ours = [known] if known else self.others(path)
            if ours and not all(e.existed for e in ours) and not base.strip(_BLANK):
                made.existed = False
        made.parts.append(Part(kind=kind, agents=names, shared=shared, memo=memo))
        made.folders = known.folders if known else [self._key(f) for f in foreign.missing_folders(file.path)]
        made.before, made.after = digest(base), digest(out)
        if made.existed:
            made.kept, made.original = self._keep(base)
            if not made.kept and self._stripped(made.parts, out, key) != base:
                raise BackstoryError(f"`{key}` could not be given back as it is", hint="run `backstory doctor`")

        note = self._put_aside(data, [part], key) if part and out != data else ""
        others = [e for e in book.files if e.path != key]
        self._save(Book(files=sorted([*others, made], key=lambda e: e.path)))
        if out == data and file.data is not None:
            return Outcome(file.path, "unchanged")
        try:
            foreign.write(file, out, within=within or self.root, name=key)
        except BaseException:
            self._save(Book(files=book.files))
            raise
        return Outcome(file.path, "changed" if file.data is not None else "created", note)

    def _revert(self, path: str, kind: Kind | None, agent: str) -> Outcome:
        book, key = self._load(), self._key(path)
        entry = next((e for e in book.files if e.path == key), None)
        if entry is None:
            return Outcome(path, "absent")
        within = self._within(entry)
        file = foreign.read(self.absolute(path), within=within, name=key)
        going = [p for p in entry.parts if _goes(p, kind, agent)]
        note = ""
        for part in entry.parts:
            if part not in going and agent in part.agents and (kind is None or part.kind == kind):
                part.agents.remove(agent)
        staying = [p for p in entry.parts if p not in going]
        if file.data is None:
            did: Did = "absent"
        elif going and self.others(path):
            did = "unchanged"  # another working tree still needs what stands there
        else:
            out = self._without(entry, file.data, going)
            if out != file.data and digest(file.data) != entry.after:
                note = self._put_aside(file.data, going, key)
            if out == file.data:
                did = "unchanged"
            elif out is None:
                foreign.remove(file, within=within, name=key)
                did = "removed"
            else:
                foreign.write(file, out, within=within, name=key)
                did = "restored"
            if staying and out is not None and out != file.data:
                base = self._stripped(staying, out, key)
                entry.before, entry.after = digest(base), digest(out)
                entry.kept, entry.original = self._keep(base) if entry.existed else (False, "")
        if staying:
            entry.parts = staying
        else:
            book.files = [e for e in book.files if e is not entry]
            _remove_folders(self.root, entry, book)
        self._save(book)
        return Outcome(file.path, did, note)

    def _without(self, entry: Entry, data: bytes, going: Sequence[Part]) -> bytes | None:
        """The bytes without some parts; None to delete the file."""
        everything = len(going) == len(entry.parts)
        if everything and digest(data) == entry.after:
            if not entry.existed:
                return None
            if entry.kept:
                return base64.b64decode(entry.original)
        out = self._stripped(going, data, entry.path)
        if everything and not entry.existed and not out.strip(_BLANK):
            return None
        return out

    def _stripped(self, parts: Sequence[Part], data: bytes, name: str) -> bytes:
        for part in reversed(parts):
            data = change.take(part.kind, data, part.memo, name)
        return data

    def _keep(self, base: bytes) -> tuple[bool, str]:
        if len(base) > KEPT or (self._gate and self._gate.check(base.decode("utf-8", "replace")).found):
            return False, ""
        return True, base64.b64encode(base).decode()

    def _put_aside(self, data: bytes, going: Sequence[Part], name: str) -> str:
        """Keeps a copy of a block that was edited by hand, since it goes as a whole; the last few copies stay."""
        part = next((p for p in going if p.kind == "block"), None)
        if not part or change.state("block", data, part.memo) != "edited":
            return ""
        text = block.text(data, name=name) or ""
        folder = os.path.join(self.folder, "kept")
        copy = os.path.join(folder, f"{os.path.basename(name)}-{digest(data)[:8]}")
        write_atomic(copy, (self._gate.clean(text) if self._gate else text).encode("utf-8", "replace"))
        for old in sorted(os.scandir(folder), key=lambda e: e.stat().st_mtime_ns)[:-_COPIES]:
            os.unlink(old.path)
        return f"the block held changes made by hand; a copy is in `{copy}`"

    def _within(self, entry: Entry | None) -> str:
        return entry.within if entry and entry.within else self.root

    def _key(self, path: str) -> str:
        absolute = os.path.abspath(self.absolute(path))
        if absolute.startswith(self.root.rstrip(os.sep) + os.sep):
            return os.path.relpath(absolute, self.root).replace(os.sep, "/")
        return absolute

    def _load(self) -> Book:
        self._left = ""
        if not os.path.exists(self.path):
            self._left = next((path for path, book in self._beside() if self._is_left(book)), "")
        return _read(self._left or self.path)

    def _beside(self) -> Iterator[tuple[str, Book]]:
        """The ledgers of the project's other working trees, also of those that are gone."""
        for name in sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else ():
            path = os.path.join(self.folder, name)
            if name.endswith(".json") and path != self.path:
                yield path, _read(path)

    def _is_left(self, book: Book) -> bool:
        """Whether this is the ledger of this very tree under an earlier name: that is gone, and its edits are here."""
        return not os.path.isdir(book.root) and any(
            os.path.isfile(self.absolute(entry.path)) and self._stands(entry) for entry in book.files
        )

    def _stands(self, entry: Entry) -> bool:
        try:
            data = foreign.read(self.absolute(entry.path), within=self._within(entry)).data or b""
        except BackstoryError:
            return False
        return any(change.state(p.kind, data, p.memo) == "present" for p in entry.parts)

    def _save(self, book: Book) -> None:
        if not book.files:
            try:
                os.unlink(self._left or self.path)
            except FileNotFoundError:
                pass
            return
        book.root = self.root
        write_atomic(self.path, msgspec.json.format(msgspec.json.encode(book)) + b"\n", mode=PRIVATE_FILE)
        if self._left:
            os.unlink(self._left)
            self._left = ""


_BLANK: Final = b"\xef\xbb\xbf \t\r\n"


def _remove_folders(root: str, entry: Entry, book: Book) -> None:
    """Removes the folders that were made for a file; one that another of our files lies in is left to that one."""
    for at in reversed(range(len(entry.folders))):
        folder = entry.folders[at]
        try:
            os.rmdir(os.path.join(root, folder))
        except OSError:
            heirs = [e for e in book.files if e.path.startswith(folder.rstrip("/") + "/")]
            if heirs:
                heirs[0].folders = [*entry.folders[: at + 1], *heirs[0].folders]
            return


def _read(path: str) -> Book:
    try:
        data = read_file(path, limit=64 << 20)
    except NotFound:
        return Book()
    try:
        book = msgspec.json.decode(data, type=Book)
    except (msgspec.DecodeError, RecursionError) as err:
        number = _format(data)
        if number > FORMAT:
            raise NewerFormat(f"`{path}` is in format {number}, this version reads up to {FORMAT}") from err
        os.replace(path, path + ".damaged")  # without it our parts are found by their marks
        return Book()
    if book.format > FORMAT:
        raise NewerFormat(f"`{path}` is in format {book.format}, this version reads up to {FORMAT}")
    return book


def _format(data: bytes) -> int:
    try:
        number = msgspec.json.decode(data)["format"]
    except (msgspec.DecodeError, RecursionError, KeyError, TypeError):
        return 0
    return number if isinstance(number, int) else 0


def _goes(part: Part, kind: Kind | None, agent: str) -> bool:
    return (kind is None or part.kind == kind) and (not agent or set(part.agents) <= {agent})


def _plain(memo: Memo) -> Memo:
    """A memo as it comes back from disk."""
    out: Memo = msgspec.json.decode(msgspec.json.encode(memo))
    return out
