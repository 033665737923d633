"""The ledger of edits in foreign files. It is written before a file is, and read to give every byte back.

One JSON file per working tree in the data home, `projects/<id>/edits/<digest of the root>.json`. An entry names the
file, its content before (a digest, and the bytes themselves when they are small and hold no secret), the digest of the
bytes that we wrote last, and the undo data of each edit. A file that is unchanged since gets its bytes from before
back. A file that was changed loses our part only.
"""

import base64
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from backstory.base.digests import sha256
from backstory.edits import block, change, foreign
from backstory.edits.block import State
from backstory.edits.change import Change, Plugin, digest_bytes
from backstory.edits.ledger_file import Entry as Entry
from backstory.edits.ledger_file import (
    Kind,
    LedgerFile,
    find_entry,
    is_hollow,
    is_leaving,
    is_same_part,
    list_removable,
    read_ledger,
    remove_folders,
    withdraw_agent,
)
from backstory.edits.ledger_file import Part as Part
from backstory.edits.ledger_file import UndoData as UndoData
from backstory.edits.moved_ledger import find_left, list_beside, move_beside
from backstory.model.errors import BackstoryError, Busy
from backstory.store.files import PRIVATE_FILE, write_atomic
from backstory.store.lock import Lock
from backstory.store.unfinished_files import remove_unfinished

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

KEPT: Final = 1 << 20
"""Largest original that is kept whole, in bytes. Of a larger one, and of one with a secret, only the digest is kept."""
_TRIES: Final = 3
_COPIES: Final = 20

Action = Literal["unchanged", "created", "changed", "restored", "removed", "absent"]


class Outcome(NamedTuple):
    """The outcome of an edit of a file. `path` is absolute, `note` is for the person."""

    path: str
    action: Action
    note: str = ""


class Preview(NamedTuple):
    """A planned edit: the bytes before and after, None for a file that is not there."""

    path: str
    before: bytes | None
    after: bytes | None


class _Target(NamedTuple):
    """A file that is to be edited, with its entry in the ledger."""

    key: str
    kind: Kind
    file: foreign.Foreign
    book: LedgerFile
    entry: Entry | None
    part: Part | None

    @property
    def data(self) -> bytes:
        return self.file.data or b""


class Ledger:
    """The edits of one working tree. `folder` is `projects/<id>/edits`, `root` the working tree."""

    def __init__(self, folder: str, root: str, gate: "Gate | None" = None) -> None:
        self.folder = folder
        self.root = os.path.realpath(root)
        self.path = os.path.join(folder, sha256(self.root.encode("utf-8", "replace")).hexdigest()[:16] + ".json")
        self._gate = gate
        self._left = ""
        """The ledger that this tree had under an earlier path, until it is written under the new one."""
        self.assumed: list[Entry] = []
        """Edits that came with git and that no `apply` has noted: taken out as others are, and never saved."""

    def entries(self) -> list[Entry]:
        """Every file that is edited and not yet given back."""
        return self._load().files

    def former(self) -> tuple[str, str]:
        """(ledger, root) of this tree under an earlier path, until it is written under the new one; empty ones else."""
        book = self._load()
        return (self._left, book.root) if self._left else ("", "")

    def rewrite_moved(self) -> None:
        """Writes the ledger of a tree that was moved under its new path."""
        with Lock(os.path.join(self.folder, "lock")):
            book = self._load()
            if self._left:
                self._save(book)

    def entry(self, path: str) -> Entry | None:
        key = self._key(path)
        return next((entry for entry in self.entries() if entry.path == key), None)

    def others(self, path: str) -> list[Entry]:
        """The entries of the project's other working trees for the same file (`.git/info/exclude` is shared)."""
        absolute = os.path.abspath(self.absolute(path))
        entries: list[Entry] = []
        for beside, book in list_beside(self.folder, self.path):
            if beside != self._left and os.path.isdir(book.root):
                entries += [entry for entry in book.files if os.path.join(book.root, entry.path) == absolute]
        return entries

    def absolute(self, path: str) -> str:
        """The file that `path` means, as an entry has it or a caller: relative to the root, or absolute."""
        return os.path.join(self.root, path.replace("/", os.sep))

    def preview(self, path: str, changes: Sequence[Change], *, within: str = "") -> Preview:
        """The result that `apply` would write. Writes nothing."""
        file = foreign.read(self.absolute(path), within=within or self.root, name=self._key(path))
        entry = self.entry(path)
        data = file.data or b""
        for edit in changes:
            part = entry.part(change.kind_of(edit)) if entry and file.data is not None else None
            data, _ = change.apply(edit, data, part.memo if part else change.initial_undo_data(edit), self._key(path))
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
        tracked: bool = False,
    ) -> Outcome:
        """Puts one edit into a file and writes it down first. Applying again changes nothing.

        `agents` are added to those the edit is for. `again` only replaces an edit that is there: what another process
        has just taken out stays out. With `tracked` git has the file, and a shared edit that the ledger does not know
        came with it. Raises BackstoryError to refuse; the file is then unchanged.
        """
        return self._locked(path, lambda: self._apply(path, edit, agents, shared, within, again, tracked))

    def revert(self, path: str, *, kind: Kind | None = None, agent: str = "", brought: bool = False) -> Outcome:
        """Takes an edit out again: all of a file's edits, or one `kind`, or those that are for one `agent` only.

        What came with the repository stays, unless `brought` is set. A file that is unchanged since is else what it
        was, or gone if we made it.
        """
        return self._locked(path, lambda: self._revert(path, kind, agent, brought))

    def preview_revert(self, path: str, *, kind: Kind | None = None, agent: str = "", brought: bool = False) -> Preview:
        """The result that `revert` would leave. Writes nothing."""
        entry = self.entry(path)
        file = foreign.read(self.absolute(path), within=self._within(entry), name=self._key(path))
        if entry is None or file.data is None:
            return Preview(file.path, file.data, file.data)
        going = list_removable([part for part in entry.parts if is_leaving(part, kind, agent)], brought=brought)
        return Preview(file.path, file.data, self._without(entry, file.data, going) if going else file.data)

    def state(self, path: str, kind: Kind) -> State:
        """The state of an edit: present, edited since, missing, or broken (cannot be read). Never raises."""
        entry = self.entry(path)
        part = entry.part(kind) if entry else None
        if not part:
            return "missing"
        try:
            file = foreign.read(self.absolute(path), within=self._within(entry), name=self._key(path))
        except BackstoryError:
            return "broken"
        return change.state(kind, file.data, part.memo) if file.data is not None else "missing"

    def _locked(self, path: str, act: Callable[[], Outcome]) -> Outcome:
        with Lock(os.path.join(self.folder, "lock")):
            remove_unfinished(os.path.dirname(os.path.realpath(self.absolute(path))))
            for _ in range(_TRIES - 1):
                try:
                    return act()
                except Busy:  # the file was changed between reading and writing: read it again
                    continue
            return act()

    def _apply(
        self, path: str, edit: Change, agents: Sequence[str], shared: bool, within: str, again: bool, tracked: bool
    ) -> Outcome:
        target = self._target(path, change.kind_of(edit), within)
        if target.file.data is None and agents and not shared:
            is_program = target.kind == "script" or (isinstance(edit, Plugin) and edit.is_executable)
            mode = change.EXECUTABLE if is_program else PRIVATE_FILE
            target = target._replace(file=target.file._replace(mode=mode))
        if again and target.part is None:
            return Outcome(target.file.path, "unchanged")
        out, part = _changed_part(target, edit, agents, shared)
        if shared and tracked and target.part is None:
            initial = Part(kind=part.kind, memo=change.initial_undo_data(edit))
            part.brought = self._stripped([initial], target.data, target.key) != target.data
        if target.part and out == target.data and is_same_part(target.part, part):
            return Outcome(target.file.path, "unchanged")
        entry = self._new_entry(target, part, out, change.initial_undo_data(edit))
        if within:
            entry.within = os.path.realpath(within)
        note = self._put_aside(target.data, [target.part], target.key) if target.part and out != target.data else ""
        action = self._write(target, entry, out, within or self.root)
        return Outcome(target.file.path, action, note if action != "unchanged" else "")

    def _target(self, path: str, kind: Kind, within: str) -> "_Target":
        """The file and its entry. An entry of a file that was deleted since does not count."""
        book, key = self._load(), self._key(path)
        file = foreign.read(self.absolute(path), within=within or self.root, name=key)
        entry = find_entry(book, key) if file.data is not None else None
        return _Target(key, kind, file, book, entry, entry.part(kind) if entry else None)

    def _new_entry(self, target: "_Target", part: Part, out: bytes, initial: UndoData) -> Entry:
        """The entry that is written down before `out` is written.

        `initial` finds our part by its marks in a file that the ledger does not know. Raises BackstoryError where the
        file could not be given back.
        """
        if target.entry:
            ours, folders = target.entry.parts, target.entry.folders
            staying = [other for other in ours if other is not target.part]
        else:
            ours, staying = [Part(kind=part.kind, memo=initial)], []
            folders = [self._key(folder) for folder in foreign.missing_folders(target.file.path)]
        base = self._stripped(ours, target.data, target.key)
        entry = Entry(path=target.key, mode=target.file.mode, before=digest_bytes(base), after=digest_bytes(out))
        entry.existed = self._existed_before_us(target, base)
        entry.folders = folders
        entry.parts = [*staying, part]
        self._keep_base(entry, base, out)
        return entry

    def _keep_base(self, entry: Entry, base: bytes, out: bytes) -> None:
        """Keeps what is needed to give a file back that was there before us."""
        if not entry.existed:
            return
        entry.kept, entry.original = self._keep(base)
        if not entry.kept and self._stripped(entry.parts, out, entry.path) != base:
            raise BackstoryError(f"`{entry.path}` could not be restored byte for byte", hint="run `backstory doctor`")

    def _existed_before_us(self, target: "_Target", base: bytes) -> bool:
        """Whether the file was there before we edited it first, in this working tree or in another one.

        A file that we made counts as theirs as soon as it holds anything that is not ours.
        """
        if target.file.data is None:
            return False
        entries = [target.entry] if target.entry else self.others(target.key)
        return all(entry.existed for entry in entries) or not is_hollow(base)  # else we made it

    def _write(self, target: "_Target", entry: Entry, out: bytes, within: str) -> Action:
        """Writes the ledger, then the file. Without the file, the ledger is as it was."""
        book, file = target.book, target.file
        entries = [*(other for other in book.files if other.path != target.key), entry]
        self._save(LedgerFile(files=sorted(entries, key=lambda e: e.path)))
        if out == file.data:
            return "unchanged"
        try:
            foreign.write(file, out, within=within, name=target.key)
        except BaseException:
            self._save(LedgerFile(files=book.files))
            raise
        return "changed" if file.data is not None else "created"

    def _revert(self, path: str, kind: Kind | None, agent: str, brought: bool) -> Outcome:
        book, key = self._load(), self._key(path)
        entry = find_entry(book, key)
        if entry is None:
            return Outcome(path, "absent")
        file = foreign.read(self.absolute(path), within=self._within(entry), name=key)
        going = [part for part in entry.parts if is_leaving(part, kind, agent)]
        staying = [part for part in entry.parts if part not in going]
        withdraw_agent(staying, kind, agent)
        action: Action = "absent"
        note = ""
        removable = list_removable(going, brought=brought)
        if file.data is not None and (removable or not going):
            action, note = self._take_out(path, entry, file, removable, staying)
        if staying:
            entry.parts = staying
        else:
            book.files = [other for other in book.files if other is not entry]
            remove_folders(self.root, entry, book)
        self._save(book)
        return Outcome(file.path, action, note)

    def _take_out(
        self, path: str, entry: Entry, file: foreign.Foreign, going: Sequence[Part], staying: Sequence[Part]
    ) -> tuple[Action, str]:
        """Writes the file without some parts. Returns the action and a note about changes made by hand."""
        assert file.data is not None
        if going and self.others(path):
            return "unchanged", ""  # another working tree of the project still needs our part
        out = self._without(entry, file.data, going)
        if out == file.data:
            return "unchanged", ""
        edited = digest_bytes(file.data) != entry.after
        note = self._put_aside(file.data, going, entry.path) if edited else ""
        if out is None:
            foreign.remove(file, within=self._within(entry), name=entry.path)
            return "removed", note
        foreign.write(file, out, within=self._within(entry), name=entry.path)
        if staying:
            base = self._stripped(staying, out, entry.path)
            entry.before, entry.after = digest_bytes(base), digest_bytes(out)
            entry.kept, entry.original = self._keep(base) if entry.existed else (False, "")
        return ("changed" if staying else "restored"), note

    def _without(self, entry: Entry, data: bytes, going: Sequence[Part]) -> bytes | None:
        """The bytes without some parts; None to delete the file."""
        everything = len(going) == len(entry.parts)
        is_unchanged = everything and digest_bytes(data) == entry.after
        if is_unchanged and not entry.existed:
            return None
        is_kept = is_unchanged and entry.kept
        out = base64.b64decode(entry.original) if is_kept else self._stripped(going, data, entry.path)
        is_ours = not entry.existed or any(part.brought for part in going)
        return None if everything and is_ours and is_hollow(out) else out

    def _stripped(self, parts: Sequence[Part], data: bytes, name: str) -> bytes:
        for part in reversed(parts):
            data = change.revert(part.kind, data, part.memo, name)
        return data

    def _keep(self, base: bytes) -> tuple[bool, str]:
        if len(base) > KEPT or (self._gate and self._gate.check(base.decode("utf-8", "replace")).findings):
            return False, ""
        return True, base64.b64encode(base).decode()

    def _put_aside(self, data: bytes, going: Sequence[Part], name: str) -> str:
        """Keeps a copy of a block that was edited by hand, since it goes as a whole; the last few copies stay."""
        part = next((p for p in going if p.kind == "block"), None)
        if not part or change.state("block", data, part.memo) != "edited":
            return ""
        text = block.text(data, name=name) or ""
        folder = os.path.join(self.folder, "kept")
        copy = os.path.join(folder, f"{os.path.basename(name)}-{digest_bytes(data)[:8]}")
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

    def _load(self) -> LedgerFile:
        has_own = os.path.exists(self.path)
        self._left, book = ("", read_ledger(self.path)) if has_own else find_left(self.folder, self.path, self.root)
        book.files += [entry for entry in self.assumed if not find_entry(book, entry.path)]
        return book

    def _save(self, book: LedgerFile) -> None:
        self.assumed = [entry for entry in self.assumed if entry in book.files]
        book.files = [entry for entry in book.files if entry not in self.assumed]
        if not book.files:
            try:
                os.unlink(self._left or self.path)
            except FileNotFoundError:
                pass
            return
        book.root = self.root
        write_atomic(self.path, msgspec.json.format(msgspec.json.encode(book)) + b"\n", mode=PRIVATE_FILE)
        if self._left:
            move_beside(self._left, self.path)
            os.unlink(self._left)
            self._left = ""


def _changed_part(target: _Target, edit: Change, agents: Sequence[str], shared: bool) -> tuple[bytes, Part]:
    """(the bytes of the file with an edit, the part that the ledger notes for it)."""
    old = target.part
    memo = old.memo if old else change.initial_undo_data(edit)
    out, undo = change.apply(edit, target.data, memo, target.key)
    names = sorted({*(old.agents if old else ()), *agents})
    return out, Part(kind=target.kind, agents=names, shared=shared, brought=bool(old and old.brought), memo=undo)
