"""The status of a project, read from the index and git's own files.

It starts git only where HEAD is detached, for the team's records of the branch that it has left.
"""

import os
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from backstory.base.discovery import find_worktrees, user_home
from backstory.base.git_operations import find_operation
from backstory.memory.answers.branches import count_elsewhere
from backstory.memory.answers.left_branch import find_detached_branch
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.current import find_current_task, find_latest_checkpoint, read_work
from backstory.memory.kernel.identity import describe_left_memory, find_left_memory
from backstory.memory.kernel.sparse import checkout_command
from backstory.memory.kernel.spool import find_waiting
from backstory.recall.past.work_state import AUTOMATIC

if TYPE_CHECKING:
    from backstory.model.record import Record
    from backstory.recall.past.work_state import TaskState, WorkItem
    from backstory.store.snapshots import SnapshotSummary

PRIVATE_FOLDERS: Final = (
    "sessions", "runs", "journal", "archive", "snapshots", "deliveries", "backups", "spool", "locks", "trash",
    "quarantine", "moves", "digests", "edits", "briefs", "surfaces", "marks",
)  # fmt: skip
"""Folders of the private store beside the records, whose sizes are named one by one; any other is named as well."""


def project_status(workspace: Catalog) -> dict[str, Any]:
    """Returns counts by kind, tier and scope, the latest snapshot and checkpoint, and the likely next command."""
    commit, branch = workspace.head
    counts = workspace.counts()
    last = find_latest_checkpoint(workspace)
    snapshot = workspace.snapshots.latest_summary()
    goal = _latest_goal(last, snapshot)
    task = find_current_task(workspace)
    status: dict[str, Any] = {
        "project": workspace.settings.get("project.name") or workspace.project.folder,
        "root": workspace.project.root,
        "id": workspace.project.id,
        "branch": branch,
        "commit": commit[:12],
        "detached_from": find_detached_branch(workspace),
        "operation": find_operation(workspace.project.git_dir),
        "enabled": workspace.settings.get("enabled"),
        "scope": workspace.settings.get("memory.scope"),
        "records": counts,
        "snapshot_id": snapshot.id if snapshot else None,
        "snapshot": {"made": snapshot.made, "goal": snapshot.goal, "files": snapshot.files, "bytes": snapshot.bytes}
        if snapshot
        else None,
        "goal": goal,
        "checkpoint": _work_at_hand(workspace),
        "task": {"id": task.id, "made": task.made, "title": task.title} if task else None,
        "agents": _delivered_agents(workspace),
        "user_agents": _list_user_agents(workspace),
        "other_worktrees": len(find_worktrees(workspace.project.git_dir, workspace.project.common_dir)),
    }
    status["elsewhere"] = count_elsewhere(workspace)
    waiting = find_waiting(workspace)
    status["waiting"] = {"sealed": len(waiting.sealed), "unsealed": len(waiting.unsealed)}
    left = find_left_memory(workspace.project)
    status["left"] = {"id": left.id, "records": left.records, "what": describe_left_memory(left)[0]} if left else None
    status["next"] = f"backstory projects merge {left.id}" if left else _suggest_next(status)
    return status


def _work_at_hand(workspace: Catalog) -> dict[str, Any] | None:
    """The work at hand and what of it still holds, by the rules of `docs/work-state.md`."""
    work = read_work(workspace)
    current = work.tasks[0] if work.tasks else None
    if current is None:
        return None
    return {
        "id": current.head.id,
        "made": current.head.made,
        "task": current.head.title,
        "status": current.head.status,
        "next": [step.text for step in current.steps],
        "state": current.state.text if current.state else "",
        "blockers": [blocker.text for blocker in _find_blockers(workspace, current)],
    }


def _find_blockers(workspace: Catalog, current: "TaskState") -> "list[WorkItem]":
    """The blockers of a piece of work without those that a later session has removed."""
    if current.head.origin.how not in AUTOMATIC or not current.blockers:
        return current.blockers  # without one nobody needs the sessions
    from backstory.memory.answers.git_state import read_git_state
    from backstory.memory.answers.session_parts import read_session_parts
    from backstory.recall.past.sessions import MAX_SESSIONS, choose_past_work
    from backstory.recall.past.undone_work import describe_tree
    from backstory.recall.work.red_checks import is_over

    parts, arrived = read_session_parts(workspace, MAX_SESSIONS)
    tree = describe_tree(read_git_state(workspace, None))
    past = choose_past_work(parts, workspace.head[1], arrived=arrived, tree=tree)
    return [blocker for blocker in current.blockers if not is_over(blocker, past)]


def _latest_goal(last: "Record | None", snapshot: "SnapshotSummary | None") -> str:
    """The goal of the snapshot or of the checkpoint, whichever is newer."""
    if snapshot and snapshot.goal and (not last or snapshot.made >= last.made):
        return snapshot.goal
    return last.fields.get("goal", "") if last else ""


def _delivered_agents(workspace: Catalog) -> list[str]:
    """The agents whose files in this working tree carry the memory, in the order of their files."""
    from backstory.edits.tree_edits import read_edits

    folder = os.path.join(workspace.project.private, "edits")
    entries = read_edits(folder, workspace.project.root)
    if entries is None and os.path.isdir(folder):
        from backstory.edits.ledger import Ledger

        entries = Ledger(folder, workspace.project.root).entries()
    parts = (part for entry in entries or () for part in entry.parts if part.kind != "script")
    return list(dict.fromkeys(chain.from_iterable(part.agents for part in parts)))


def _list_user_agents(workspace: Catalog) -> list[str]:
    """The agents whose hooks in the person's home folder serve all repositories, in the order of their files."""
    from backstory.edits.ledger_file import HOOKED
    from backstory.edits.tree_edits import read_edits

    entries = read_edits(os.path.join(workspace.project.home, "edits"), user_home(workspace.environ)) or ()
    parts = (part for entry in entries for part in entry.parts if part.kind in HOOKED)
    return list(dict.fromkeys(chain.from_iterable(part.agents for part in parts)))


def storage_sizes(workspace: Catalog) -> dict[str, Any]:
    """Returns the sizes on disk, in bytes, of everything that Backstory stores."""
    project = workspace.project
    places = {
        "team": os.path.join(project.team, "memory"),
        "private": os.path.join(project.private, "memory"),
        "user": os.path.join(project.user, "memory"),
        **{name: os.path.join(project.private, name) for name in _list_private_folders(project.private)},
    }
    sizes = {name: _add_up(folder, _sizes_below(folder)) for name, folder in places.items()}
    database = os.path.join(project.private, "index.db")
    files = _file_sizes(project.private)
    of_index = {path for path in files if path.startswith(database)}
    sizes["index"] = _add_up(database, [size for path, size in files.items() if path in of_index])
    sizes["other"] = _add_up(project.private, [size for path, size in files.items() if path not in of_index])
    index = workspace.fresh()
    return {
        "places": sizes,
        "tags": len(index.tags()),
        "links": sum(1 for _ in index.links()),
        "tokens": workspace.counts()["tokens"],
    }


def _list_private_folders(private: str) -> list[str]:
    """The names of the folders that always are, and of all others that are there."""
    there = [name for name in sorted(_list_folder(private)) if os.path.isdir(os.path.join(private, name))]
    return [name for name in dict.fromkeys((*PRIVATE_FOLDERS, *there)) if name != "memory"]


def _add_up(path: str, sizes: list[int]) -> dict[str, Any]:
    return {"path": path, "files": len(sizes), "bytes": sum(sizes)}


def _sizes_below(folder: str) -> list[int]:
    """The sizes of all files below a folder, without those that vanish meanwhile."""
    sizes: list[int] = []
    for current, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                sizes.append(os.lstat(os.path.join(current, name)).st_size)
    return sizes


def _file_sizes(folder: str) -> dict[str, int]:
    """Path -> size, of the files in a folder."""
    paths = [os.path.join(folder, name) for name in _list_folder(folder)]
    return {path: os.lstat(path).st_size for path in paths if os.path.isfile(path)}


def _list_folder(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _suggest_next(status: dict[str, Any]) -> str:
    if not status["records"]["total"] and status["elsewhere"]:
        return "backstory list --all-branches"
    if not status["records"]["total"]:
        return 'backstory remember decision "..." --why "..."'
    if not status["snapshot_id"]:
        return 'backstory snapshot --goal "..."'
    return "backstory brief"


def sparse_warning(workspace: Catalog, cwd: str) -> tuple[str, str]:
    """Returns a warning about team records that are not checked out, and the command; empty if none are missing."""
    omitted = workspace.left_out
    if omitted is None or not (omitted.records or workspace.settings.get("memory.scope") == "team"):
        return "", ""
    plural = "" if omitted.records == 1 else "s"
    subject = f"{omitted.records} record{plural} of the team" if omitted.records else "the team's folder"
    verb = "is" if omitted.records < 2 else "are"
    return (
        f"{subject} in `.backstory` {verb} outside of this sparse checkout and not seen",
        f"bring it in: `{checkout_command(omitted, cwd)}`",
    )
