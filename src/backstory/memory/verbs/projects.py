"""The projects of this machine: lists them, gives a repository the memory of one, merges two, deletes one."""

import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from backstory.base.discovery import locate_project
from backstory.edits.ledger import Ledger
from backstory.edits.moved_ledger import list_missing
from backstory.git.repository import Git
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.configuration import load_settings
from backstory.memory.kernel.identity import count_records, note_identity
from backstory.memory.kernel.workspace import Channel, require_person
from backstory.memory.verbs.transfer import export_tar, free_path, merge_records
from backstory.memory.verbs.uninstall import remove_folder, remove_user_files
from backstory.model.dates import format_timestamp
from backstory.model.errors import Ambiguous, BackstoryError, Invalid, NotFound
from backstory.model.text import format_count
from backstory.store.files import make_folder
from backstory.store.identity import StoredProject, list_stored, read_identity, remove_token
from backstory.store.lock import Lock
from backstory.store.places import InitPlace, Project, make_private, note_root, resolve_project
from backstory.store.roots import forget_root, write_project_id
from backstory.store.scaffold import write_scaffold
from backstory.store.trust import has_records, is_trusted, trust_worktree
from backstory.store.unfinished_files import BACKUPS


class StoredMemory(NamedTuple):
    """A project of this machine and its private memory."""

    id: str
    name: str
    private: str
    """The folder of its private memory."""
    roots: tuple[str, ...]
    """The working trees that it is set up in and that are still there."""
    remotes: tuple[str, ...]
    records: int
    used: str
    """When something was last written, as records have times; empty if nothing was."""

    @property
    def short(self) -> str:
        return self.id[-8:].lower()

    @property
    def home(self) -> str:
        """The data home."""
        return os.path.dirname(os.path.dirname(self.private))


def list_projects(home: str) -> list[StoredMemory]:
    """The projects of this machine, the one used last first."""
    described = [_describe(project) for project in list_stored(home)]
    return sorted(described, key=lambda project: (project.used, project.id), reverse=True)


def find_stored(home: str, ref: str) -> StoredMemory:
    """The project with this id, end or beginning of an id, or name. Raises `NotFound` and `Ambiguous`."""
    projects = list_projects(home)
    matches = _match_projects(projects, ref.strip())
    if not matches:
        raise NotFound(f"no project `{ref}` on this machine", hint="`backstory projects` lists them")
    if len(matches) > 1:
        ids = ", ".join(f"`{project.short}`" for project in matches)
        raise Ambiguous(f"`{ref}` is the name of {len(matches)} projects", hint=f"name it by its id: {ids}")
    return matches[0]


def _match_projects(projects: Sequence[StoredMemory], name: str) -> list[StoredMemory]:
    """The projects that an id, an end or beginning of one, or a name means."""
    mark = name.upper()
    same_id = [project for project in projects if project.id == mark]
    short = [one for one in projects if len(mark) >= 4 and (one.id.endswith(mark) or one.id.startswith(mark))]
    return same_id or short or [project for project in projects if project.name == name]


def adopt_project(place: InitPlace, stored: StoredMemory, environ: Mapping[str, str], channel: Channel) -> Project:
    """Gives a repository the memory of a project: from now on it has that project's id. Only a person may.

    Raises `Invalid` for an agent, and `BackstoryError` where the repository has a memory of its own or its id is
    committed.
    """
    with _opened(stored, environ, channel) as workspace:
        require_person(workspace, f"backstory projects adopt {stored.short}")
    _ensure_adoptable(place, stored, environ)
    with Lock(os.path.join(stored.home, "locks", "init.lock"), wait=30):
        return _hand_over(place, stored, environ)


def _hand_over(place: InitPlace, stored: StoredMemory, environ: Mapping[str, str]) -> Project:
    """Gives a repository the id of a project, and the trust that it had."""
    config = os.path.join(place.team, "config.toml")
    former = os.path.join(stored.home, "projects", place.id) if place.id else ""
    trusted = is_trusted(former, place.root) if former else not os.path.exists(config)
    if place.id and place.id != stored.id:
        write_project_id(config, stored.id)
        remove_token(place.common_dir, place.id)
        hand_over_tree(former, stored.private, place.root)
    write_scaffold(place.team, stored.id)
    project = resolve_project(place.root, environ, project_root=place.root)
    make_private(project)
    note_root(project)
    note_identity(project.private, project.root, environ)
    if trusted and not has_records(project):
        trust_worktree(project.private, project.root)
    return project


def _ensure_adoptable(place: InitPlace, stored: StoredMemory, environ: Mapping[str, str]) -> None:
    """Raises `BackstoryError` where the id is committed, or the repository has a memory of its own."""
    hint = f"bring the records here instead: `backstory projects merge {stored.short}`"
    if not place.id or place.id == stored.id:
        return
    if place.sparse or Git(place.root, environ).tracked(".backstory/config.toml"):
        raise BackstoryError(f"the project id of `{place.root}` is committed, for everybody", hint=hint)
    if count_records(os.path.join(stored.home, "projects", place.id)):
        raise BackstoryError(f"`{place.root}` has a memory of its own", hint=hint)


def hand_over_tree(former: str, private: str, root: str) -> None:
    """Hands a working tree over to another project. Both are named by their private folders.

    The ledger goes along, so that the edits in agents' files can still be taken out.
    """
    forget_root(former, root)
    old, new = (Ledger(os.path.join(folder, "edits"), root).path for folder in (former, private))
    if os.path.isfile(old) and not os.path.exists(new):
        make_folder(os.path.dirname(new))
        os.replace(old, new)


class MergeCounts(NamedTuple):
    """The numbers of a merge. `backup` holds the memory that was merged; `removed` says whether its folder is gone."""

    new: int
    known: int
    barred: int
    backup: str
    removed: bool


def merge_project(workspace: Catalog, stored: StoredMemory) -> MergeCounts:
    """Takes the private memory of another project into this one. Only a person may.

    Its folder goes, after a backup into this project's backups, unless a working tree still uses it. Raises `Invalid`
    for an agent and for the project itself.
    """
    require_person(workspace, f"backstory projects merge {stored.short}")
    if stored.id == workspace.project.id:
        raise Invalid(f"`{stored.name}` is this project itself", hint="`backstory projects` lists the others")
    name = f"merged-{stored.short}-{workspace.stamp()[:10]}.tar.gz"
    backup = free_path(os.path.join(workspace.project.private, BACKUPS, name))
    make_folder(os.path.dirname(backup))
    with _opened(stored, workspace.environ, workspace.channel) as other:
        export_tar(other, ("private",), backup, stays=True)
    merged = merge_records(workspace, backup, stored.id)
    removed = not stored.roots and not merged.refused
    if removed:
        remove_folder(stored.private)
        remove_token(workspace.project.common_dir, stored.id)
    return MergeCounts(merged.new, merged.known + merged.refused, merged.barred, backup, removed)


def forget_project(stored: StoredMemory, environ: Mapping[str, str], channel: Channel) -> str:
    """Deletes the private memory of a project after a backup, whose path is returned. Only a person may.

    Raises `BackstoryError` while a working tree uses it.
    """
    if stored.roots:
        raise BackstoryError(
            f"`{stored.name}` is set up in `{stored.roots[0]}`",
            hint=f"remove it there: `backstory clean --purge --project-root {stored.roots[0]}`",
        )
    with _opened(stored, environ, channel) as workspace:
        require_person(workspace, f"backstory projects forget {stored.short}")
    return _delete_project(stored, environ, channel)


def purge_left_memory(home: str, environ: Mapping[str, str], channel: Channel, *, dry_run: bool) -> list[str]:
    """Deletes the private memory of every project that no working tree uses, and what is kept for all projects.

    Writes a backup of each first. What gives the files of a tree back that is not there stays: it may have been moved.
    Returns a sentence for each; nothing is deleted with `dry_run`.
    """
    messages: list[str] = []
    for stored in list_projects(home):
        if stored.roots:
            continue
        missing = list_missing(os.path.join(stored.private, _EDITS))
        if missing and set(os.listdir(stored.private)) <= set(_OF_MOVED):
            continue
        keep = "would keep" if dry_run else "kept"
        messages += [f"{keep} what gives back the files of `{root}`, if it was moved{_MOVED}" for root in missing]
        what = f"private memory of `{stored.name}` ({format_count(stored.records, 'record')})"
        if dry_run:
            messages.append(f"would delete {what}, after a backup")
        else:
            messages.append(
                f"deleted {what}; a backup is in `{_delete_project(stored, environ, channel, keep_edits=True)}`"
            )
    nowhere = StoredMemory("", "", os.path.join(home, "projects", "none"), (), (), 0, "")
    with _opened(nowhere, environ, channel) as workspace:
        line = remove_user_files(workspace, dry_run=dry_run)
    return [*messages, line] if line else messages


def _delete_project(
    stored: StoredMemory, environ: Mapping[str, str], channel: Channel, *, keep_edits: bool = False
) -> str:
    """Deletes the private memory of a project after a backup, whose path is returned. `keep_edits`: but for what gives
    back the files of working trees that are not there."""
    with _opened(stored, environ, channel) as workspace:
        name = f"backstory-{stored.short}-{workspace.stamp()[:10]}.tar.gz"
        backup = free_path(os.path.join(os.path.dirname(stored.home), name))
        export_tar(workspace, ("private",), backup, stays=True)
    for folder in read_identity(stored.private).folders:
        remove_token(folder, stored.id)
    kept = _OF_MOVED if keep_edits and list_missing(os.path.join(stored.private, _EDITS)) else ()
    if not kept:
        remove_folder(stored.private)
    for name in os.listdir(stored.private) if kept else ():
        path = os.path.join(stored.private, name)
        if name not in kept:
            remove_folder(path) if os.path.isdir(path) else os.unlink(path)
    return backup


_EDITS: Final = "edits"
_OF_MOVED: Final = (_EDITS, "project.json")
"""What a moved working tree needs for its files to come back."""
_MOVED: Final = ": `backstory uninstall` in its new place"


@contextmanager
def _opened(stored: StoredMemory, environ: Mapping[str, str], channel: Channel) -> Iterator[Catalog]:
    """Opens the private memory of a project beside an empty working tree, whatever became of its own."""
    with tempfile.TemporaryDirectory(prefix="backstory-") as folder:
        root = os.path.realpath(folder)
        team, user = os.path.join(root, ".backstory"), os.path.join(stored.home, "user")
        project = Project(
            root, stored.id, stored.home, stored.private, team, user, os.path.join(team, "local"), "", "", ()
        )
        settings = load_settings(project, environ)
        yield Catalog(project, settings, environ, channel=channel, now=time.time, randomness=os.urandom)


def _describe(project: StoredProject) -> StoredMemory:
    times = [_modified(os.path.join(project.private, name)) for name in ("journal", "memory", "snapshots")]
    used = format_timestamp(max(times)) if max(times) else ""
    roots = tuple(root for root in project.roots if locate_project(root).id == project.id)
    remotes = tuple(project.identity.remotes)
    name = project.name or project.id[-8:].lower()
    return StoredMemory(project.id, name, project.private, roots, remotes, count_records(project.private), used)


def _modified(folder: str) -> float:
    """When a folder or one below it last changed, in seconds since the epoch; 0 if it is missing."""
    times = [0.0]
    for path, _, _ in os.walk(folder):
        times.append(os.stat(path).st_mtime)
    return max(times)
