"""Where the work stands, folded from checkpoints and handoffs by the rules of `docs/work-state.md`. Pure."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from backstory.model.record import Record
from backstory.model.text import clean_text, one_line

AUTOMATIC: Final = ("observed", "inferred")
"""Channels of checkpoints that nobody wrote on purpose."""
MAX_FOLDED: Final = 200
"""Newest checkpoints and handoffs that are folded. Older ones no longer hold."""


_SAYS: Final = ("state", "approaches", "decisions", "next", "blockers")
"""Parts that say where the work stands."""
MIN_COMMON: Final = 0.6
"""Share of the words of the shorter of two names from which both mean the same piece of work."""


class WorkItem(NamedTuple):
    """A text of a checkpoint, and the record that says it."""

    text: str
    record: Record

    @property
    def key(self) -> str:
        """The text as it is compared with others."""
        return normalize_item(self.text)


class TaskState:
    """Where one piece of work stands: what its checkpoints say and no later one has replaced or closed."""

    def __init__(self, head: Record) -> None:
        self.head = head
        """Its newest checkpoint."""
        self.state: WorkItem | None = None
        self.tried: list[WorkItem] = []
        self.decided: list[WorkItem] = []
        self.steps: list[WorkItem] = []
        self.blockers: list[WorkItem] = []

    @property
    def name(self) -> str:
        return task_name(self.head)

    @property
    def goal(self) -> str:
        return one_line(self.head.fields.get("goal", ""))

    @property
    def is_done(self) -> bool:
        return self.head.status == "done"

    @property
    def is_open(self) -> bool:
        """Whether it has a step or a blocker that nothing has closed."""
        return bool(self.steps or self.blockers)

    def take(self, checkpoint: Record) -> None:
        """Takes what a checkpoint or handoff says. Its lists replace those of before, and so does its state.

        A checkpoint `done` closes what was open before it.
        """
        if only_closes(checkpoint):
            return
        if checkpoint.kind == "checkpoint":
            self.head = checkpoint
            self.tried, self.decided = [], []
            if self.is_done:
                self.state, self.steps, self.blockers = None, [], []
        parts = checkpoint.parts
        state = parts.get("state", "")
        if isinstance(state, str) and state:
            self.state = WorkItem(clean_text(state).strip(), checkpoint)
        self.tried = _list_items(checkpoint, "approaches") or self.tried
        self.decided = _list_items(checkpoint, "decisions") or self.decided
        self.steps = _list_items(checkpoint, "next") or self.steps
        self.blockers = _list_items(checkpoint, "blockers") or self.blockers

    def close(self, finished: Iterable[str]) -> None:
        """Takes finished steps and blockers out."""
        keys = set(map(normalize_item, finished))
        self.steps = [step for step in self.steps if step.key not in keys]
        self.blockers = [blocker for blocker in self.blockers if blocker.key not in keys]


class WorkState(NamedTuple):
    """Where the work of a branch stands."""

    tasks: tuple[TaskState, ...]
    """The pieces of work, the one of the newest checkpoint first."""
    seen: Record | None
    """The newest automatic checkpoint, where no checkpoint written on purpose came after it."""

    @property
    def stated(self) -> Record | None:
        """The newest checkpoint that somebody wrote on purpose."""
        return next((task.head for task in self.tasks if task.head.origin.how not in AUTOMATIC), None)

    def describe_seen(self) -> list[str]:
        """What the newest automatic checkpoint says; nothing when it saw no change."""
        state = self.seen.parts.get("state", "") if self.seen else ""
        return [state] if isinstance(state, str) and state and state != "nothing uncommitted" else []

    def find_task(self, name: str) -> TaskState | None:
        """The piece of work that a text means: the one of that name, else the newest with a like name or goal."""
        key = normalize_item(name)
        same = [task for task in self.tasks if normalize_item(task.name) == key]
        alike = [task for task in self.tasks if _is_alike(name, task.name) or _is_alike(name, task.goal)]
        return next(chain(same, alike), None)

    def find_open(self, text: str) -> list[WorkItem]:
        """The open steps and blockers that a text means: those that say exactly it, else those that hold it."""
        everything = list(chain.from_iterable([*task.steps, *task.blockers] for task in self.tasks))
        texts = match_items([item.text for item in everything], text)
        return [item for item in everything if item.text in texts]


def match_items(items: Sequence[str], text: str) -> list[str]:
    """The steps and blockers that a text means: those that say exactly it, else those that hold it."""
    key = normalize_item(text)
    same = [item for item in items if normalize_item(item) == key]
    return same or [item for item in items if key and key in normalize_item(item)]


def fold_checkpoints(checkpoints: Sequence[Record]) -> WorkState:
    """Where the work stands by these checkpoints and handoffs, newest first."""
    recent = checkpoints[:MAX_FOLDED]
    states = [one for one in recent if not only_closes(one)]
    tasks: dict[str, TaskState] = {}
    for checkpoint in reversed(recent):
        if checkpoint.origin.how not in AUTOMATIC:
            _fold(tasks, checkpoint)
    seen = states[0] if states and states[0].origin.how in AUTOMATIC else None
    if not tasks and seen:
        _fold(tasks, seen)
        for task in tasks.values():
            task.close(key for key, made in list_closed(recent) if made >= seen.made)
    return WorkState(tuple(reversed(tasks.values())), seen)


def _fold(tasks: dict[str, TaskState], checkpoint: Record) -> None:
    """Folds one checkpoint or handoff into the pieces of work, which are in the order of their newest checkpoints."""
    finished = [item.text for item in _list_items(checkpoint, "done")]
    key = normalize_item(task_name(checkpoint))
    if only_closes(checkpoint) and key not in tasks and key in map(normalize_item, finished):
        pass  # a step that a session left: nothing is said about where the work stands
    elif checkpoint.kind == "checkpoint":
        task = tasks.pop(key, None) or TaskState(checkpoint)
        tasks[key] = task
        task.take(checkpoint)
    elif tasks:
        tasks[next(reversed(tasks))].take(checkpoint)
    else:
        tasks[""] = TaskState(checkpoint)
        tasks[""].take(checkpoint)
    for task in tasks.values():
        task.close(finished)


def only_closes(checkpoint: Record) -> bool:
    """Whether a checkpoint says nothing but that steps or blockers are done."""
    is_written = checkpoint.kind == "checkpoint" and checkpoint.origin.how not in AUTOMATIC
    if not is_written or checkpoint.status in ("done", "blocked"):
        return False
    return bool(checkpoint.parts.get("done")) and not any(checkpoint.parts.get(part) for part in _SAYS)


def list_closed(checkpoints: Iterable[Record]) -> tuple[tuple[str, str], ...]:
    """The steps and blockers that checkpoints name as done, as they are compared, each with when that was."""
    return tuple((item.key, checkpoint.made) for checkpoint in checkpoints for item in _list_items(checkpoint, "done"))


def task_name(checkpoint: Record) -> str:
    """The task of a checkpoint, without the mark of an automatic one. A handoff has none."""
    if checkpoint.kind != "checkpoint":
        return ""
    title = one_line(checkpoint.title)
    return title.rpartition("] ")[2] if checkpoint.origin.how in AUTOMATIC and title.startswith("[") else title


def normalize_item(text: str) -> str:
    """A text as it is compared: on one line, in lower case, without the full stop."""
    return one_line(text).lower().rstrip(".")


def _list_items(checkpoint: Record, part: str) -> list[WorkItem]:
    value = checkpoint.parts.get(part, [])
    items = [value] if isinstance(value, str) else value
    return [WorkItem(clean_text(item).strip(), checkpoint) for item in items if item.strip()]


def _is_alike(one: str, other: str) -> bool:
    """Whether the shorter of two texts has most of its words in the other one, and more than one of them."""
    from backstory.model.similarity import word_set

    words, others = word_set(one), word_set(other)
    common = len(words & others)
    return common > 1 and common >= MIN_COMMON * min(len(words), len(others))
