"""Next steps that an answer gives as a table of tasks with their state, or as open boxes."""

import re
from collections.abc import Iterator
from typing import Final

from backstory.capture.text.tables import Table, read_tables
from backstory.model.late_pattern import late_pattern

_STATE: Final = late_pattern(r"status|state|done\??|progress|stand|estado|état|statut|stato|状态|状態", re.IGNORECASE)
"""Title of the column that says how far a task is."""
_TASK: Final = late_pattern(
    r"tasks?|steps?|items?|what|work|todo|to do|next|action|feature|aufgabe|schritt|was|tarea|paso|qué|tâche|étape"
    r"|tarefa|passo|任务|步骤|タスク",
    re.IGNORECASE,
)
"""Title of the column that names a task."""
_OPEN: Final = late_pattern(
    r"\b(?:open|to ?-?do|pending|next|not (?:started|done|yet|begun)|in progress|started|remaining|missing"
    r"|partial(?:ly)?"
    r"|half|later|blocked|offen|fehlt|läuft|ausstehend|pendiente|falta|en curso|en cours|à faire|pendente"
    r"|em andamento)\b"
    r"|⬜|☐|⏳|🔲|🚧|❌|✗|待办|进行中|未",
    re.IGNORECASE,
)
_BOX: Final = late_pattern(r"^[ \t]*[-*+] \[ \] (\S.*)$", re.MULTILINE)
_MARKS: Final = late_pattern(r"\*\*|__|~~")


def list_tabled_steps(text: str) -> list[str]:
    """The tasks of the boxes and tables of a text that are not done, in its order."""
    steps = [_clean(box) for box in _BOX.findall(text)]
    return steps + [step for table in read_tables(text) for step in _list_open(table)]


def _list_open(table: Table) -> Iterator[str]:
    """Yields the open tasks of a table whose header names a column for the task and one for its state."""
    state = next((place for place, cell in enumerate(table.columns) if _STATE.fullmatch(cell)), -1)
    named = (place for place, cell in enumerate(table.columns) if place != state and _TASK.fullmatch(cell))
    task = next(named, -1)
    if state < 0 or task < 0:
        return
    yield from (_clean(row[task]) for row in table.rows if _OPEN.search(row[state]) and row[task])


def _clean(cell: str) -> str:
    return _MARKS.sub("", cell).strip(" .")
