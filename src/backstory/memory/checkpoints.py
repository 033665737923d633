"""Work in progress: checkpoints, handoffs, the goal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.memory.current import find_goal, find_latest_checkpoint, git_parts
from backstory.model.errors import Invalid
from backstory.model.kinds import KINDS
from backstory.model.record import Draft, Link, compose_body
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.memory.writer import Remembered


def write_checkpoint(
    workspace: Catalog,
    task: str,
    *,
    goal: str = "",
    state: str = "",
    approaches: Sequence[str] = (),
    decisions: Sequence[str] = (),
    next_steps: Sequence[str] = (),
    blockers: Sequence[str] = (),
    status: str = "",
    tags: Sequence[str] = (),
    scope: str = "",
) -> "Remembered":
    """Keeps where the work stands. Approaches become attempts and decisions become decisions, linked to it."""
    from backstory.memory.remember import remember

    clean = workspace.gate.clean  # before titles are cut out of it
    task, goal, state = clean(task), clean(goal), clean(state)
    approaches, decisions = [clean(t) for t in approaches], [clean(t) for t in decisions]
    parts: dict[str, str | list[str]] = {
        "state": state,
        "approaches": list(approaches),
        "decisions": list(decisions),
        "next": list(next_steps),
        "blockers": list(blockers),
    }
    parts |= git_parts(workspace)
    done = remember(
        workspace,
        Draft(
            kind="checkpoint",
            title=task,
            body=compose_body("checkpoint", parts),
            status=status,
            tags=list(tags),
            fields={"goal": goal or find_goal(workspace)},
        ),
        scope=scope,
        dedupe=False,
    )
    link = Link("part_of", done.record.id)
    for kind, texts in (("attempt", approaches), ("decision", decisions)):
        for text in texts:
            title, body = _headline(text)
            remember(workspace, Draft(kind=kind, title=title, body=body, tags=list(tags), links=[link]), scope=scope)
    return done


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
    scope: str = "",
) -> "Remembered":
    """A checkpoint addressed to `to`. What is not given comes from the latest checkpoint of this branch.

    It goes to the team scope unless it is told otherwise: whoever it is for has to be able to see it.
    """
    from backstory.memory.remember import remember

    if not to.strip() or not message.strip():
        raise Invalid(
            "a handoff names somebody and says something", hint='`backstory handoff alice "auth flow is 80 % done"`'
        )
    to, message = workspace.gate.clean(to), workspace.gate.clean(message)  # before a title is cut out of them
    last = find_latest_checkpoint(workspace)
    known = last.parts if last else {}
    parts: dict[str, str | list[str]] = {
        "message": message,
        "state": state or known.get("state", ""),
        "decisions": list(decisions) or known.get("decisions", []),
        "next": list(next_steps) or known.get("next", []),
        "blockers": list(blockers) or known.get("blockers", []),
    }
    parts |= git_parts(workspace)
    title = f"For {one_line(to)}: {one_line(message, 100)}"
    goal = goal or (last.fields.get("goal", "") if last else "") or find_goal(workspace)
    links = [Link("derived_from", last.id)] if last else []
    return remember(
        workspace,
        Draft(
            kind="handoff",
            title=title,
            body=compose_body("handoff", parts),
            fields={"to": one_line(to), "goal": goal},
            links=links,
        ),
        scope=scope or "team",
        dedupe=False,
    )


def _headline(text: str) -> tuple[str, str]:
    """`chose X because Y` -> title and why, where the sentence itself says so; else the whole text is the title."""
    from backstory.memory.prepare import split_title

    title, body = split_title(text)
    if not body:
        for word in (" because ", " since ", " so that "):
            head, found, tail = title.partition(word)
            if found and len(head) >= 8 and len(tail) >= 8:
                return head.rstrip(" ,;"), (
                    word.strip().capitalize() + " " + tail if word != " because " else tail[:1].upper() + tail[1:]
                )
    return title, body


def loaded_kinds() -> tuple[str, ...]:
    """Kinds that a brief may hold."""
    return tuple(k.name for k in KINDS.values() if k.loaded)
