"""Puts old checkpoints into one summary, without a model: every decision and step of theirs, once, in order of time."""

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.verbs.links import summarize
from backstory.model.record import Record
from backstory.model.text import one_line

MAX_RECORDS = 100
"""Checkpoints in one summary."""
PARTS = ("state", "decisions", "approaches")
"""The parts of a checkpoint that a summary takes over. Steps and blockers are momentary, and git has the changes."""


def list_old_checkpoints(workspace: Catalog, before: str = "") -> list[Record]:
    """The checkpoints that still count, except for the newest, oldest first; with `before` those made before it."""
    rows = workspace.fresh().rows(kinds=("checkpoint",), include_superseded=False)
    records = [row.record for row in rows[1:] if row.record.tier != "off-context"]
    return sorted((one for one in records if not before or one.made < before), key=lambda one: (one.made, one.id))


def choose_old_checkpoints(workspace: Catalog, before: str = "") -> list[Record]:
    """The checkpoints that one summary takes in: at most 100, the oldest first."""
    return list_old_checkpoints(workspace, before)[:MAX_RECORDS]


def summarize_checkpoints(workspace: Catalog, before: str = "") -> tuple[Record, int] | None:
    """Puts old checkpoints into one summary and moves them off-context, where they stay; None if there are none.

    Returns the summary, and how many checkpoints are in it: at most 100, the oldest.
    """
    records = choose_old_checkpoints(workspace, before)
    if not records:
        return None
    first, last = records[0].made[:10], records[-1].made[:10]
    span = first if first == last else f"{first} to {last}"
    tasks = list(dict.fromkeys(_name_task(record) for record in records))
    title = one_line(f"Work of {span}: {'; '.join(tasks)}", 160)
    body = "\n".join(_list_lines(records))
    ids = [record.id for record in records]
    return summarize(workspace, ids, title, body, archive=True), len(records)


def _list_lines(records: list[Record]) -> list[str]:
    """A line for each checkpoint, with what no earlier one says."""
    stated: set[str] = set()
    lines: list[str] = []
    for record in records:
        texts = [text for text in _list_texts(record) if text not in stated]
        stated.update(texts)
        lines.append(f"- {record.made[:10]} {_name_task(record)}" + (f": {'; '.join(texts)}" if texts else ""))
    return lines


def _list_texts(record: Record) -> list[str]:
    parts = [record.parts.get(name, []) for name in PARTS]
    return [one_line(text) for part in parts for text in ([part] if isinstance(part, str) else part) if text]


def _name_task(record: Record) -> str:
    """The task of a checkpoint, without the mark of an automatic one."""
    return record.title.rpartition("] ")[2]
