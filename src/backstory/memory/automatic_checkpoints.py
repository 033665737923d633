"""Writes automatic checkpoints from git's state. They are marked as inferred and never displace what people write."""

import calendar
import time
from typing import TYPE_CHECKING

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.current import find_goal, find_latest_checkpoint, git_parts
from backstory.memory.prepare import make_origin
from backstory.memory.remember import remember
from backstory.model.record import Draft, compose_body
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.memory.writer import Remembered


def write_checkpoint(workspace: Catalog, reason: str = "auto") -> "Remembered | None":
    """Writes a checkpoint of what git shows; returns None if there is no need for one.

    There is none if git shows no changes, if a person or agent wrote a checkpoint in the last `capture.guard_minutes`,
    or if the latest checkpoint has the same changes: a rich checkpoint must not be displaced by a thin one.
    """
    parts = git_parts(workspace)
    changes = parts.get("changes", [])
    last = find_latest_checkpoint(workspace)
    if last is not None:
        age = workspace.now() - calendar.timegm(time.strptime(last.made, "%Y-%m-%dT%H:%M:%SZ"))
        if last.origin.how in ("explicit", "stated") and age < workspace.settings.get("capture.guard_minutes") * 60:
            return None
        if last.parts.get("changes", []) == changes and last.parts.get("commits", []) == parts.get("commits", []):
            return None
    elif not changes:
        return None
    task = last.title.rpartition("] ")[2] if last is not None else find_goal(workspace) or workspace.head[1] or "work"
    state = "nothing uncommitted"
    if changes:
        names = ", ".join(one_line(c).rpartition(" ")[2] for c in changes[:3]) if isinstance(changes, list) else ""
        state = f"{len(changes)} files changed: {names}{'…' if len(changes) > 3 else ''}"
    kept = {k: v for k, v in (last.parts if last else {}).items() if k in ("next", "blockers")}
    draft = Draft(
        kind="checkpoint",
        title=f"[{reason}] {one_line(task, 120)}",
        body=compose_body("checkpoint", {"state": state, **kept, **parts}),
        fields={"goal": find_goal(workspace)},
    )
    origin = make_origin(workspace, draft)

    return remember(workspace, draft, origin=msgspec.structs.replace(origin, how="inferred"), dedupe=False)
