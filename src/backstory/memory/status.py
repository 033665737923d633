"""The status of a project, read from the index and git's own files without starting a process."""

import os
from typing import Any

from backstory.memory.catalog import Catalog
from backstory.memory.current import find_latest_checkpoint
from backstory.memory.sparse import checkout_command
from backstory.memory.spool import find_waiting


def project_status(workspace: Catalog) -> dict[str, Any]:
    """Returns counts by kind, tier and scope, the latest snapshot and checkpoint, and the likely next command."""
    commit, branch = workspace.head
    counts = workspace.counts()
    last = find_latest_checkpoint(workspace)
    snapshot = workspace.snapshots.latest_summary()
    goal = (
        snapshot.goal
        if snapshot and snapshot.goal and (not last or snapshot.made >= last.made)
        else (last.fields.get("goal", "") if last else "")
    )
    status: dict[str, Any] = {
        "project": workspace.settings.get("project.name") or os.path.basename(workspace.project.root),
        "root": workspace.project.root,
        "id": workspace.project.id,
        "branch": branch,
        "commit": commit[:12],
        "enabled": workspace.settings.get("enabled"),
        "scope": workspace.settings.get("memory.scope"),
        "records": counts,
        "snapshot_id": snapshot.id if snapshot else None,
        "snapshot": {"made": snapshot.made, "goal": snapshot.goal, "files": snapshot.files, "bytes": snapshot.bytes}
        if snapshot
        else None,
        "goal": goal,
        "checkpoint": {"id": last.id, "made": last.made, "task": last.title, "next": last.parts.get("next", [])}
        if last
        else None,
    }
    waiting = find_waiting(workspace)
    status["waiting"] = {"sealed": len(waiting.sealed), "unsealed": len(waiting.unsealed)}
    status["next"] = _suggest_next(status, counts["total"])
    return status


def storage_sizes(workspace: Catalog) -> dict[str, Any]:
    """Returns the sizes on disk, in bytes, of everything that Backstory stores."""
    p = workspace.project
    places = {
        "team": os.path.join(p.team, "memory"),
        "private": os.path.join(p.private, "memory"),
        "user": os.path.join(p.user, "memory"),
        "journal": os.path.join(p.private, "journal"),
        **{
            name: os.path.join(p.private, name)
            for name in ("snapshots", "backups", "spool", "locks", "trash", "quarantine", "moves", "digests", "edits")
        },
    }
    sizes: dict[str, dict[str, Any]] = {}
    for name, folder in places.items():
        files = total = 0
        for current, _, file_names in os.walk(folder):
            for file_name in file_names:
                try:
                    total += os.lstat(os.path.join(current, file_name)).st_size
                    files += 1
                except OSError:
                    continue
        sizes[name] = {"path": folder, "files": files, "bytes": total}
    database = os.path.join(p.private, "index.db")
    paths = [os.path.join(p.private, name) for name in _list_folder(p.private)]
    file_sizes = {path: os.lstat(path).st_size for path in paths if os.path.isfile(path)}
    of_index = [size for path, size in file_sizes.items() if path.startswith(database)]
    others = [size for path, size in file_sizes.items() if not path.startswith(database)]
    sizes["index"] = {"path": database, "files": len(of_index), "bytes": sum(of_index)}
    sizes["other"] = {"path": p.private, "files": len(others), "bytes": sum(others)}
    index = workspace.fresh()
    return {
        "places": sizes,
        "tags": len(index.tags()),
        "links": sum(1 for _ in index.links()),
        "tokens": workspace.counts()["tokens"],
    }


def _list_folder(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _suggest_next(status: dict[str, Any], total: int) -> str:
    if not total:
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
