"""Derives the next step from an open blocker or an open question when nobody named one."""

from collections.abc import Sequence

from backstory.recall.text.content import Item, Note


def list_evident_steps(notes: Sequence[Note], questions: Sequence[Item], tasks: Sequence[Item]) -> list[Note]:
    """The next step by evidence, if there is any.

    A failure is none: it is a lesson, and stays with the warnings. An open task that names its steps stands with the
    working notes, and no question goes before these.
    """
    blockers = [note for note in notes if note.label == "blocker"]
    has_steps = any(task.parts.get("next") for task in tasks)
    open_questions = [] if has_steps else [item for item in questions if item.kind == "question"]
    evidence = [
        *(Note(label="next", text=note.text, detail="open blocker", record=note.record) for note in blockers),
        *(Note(label="next", text=item.title, detail="open question", record=item.id) for item in open_questions),
    ]
    return evidence[:1]
