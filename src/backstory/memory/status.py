"""Where things stand, read from the index and git's own files: no process is started."""

import os
from typing import Any

from backstory.memory.catalog import Catalog
from backstory.memory.sparse import checkout_command


def project_status(workspace: Catalog) -> dict[str, Any]:
    """Counts by kind, tier and scope, the latest snapshot and checkpoint, the likely next command."""
    from backstory.memory.current import find_latest_checkpoint
    from backstory.memory.spool import find_waiting

    commit, branch = workspace.head
    counts = workspace.counts()
    last = find_latest_checkpoint(workspace)
    snapshot = workspace.snapshots.latest_summary()
    goal = (
        snapshot.goal
        if snapshot and snapshot.goal and (not last or snapshot.made >= last.made)
        else (last.fields.get("goal", "") if last else "")
    )
    found: dict[str, Any] = {
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
    found["waiting"] = {"sealed": len(waiting.sealed), "unsealed": len(waiting.unsealed)}
    found["next"] = _next(found, counts["total"])
    return found


def storage_sizes(workspace: Catalog) -> dict[str, Any]:
    """Sizes on disk, in bytes, of everything that is kept."""
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
        for here, _, names in os.walk(folder):
            for one in names:
                try:
                    total += os.lstat(os.path.join(here, one)).st_size
                    files += 1
                except OSError:
                    continue
        sizes[name] = {"path": folder, "files": files, "bytes": total}
    database = os.path.join(p.private, "index.db")
    rest = [os.path.join(p.private, n) for n in _names(p.private)]
    files_of = {p: os.lstat(p).st_size for p in rest if os.path.isfile(p)}
    for name, wanted in (("index", True), ("other", False)):
        mine = [s for path, s in files_of.items() if path.startswith(database) == wanted]
        sizes[name] = {"path": database if wanted else p.private, "files": len(mine), "bytes": sum(mine)}
    index = workspace.fresh()
    return {
        "places": sizes,
        "tags": len(index.tags()),
        "links": sum(1 for _ in index.links()),
        "tokens": workspace.counts()["tokens"],
    }


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _next(found: dict[str, Any], total: int) -> str:
    if not total:
        return 'backstory remember decision "..." --why "..."'
    if not found["snapshot_id"]:
        return 'backstory snapshot --goal "..."'
    return "backstory brief"


def sparse_warning(workspace: Catalog, cwd: str) -> tuple[str, str]:
    """What to say of the team's memory that is not checked out, and the command; empty where nothing is missed."""
    found = workspace.left_out
    if found is None or not (found.records or workspace.settings.get("memory.scope") == "team"):
        return "", ""
    count = (
        f"{found.records} record{'' if found.records == 1 else 's'} of the team"
        if found.records
        else "the team's folder"
    )
    return (
        f"{count} in `.backstory` {'is' if found.records < 2 else 'are'} outside of this sparse checkout and not seen",
        (f"bring it in: `{checkout_command(found, cwd)}`"),
    )
