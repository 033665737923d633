"""Next steps that an answer gives as a table of tasks with their state, or as boxes that nobody has ticked."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

_ROW: Final = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE: Final = re.compile(r"^[\s|:-]+$")
_STATE: Final = re.compile(r"status|state|done\??|progress|stand|estado|état|statut|stato|状态|状態", re.IGNORECASE)
"""Title of the column that says how far a task is."""
_TASK: Final = re.compile(
    r"tasks?|steps?|items?|what|work|todo|to do|next|action|feature|aufgabe|schritt|was|tarea|paso|qué|tâche|étape"
    r"|tarefa|passo|任务|步骤|タスク",
    re.IGNORECASE,
)
"""Title of the column that names a task."""
_OPEN: Final = re.compile(
    r"\b(?:open|to ?-?do|pending|next|not (?:started|done|yet|begun)|in progress|started|remaining|missing"
    r"|partial(?:ly)?"
    r"|half|later|blocked|offen|fehlt|läuft|ausstehend|pendiente|falta|en curso|en cours|à faire|pendente"
    r"|em andamento)\b"
    r"|⬜|☐|⏳|🔲|🚧|❌|✗|待办|进行中|未",
    re.IGNORECASE,
)
_BOX: Final = re.compile(r"^\s*[-*+] \[ \] (\S.*)$", re.MULTILINE)
_MARKS: Final = re.compile(r"\*\*|__|~~")


def list_tabled_steps(text: str) -> list[str]:
    """The tasks of the tables and boxes of a text that are not done, in its order."""
    steps = [_clean(box) for box in _BOX.findall(text)]
    for is_row, lines in groupby(text.split("\n"), key=lambda line: bool(_ROW.match(line))):
        if is_row:
            steps += _read_table([_split_row(line) for line in lines if not _RULE.match(line)])
    return steps


def _read_table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yields the open tasks of a table whose header names a column for the task and one for its state."""
    header, *body = rows
    state = next((place for place, cell in enumerate(header) if _STATE.fullmatch(cell)), -1)
    task = next((place for place, cell in enumerate(header) if place != state and _TASK.fullmatch(cell)), -1)
    if state < 0 or task < 0:
        return
    for row in body:
        if len(row) == len(header) and _OPEN.search(row[state]) and row[task]:
            yield _clean(row[task])


def _split_row(line: str) -> list[str]:
    return [_clean(cell) for cell in line.strip().strip("|").split("|")]


def _clean(cell: str) -> str:
    return _MARKS.sub("", cell).strip(" .")
