"""The task in the section about now: the caller's, the task of a checkpoint, or the work of the sessions."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

import msgspec

from backstory.model.ids import order_key
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Record
from backstory.model.similarity import word_set
from backstory.model.snapshot import GitState
from backstory.model.text import clean_text, one_line
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.finished_work import is_finished, is_reverted
from backstory.recall.past.requests import find_request, measure_request
from backstory.recall.past.sessions import PastWork, is_covered
from backstory.recall.past.work_state import AUTOMATIC, TaskState, WorkState, normalize_item
from backstory.recall.text.content import Item, Note
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.progress import FEW_COMMITS, list_progress

_AS_FIRST_ASKED: Final = "as first asked"
_AS_ASKED: Final = "as asked"
_NOTHING_OPEN: Final = "; nothing was left open"
_LEFT_OPEN: Final = frozenset(
    ("next", "still open", "open step", "planned before", "blocker", "open blocker", "open point",
     "asked last, and not answered", "asked, and not answered")
)  # fmt: skip
"""Labels of what is open."""
_LONGER: Final = 80
"""Fewest characters of a last request that names the task."""


def find_current(moment: BriefRequest, work: WorkState) -> TaskState | None:
    """The piece of work at hand: the one that the caller's task means, else the one of the newest checkpoint."""
    if moment.task:
        return work.find_task(moment.task)
    return work.tasks[0] if work.tasks else None


def aim_at_task(moment: BriefRequest, work: WorkState, tasks: Sequence[Item]) -> BriefRequest:
    """The moment with the open task that was started after the newest checkpoint, which is of the work before it."""
    newest = max(tasks, key=lambda task: (task.made, *order_key(task.id, task.title, task.text)), default=None)
    if moment.task or newest is None or not work.tasks:
        return moment
    head = work.tasks[0].head
    is_later = (newest.made, newest.id) > (head.made, head.id)
    return msgspec.structs.replace(moment, task=newest.title) if is_later else moment


def aim_notes(
    moment: BriefRequest, current: TaskState | None, tasks: Sequence[Item], goal: str, past: PastWork, git: GitState
) -> list[Note]:
    """The task and, where it says something else, the goal: the caller's, that of the checkpoint or of the snapshot."""
    is_done = current is not None and current.is_done
    ticket = current.goal if current and not is_done else ""
    notes = _task_notes(moment, current, ticket, tasks, past, git)
    aim = one_line(moment.goal or ticket or ("" if is_done else goal))
    shown = chain.from_iterable((normalize_item(note.text), normalize_item(note.detail)) for note in notes)
    if aim and normalize_item(aim) not in set(shown):
        notes.append(Note(label="goal", text=aim))
    return notes


def _task_notes(
    moment: BriefRequest, current: TaskState | None, ticket: str, tasks: Sequence[Item], past: PastWork, git: GitState
) -> list[Note]:
    """The task: the caller's, else that of the latest checkpoint, else the first open one."""
    caller_notes = [Note(label="task", text=one_line(moment.task))] if moment.task else []
    if current and current.is_done:
        return [*caller_notes, _done_note(current)]
    if caller_notes:
        return caller_notes
    return _checkpoint_task(moment, current, ticket, [] if tasks else work_notes(moment, past, git)) or [
        Note(label="task", text=task.title, record=task.id, by=task.author, made=task.made) for task in tasks[:1]
    ]


def _checkpoint_task(moment: BriefRequest, current: TaskState | None, ticket: str, work: list[Note]) -> list[Note]:
    """The task of a checkpoint. If nobody wrote it by hand, the work of the sessions replaces it."""
    if not current:
        return []
    if work and current.head.origin.how in AUTOMATIC:
        return work
    note = make_note("task", current.name, current.head)
    detail = ticket if moment.goal and ticket else note.detail
    return [msgspec.structs.replace(note, detail=detail)] if current.name else []


def _done_note(current: TaskState) -> Note:
    """The one statement about a piece of work that is done."""
    state = current.state
    last = state.text if state is not None and state.key != normalize_item(current.name) else ""
    return make_note("done", f"{current.name} — {last}" if last else current.name, current.head)


def work_notes(moment: BriefRequest, past: PastWork, git: GitState) -> list[Note]:
    """The work of the sessions: the first request, or the commits since."""
    commits = list_progress(past, FEW_COMMITS) if moment.is_small else list_progress(past)
    if commits:
        return [make_observed_note("worked on", "; ".join(commits), past)]
    request = find_request(past, measure_request(moment.budget, is_small=moment.is_small))
    detail = _AS_FIRST_ASKED if request.is_first else _AS_ASKED
    last = drop_asides(past.sessions)
    if request.text and last is not None and is_finished(last) and not is_reverted(last, git):
        return [make_observed_note("done", request.text, past, f"{detail}, and committed{_NOTHING_OPEN}")]
    return [make_observed_note("task", request.text, past, detail)] if request.text else []


def correct_done(notes: Sequence[Note]) -> list[Note]:
    """The notes, without the words that nothing was left open where one of them says what was. What was asked and not
    answered is not done."""
    if not any(note.label in _LEFT_OPEN for note in notes):
        return list(notes)
    asked = {normalize_item(note.text) for note in notes if note.label.endswith("not answered")}
    return [
        msgspec.structs.replace(note, detail=note.detail.removesuffix(_NOTHING_OPEN)) if note.label == "done" else note
        for note in notes
        if note.label != "done" or not note.session or normalize_item(note.text) not in asked
    ]


def drop_repeated_task(notes: list[Note], rules: Sequence[str]) -> list[Note]:
    """Drops the task as it was asked if a rule or a longer last request says the same, and a last request that is the
    first one."""
    asked = [note for note in notes if note.label in ("asked last", "asked last, and not answered")]
    notes = [
        _cut_rules(note, rules) if note.detail.startswith((_AS_FIRST_ASKED, _AS_ASKED)) else note for note in notes
    ]
    first = {normalize_item(note.text) for note in notes if note.detail.startswith(_AS_FIRST_ASKED)}
    same = {normalize_item(note.text) for note in asked}
    others = [note for note in asked if normalize_item(note.text) not in first]
    longer = [word_set(note.text) for note in others if len(note.text) > _LONGER] + list(map(word_set, rules))

    def is_repeated(note: Note) -> bool:
        if note.label == "asked last" and is_covered(note.text, list(map(word_set, first))):
            return True
        if not note.detail.startswith((_AS_FIRST_ASKED, _AS_ASKED)):
            return False
        return is_covered(note.text, longer) or (note.detail == _AS_ASKED and normalize_item(note.text) in same)

    return [note for note in notes if not is_repeated(note)]


def _cut_rules(note: Note, rules: Sequence[str]) -> Note:
    """The task as it was asked, without a rule in its sentence: `write the exporter; never print to stdout`."""
    text, stated = note.text, [normalize_item(rule) for rule in rules]

    def is_rule(part: str) -> bool:
        words = normalize_item(part)
        return len(words.split()) >= _RULE and any(rule.startswith(words) for rule in stated)

    joints = list(_JOINT.finditer(text))
    behind = next((joint for joint in joints if is_rule(text[joint.end() :])), None)
    before = next((joint for joint in reversed(joints) if is_rule(text[: joint.start()])), None)
    rest = text[: behind.start()] if behind else text[before.end() :] if before else text
    return msgspec.structs.replace(note, text=rest) if len(rest.split()) >= _TASK else note


_JOINT: Final = late_pattern(
    r"(?:\s*[;,:.–—]\s+(?:(?:and|but|so|und|aber|et|mais|y|pero|e|mas|ma|en|maar)\s+)?|\s+-\s+"
    r"|\s+(?:and|but|und|aber|et|mais|y|pero|e|mas|ma|en|maar)\s+)(?:(?:please|bitte|por favor)\s+)?",
    re.IGNORECASE,
)
"""What joins a rule and an order."""
_RULE: Final = 3
"""Fewest words of a rule in a sentence with an order."""
_TASK: Final = 2
"""Fewest words of the order."""


def make_observed_note(label: str, text: str, past: PastWork, detail: str = "") -> Note:
    """A note about the last session."""
    session, where = past.last.id if past.last else "", past.name_branch(past.branch)
    return Note(label=label, text=clean_text(text).strip(), detail=detail, session=session, where=where)


def make_note(label: str, text: str, record: Record) -> Note:
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
