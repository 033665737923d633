"""Writes checkpoints and handoffs, which describe work in progress."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.current import find_current_task, find_goal, git_parts, read_work
from backstory.memory.kernel.prepare import split_title
from backstory.memory.verbs.remember import remember
from backstory.memory.verbs.tasks import end_task, find_unfinished_task
from backstory.model.errors import Invalid, NotFound
from backstory.model.record import Draft, Link, Record, compose_body
from backstory.model.text import one_line
from backstory.recall.past.work_state import AUTOMATIC, TaskState, WorkState, match_items, normalize_item
from backstory.recall.text.addressees import EVERYBODY, is_for

if TYPE_CHECKING:
    from backstory.memory.kernel.writer import Remembered

_OUTCOMES: Final = {"failed": "failed", "did not work": "failed", "didn't work": "failed", "does not work": "failed",
                    "doesn't work": "failed", "worked": "worked", "works": "worked"}  # fmt: skip
_SAYS_OUTCOME: Final = re.compile(
    rf"^(?P<what>.{{3,}}?)\s*(?:[-–—:,;]|\()\s*(?P<how>{'|'.join(_OUTCOMES)})\)?[.!]?$", re.IGNORECASE | re.DOTALL
)


def write_checkpoint(
    workspace: Catalog,
    task: str = "",
    *,
    goal: str = "",
    state: str = "",
    approaches: Sequence[str] = (),
    decisions: Sequence[str] = (),
    next_steps: Sequence[str] = (),
    blockers: Sequence[str] = (),
    done: Sequence[str] = (),
    status: str = "",
    tags: Sequence[str] = (),
    fields: Mapping[str, str] | None = None,
    scope: str = "",
) -> "Remembered":
    """Writes a checkpoint. Its approaches and decisions also become records of their own, linked to it.

    Without a task the work at hand goes on under its name. `done` names open steps and blockers by their text or a part
    of it; the status `done` ends the task of that name. Raises `NotFound` for a step that is not open, and `Invalid`
    where a text means several.
    """
    clean = workspace.gate.clean  # before titles are split off: half a secret is not recognised
    task, goal, state = clean(task), clean(goal), clean(state)
    approaches, decisions = [clean(text) for text in approaches], [clean(text) for text in decisions]
    work = read_work(workspace) if done or not task else WorkState((), None)
    listed = _list_open(workspace, work) if done else []
    finished = [_find_step(listed, clean(text)) for text in done]
    parts: dict[str, str | list[str]] = {
        "state": state,
        "approaches": list(approaches),
        "decisions": list(decisions),
        "next": list(next_steps),
        "blockers": list(blockers),
        "done": finished,
    }
    headline = next((text for text in (state, *next_steps, *decisions, *approaches, *blockers) if text), "")
    only_closes = bool(finished) and not (headline or status)
    task = task or _name_work(workspace, work, finished, only_closes=only_closes) or headline
    parts |= git_parts(workspace)
    checkpoint = remember(
        workspace,
        Draft(
            kind="checkpoint",
            title=task,
            body=compose_body("checkpoint", parts),
            status=status,
            tags=list(tags),
            fields={**(fields or {}), "goal": goal or find_goal(workspace)},
        ),
        scope=scope,
        dedupe=False,
    )
    _remember_parts(workspace, checkpoint.record.id, approaches, decisions, list(tags), scope)
    if status == "done":
        _end_task(workspace, checkpoint.record.title)
    return checkpoint


def _remember_parts(
    workspace: Catalog,
    checkpoint: str,
    approaches: Sequence[str],
    decisions: Sequence[str],
    tags: list[str],
    scope: str,
) -> None:
    """Writes the approaches and decisions of a checkpoint as records of their own."""
    link = Link("part_of", checkpoint)
    for text in approaches:
        title, outcome = _split_outcome(text)
        title, body = split_title(title)
        fields = {"outcome": outcome} if outcome else {}
        draft = Draft(kind="attempt", title=title, body=body, tags=list(tags), links=[link], fields=fields)
        _remember_once(workspace, draft, scope)
    for text in decisions:
        title, body = _split_reason(text)
        _remember_once(workspace, Draft(kind="decision", title=title, body=body, tags=list(tags), links=[link]), scope)


_OPEN: Final = ("next", "still open", "open step", "blocker", "open blocker", "open point")
"""Labels of the open steps, blockers and questions in a brief."""


def _list_open(workspace: Catalog, work: WorkState) -> list[str]:
    """The open steps and blockers of checkpoints, and those that a brief lists, as they were written."""
    from backstory.memory.work.work_now import read_work_now  # it loads what a brief is made from

    notes = read_work_now(workspace).notes
    listed = [item.text for task in work.tasks for item in (*task.steps, *task.blockers)]
    listed += [note.text for note in notes if note.label in _OPEN]
    listed += [step for note in notes if note.label == "planned before" for step in note.text.split("; ")]
    return list({normalize_item(text): text for text in reversed(listed)}.values())[::-1]


def _find_step(listed: Sequence[str], text: str) -> str:
    """The open step or blocker that a text means: the one that says exactly it, else the one that holds it."""
    matches = match_items(listed, text)
    if not matches:
        raise NotFound(f"no open step or blocker matches `{one_line(text, 60)}`", hint=_suggest_steps(listed))
    if len(matches) > 1:
        raise Invalid(f"`{one_line(text, 60)}` matches several open steps", hint=_suggest_steps(matches))
    return matches[0]


def _suggest_steps(steps: Sequence[str]) -> str:
    """The hint that names the steps that could have been meant."""
    if not steps:
        return '`backstory checkpoint --next "a step"` names one'
    # a part of the step does, and what stands in the hint is pasted into a shell: nothing in it may run
    first = max(_SHELL_SIGNS.split(one_line(steps[0], 60)), key=len).strip()
    others = [one_line(step, 60).replace('"', "'") for step in steps[1:5]]
    return f'`backstory checkpoint --done "{first}"`' + (f"; also open: {'; '.join(others)}" if others else "")


_SHELL_SIGNS: Final = re.compile(r'[`$"\\!]+')
"""Signs that a shell reads within double quotes."""


def _name_work(workspace: Catalog, work: WorkState, finished: Sequence[str], *, only_closes: bool) -> str:
    """The name of the work that goes on: of the finished step, of the newest checkpoint, or of the open task. Steps
    that sessions left have none: their checkpoint has the name of the step."""
    keys = set(map(normalize_item, finished))
    owners = [task for task in work.tasks if any(item.key in keys for item in (*task.steps, *task.blockers))]
    stated = [task for task in owners if task.head.origin.how not in AUTOMATIC]
    if only_closes and not stated:
        return finished[0]
    current = [task for task in (*owners, *work.tasks[:1]) if task.name and not task.is_done]
    if current:
        return current[0].name
    task = find_current_task(workspace)
    return task.title if task else ""


def _end_task(workspace: Catalog, title: str) -> None:
    """Ends the task of this name, where one is open."""
    task = find_unfinished_task(workspace, title)
    if task is not None:
        end_task(workspace, task.id)


def _split_outcome(text: str) -> tuple[str, str]:
    """Splits `tried X - failed` into what was tried and how it went; the outcome is empty where the text says none."""
    match = _SAYS_OUTCOME.match(text.strip())
    what = match["what"].rstrip() if match else text
    outcome = _OUTCOMES[match["how"].lower()] if match else ""
    return (what[6:] if outcome and what[:6].lower() == "tried " else what), outcome


def _remember_once(workspace: Catalog, draft: Draft, scope: str) -> None:
    """Writes an attempt or a decision of a checkpoint, unless a visible record says it already."""
    old = _find_same(workspace, draft)
    outcome = draft.fields.get("outcome", "")
    if old is None or (draft.body and draft.body != old.body):
        remember(workspace, draft, scope=scope)
    elif outcome and outcome != old.fields.get("outcome", ""):
        draft.links = [*draft.links, Link("supersedes", old.id)]
        remember(workspace, draft, scope=scope)


def _find_same(workspace: Catalog, draft: Draft) -> Record | None:
    """The visible record of the same kind and title."""
    hits = workspace.recall(one_line(draft.title), limit=8, kinds=(draft.kind,))
    rows = [hit.row for hit in hits if normalize_item(hit.row.record.title) == normalize_item(draft.title)]
    return next((row.record for row in rows if not (row.foreign or row.superseded_by)), None)


class _Passed(NamedTuple):
    """What a handoff takes over from the work at hand. `later` are the parts that sessions after the source left."""

    parts: dict[str, str | list[str]]
    source: Record | None
    later: tuple[str, ...] = ()


def write_handoff(
    workspace: Catalog,
    to: str,
    message: str,
    *,
    goal: str = "",
    state: str = "",
    next_steps: Sequence[str] = (),
    blockers: Sequence[str] = (),
    decisions: Sequence[str] = (),
    fields: Mapping[str, str] | None = None,
    scope: str = "",
) -> "Remembered":
    """Writes a checkpoint addressed to `to`, or to whoever comes next. Missing parts come from the work at hand.

    The default scope is the team's where the project keeps its memory in the repository, else private. Raises
    `Invalid`.
    """
    if not message.strip():
        raise Invalid("no message given for the handoff", hint='`backstory handoff alice "auth flow is 80 % done"`')
    # Redacted before a title is made of them: half a secret is not recognised.
    to, message = one_line(workspace.gate.clean(to)), workspace.gate.clean(message)
    to = "" if to.lower().lstrip("@") in EVERYBODY else to
    parts: dict[str, str | list[str]] = {
        "message": message,
        "state": state,
        "decisions": list(decisions),
        "next": list(next_steps),
        "blockers": list(blockers),
    }
    work = read_work(workspace)
    current = next((task for task in work.tasks[:1] if not task.is_done), None)
    goal = goal or (current.goal if current else "") or find_goal(workspace)
    is_team = workspace.settings.get("memory.scope") == "team" and not workspace.project.sparse
    scope = scope or ("team" if is_team else "private")
    passed = _pass_on(parts, current, _read_later_work(workspace), is_private=scope == "private")
    remembered = remember(
        workspace,
        Draft(
            kind="handoff",
            title=f"For {to or 'whoever comes next'}: {one_line(message, 100)}",
            body=compose_body("handoff", passed.parts | git_parts(workspace)),
            fields={**(fields or {}), "to": to, "goal": goal},
            links=[Link("derived_from", passed.source.id)] if passed.source else [],
        ),
        scope=scope,
        dedupe=False,
    )
    return remembered._replace(notes=(*remembered.notes, *_handoff_notes(remembered.record, passed)))


def _read_later_work(workspace: Catalog) -> dict[str, str | list[str]]:
    """What sessions after the newest checkpoint left, as a brief of this moment says it; empty without any."""
    from backstory.memory.work.work_now import read_work_now  # it loads what a brief is made from

    notes = read_work_now(workspace).notes
    ended = [note.text for note in notes if note.label == "last session ended with"]
    if not ended or any(note.label == "state" for note in notes):
        return {}
    return {
        "state": " ".join(ended),
        "next": [note.text for note in notes if note.label in ("next", "still open")],
        "blockers": [note.text for note in notes if note.label in ("blocker", "open blocker")],
    }


def _pass_on(
    parts: dict[str, str | list[str]],
    current: TaskState | None,
    later: dict[str, str | list[str]],
    *,
    is_private: bool,
) -> _Passed:
    """Fills the parts that a handoff leaves out from the work at hand.

    What sessions left later takes the place of a checkpoint's parts. Nobody said that for others: a handoff in the
    repository holds neither.
    """
    own: dict[str, str | list[str]]
    if later:
        own = {"decisions": [item.text for item in current.decided] if current else []}
        own |= later if is_private else {}
        filled = {name: value or own.get(name, value) for name, value in parts.items()}
        left = tuple(name for name, value in later.items() if value and not parts[name])
        return _Passed(filled, current.head if current else None, left)
    if current is None:
        return _Passed(parts, None)
    own = {
        "state": current.state.text if current.state else "",
        "decisions": [item.text for item in current.decided],
        "next": [item.text for item in current.steps],
        "blockers": [item.text for item in current.blockers],
    }
    return _Passed({name: value or own.get(name, value) for name, value in parts.items()}, current.head)


def _handoff_notes(handoff: Record, passed: _Passed) -> list[tuple[str, str]]:
    """Warnings for the writer of a handoff: who can read it, and what was included or left out."""
    to, source = handoff.fields.get("to", ""), passed.source
    if passed.later and handoff.scope != "private":
        message = "sessions went on after your last checkpoint, so where the work stands is left out"
        return [(message, "say it yourself: `backstory handoff` takes `--state`, `--next-steps` and `--blockers`")]
    if handoff.scope == "team" and source is not None and source.scope != "team":
        message = f"it holds the state of your private checkpoint {source.short}, for everybody with the repository"
        return [(message, f"`backstory show {handoff.short}` shows it")]
    if handoff.scope == "private" and to and not is_agent_name(to):
        message = f"it is private: {to} reads it once it is in the repository"
        return [(message, f"`backstory share {handoff.short}` puts it there")]
    return []


def is_agent_name(name: str) -> bool:
    """Whether a name is that of a coding agent."""
    from backstory.base.agent_table import AGENTS

    return name.strip().lower() in {agent[0] for agent in AGENTS}


def find_sent_handoffs(workspace: Catalog) -> list[Record]:
    """Returns the open handoffs that the person here has addressed to others, newest first."""
    author, agent = workspace.git.author(), workspace.channel.agent
    rows = workspace.fresh().rows(kinds=("handoff",), statuses=("open",))
    own = [row.record for row in rows if row.record.origin.author == author and not row.superseded_by]
    return [record for record in own if not is_for(record.fields.get("to", ""), author, agent)]


def _split_reason(text: str) -> tuple[str, str]:
    """Splits `chose X because Y` into a title and the reason. Without such a word the whole text is the title."""
    title, body = split_title(text)
    if body:
        return title, body
    for word in (" because ", " since ", " so that "):
        head, separator, tail = title.partition(word)
        if separator and len(head) >= 8 and len(tail) >= 8:
            reason = tail[:1].upper() + tail[1:] if word == " because " else f"{word.strip().capitalize()} {tail}"
            return head.rstrip(" ,;"), reason
    return title, body
