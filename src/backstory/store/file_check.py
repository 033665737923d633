"""Checks the files of a project for `doctor`, and repairs them. Damaged files are set aside, not deleted."""

import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final, NamedTuple

from backstory.model.dates import format_timestamp
from backstory.model.errors import BackstoryError
from backstory.model.record import Record
from backstory.store.codec import LIST_KEYS, NO_ID, Decoded
from backstory.store.files import PRIVATE_FILE, PRIVATE_FOLDER, make_folder, read_file
from backstory.store.frontmatter import REPEATED
from backstory.store.journal import Journal
from backstory.store.places import Project
from backstory.store.records import READ_LIMIT, SUFFIX, RecordStore
from backstory.store.repeated_ids import RecordCopy, judge_repeated_id
from backstory.store.snapshots import SnapshotStore
from backstory.store.unfinished_files import find_unfinished, is_backup
from backstory.store.write_log import WrittenFile, digest_of, read_write_log, replace_written

FIRST_YEAR: Final = "2005"
"""Git is from 2005: an earlier date comes from a wrong clock."""


Guard = Callable[[str, str, str], AbstractContextManager[None]]
"""A context for the change of a record's file: its path, the id of the record, its scope."""


class Finding(NamedTuple):
    """A problem. `status`: `warn` (works, could be better) or `fail`."""

    name: str
    """`records permissions links journal snapshots secrets`"""
    status: str
    detail: str
    hint: str = ""
    fixable: bool = False
    path: str = ""
    line: int = 0


def check_files(
    project: Project, stores: Mapping[str, RecordStore], *, deep: bool = False, now: float | None = None
) -> Iterator[Finding]:
    """The problems of a project's files, with path and line.

    `deep` also passes every record through the gate and reads journals and snapshots in full.
    """
    now = time.time() if now is None else now
    for store in stores.values():
        yield from _links(store)
        yield from _records(store, project, now, deep=deep)
    yield from _temporaries(project, stores, now)
    yield from _permissions(project)
    if deep:
        yield from _journal(project, stores)
        yield from _snapshots(project, stores)


def repair_files(
    project: Project,
    stores: Mapping[str, RecordStore],
    *,
    now: float | None = None,
    guard: Guard = lambda *_: nullcontext(),
) -> list[str]:
    """Repairs the fixable problems that `check` finds; returns a line for each repair.

    The file of a record is changed within `guard`.
    """
    report: list[str] = []
    for step in (_fix_temporaries, _fix_permissions, partial(_fix_records, guard=guard), _fix_snapshots):
        try:
            report += step(project, stores, time.time() if now is None else now)
        except (BackstoryError, OSError) as err:
            report.append(f"could not go on: {err}")
    return report


def _links(store: RecordStore) -> Iterator[Finding]:
    folder = store.base
    for name in os.path.relpath(store.folder, store.base).split(os.sep):
        folder = os.path.join(folder, name)
        if os.path.islink(folder):
            hint = f"look where it points, `ls -ld {folder}`, and put a real folder there"
            yield Finding(
                "links", "fail", f"`{folder}` is a link; nothing below it is read or written", hint, path=folder
            )
            return
    try:
        kinds = sorted(os.scandir(store.folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in kinds:
        if entry.is_symlink():
            hint = f"look where it points: `ls -ld {entry.path}`"
            yield Finding("links", "fail", f"`{entry.path}` is a link and is not followed", hint, path=entry.path)
        elif entry.is_dir(follow_symlinks=False):
            yield from _unreadable_files(entry.path)


def _unreadable_files(folder: str) -> Iterator[Finding]:
    """Reports what is named like a record file in the folder of a kind and is a link or no regular file."""
    with os.scandir(folder) as files:
        for file in files:
            if file.name.endswith(SUFFIX) and not file.is_file(follow_symlinks=False):
                what = "a link" if file.is_symlink() else "no regular file"
                hint = f"look at it: `ls -l {file.path}`"
                yield Finding("links", "fail", f"`{file.path}` is {what} and is not read", hint, path=file.path)


def _odd_date(made: str, now: float) -> str:
    """Why a date cannot be right; empty for a possible or missing one."""
    if not made:
        return ""
    if made[:4] < FIRST_YEAR:
        return f"before {FIRST_YEAR}"

    limit = format_timestamp(now + 86_400)
    return "which has not come yet" if made > limit else ""


def _records(store: RecordStore, project: Project, now: float, *, deep: bool) -> Iterator[Finding]:
    seen: dict[str, RecordCopy] = {}
    noted = read_write_log(os.path.dirname(store.folder)) if deep and store.scope != "team" else {}
    for file in store.files():
        path = file.path
        label = os.path.relpath(path, project.root) if store.scope == "team" else path
        decoded = store.read(path)
        yield from _problems(decoded, path, label)
        if decoded.record is None:
            continue
        yield from _place_and_date(decoded.record, path, label, now)
        yield from _repeated_id(store, RecordCopy(decoded.record, path, label), seen)
        if deep:
            yield from _content(store, decoded, path, label, noted)


def _repeated_id(store: RecordStore, copy: RecordCopy, seen: dict[str, RecordCopy]) -> Iterator[Finding]:
    """Reports a record whose id was `seen` in a file before, and adds it there otherwise."""
    first = seen.setdefault(copy.record.id, copy)
    if first is not copy:
        status, path, detail, hint = judge_repeated_id(store, first, copy)
        yield Finding("records", status, detail, hint, path=path)


def _content(
    store: RecordStore, decoded: Decoded, path: str, label: str, noted: Mapping[str, list[WrittenFile]]
) -> Iterator[Finding]:
    """Reports secrets in a record file, else a change from outside, unless the file was reported already."""
    secrets = list(_secrets(store, path, label))
    yield from secrets
    reported = any(problem.severity == "error" or REPEATED in problem.what for problem in decoded.problems)
    if decoded.record is not None and not secrets and not reported:
        yield from _changed(store, path, decoded.record.id, noted)


def _problems(decoded: Decoded, path: str, label: str) -> Iterator[Finding]:
    for problem in decoded.problems:
        if problem.severity != "note" or REPEATED in problem.what:
            where = f"`{label}`, line {problem.line}" if problem.line else f"`{label}`"
            status = "fail" if problem.severity == "error" else "warn"
            fixable = problem.what == NO_ID or REPEATED in problem.what
            hint = "`backstory doctor --fix`" if fixable else f"fix it with an editor: `{label}`"
            yield Finding("records", status, f"{where}: {problem.what}", hint, fixable, path, problem.line)


def _place_and_date(record: Record, path: str, label: str, now: float) -> Iterator[Finding]:
    odd = _odd_date(record.made, now)
    if odd:
        what = f"`{label}` is dated {record.made[:10]}, {odd}"
        hint = f"it ranks as written now; correct `made` with an editor: `{label}`"
        yield Finding("dates", "warn", what, hint, path=path)
    folder = os.path.basename(os.path.dirname(path))
    if folder != record.kind:
        what = f"`{label}` holds a {record.kind} in the folder `{folder}`"
        yield Finding("records", "warn", what, "`backstory doctor --fix` moves it", True, path)


def _changed(store: RecordStore, path: str, ident: str, noted: Mapping[str, list[WrittenFile]]) -> Iterator[Finding]:
    """Reports a private file that differs from what was written here: cut, damaged, or edited by hand."""
    entries = noted.get(ident)
    if not entries:
        return
    try:
        data = read_file(path, limit=READ_LIMIT)
    except BackstoryError:
        return
    if digest_of(ident, data) in entries:
        return
    what = f"`{path}` was changed outside of Backstory: {len(data):,} bytes, {entries[-1].size:,} were written"
    if not data.endswith(b"\n"):
        what += "; it ends in the middle of a line"
    hint = f"look at it: `{path}`; `backstory doctor --deep --fix` takes it as it is"
    yield Finding("changed", "warn", what, hint, True, path)


def accept_changes(stores: Mapping[str, RecordStore]) -> list[str]:
    """Accepts the private record files as they are, as if they had been written so."""
    report: list[str] = []
    for scope, store in stores.items():
        if scope == "team" or not os.path.isdir(store.folder):
            continue
        with store.locked():
            report += _accept_scope(store)
    return report


def _accept_scope(store: RecordStore) -> list[str]:
    """Notes the files of one scope as they are; returns a line for each that was changed by hand."""
    report: list[str] = []
    notes: list[WrittenFile] = []
    folder = os.path.dirname(store.folder)
    noted = read_write_log(folder)
    for file in store.files():
        record = store.read(file.path).record
        if record is None:
            continue
        entry = digest_of(record.id, read_file(file.path, limit=READ_LIMIT))
        if noted.get(record.id) and entry not in noted[record.id]:
            report.append(f"took `{file.path}` as it is")
        notes.append(entry)
    replace_written(folder, notes)
    return report


def _secrets(store: RecordStore, path: str, label: str) -> Iterator[Finding]:
    """Reports secrets that bypassed the gate: written by hand, or cloned."""
    try:
        text = read_file(path, limit=READ_LIMIT).decode("utf-8", "replace")
    except BackstoryError:
        return
    for finding in store.gate.check(text).findings[:3]:
        line = text.count("\n", 0, finding.start) + 1
        what = f"`{label}`, line {line}: looks like a secret ({finding.rule})"
        yield Finding("secrets", "fail", what, "take it out of the file and out of use", path=path, line=line)


def _temporaries(project: Project, stores: Mapping[str, RecordStore], now: float) -> Iterator[Finding]:
    for path in find_unfinished(project, stores, now):
        what = f"`{path}` is a file that was never finished; its writer died"
        effect = "removes it: nothing can be restored from it" if is_backup(path) else "sets it aside"
        yield Finding("records", "warn", what, f"`backstory doctor --fix` {effect}", True, path)


def _permissions(project: Project) -> Iterator[Finding]:
    open_to_others = list(_too_open(project))
    for path in open_to_others[:5]:
        what = f"`{path}` can be read by other users of this machine"
        if len(open_to_others) > 5 and path == open_to_others[4]:
            what += f", and so can {len(open_to_others) - 5} more"
        yield Finding("permissions", "fail", what, "`backstory doctor --fix` closes it", True, path)


def _too_open(project: Project) -> Iterator[str]:
    if os.name == "posix":
        yield from filter(_open, _private_paths(project))


def _private_paths(project: Project) -> Iterator[str]:
    """Everything that only this person may read: the data home, its files, the folders of this project."""
    yield project.home
    yield os.path.join(project.home, "key")
    yield os.path.join(project.home, "hook.log")
    for top in (project.private, project.user):
        yield top
        for folder, names, files in os.walk(top):
            for name in (*names, *files):
                yield os.path.join(folder, name)


def _open(path: str) -> bool:
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISLNK(mode) and bool(mode & 0o077)


def _journal(project: Project, stores: Mapping[str, RecordStore]) -> Iterator[Finding]:
    journal = _journal_of(project, stores)
    if journal is None:
        return
    for session in journal.sessions():
        for bad in journal.read(session).lines:
            what = f"`{bad.path}`, line {bad.line}: {bad.what}; the other lines are read"
            hint = f"look at it: `sed -n {bad.line}p {bad.path}`"
            yield Finding("journal", "warn", what, hint, path=bad.path, line=bad.line)


def _snapshots(project: Project, stores: Mapping[str, RecordStore]) -> Iterator[Finding]:
    for path, what in _damaged_snapshots(project, stores):
        yield Finding("snapshots", "fail", what, "`backstory doctor --fix` sets it aside", True, path)


def _damaged_snapshots(project: Project, stores: Mapping[str, RecordStore]) -> Iterator[tuple[str, str]]:
    folder = os.path.join(project.private, "snapshots")
    for store in list(stores.values())[:1]:
        snapshots = SnapshotStore(folder, store.gate)
        for one in snapshots.ids():
            try:
                snapshots.get(one)
            except BackstoryError as err:
                yield os.path.join(folder, one + ".json"), err.message


def _journal_of(project: Project, stores: Mapping[str, RecordStore]) -> Journal | None:
    for store in stores.values():
        return Journal(os.path.join(project.private, "journal"), store.gate)
    return None


def set_aside(project: Project, path: str) -> str:
    """Moves a file into the project's quarantine under a unique name; returns its new path.

    If the file also has its final name, only the temporary name is removed.
    """
    if os.lstat(path).st_nlink > 1:
        os.unlink(path)
        return "its final name"
    folder = os.path.join(project.private, "quarantine")
    make_folder(folder)
    target = os.path.join(folder, f"{os.urandom(3).hex()}-{os.path.basename(path).lstrip('.')}")
    try:
        os.rename(path, target)
    except OSError:  # the working tree may be on another file system
        data = read_file(path, limit=1 << 30)
        fd = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
        with os.fdopen(fd, "wb") as out:
            out.write(data)
        os.unlink(path)
    os.chmod(target, PRIVATE_FILE)
    return target


def _fix_temporaries(project: Project, stores: Mapping[str, RecordStore], now: float) -> Iterator[str]:
    for path in list(find_unfinished(project, stores, now)):
        if is_backup(path):  # half a backup is of no use
            os.unlink(path)
            yield f"removed `{path}`"
        else:
            yield f"set `{path}` aside as `{set_aside(project, path)}`"


def _fix_permissions(project: Project, stores: Mapping[str, RecordStore], now: float) -> Iterator[str]:
    paths = list(_too_open(project))
    for path in paths:
        os.chmod(path, PRIVATE_FOLDER if os.path.isdir(path) else PRIVATE_FILE)
    if paths:
        closed = f"{len(paths)} files and folders" if len(paths) > 1 else f"`{paths[0]}`"
        yield f"closed {closed} to other users"


def _fix_records(project: Project, stores: Mapping[str, RecordStore], now: float, *, guard: Guard) -> Iterator[str]:
    for scope, store in stores.items():
        for file in list(store.files()):
            yield from _fix_record(store, file.path, scope, guard)


def _fix_record(store: RecordStore, path: str, scope: str, guard: Guard) -> Iterator[str]:
    """Writes a record with its id and each key once, in the folder of its kind."""
    decoded = store.read(path)
    record = decoded.record
    if record is None or decoded.conflicted:
        return
    changes = _changes(decoded)
    if changes or any(problem.what == NO_ID for problem in decoded.problems):
        with guard(path, record.id, scope):
            store.change(path, changes)
        yield f"wrote `{path}` with its id and each key once"
    if os.path.basename(os.path.dirname(path)) != record.kind:
        yield f"moved `{path}` to `{store.move(path, record.kind)}`"


def _changes(decoded: Decoded) -> dict[str, str | list[str]]:
    """The repeated keys of a file, each with its effective value."""
    record = decoded.record
    again = {problem.what.split("`")[1] for problem in decoded.problems if REPEATED in problem.what}
    out: dict[str, str | list[str]] = {}
    for key in sorted(again):
        value = getattr(record, key)
        out[key] = [str(item) for item in value] if key in LIST_KEYS else value
    return out


def _fix_snapshots(project: Project, stores: Mapping[str, RecordStore], now: float) -> Iterator[str]:
    for path, _ in list(_damaged_snapshots(project, stores)):
        yield f"set `{path}` aside as `{set_aside(project, path)}`"
