"""Leaving a repository: what is ours goes, what git tracks and what is private stays unless it was asked to go."""

import os
import shutil
import time
from contextlib import suppress
from typing import Final

from backstory.memory.catalog import Catalog
from backstory.model.text import counted

PAUSES: Final = (0.05, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to remove a folder into which another process is still writing."""


def remove_project_files(workspace: Catalog, *, keep_records: bool, purge: bool, dry_run: bool) -> list[str]:
    """Removes `.backstory/` (unless git tracks it) and, with `purge`, the private store; says what was done.

    Records that lie in `.backstory/` and not in git are moved to the private store's trash first: nothing that was
    acknowledged is deleted. A purge writes an archive beside the data home and names it.
    """
    from backstory.store.files import read_file, write_atomic

    p = workspace.project
    done: list[str] = []
    archive = _archive(workspace, p.id[-8:].lower(), ("team", "private"), dry_run=dry_run) if purge else ""
    tracked = workspace.git.tracked(".backstory") if p.git_dir else False
    if os.path.isdir(p.team) and not keep_records:
        if tracked:
            left = "would leave" if dry_run else "left"
            done.append(f"{left} `.backstory/`: git tracks it (`git rm -r .backstory` removes it from the next commit)")
            if not dry_run:
                shutil.rmtree(p.local, ignore_errors=True)
        else:
            records = [f.path for f in workspace.stores["team"].files()]
            if records:
                kept = os.path.join(p.private, "trash", f"team-{workspace.stamp().replace(':', '')}")
                moved = "would move" if dry_run else "moved"
                done.append(f"{moved} {counted(len(records), 'record')} of `.backstory/memory` to `{kept}`")
                if not dry_run:
                    for path in records:
                        data = read_file(path, limit=1 << 30, base=p.root)
                        write_atomic(os.path.join(kept, os.path.relpath(path, os.path.join(p.team, "memory"))), data)
            done.append(f"{'would remove' if dry_run else 'removed'} `{p.team}`")
            if not dry_run:
                _remove(p.team)
    if p.sparse and not dry_run:
        with suppress(OSError):  # a project below this one may have its copy in there
            os.unlink(p.sparse)
            os.rmdir(os.path.dirname(p.sparse))
    if not dry_run:
        from backstory.base.fingerprint import briefs_of
        from backstory.store.roots import forget_root

        shutil.rmtree(briefs_of(p.private, p.root), ignore_errors=True)
        forget_root(p)
    records = [f.path for f in workspace.stores["private"].files()]
    if purge:
        deleted, where = _deleted(archive, dry_run)
        done.append(f"{deleted} private memory ({counted(len(records), 'record')}); {where}")
        if not dry_run:
            _remove(p.private)
    elif records:
        kept = "would keep" if dry_run else "kept"
        done.append(f"{kept} private memory ({counted(len(records), 'record')}) in `{p.private}`; `--purge` deletes it")
    return done


def remove_user_files(workspace: Catalog, *, dry_run: bool) -> str:
    """Deletes what this person keeps for all projects, after a backup; says what was done."""
    count = sum(1 for _ in workspace.stores["user"].files())
    if not os.path.isdir(workspace.project.user):
        return ""
    archive = _archive(workspace, "user", ("user",), dry_run=dry_run)
    if not dry_run:
        shutil.rmtree(workspace.project.user)
    deleted, where = _deleted(archive, dry_run)
    return f"{deleted} user memory ({counted(count, 'record')}); {where}"


def _deleted(archive: str, dry_run: bool) -> tuple[str, str]:
    """What happens to a store that is purged, and where its backup is."""
    if dry_run:
        return "would delete", f"a backup would be in `{archive}`"
    return "deleted", f"a backup is in `{archive}`"


def _archive(workspace: Catalog, name: str, scopes: tuple[str, ...], *, dry_run: bool) -> str:
    """Writes a backup beside the data home before anything is deleted; returns its path."""
    from backstory.memory.transfer import export_tar, free_path

    path = free_path(
        os.path.join(os.path.dirname(workspace.project.home), f"backstory-{name}-{workspace.stamp()[:10]}.tar.gz")
    )
    if not dry_run:
        export_tar(workspace, scopes, path, stays=True)
    return path


def _remove(folder: str) -> None:
    """Deletes a folder; a process that was started before and still writes into it is waited for."""
    for pause in PAUSES:
        try:
            shutil.rmtree(folder)
            return
        except FileNotFoundError:
            if not os.path.lexists(folder):
                return
        except OSError:
            pass
        time.sleep(pause)
    shutil.rmtree(folder)
