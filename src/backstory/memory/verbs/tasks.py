"""Starts and ends tasks. When a task ends, its working records are sorted."""

from typing import NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.current import find_current_task, git_parts, read_work
from backstory.memory.policy.persons_words import may_replace
from backstory.memory.verbs.edit import edit
from backstory.memory.verbs.remember import remember
from backstory.model.errors import Invalid, NotFound
from backstory.model.kinds import KINDS
from backstory.model.record import Draft, Record, compose_body
from backstory.model.text import one_line
from backstory.recall.past.work_state import normalize_item


class EndedTask(NamedTuple):
    """A task that has ended, and its working records: `kept` ones are reference now, `shelved` ones off-context."""

    task: Record
    kept: tuple[Record, ...]
    shelved: tuple[Record, ...]


def start_task(workspace: Catalog, name: str, *, goal: str = "", tags: tuple[str, ...] = ()) -> Record:
    """Starts a task, or resumes one of the same name that is open, paused or blocked."""
    existing = _find_task(workspace, name)
    if existing is not None:
        return existing if existing.status == "open" else edit(workspace, existing.id, status="open")
    draft = Draft(kind="task", title=one_line(name), fields={"goal": goal}, tags=list(tags))
    return remember(workspace, draft, dedupe=False).record


def end_task(workspace: Catalog, name: str = "", *, status: str = "done") -> EndedTask:
    """Ends a task (by default the current one) and sorts its working records.

    Decisions and other lasting knowledge become reference, the rest goes off-context. Nothing is deleted. Raises
    `NotFound` if there is no such task, `Invalid` for a status that does not end one.
    """
    status = "done" if status == "resolved" else status
    if status not in KINDS["task"].statuses or status == "open":
        raise Invalid(f"`{status}` is not a status that ends a task", hint="done, blocked, paused or abandoned")
    task = find_task(workspace, name)
    promoted, shelved = _sort_working_records(workspace, task, status)
    ended = EndedTask(edit(workspace, task.id, status=status), tuple(promoted), tuple(shelved))
    if status in KINDS["task"].settled:
        _close_work(workspace, task.title, "" if status == "done" else status)
    return ended


def _sort_working_records(workspace: Catalog, task: Record, status: str) -> tuple[list[Record], list[Record]]:
    """(the records that became reference, those that went off-context)."""
    promoted: list[Record] = []
    shelved: list[Record] = []
    for record in _find_working_records(workspace, task) if status in KINDS["task"].settled else ():
        kind = KINDS.get(record.kind)
        if status == "done" and kind is not None and kind.outlives_task:
            promoted.append(edit(workspace, record.id, tier="reference"))
        else:
            shelved.append(edit(workspace, record.id, tier="off-context"))
    return promoted, shelved


def _close_work(workspace: Catalog, title: str, state: str) -> None:
    """Writes the checkpoint that ends the work under this name, where checkpoints say that it goes on."""
    open_work = {normalize_item(task.name): task for task in read_work(workspace).tasks if not task.is_done}
    work = open_work.get(normalize_item(title))
    if work is not None:
        body = compose_body("checkpoint", {"state": state, **git_parts(workspace)})
        draft = Draft(kind="checkpoint", title=title, body=body, status="done", fields={"goal": work.goal})
        remember(workspace, draft, dedupe=False)


def _find_working_records(workspace: Catalog, task: Record) -> list[Record]:
    """Finds the working records that belong to a task.

    They are linked to it, or linked to no task and made on its branch since it started. What only the person may hide
    is none of them where an agent ends the task.
    """
    rows = workspace.fresh().rows(tiers=("working",))
    own = [row.record for row in rows if not row.foreign and row.record.kind != task.kind]
    own = [record for record in own if may_replace(workspace.channel, record)]
    return [record for record in own if _belongs_to(record, task)]


def _belongs_to(record: Record, task: Record) -> bool:
    """Whether a record is linked to the task, or to none and made on its branch since it started."""
    parents = [link.target for link in record.links if link.relation == "part_of"]
    if parents:
        return task.id in parents
    return record.origin.branch == task.origin.branch and record.made >= task.made


def find_unfinished_task(workspace: Catalog, name: str) -> Record | None:
    """Finds an unfinished task by its name."""
    title = one_line(name).casefold()
    for row in workspace.fresh().rows(kinds=("task",)):
        is_unfinished = row.record.status not in KINDS["task"].settled
        if row.record.title.casefold() == title and is_unfinished and not row.foreign:
            return row.record
    return None


def find_task(workspace: Catalog, name: str = "") -> Record:
    """Finds an unfinished task by its name, any task by its id, the current one without a name. Raises `NotFound`."""
    task = _find_task(workspace, name) if name else find_current_task(workspace)
    if task is None:
        raise _no_task(workspace, name)
    return task


def _no_task(workspace: Catalog, name: str) -> NotFound:
    """The error for a task that is not there, or not any more."""
    title = one_line(name).casefold()
    tasks = (row.record for row in workspace.fresh().rows(kinds=("task",)) if not row.foreign)
    ended = next((task for task in tasks if name and task.title.casefold() == title), None)
    if ended is not None:
        return NotFound(
            f"the task `{ended.title}` is {ended.status} already",
            hint=f"`backstory show {ended.short}` shows it; `backstory task start` with its name starts it again",
        )
    which = f"`{name}`" if name else "open on this branch"
    return NotFound(f"no task {which}", hint="`backstory list task` shows the tasks")


def _find_task(workspace: Catalog, name: str) -> Record | None:
    """Finds an unfinished task by its name, or any task by its id."""
    task = find_unfinished_task(workspace, name)
    if task is not None:
        return task
    try:
        record = workspace.get(name).record
    except (NotFound, Invalid):
        return None
    return record if record.kind == "task" else None
