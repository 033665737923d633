"""Where the work stands, from evidence only: the caller's goal, the latest checkpoint, what is open."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import msgspec

from backstory.model.record import Record
from backstory.model.text import clean, one_line
from backstory.recall.content import Item, Note
from backstory.recall.moment import Moment

PERSISTENT: Final = ("explicit", "stated")
"""Channels of a checkpoint made on purpose: what it does not say is no longer so. An automatic one is thin, and what
it leaves open is taken from the one before."""
_PARTS: Final = (
    ("state", "state"),
    ("approaches", "tried"),
    ("decisions", "decided"),
    ("blockers", "blocker"),
    ("next", "next"),
)
_MOST: Final = {"tried": 5, "decided": 6, "blocker": 5, "next": 8}


class Statement(NamedTuple):
    """A note with its place in the telling; the list of them is in order of priority."""

    place: int
    note: Note


def statements(
    moment: Moment,
    checkpoints: Sequence[Record],
    *,
    told: Collection[str] = (),
    tasks: Sequence[Item] = (),
    failures: Sequence[Item] = (),
    questions: Sequence[Item] = (),
    decided: Collection[str] = (),
    goal: str = "",
) -> list[Statement]:
    """The statements about now, most important first.

    `checkpoints`: checkpoints and handoffs of this line of work, newest first. `told`: ids of handoffs that the brief
    shows anyway. `decided`: titles of decisions, in lower case, not to be repeated. `goal`: that of the last snapshot.
    """
    latest = _latest(checkpoints)
    head = next((c for c in checkpoints if c.kind == "checkpoint"), None)
    notes: list[Note] = []
    ticket = one_line(head.fields.get("goal", "")) if head else ""
    if moment.task:
        notes.append(Note(label="task", text=one_line(moment.task)))
    elif head:
        note = _note("task", head.title, head)
        notes.append(msgspec.structs.replace(note, detail=ticket) if moment.goal and ticket else note)
    elif tasks:
        notes.append(
            Note(label="task", text=tasks[0].title, record=tasks[0].id, by=tasks[0].author, made=tasks[0].made)
        )
    aim = moment.goal or ticket or goal
    if aim and one_line(aim).lower() not in {n.text.lower() for n in notes}:
        notes.append(Note(label="goal", text=one_line(aim)))
    for part, label in _PARTS:
        if part not in latest or latest[part][0].id in told:
            continue
        record, value = latest[part]
        texts = [value] if isinstance(value, str) else [v for v in value if _plain(v) not in decided][: _MOST[label]]
        notes += [_note(label, text, record) for text in texts]
    if not any(n.label == "next" for n in notes) and not ("next" in latest and latest["next"][0].id in told):
        notes += _evidence(notes, failures, questions)
    ranked = sorted(range(len(notes)), key=lambda i: (_priority(notes, i), i))
    return [Statement(i, notes[i]) for i in ranked]


def _latest(checkpoints: Sequence[Record]) -> dict[str, tuple[Record, str | list[str]]]:
    """Each part's newest value, back to the last checkpoint made on purpose; a handoff adds to it, and replaces nothing
    that it does not speak of."""
    out: dict[str, tuple[Record, str | list[str]]] = {}
    for record in checkpoints:
        parts = record.parts
        for part, _ in _PARTS:
            if part in parts and part not in out:
                out[part] = record, parts[part]
        if record.kind == "checkpoint" and record.origin.how in PERSISTENT:
            break
    return out


def _evidence(notes: Sequence[Note], failures: Sequence[Item], questions: Sequence[Item]) -> list[Note]:
    """What is open, where nobody said what comes next: a failure, a blocker, a question; nothing is made up."""
    for failure in failures:
        if failure.kind == "failure" and failure.status == "open":
            return [Note(label="next", text=failure.title, detail="open failure", record=failure.id)]
    for note in notes:
        if note.label == "blocker":
            return [Note(label="next", text=note.text, detail="open blocker", record=note.record)]
    for question in questions:
        if question.kind == "question":
            return [Note(label="next", text=question.title, detail="open question", record=question.id)]
    return []


def _priority(notes: Sequence[Note], index: int) -> int:
    note = notes[index]
    if note.label == "next":
        return 0 if index == 0 or notes[index - 1].label != "next" else 5
    return {"task": 1, "goal": 1, "state": 2, "blocker": 3, "decided": 4}.get(note.label, 6)


def _note(label: str, text: str, record: Record) -> Note:
    detail = record.status if label == "state" and record.status in ("blocked", "done") else ""
    return Note(
        label=label,
        text=clean(text).strip(),
        detail=detail,
        record=record.id,
        by=clean(record.origin.author),
        made=one_line(record.made),
        where=clean(record.origin.branch),
    )


def _plain(text: str) -> str:
    return one_line(text).lower().rstrip(".")
