"""Tasks: pieces of work with a beginning and an end; their working notes are sorted when they end."""

from typing import NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.current import find_current_task
from backstory.memory.edit import edit
from backstory.model.errors import Invalid, NotFound
from backstory.model.kinds import KINDS
from backstory.model.record import Draft, Record
from backstory.model.text import one_line

KEPT = ("decision", "fact", "pattern", "failure", "strategy", "question")
"""Kinds whose working records become reference when their task ends; the others go off-context."""


class Ended(NamedTuple):
    """A task that ended, and what became of its working records."""

    task: Record
    kept: tuple[Record, ...]
    shelved: tuple[Record, ...]


def start_task(workspace: Catalog, name: str, *, goal: str = "", tags: tuple[str, ...] = ()) -> Record:
    """Begins a task; one of the same name that is open, paused or blocked is taken up again."""
    from backstory.memory.remember import remember

    known = _named(workspace, name)
    if known is not None:
        return known if known.status == "open" else edit(workspace, known.id, status="open")
    draft = Draft(kind="task", title=one_line(name), fields={"goal": goal}, tags=list(tags))
    return remember(workspace, draft, dedupe=False).record


def end_task(workspace: Catalog, name: str = "", *, status: str = "done") -> Ended:
    """Ends a task (the current one by default) and sorts its working records.

    Decisions and other lasting knowledge become reference, the rest goes off-context; nothing is deleted. Raises
    `NotFound` when there is no such task.
    """
    if status not in KINDS["task"].statuses or status == "open":
        raise Invalid(f"a task does not end as `{status}`", hint="done, blocked, paused or abandoned")
    task = _named(workspace, name) if name else find_current_task(workspace)
    if task is None:
        known = f"`{name}`" if name else "open on this branch"
        raise NotFound(f"no task {known}", hint="`backstory list task` shows the tasks")
    kept: list[Record] = []
    shelved: list[Record] = []
    if status in ("done", "abandoned"):
        for record in _working(workspace, task):
            tier = "reference" if record.kind in KEPT and status == "done" else "off-context"
            (kept if tier == "reference" else shelved).append(edit(workspace, record.id, tier=tier))
    return Ended(edit(workspace, task.id, status=status), tuple(kept), tuple(shelved))


def _working(workspace: Catalog, task: Record) -> list[Record]:
    """Working records that say they are part of the task, or were made on its branch since it began and say nothing."""
    found: list[Record] = []
    for row in workspace.fresh().rows(tiers=("working",)):
        r = row.record
        if row.foreign or r.id == task.id or r.kind == "task":
            continue
        parents = [link.target for link in r.links if link.relation == "part_of"]
        if task.id in parents or (not parents and r.origin.branch == task.origin.branch and r.made >= task.made):
            found.append(r)
    return found


def _named(workspace: Catalog, name: str) -> Record | None:
    rows = [r for r in workspace.fresh().rows(kinds=("task",)) if not r.foreign]
    wanted = one_line(name).casefold()
    alive = [
        r.record for r in rows if r.record.title.casefold() == wanted and r.record.status not in ("done", "abandoned")
    ]
    if alive:
        return alive[0]
    try:
        record = workspace.get(name).record
    except (NotFound, Invalid):
        return None
    return record if record.kind == "task" else None
