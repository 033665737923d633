"""Writes automatic checkpoints from git's state. They are marked as inferred and never displace what people write."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.current import find_goal, find_latest_checkpoint, git_parts
from backstory.memory.prepare import make_origin
from backstory.memory.remember import remember
from backstory.model.dates import epoch_seconds
from backstory.model.record import Draft, Record, compose_body
from backstory.model.text import format_count, one_line

if TYPE_CHECKING:
    from backstory.memory.writer import Remembered


def write_checkpoint(workspace: Catalog, reason: str = "auto") -> "Remembered | None":
    """Writes a checkpoint of what git shows; returns None if there is no need for one.

    There is none if git shows no changes, if a person or agent wrote a checkpoint in the last `capture.guard_minutes`,
    or if the latest checkpoint has the same changes: a rich checkpoint must not be displaced by a thin one.
    """
    parts = git_parts(workspace)
    last = find_latest_checkpoint(workspace)
    if _is_needless(workspace, last, parts):
        return None
    task = last.title.rpartition("] ")[2] if last is not None else find_goal(workspace) or workspace.head[1] or "work"
    former = last.parts if last else {}
    kept = {name: value for name, value in former.items() if name in ("next", "blockers")}
    state = _describe_changes(parts.get("changes", []))
    draft = Draft(
        kind="checkpoint",
        title=f"[{reason}] {one_line(task, 120)}",
        body=compose_body("checkpoint", {"state": state, **kept, **parts}),
        fields={"goal": find_goal(workspace)},
    )
    origin = make_origin(workspace, draft)
    return remember(workspace, draft, origin=msgspec.structs.replace(origin, how="inferred"), dedupe=False)


def _is_needless(workspace: Catalog, last: Record | None, parts: Mapping[str, str | list[str]]) -> bool:
    """Whether there is nothing to write since the latest checkpoint, or somebody has just written one on purpose."""
    if last is None:
        return not parts.get("changes")
    age = workspace.now() - (epoch_seconds(last.made) or 0)
    guarded = last.origin.how in ("explicit", "stated")
    if guarded and age < workspace.settings.get("capture.guard_minutes") * 60:
        return True
    former = last.parts
    return all(former.get(name, []) == parts.get(name, []) for name in ("changes", "commits"))


def _describe_changes(changes: str | list[str]) -> str:
    if not changes:
        return "nothing uncommitted"
    names = [one_line(change).rpartition(" ")[2] for change in changes[:3]] if isinstance(changes, list) else []
    return f"{format_count(len(changes), 'file')} changed: {', '.join(names)}{'…' if len(changes) > 3 else ''}"
