"""Briefs composed in advance: one file for each agent and working tree, in the private folder of the project.

The hook prints such a file as it is. A repository could bring one in its working tree. The private folder is this
person's only, so the hook needs no digest over it.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.base.path_codec import decode_path, encode_path
from backstory.hook.anchored_files import GLOBS, list_path
from backstory.hook.prepared import branch_of, brief_path, parked_path, read_prepared, surfaces_path
from backstory.model.errors import BackstoryError, NotFound
from backstory.model.ids import short_id
from backstory.redact.record_ids import clean_around
from backstory.store.files import open_folder, read_file, write_atomic

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

_LIMIT = 1 << 20
MAX_PARKED = 8
"""Branches whose last brief is kept, for each agent and working tree."""


class _Prepared(msgspec.Struct):
    tree: str = ""


class State(NamedTuple):
    """The state that texts are made from, so that a reader knows whether they are still true."""

    stamp: object = ""
    """HEAD and the records, see `base.fingerprint.state_fingerprint`."""
    files: str = ""
    """The code that the records in the texts are about, see `base.fingerprint.file_stamps`."""
    changed: Sequence[str] = ()
    """Ids of records whose code has changed since they were written."""
    goal: str = ""
    records: int = 0
    """Records that this working tree sees."""
    tokens: int = 0
    """Of the brief."""
    branch: str = ""
    """The name of the branch that is checked out, safe in a line."""
    places: str = ""
    """Places that are not as they were: a line each with the id of a record, the place, and how it is described."""


class Brief(NamedTuple):
    """The brief of one agent, and what `hook.outdated` needs to bring it up to date."""

    text: str
    ids: Sequence[str] = ()
    """Of the records in it, so that prompts do not bring them again."""
    outline: Sequence[str] = ()
    """What each line tells, see `render.outline`."""
    documents: Sequence[str] = ()
    """`ID:DOC` of every record that it tells: its document in the index."""
    work: Sequence[str] = ()
    """Ids of the records that tell the work in progress."""
    last: int = 0
    """The last document of the index."""
    budget: int = 0
    """Tokens."""
    base: str = ""
    """A commit of this branch's history."""
    settled: Sequence[str] = ()
    """Ids of the records that this branch shows as long as that commit is part of its history."""
    ident: str = ""
    """The id of the brief."""
    tokens: int = 0
    """Of the text."""
    ended: Sequence[str] = ()
    """Ids of records that no longer hold."""
    sessions: Sequence[str] = ()
    """Names of the sessions that say where the work stands."""
    cap: int = -1
    """Most tokens that a session is given; 0: any number, negative: the default."""
    greeting: str = ""
    """What the person reads when a session starts."""
    footer: str = ""
    """The last line of the brief in the agents' files, where that one tells all that this one does."""
    day: str = ""
    """The day on which it is right that something was `today` or `yesterday`."""


class AnchoredFiles(NamedTuple):
    """The files with which records come up, relative to the project's root."""

    paths: Sequence[str] = ()
    globs: Sequence[str] = ()


def write_brief(project: "Project", agent: str, state: State, brief: Brief, gate: "Gate") -> str:
    """Writes the brief of an agent in this working tree; returns its path, or an empty text when it is there already.

    The last brief of another branch is kept beside it, for when that branch is checked out again. Raises
    BackstoryError where it cannot be written: the hook then composes the brief itself.
    """
    data = msgspec.json.encode(format_fields(project, state, brief, gate)) + b"\n"
    path = brief_path(project.private, project.root, agent)
    _park_former(project, agent, path, branch_of(str(state.stamp)))
    return _write(path, data)


def format_fields(project: "Project", state: State, brief: Brief, gate: "Gate") -> dict[str, str]:
    """The fields of a prepared brief, as `hook.prepared` reads them."""
    fields = {
        "tree": encode_path(project.root),
        "stamp": str(state.stamp),
        "text": clean_around(gate, brief.text, _short_ids(brief)),
    }
    more = {
        "ids": " ".join(brief.ids), "files": state.files, "changed": " ".join(state.changed),
        "outline": " ".join(brief.outline), "docs": " ".join(brief.documents), "work": " ".join(brief.work),
        "last": str(brief.last or ""), "budget": str(brief.budget or ""),
        "base": brief.base, "settled": " ".join(brief.settled),
        "brief": brief.ident, "tokens": str(brief.tokens or ""), "ended": " ".join(brief.ended),
        "sessions": " ".join(brief.sessions), "greeting": brief.greeting, "footer": brief.footer, "day": brief.day,
        "cap": str(brief.cap) if brief.cap >= 0 else "",
    }  # fmt: skip
    return fields | {name: value for name, value in more.items() if value}


def _short_ids(brief: Brief) -> list[str]:
    """The ids that the text of a brief names, as people see them."""
    return [short_id(ident) for ident in (*brief.ids, *brief.work)]


def _park_former(project: "Project", agent: str, path: str, mark: str) -> None:
    """Keeps the brief of another branch under the mark of that branch, and drops what was kept of this one."""
    former = read_prepared(path, project.root)
    branch = branch_of(former.get("stamp", ""))
    if not former or branch == mark:
        return
    with suppress(NotFound, OSError):
        if branch:
            write_atomic(parked_path(project.private, project.root, agent, branch), read_file(path, limit=_LIMIT))
        os.unlink(parked_path(project.private, project.root, agent, mark))
    _drop_oldest(os.path.dirname(path), f"{agent}@")


def _drop_oldest(folder: str, start: str) -> None:
    """Removes the kept briefs of an agent but for the newest ones."""
    paths = [os.path.join(folder, name) for name in _names(folder) if name.startswith(start)]
    with suppress(OSError):
        for path in sorted(paths, key=os.path.getmtime, reverse=True)[MAX_PARKED:]:
            os.unlink(path)


def write_state(project: "Project", state: State) -> str:
    """Writes what the files that agents read were written from; returns its path where that is new."""
    fields = {"stamp": state.stamp, "text": "", "files": state.files, "changed": " ".join(state.changed)}
    values = {
        "places": state.places,
        "goal": state.goal,
        "branch": state.branch,
        "records": str(state.records or ""),
        "tokens": str(state.tokens or ""),
    }
    fields |= {name: value for name, value in values.items() if value}
    data = msgspec.json.encode({"tree": encode_path(project.root)} | fields) + b"\n"
    return _write(surfaces_path(project.private, project.root), data)


def write_anchored_files(project: "Project", anchored: AnchoredFiles) -> str:
    """Writes the list of the files with which records come up; returns its path where that is new.

    A name that cannot be on a line is left out.
    """
    paths, globs = ([path for path in names if path.isprintable()] for names in anchored)
    lines = "".join(f"{path}\n" for path in (encode_path(project.root), *paths))
    return _write(list_path(project.private, project.root), lines.encode() + GLOBS + "\n".join(globs).encode())


def _write(path: str, data: bytes) -> str:
    try:
        if read_file(path, limit=_LIMIT) == data:
            return ""
    except NotFound:
        pass
    write_atomic(path, data)
    return path


def remove_gone(private: str) -> None:
    """Removes the briefs of deleted working trees, because they hold texts of records."""
    folder = os.path.join(private, "briefs")
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        place = os.path.join(folder, name)
        trees = list(filter(None, (_tree_of(os.path.join(place, file)) for file in _names(place))))
        if trees and not any(os.path.isdir(decode_path(tree)) for tree in trees):
            import shutil  # seldom

            shutil.rmtree(place, ignore_errors=True)
            with suppress(OSError):
                os.unlink(os.path.join(private, "surfaces", f"{name}.json"))


def remove_former(project: "Project", tracked: Iterable[str] = ()) -> None:
    """Removes the briefs of earlier versions in `.backstory/local/briefs/`. Nothing reads them any more.

    `tracked` holds the names there that git tracks. They belong to the repository and stay.
    """
    folder = os.path.join(project.local, "briefs")
    try:
        fd = open_folder(folder, base=project.root)
    except OSError:
        return
    try:
        _remove_briefs(folder, fd, frozenset(tracked))
    finally:
        if fd >= 0:
            os.close(fd)
    with suppress(OSError):
        os.rmdir(folder)


def _remove_briefs(folder: str, fd: int, retained: frozenset[str]) -> None:
    """Removes the briefs in a folder but for the `retained` ones. `fd` is the open folder, or negative."""
    for name in _names(folder if fd < 0 else fd):
        if name.endswith(".json") and name not in retained:
            with suppress(OSError):
                os.unlink(name, dir_fd=fd) if fd >= 0 else os.unlink(os.path.join(folder, name))


def _names(folder: str | int) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _tree_of(path: str) -> str:
    try:
        return msgspec.json.decode(read_file(path, limit=_LIMIT), type=_Prepared).tree
    except (BackstoryError, msgspec.MsgspecError, ValueError, RecursionError):
        return ""
