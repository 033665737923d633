"""The section about now: the caller's task, where it stands by its checkpoints, what else is open, what came since."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

import msgspec

from backstory.model.record import Record
from backstory.model.similarity import word_set
from backstory.model.snapshot import GitState
from backstory.model.text import one_line
from backstory.recall.past.asides import drop_asides
from backstory.recall.past.done_since import drop_done, list_deeds_after_session, list_deeds_since
from backstory.recall.past.endings import drop_outcome
from backstory.recall.past.red_tests import find_run_branch, last_test_run
from backstory.recall.past.sessions import (
    FEW_FILES,
    MAX_FILES,
    NOTHING_PAST,
    PastWork,
    file_notes,
    is_covered,
    is_newer,
    step_texts,
)
from backstory.recall.past.step_likeness import drop_named_steps, repeats_step
from backstory.recall.past.work_state import AUTOMATIC, TaskState, WorkItem, WorkState, fold_checkpoints, normalize_item
from backstory.recall.text.content import Item, Note
from backstory.recall.text.joined_steps import add_planned
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.relative_dates import describe_day
from backstory.recall.text.substance import split_sentences
from backstory.recall.work.asking_prompts import keep_asking
from backstory.recall.work.checkpoint_steps import drop_over
from backstory.recall.work.evident_steps import list_evident_steps
from backstory.recall.work.git_notes import STASHED, UNDER_WAY, git_notes
from backstory.recall.work.last_words import stop_notes
from backstory.recall.work.older_steps import describe_open, leave_out_settled, list_older_steps
from backstory.recall.work.open_points import OPEN_POINT, add_points, list_open_points
from backstory.recall.work.other_work import drop_repeated, list_other_work
from backstory.recall.work.parallel_work import leave_out_parallel, own_tests, parallel_notes
from backstory.recall.work.progress import list_commits_after, list_commits_since, list_merged, list_older_plan
from backstory.recall.work.red_checks import describe_failing, is_over, list_red_checks, name_error
from backstory.recall.work.side_work import is_beside, is_other_work, name_work
from backstory.recall.work.stated_blockers import list_stated_blockers
from backstory.recall.work.taken_steps import drop_taken
from backstory.recall.work.task_notes import (
    aim_at_task,
    aim_notes,
    correct_done,
    drop_repeated_task,
    find_current,
    make_note,
    make_observed_note,
    work_notes,
)
from backstory.recall.work.unanswered_questions import merge_questions, unanswered_notes

_FEW_OPEN: Final = 1  # steps of older sessions that a small brief tells: most of them were done since
_MOST: Final = {"tried": 5, "decided": 6, "blocker": 5, "next": 8, "still open": 4}
_ROOM_OF_STEP: Final = 500
"""Tokens of a brief from which it tells one older step more."""
_LISTS: Final = 2
"""Steps of the last session from which it named what comes next ..."""
_MOST_BESIDE: Final = 2
"""... and how many older ones are told beside them."""
_MORE_OPEN: Final = "and still open"
_PRIORITIES: Final = {
    "task": 1,
    "worked on": 1,
    "done": 1,
    "goal": 1,
    UNDER_WAY: 1,
    STASHED: 2,
    "last tests": 2,
    "red because": 3,
    "state": 2,
    "blocker": 3,
    OPEN_POINT: 3,
    "last session ended with": 4,
    "asked last, and not answered": 4,
    "asked last": 5,
    "asked, and not answered": 4,
    "still open": 4,
    "and still open": 4,
    "since then": 5,
    "decided": 5,
    "edited in this work": 2,
    "merged here": 5,
    "in parallel": 5,
    "planned before": 7,
}
"""Label -> how early it is shown when room is short. The first `next` comes before all, later ones before the words of
the last session."""
LOOKED_UP: Final = frozenset(("planned before", "since then"))
"""Labels of statements that git or an older checkpoint tells as well. The files of the work do not wait: git names
only those that are not committed."""
_EDITED: Final = "edited in this work"
_LAST: Final = 8
_STOPPED: Final = "last session ended with"
"""Label of the last answer of a later session, which replaces the state of the checkpoint before it."""


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
    questions: Sequence[Item] = (),
    decided: Collection[str] = (),
    goal: str = "",
    git: GitState | None = None,
    past: PastWork = NOTHING_PAST,
    rules: Sequence[str] = (),
) -> list[Statement]:
    """The statements about now, most important first, by the rules of `docs/work-state.md`.

    `checkpoints`: checkpoints and handoffs of this line of work, newest first. `shown`: ids of handoffs that the brief
    shows anyway. `decided`: titles of decisions, in lower case, not to be repeated. `goal`: that of the last snapshot.
    `past`: the sessions that the work goes on from. `rules`: what the rules of the user say, not to be repeated.
    """
    git = git or GitState()
    work = fold_checkpoints(checkpoints)
    moment = aim_at_task(moment, work, tasks)
    points = list_open_points(moment, past, work.stated, rules)
    rules = [*rules, *chain.from_iterable(split_sentences(point.text) for point in points)]
    seen = _observed(moment, past, git, work.stated, rules)
    view = _View(moment, git, past, work, find_current(moment, work), frozenset(shown), seen, rules)
    notes = [*_begin(view, tasks, goal), *git_notes(git, moment.relative_to)]
    notes += [*_standing_notes(view, decided), *_step_notes(view)]
    if view.needs_evidence and not notes_have(notes, "next", "open step", "still open"):
        notes += list_evident_steps(notes, questions, tasks)
    notes = add_points(merge_questions(notes, unanswered_notes(moment, past)), points)
    notes += [*_files(moment, past, git), *list_merged(past, FEW_FILES if moment.is_small else MAX_FILES)]
    notes = correct_done(notes)
    ranked = sorted(range(len(notes)), key=lambda place: (_priority(notes, place, is_small=moment.is_small), place))
    return [Statement(place, notes[place]) for place in ranked]


class _View(NamedTuple):
    """What the statements about now are made from."""

    moment: BriefRequest
    git: GitState
    past: PastWork
    work: WorkState
    current: TaskState | None
    """The piece of work at hand."""
    shown: frozenset[str]
    seen: list[Note]
    """What the last session left behind."""
    rules: Sequence[str]

    @property
    def has_stop(self) -> bool:
        """Whether the last answer of a session says where the work stands."""
        return notes_have(self.seen, _STOPPED)

    @property
    def is_beside(self) -> bool:
        """Whether the last session worked on something else than the caller's task or a checkpoint on purpose."""
        current = self.current
        if self.moment.task and is_other_work(drop_asides(self.past.sessions), self.moment.task):
            return True
        steps = [step.text for step in current.steps] if current else []
        return is_beside(drop_asides(self.past.sessions), current.head if current else None, steps)

    @property
    def is_watched(self) -> bool:
        """Whether nobody wrote the last checkpoint, so that the files of the sessions say as much as it does."""
        return self.current is not None and self.current.head.origin.how in AUTOMATIC and bool(self.past.files)

    @property
    def needs_evidence(self) -> bool:
        """Whether no handoff that the brief shows names the next step."""
        steps = self.current.steps if self.current else ()
        return not any(step.record.id in self.shown for step in steps)


def _begin(view: _View, tasks: Sequence[Item], goal: str) -> list[Note]:
    """The task and the goal, and what the last session left behind. Without a task it is what was asked first."""
    past = keep_asking(leave_out_parallel(view.past), view.rules)
    notes = [*aim_notes(view.moment, view.current, tasks, goal, past, view.git), *_name_seen(view)]
    if past.last and not notes_have(notes, "task", "worked on", "done", "goal"):
        notes = [*work_notes(view.moment, past, view.git), *notes]
    return drop_repeated_task(notes, view.rules)


def _name_seen(view: _View) -> list[Note]:
    """What the last session left behind, by its own task where that is another one."""
    if not view.is_beside:
        return view.seen
    return name_work(view.seen, drop_asides(view.past.sessions), with_tests=bool(view.moment.task))


def _standing_notes(view: _View, decided: Collection[str]) -> list[Note]:
    """Where the work stands by its checkpoints, and what was committed after the last session."""
    current, notes = view.current, []
    if current and not current.is_done:
        has_outcome = (view.has_stop and not view.is_beside) or view.is_watched
        state = [] if has_outcome else _state_notes(current, view.work, view.git)
        decisions = _part_notes("decided", current.decided, view.shown)
        notes += _drop_covered(state, view.seen)
        notes += _part_notes("tried", current.tried, view.shown)
        notes += [note for note in decisions if normalize_item(note.text) not in decided]
    if current:
        blockers = [item for item in current.blockers if not is_over(item, view.past) and not _is_test_run(item, view)]
        shown = " ".join([*view.rules, *(note.text for note in view.seen)])
        named = [name_error(note, view.past) for note in _part_notes("blocker", blockers, view.shown)]
        named = [note for note in named if not view.past.is_closed(note.text, note.made)]
        notes += _drop_covered(named, [*view.seen, Note(label="", text=shown)])
    notes += list_stated_blockers(view.past, view.work.stated, notes, view.moment.relative_to)
    notes += _red_checks(view, [note.text for note in notes if note.label == "blocker"])
    return notes + (list_commits_after(view.past, view.git) if view.has_stop else [])


def _red_checks(view: _View, shown: Sequence[str]) -> list[Note]:
    """The checks that failed when they were run last, which no checkpoint names any more."""
    stated = view.work.stated
    is_older = stated is not None and not is_newer(view.past, stated, view.git)
    listed = " ".join([*shown, *(note.text for note in view.seen)])
    return [
        Note(
            label="blocker",
            text=describe_failing(run),
            detail=describe_day(run.made or (session.ended if session else ""), view.moment.relative_to),
            session=session.id if session else "",
            where=view.past.name_origin(session.branch) if session else "",
        )
        for run, session in list_red_checks(view.past)
        if not (is_older and (session or run.made <= (stated.made if stated else "")))
        and not view.past.is_closed(describe_failing(run), run.made or (session.ended if session else ""))
        and f"`{one_line(run.command, 100)}`" not in listed
    ]


def _step_notes(view: _View) -> list[Note]:
    """What is next: the steps of the last session, else those of the checkpoint; and what other work has open."""
    current = view.current
    _drop_done_steps(view)
    steps = _session_steps(view.past, view.work.stated, view.git)
    notes = drop_named_steps(steps, view.seen)
    left = _steps_left(view, [step.text for step in steps])
    if view.moment.is_small:
        notes = [msgspec.structs.replace(note, text=drop_outcome(note.text)) for note in notes]
    if current and view.is_beside:
        notes = _part_notes("next", current.steps, view.shown) + name_work(notes, drop_asides(view.past.sessions))
    elif view.is_beside:
        notes = [
            msgspec.structs.replace(note, label="open step")
            for note in name_work(notes, drop_asides(view.past.sessions))
        ]
    elif current:
        is_older = bool(steps) or _is_left_behind(current, view.past)
        older = _planned_before(current, [*steps, *left], view.shown) if is_older else []
        notes += older if is_older else _part_notes("next", current.steps, view.shown)
    if not notes and (plan := "; ".join(map(one_line, list_older_plan(view.past))).replace(":; ", ": ")):
        notes.append(make_observed_note("planned before", plan, view.past, "may be done"))
    others = list_other_work(task for task in view.work.tasks if task is not current)
    return notes + left + drop_repeated(others, [*notes, *left, *view.seen])


def _steps_left(view: _View, listed: Sequence[str]) -> list[Note]:
    """The steps that sessions before the last one left open, each with its age; none that a checkpoint replaces."""
    if view.work.stated is not None and not is_newer(view.past, view.work.stated, view.git):
        return []
    checkpoints = [step.text for step in view.current.steps] if view.current and not view.past.last else []
    steps = list_older_steps(view.past, view.git, [*listed, *checkpoints])
    most = _FEW_OPEN if view.moment.is_small else max(_MOST["still open"], view.moment.budget // _ROOM_OF_STEP)
    if len(listed) >= _LISTS:
        steps = leave_out_settled(steps, view.past)[:_MOST_BESIDE]
    notes = [
        Note(
            label="still open",
            text=one.text,
            detail=describe_open(one, view.past, view.moment.relative_to),
            session=one.session.id,
            where=view.past.name_origin(one.session.branch),
        )
        for one in steps[:most]
    ]
    more = len(steps) - most
    is_told = more > 0 and not view.moment.is_small
    return notes + [Note(label=_MORE_OPEN, text=f"{more} more, `backstory suggest`")] * is_told


def _drop_done_steps(view: _View) -> None:
    """Removes the steps of checkpoints that later sessions or commits report as done, or that the talk ended."""
    for task in view.work.tasks:
        records = {step.record.id: step.record for step in task.steps}
        deeds = {ident: list_deeds_since(record, view.past, view.git) for ident, record in records.items()}
        steps = [step for step in task.steps if drop_done([step.text], deeds[step.record.id])]
        task.steps = drop_over(steps, view.past, view.git)


def _is_left_behind(current: TaskState, past: PastWork) -> bool:
    """Whether an automatic checkpoint tells of another session than the last one, which went on since."""
    origin = current.head.origin
    return origin.how in AUTOMATIC and past.last is not None and origin.session in past.ids - {past.last.id}


def _observed(
    moment: BriefRequest, past: PastWork, git: GitState, stated: Record | None, rules: Sequence[str]
) -> list[Note]:
    """What the last session left behind, as far as nothing that was stated later replaces it."""
    where = past.name_branch(find_run_branch(past))
    seen = own_tests(moment, past, git, rules)
    tests = [msgspec.structs.replace(note, where=where) for note in seen]
    if past.last is None:
        return tests
    stops = [] if stated is not None and not is_newer(past, stated, git) else stop_notes(moment, past, rules, tests)
    return [msgspec.structs.replace(note, session=past.last.id) for note in [*stops, *tests]]


def _is_test_run(blocker: WorkItem, view: _View) -> bool:
    """Whether an automatic checkpoint only named the test run that is told anyway."""
    run = last_test_run(view.past)
    command = blocker.text.split("`")[1:2]
    is_last = run is not None and bool(command) and one_line(run.command, 100) == command[0]
    return is_last and blocker.record.origin.how in AUTOMATIC and notes_have(view.seen, "last tests")


def _session_steps(past: PastWork, stated: Record | None, git: GitState) -> list[Note]:
    """The next steps that the last session named, unless a checkpoint was written after it."""
    if past.last is None or (stated is not None and not is_newer(past, stated, git)):
        return []
    steps = drop_taken(drop_done(step_texts(past), list_deeds_after_session(past, git)), past.last)
    return [make_observed_note("next", step, past) for step in steps[: _MOST["next"]]]


def _planned_before(current: TaskState, steps: Sequence[Note], shown: Collection[str]) -> list[Note]:
    """The steps of an older checkpoint that the last session did not name again, in one note."""
    next_steps = [step.text for step in steps]
    older = [item for item in current.steps if item.record.id not in shown and not repeats_step(item.text, next_steps)]
    older = [item for item in older if len(add_planned(next_steps, [item.text])) > len(next_steps)]
    if not older:
        return []
    text = "; ".join(one_line(item.text) for item in older)
    return [msgspec.structs.replace(make_note("planned before", text, older[0].record), detail="may be done")]


def _drop_covered(notes: Sequence[Note], seen: Sequence[Note]) -> list[Note]:
    """The notes whose text no other note says already."""
    covered = [word_set(note.text) for note in seen]
    return [note for note in notes if not is_covered(note.text, covered)]


def _files(moment: BriefRequest, past: PastWork, git: GitState) -> list[Note]:
    states, most = not moment.stable_first, FEW_FILES if moment.is_tight else MAX_FILES
    given = {"session": past.last.id if past.last else "", "where": past.name_branch(past.branch)}
    is_tight = moment.is_tight and not moment.is_small
    notes = file_notes(leave_out_parallel(past), git, most, states=states, is_tight=is_tight)
    return [msgspec.structs.replace(note, **given) for note in notes] + parallel_notes(past, git, states=states)


def notes_have(notes: Iterable[Note], *labels: str) -> bool:
    """Whether one of the notes has one of the labels."""
    return any(note.label in labels for note in notes)


def _state_notes(current: TaskState, work: WorkState, git: GitState) -> list[Note]:
    """Where it stands, and what git and automatic checkpoints have seen since that was written."""
    notes = _part_notes("state", [current.state] if current.state else [])
    if current.head.origin.how not in AUTOMATIC:
        notes += list_commits_since(current.head, git)
        notes += [make_note("since then", text, work.seen) for text in work.describe_seen()] if work.seen else []
    return notes


def _part_notes(label: str, texts: Sequence[WorkItem], shown: Collection[str] = ()) -> list[Note]:
    """The notes of a part, without those that a handoff in the brief says anyway."""
    unshown = [item for item in texts if item.record.id not in shown]
    return [make_note(label, item.text, item.record) for item in unshown[: _MOST.get(label)]]


def drop_repeated_evidence(statements: list[Statement], questions: Sequence[Item]) -> list[Statement]:
    """The statements without a next step by evidence that the brief tells elsewhere: as a blocker, or as a question of
    which it has more to say."""
    listed = {note.text for _, note in statements if note.label == "blocker"}
    listed |= {item.title for item in questions if item.parts}
    return [one for one in statements if not (one.note.label == "next" and one.note.detail and one.note.text in listed)]


def _priority(notes: Sequence[Note], index: int, *, is_small: bool) -> int:
    """How early a statement is shown. In a small brief the files wait: the words of the last session name some."""
    note = notes[index]
    if is_small and note.label == _EDITED:
        return _LAST
    if note.label == "next":
        return 0 if index == 0 or notes[index - 1].label != "next" else 3
    return _PRIORITIES.get(note.label, 6)
