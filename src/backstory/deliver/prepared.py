"""Briefs composed in advance: one file for each agent and working tree, in the private folder of the project.

The hook prints such a file as it is. A repository could bring one in its working tree. The private folder is this
person's only, so the hook needs no digest over it.
"""

import os
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.base.path_codec import decode_path, encode_path
from backstory.hook.prepared import brief_path, surfaces_path
from backstory.model.errors import BackstoryError, NotFound
from backstory.store.files import open_folder, read_file, write_atomic

if TYPE_CHECKING:
    from backstory.redact.gate import Gate
    from backstory.store.places import Project

_LIMIT = 1 << 20


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


def write_brief(project: "Project", agent: str, state: State, text: str, ids: Iterable[str], gate: "Gate") -> str:
    """Writes the brief of an agent in this working tree; returns its path, or an empty text when it is there already.

    Raises BackstoryError where it cannot be written: the hook then composes the brief itself.
    """
    brief = {"tree": encode_path(project.root), "stamp": state.stamp, "text": gate.clean(text)}
    more = {"ids": " ".join(ids), "files": state.files, "changed": " ".join(state.changed)}
    data = msgspec.json.encode(brief | {name: value for name, value in more.items() if value}) + b"\n"
    return _write(brief_path(project.private, project.root, agent), data)


def write_state(project: "Project", state: State) -> str:
    """Writes what the files that agents read were written from; returns its path where that is new."""
    told = {"stamp": state.stamp, "text": "", "files": state.files, "changed": " ".join(state.changed)}
    data = msgspec.json.encode({"tree": encode_path(project.root)} | told) + b"\n"
    return _write(surfaces_path(project.private, project.root), data)


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


def _remove_briefs(folder: str, fd: int, kept: frozenset[str]) -> None:
    """Removes the briefs in a folder but for the `kept` ones. `fd` is the open folder, or negative."""
    for name in _names(folder if fd < 0 else fd):
        if name.endswith(".json") and name not in kept:
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
