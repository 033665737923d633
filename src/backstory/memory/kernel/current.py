"""The work in progress on this branch: its task, latest checkpoint, goal and uncommitted changes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from backstory.base.discovery import read_ref
from backstory.memory.kernel.catalog import Catalog
from backstory.model.dates import format_timestamp
from backstory.model.record import Record
from backstory.store.snapshots import SKEW

if TYPE_CHECKING:
    from backstory.model.snapshot import GitState
    from backstory.recall.past.work_state import WorkState


def find_current_task(workspace: Catalog) -> Record | None:
    """Returns the task that is open on this branch, or the newest one if there are several.

    Without one it is the newest open task of a branch that was merged here and deleted: its work goes on here.
    """
    rows = workspace.fresh_records().rows(kinds=("task",), statuses=("open",))
    tasks = [row.record for row in rows if not row.foreign and not row.superseded_by]
    own = next((task for task in tasks if task.origin.branch in ("", workspace.head[1])), None)
    return own or next((task for task in tasks if not branch_exists(workspace, task.origin.branch)), None)


def branch_exists(workspace: Catalog, branch: str) -> bool:
    """Whether there is a local branch of this name, read from git's files."""
    project = workspace.project
    return bool(read_ref(project.git_dir, project.common_dir, f"refs/heads/{branch}"))


MAX_CHANGES = 40
"""Changed files that a checkpoint lists. The others are only counted."""


def find_latest_checkpoint(workspace: Catalog, branch: str | None = None) -> Record | None:
    """Returns the newest checkpoint of a branch (by default the current one), else the newest visible one.

    New records and snapshots take over its goal, next steps and blockers. Foreign checkpoints are therefore ignored,
    and so are those from the future, which would stay the newest for ever, and those that only close something.
    """
    from backstory.recall.past.work_state import only_closes

    branch = workspace.head[1] if branch is None else branch
    end = format_timestamp(workspace.now() + SKEW)
    rows = [row for row in workspace.fresh().rows(kinds=("checkpoint",)) if not (row.superseded_by or row.foreign)]
    own = [row.record for row in rows if row.record.made <= end]
    own.sort(key=lambda row: (row.origin.branch == branch, row.made, row.id), reverse=True)
    return next((row for row in own if not only_closes(row)), None)


def find_goal(workspace: Catalog) -> str:
    """Returns the goal that was set last, by a snapshot or by a checkpoint of this branch, unless that work is done."""
    snapshot = workspace.snapshots.latest_with_goal()
    last = find_latest_checkpoint(workspace)
    is_done = last is not None and last.status == "done"
    goal = last.fields.get("goal", "") if last and not is_done else ""
    if snapshot is not None and (last is None or snapshot.made >= last.made or not (goal or is_done)):
        return snapshot.goal
    return goal


def read_work(workspace: Catalog) -> "WorkState":
    """Returns where the work of this branch stands by its checkpoints (`docs/work-state.md`)."""
    from backstory.recall.past.work_state import fold_checkpoints

    branches = ("", workspace.head[1])
    end = format_timestamp(workspace.now() + SKEW)
    rows = workspace.fresh().rows(kinds=("checkpoint",))
    visible = [row.record for row in rows if not (row.superseded_by or row.foreign) and row.record.made <= end]
    own = [record for record in visible if record.origin.branch in branches]
    return fold_checkpoints(own or visible)


def read_closed(workspace: Catalog) -> tuple[tuple[str, str], ...]:
    """Returns the steps and blockers that checkpoints name as done, each with when that was."""
    from backstory.recall.past.work_state import list_closed

    rows = workspace.fresh().rows(kinds=("checkpoint",))
    return list_closed(row.record for row in rows if not (row.superseded_by or row.foreign))


def git_parts(workspace: Catalog, *, belongs: Callable[[str], bool] | None = None) -> dict[str, str | list[str]]:
    """Returns what git shows as parts of a checkpoint: changed files and the last commits.

    `belongs` tells which paths belong to the work; by default all of them do.
    """
    if not workspace.settings.get("capture.git"):
        return {}
    git: GitState = workspace.git.state(commits=workspace.settings.get("capture.commits"))
    own = ".backstory/"
    changed = [change for change in git.changes if not change.path.startswith(own)]
    changed = [change for change in changed if belongs is None or belongs(change.path)]
    changes = [
        f"{change.state}{' (staged)' if change.staged else ''} {change.path}" for change in changed[:MAX_CHANGES]
    ]
    if len(changed) > MAX_CHANGES:
        changes.append(f"and {len(changed) - MAX_CHANGES} more")
    return {"changes": changes, "commits": [f"{change.id[:10]} {change.subject}" for change in git.commits]}
