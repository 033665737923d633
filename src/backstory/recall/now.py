"""The state of the work, from evidence only: the caller's goal, the latest checkpoint, open tasks and failures."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import msgspec

from backstory.model.record import Record
from backstory.model.text import clean_text, one_line
from backstory.recall.content import Item, Note
from backstory.recall.moment import BriefRequest

PERSISTENT: Final = ("explicit", "stated")
"""Channels of a checkpoint made on purpose: it replaces earlier ones entirely. An automatic checkpoint is thin, and
the one before it fills its gaps."""
_PARTS: Final = (
    ("state", "state"),
    ("approaches", "tried"),
    ("decisions", "decided"),
    ("blockers", "blocker"),
    ("next", "next"),
)
_MOST: Final = {"tried": 5, "decided": 6, "blocker": 5, "next": 8}


class Statement(NamedTuple):
    """A note with its place in the section. Lists of statements are in order of priority."""

    place: int
    note: Note


def now_statements(
    moment: BriefRequest,
    checkpoints: Sequence[Record],
    *,
    shown: Collection[str] = (),
    tasks: Sequence[Item] = (),
    failures: Sequence[Item] = (),
    questions: Sequence[Item] = (),
    decided: Collection[str] = (),
    goal: str = "",
) -> list[Statement]:
    """The statements about now, most important first.

    `checkpoints`: checkpoints and handoffs of this line of work, newest first. `shown`: ids of handoffs that the brief
    shows anyway. `decided`: titles of decisions, in lower case, not to be repeated. `goal`: that of the last snapshot.
    """
    latest = _latest(checkpoints)
    notes = _aim_notes(moment, checkpoints, tasks, goal)
    for part, label in _PARTS:
        if part in latest and latest[part][0].id not in shown:
            notes += _part_notes(label, *latest[part], decided)
    shown_elsewhere = "next" in latest and latest["next"][0].id in shown
    if not shown_elsewhere and not any(note.label == "next" for note in notes):
        notes += _evidence(notes, failures, questions)
    ranked = sorted(range(len(notes)), key=lambda place: (_priority(notes, place), place))
    return [Statement(place, notes[place]) for place in ranked]


def _aim_notes(moment: BriefRequest, checkpoints: Sequence[Record], tasks: Sequence[Item], goal: str) -> list[Note]:
    """The task and, where it says something else, the goal: the caller's, that of the checkpoint or of the snapshot."""
    head = next((record for record in checkpoints if record.kind == "checkpoint"), None)
    ticket = one_line(head.fields.get("goal", "")) if head else ""
    notes = _task_notes(moment, head, ticket, tasks)
    aim = one_line(moment.goal or ticket or goal)
    if aim and aim.lower() not in {note.text.lower() for note in notes}:
        notes.append(Note(label="goal", text=aim))
    return notes


def _task_notes(moment: BriefRequest, head: Record | None, ticket: str, tasks: Sequence[Item]) -> list[Note]:
    """The task: the caller's, else that of the latest checkpoint, else the first open one."""
    if moment.task:
        return [Note(label="task", text=one_line(moment.task))]
    if head:
        note = _note("task", head.title, head)
        return [msgspec.structs.replace(note, detail=ticket) if moment.goal and ticket else note]
    return [Note(label="task", text=task.title, record=task.id, by=task.author, made=task.made) for task in tasks[:1]]


def _part_notes(label: str, record: Record, value: str | list[str], decided: Collection[str]) -> list[Note]:
    if isinstance(value, str):
        return [_note(label, value, record)]
    texts = [text for text in value if _plain(text) not in decided]
    return [_note(label, text, record) for text in texts[: _MOST[label]]]


def _latest(checkpoints: Sequence[Record]) -> dict[str, tuple[Record, str | list[str]]]:
    """Each part's newest value, back to the last checkpoint made on purpose.

    A handoff replaces only the parts that it has.
    """
    latest: dict[str, tuple[Record, str | list[str]]] = {}
    for record in checkpoints:
        for part, value in record.parts.items():
            latest.setdefault(part, (record, value))
        if record.kind == "checkpoint" and record.origin.how in PERSISTENT:
            break
    return latest


def _evidence(notes: Sequence[Note], failures: Sequence[Item], questions: Sequence[Item]) -> list[Note]:
    """The next step by evidence, if no checkpoint names one: an open failure, blocker or question."""
    open_failures = [item for item in failures if item.kind == "failure" and item.status == "open"]
    blockers = [note for note in notes if note.label == "blocker"]
    open_questions = [item for item in questions if item.kind == "question"]
    evidence = [
        *(Note(label="next", text=item.title, detail="open failure", record=item.id) for item in open_failures),
        *(Note(label="next", text=note.text, detail="open blocker", record=note.record) for note in blockers),
        *(Note(label="next", text=item.title, detail="open question", record=item.id) for item in open_questions),
    ]
    return evidence[:1]


def _priority(notes: Sequence[Note], index: int) -> int:
    note = notes[index]
    if note.label == "next":
        return 0 if index == 0 or notes[index - 1].label != "next" else 5
    return {"task": 1, "goal": 1, "state": 2, "blocker": 3, "decided": 4}.get(note.label, 6)


def _note(label: str, text: str, record: Record) -> Note:
    detail = record.status if label == "state" and record.status in ("blocked", "done") else ""
    return Note(
        label=label,
        text=clean_text(text).strip(),
        detail=detail,
        record=record.id,
        by=clean_text(record.origin.author),
        made=one_line(record.made),
        where=clean_text(record.origin.branch),
    )


def _plain(text: str) -> str:
    return one_line(text).lower().rstrip(".")
