"""The files that were edited around observed commands, as git and the times of files show them."""

import os
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from backstory.git.commits import newest_commits
from backstory.git.derived_files import is_derived
from backstory.memory.kernel.catalog import Catalog
from backstory.model.dates import epoch_seconds
from backstory.model.run import Run

MAX_COMMITS = 50
MAX_FILES = 300


def find_edits_since(workspace: Catalog, run: Run) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(files that differ now or were committed since a run was started, its commits)."""
    if not workspace.project.git_dir:
        return run.edited, ()
    git = workspace.git
    start = epoch_seconds(run.started) or 0
    changed = _list_changed(workspace, lambda written: written is None or written >= start)
    commits: tuple[str, ...] = ()
    if run.commit and run.commit != workspace.head[0]:
        commits = tuple(commit.id[:12] for commit in git.commits(f"{run.commit}..HEAD", MAX_COMMITS))
        changed += _list_committed(workspace, run.commit)
    return _clean((*run.edited, *changed)), commits


def note_edits_before(workspace: Catalog, started: str) -> None:
    """Adds the files that were edited between the last observed command and the one that started now to the former.

    So a failure that ends with the new command names the edits, also where nothing observed them.
    """
    former = next(workspace.runs.newest(), None)
    head, branch = workspace.head
    if not (workspace.project.git_dir and former and former.commands and former.branch == branch):
        return
    last = former.commands[-1]
    since, until = epoch_seconds(former.ended or last.made) or 0, epoch_seconds(started) or 0
    changed = _list_changed(workspace, lambda written: written is not None and since < int(written) <= until)
    if last.commit and not head.startswith(last.commit):
        changed += _list_committed(workspace, last.commit)
    edited = _clean((*last.edited, *changed))
    if edited != last.edited:
        workspace.runs.write(replace(former, commands=(*former.commands[:-1], replace(last, edited=edited))))


def _list_changed(workspace: Catalog, is_meant: Callable[[float | None], bool]) -> list[str]:
    """The files that differ from HEAD and were last written at a time that is meant: None for one that is gone."""
    root = workspace.project.root
    changes = workspace.git.state(commits=0, oids=False).changes
    return [change.path for change in changes if is_meant(_read_time(os.path.join(root, change.path)))]


def _read_time(path: str) -> float | None:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return None


def _list_committed(workspace: Catalog, since: str) -> list[str]:
    """The files of the commits after another one."""
    return [path for one in newest_commits(workspace.git, f"{since}..HEAD", MAX_COMMITS) for path in one.paths]


def _clean(paths: Iterable[str]) -> tuple[str, ...]:
    """Paths of files that somebody edits, each once."""
    return tuple(dict.fromkeys(path for path in paths if not is_derived(path)))[:MAX_FILES]
