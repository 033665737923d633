"""Uninstalls from a repository. Files that git tracks and private memory are kept unless requested otherwise."""

import os
import shlex
import shutil
import time
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Final, NamedTuple

from backstory.base.fingerprint import briefs_folder
from backstory.git.command_line import git_at
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.identity import note_identity
from backstory.memory.kernel.spool import find_waiting, list_tracked, sweep_spool
from backstory.memory.verbs.transfer import export_tar, free_path
from backstory.model.errors import NotWritable
from backstory.model.text import format_count
from backstory.store.files import TEMPORARY, read_file, write_atomic
from backstory.store.identity import remove_token
from backstory.store.places import Project
from backstory.store.roots import forget_root
from backstory.store.scaffold import FILES
from backstory.store.tombstone_files import FILE as TOMBSTONES
from backstory.store.trust import TOKEN
from backstory.store.unfinished_files import remove_unfinished

PAUSES: Final = (0.05, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to remove a folder that another process is still writing to."""


class Losses(NamedTuple):
    """The losses when Backstory is removed from a repository."""

    uncommitted: int
    """Team records that are not in git; they go to the trash of the private memory."""
    private: int
    """Private records."""


def count_losses(workspace: Catalog) -> Losses:
    """Counts the records that a removal concerns."""
    is_shared = _is_shared(workspace, _list_tracked(workspace))
    team = 0 if is_shared else sum(1 for _ in workspace.stores["team"].files())
    return Losses(team, sum(1 for _ in workspace.stores["private"].files()))


def count_waiting(workspace: Catalog) -> int:
    """Counts the records of this working tree that are in its spool only, because the data home takes none in.

    Deleting `.backstory/local` deletes them. Files that git tracks are not counted: git has them.
    """
    sweep_spool(workspace)
    waiting = find_waiting(workspace)
    files = (*waiting.sealed, *waiting.unsealed)
    tracked = (list_tracked(workspace) or frozenset()) if files else frozenset()
    return sum(1 for file in files if file.path not in tracked)


def remove_project_files(workspace: Catalog, *, keep_records: bool, purge: bool, dry_run: bool) -> list[str]:
    """Removes `.backstory/`, unless git tracks it. Returns a sentence for each thing that was removed.

    Team records that are not in git first move to the private store's trash, so that nothing is lost. With `purge` the
    private store goes next: `back_up_project` comes before this function and `purge_project` after it.
    """
    project = workspace.project
    messages: list[str] = []
    if os.path.isdir(project.team) and not keep_records:
        tracked = _list_tracked(workspace)
        messages += _remove_local(workspace, tracked, dry_run)
        if _is_shared(workspace, tracked):
            messages += _leave_team_folder(project.root, dry_run)
        else:
            messages += _remove_team_folder(workspace, tracked or (), dry_run)
    if not dry_run:
        _forget_worktree(workspace)
        note_identity(project.private, project.root, workspace.environ)
    messages += _remove_token(workspace, purge, dry_run)
    number = sum(1 for _ in workspace.stores["private"].files())
    if number and not purge:
        kept = "would keep" if dry_run else "kept"
        messages.append(
            f"{kept} private memory ({format_count(number, 'record')}) in `{project.private}`: `backstory init` finds "
            "it again, and `backstory clean --purge` deletes it"
        )
    return messages


def back_up_project(workspace: Catalog, *, dry_run: bool) -> str:
    """Writes an archive of the project's records beside the data home and returns its path."""
    return _archive(workspace, workspace.project.id[-8:].lower(), ("team", "private"), dry_run=dry_run)


def purge_project(workspace: Catalog, backup: str, *, dry_run: bool) -> list[str]:
    """Removes the private store, of which there is a backup. Returns sentences about it."""
    number = sum(1 for _ in workspace.stores["private"].files())
    deleted, where = _describe_deletion(backup, dry_run)
    messages = [f"{deleted} private memory ({format_count(number, 'record')}); {where}"]
    if not dry_run:
        messages += _save_kept_edits(workspace, backup)
        remove_folder(workspace.project.private)
    return messages


def _remove_token(workspace: Catalog, purge: bool, dry_run: bool) -> list[str]:
    """Removes the token in the git folder with the memory that it leads to, or says that it stays."""
    project = workspace.project
    path = os.path.join(project.common_dir, TOKEN + project.id)
    if not project.common_dir or not os.path.exists(path):
        return []
    if not purge:
        kept = "would keep" if dry_run else "kept"
        return [f"{kept} `{path}`, by which `backstory init` recognises this clone"]
    if not dry_run:
        remove_token(project.common_dir, project.id)
    return [f"{'would remove' if dry_run else 'removed'} `{path}`"]


def _save_kept_edits(workspace: Catalog, archive: str) -> list[str]:
    """Moves the copies of blocks that were edited by hand beside the backup, before their folder is deleted."""
    folder = os.path.join(workspace.project.private, "edits", "kept")
    if not os.path.isdir(folder):
        return []
    target = archive.removesuffix(".tar.gz") + "-edited-blocks"
    shutil.copytree(folder, target)
    return [f"kept what was edited by hand in our blocks, in `{target}`"]


def _list_tracked(workspace: Catalog) -> list[str] | None:
    """The absolute paths below `.backstory/` that git tracks, or None where git does not say."""
    project = workspace.project
    if not project.git_dir:
        return []
    ran = workspace.git.attempt("ls-files", "-z", "--", ":(icase).backstory")
    if ran.code:
        return None
    return [os.path.join(project.root, os.fsdecode(name)) for name in ran.out.split(b"\0") if name]


def _is_shared(workspace: Catalog, tracked: Sequence[str] | None) -> bool:
    """Whether git tracks something of the memory beside what is this working tree's own, or may do so."""
    return tracked is None or any(not _is_within(path, workspace.project.local) for path in tracked)


def _is_within(path: str, folder: str) -> bool:
    """Whether a path lies in a folder. Case is ignored, as some file systems do."""
    return path.casefold().startswith(folder.casefold() + os.sep)


def _remove_local(workspace: Catalog, tracked: Sequence[str] | None, dry_run: bool) -> list[str]:
    """Removes what this working tree derives, but for files that git tracks. `tracked`: None where git does not say."""
    local = workspace.project.local
    left = "would leave" if dry_run else "left"
    if tracked is None:
        return [f"{left} `.backstory/local/`: git does not say what it tracks there (`git ls-files` shows its error)"]
    tracked_files = [path for path in tracked if _is_within(path, local) and os.path.lexists(path)]
    if not dry_run:
        _remove_all_but(local, tracked_files)
    names = [os.path.relpath(path, workspace.project.root).replace(os.sep, "/") for path in sorted(tracked_files)]
    git = git_at(workspace.project.root)
    return [f"{left} `{name}`: git tracks it (`{git} rm {shlex.quote(name)}` removes it)" for name in names]


def _leave_team_folder(root: str, dry_run: bool) -> list[str]:
    left = "would leave" if dry_run else "left"
    return [f"{left} `.backstory/`: git tracks it (`{git_at(root)} rm -r .backstory` removes it from the next commit)"]


def _remove_all_but(folder: str, retained: Sequence[str]) -> None:
    """Deletes a folder but for some files and the folders above them."""
    if not retained:
        shutil.rmtree(folder, ignore_errors=True)
        return
    names = {path.casefold() for path in retained}
    with os.scandir(folder) as entries:
        for entry in list(entries):
            below = [path for path in retained if _is_within(path, entry.path)]
            if below:
                _remove_all_but(entry.path, below)
            elif entry.path.casefold() in names:
                continue
            elif entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                with suppress(OSError):
                    os.unlink(entry.path)


def _remove_team_folder(workspace: Catalog, tracked: Sequence[str], dry_run: bool) -> list[str]:
    """Moves the team's records to the trash and removes `.backstory/`, but for files that are not ours or in git."""
    project = workspace.project
    messages: list[str] = []
    paths = [file.path for file in workspace.stores["team"].files()]
    if paths:
        messages.append(_move_to_trash(workspace, paths, dry_run))
    foreign = _list_foreign(project, {*paths, *tracked})
    staying = [*(path for path in tracked if os.path.lexists(path)), *foreign]
    what = f"the rest of `{project.team}`" if staying else f"`{project.team}`"
    left = "would leave" if dry_run else "left"
    names = [os.path.relpath(path, project.root).replace(os.sep, "/") for path in foreign]
    messages += [f"{left} `{name}`: it is not from Backstory" for name in names]
    messages.append(f"{'would remove' if dry_run else 'removed'} {what}")
    if not dry_run:
        if staying:
            _remove_all_but(project.team, staying)
        else:
            remove_folder(project.team)
    return messages


def _list_foreign(project: Project, known: AbstractSet[str]) -> list[str]:
    """The files in `.backstory/` that Backstory did not write and that are not `known`; none of what is derived."""
    own = {os.path.join(project.team, name) for name in FILES}
    own.add(os.path.join(project.team, "memory", TOMBSTONES))
    foreign: list[str] = []
    for folder, folders, names in os.walk(project.team):
        folders[:] = [name for name in folders if os.path.join(folder, name) != project.local]
        paths = [os.path.join(folder, name) for name in names if not name.startswith(TEMPORARY)]
        foreign += [path for path in paths if path not in own and path not in known]
    return sorted(foreign)


def _move_to_trash(workspace: Catalog, paths: Sequence[str], dry_run: bool) -> str:
    """Moves the team's records to the trash, and says so."""
    project = workspace.project
    trash = os.path.join(project.private, "trash", f"team-{workspace.stamp().replace(':', '')}")
    for path in paths if not dry_run else ():
        data = read_file(path, limit=1 << 30, base=project.root)
        write_atomic(os.path.join(trash, os.path.relpath(path, os.path.join(project.team, "memory"))), data)
    moved = "would move" if dry_run else "moved"
    return f"{moved} {format_count(len(paths), 'record')} of `.backstory/memory` to `{trash}`"


def _forget_worktree(workspace: Catalog) -> None:
    """Removes what Backstory keeps about this working tree elsewhere."""
    project = workspace.project
    if project.sparse:
        with suppress(OSError):  # a project below this one may have its copy in the same folder
            os.unlink(project.sparse)
            os.rmdir(os.path.dirname(project.sparse))
    shutil.rmtree(briefs_folder(project.private, project.root), ignore_errors=True)
    remove_unfinished(project.root)
    forget_root(project.private, project.root)


def remove_user_files(workspace: Catalog, *, dry_run: bool) -> str:
    """Deletes the records that this person keeps for all projects, after a backup. Returns a sentence about it."""
    if not os.path.isdir(workspace.project.user):
        return ""
    count = sum(1 for _ in workspace.stores["user"].files())
    archive = _archive(workspace, "user", ("user",), dry_run=dry_run)
    if not dry_run:
        shutil.rmtree(workspace.project.user)
    deleted, where = _describe_deletion(archive, dry_run)
    return f"{deleted} user memory ({format_count(count, 'record')}); {where}"


def _describe_deletion(archive: str, dry_run: bool) -> tuple[str, str]:
    """Returns the verb for a store that is purged, and a phrase that names its backup."""
    if dry_run:
        return "would delete", f"a backup would be in `{archive}`"
    return "deleted", f"a backup is in `{archive}`"


def _archive(workspace: Catalog, name: str, scopes: tuple[str, ...], *, dry_run: bool) -> str:
    """Writes a backup beside the data home and returns its path."""
    path = free_path(
        os.path.join(os.path.dirname(workspace.project.home), f"backstory-{name}-{workspace.stamp()[:10]}.tar.gz")
    )
    if not dry_run:
        export_tar(workspace, scopes, path, stays=True)
    return path


def remove_folder(folder: str) -> None:
    """Deletes a folder. Tries again while a process that is still running writes to it. Raises `NotWritable`."""
    for pause in (*PAUSES, 0.0):
        try:
            shutil.rmtree(folder)
            return
        except OSError as error:  # it names the file alone, without its folder
            if not os.path.lexists(folder):
                return
            if not pause or (os.name == "posix" and isinstance(error, PermissionError)):
                hint = f"look at its permissions: `ls -la {shlex.quote(folder)}`"
                reason = os.strerror(error.errno or 0).lower()
                raise NotWritable(f"cannot delete `{folder}`: {reason}", hint=hint, errno=error.errno or 0) from error
        time.sleep(pause)
