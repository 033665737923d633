"""What other pieces of work of this branch have open, each with the task that it is of."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from backstory.model.text import one_line
from backstory.recall.past.openings import leans
from backstory.recall.past.step_likeness import repeats_step
from backstory.recall.past.work_state import AUTOMATIC, TaskState
from backstory.recall.text.content import Note
from backstory.recall.work.task_notes import make_note

_MOST: Final = {"open blocker": 3, "open step": 4}


def list_other_work(others: Iterable[TaskState]) -> list[Note]:
    """Open blockers and steps of other pieces of work of this branch, newest first, each with the task it is of. A name
    such as `do 1 now` is none: that went on with other work."""
    notes: dict[str, list[Note]] = {"open blocker": [], "open step": []}
    for task in others:
        is_named = task.head.origin.how not in AUTOMATIC or not leans(task.name)
        detail = one_line(task.name, 60) if is_named else ""
        for label, texts, same in (("open blocker", task.blockers, "blocker"), ("open step", task.steps, "still open")):
            task_notes = [make_note(label if is_named else same, *item) for item in texts]
            notes[label] += [msgspec.structs.replace(note, detail=detail) for note in task_notes]
    return [note for label, some in notes.items() for note in some[: _MOST[label]]]


def drop_repeated(notes: Iterable[Note], shown: Sequence[Note]) -> list[Note]:
    """The notes without those whose step or command is already shown."""
    steps = [note.text for note in shown if note.label in ("next", "still open", "open step", "planned before")]
    runs = " ".join(note.text for note in shown if note.label in ("last tests", "blocker"))
    return [note for note in notes if not (repeats_step(note.text, steps) or _names_command(note.text, runs))]


def _names_command(text: str, shown: str) -> bool:
    """Whether a text begins with a command that is already shown."""
    command = text.split("`")[1:2]
    return text.startswith("`") and bool(command) and f"`{command[0]}`" in shown
