"""Writes checkpoints and handoffs, which describe work in progress."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.memory.current import find_goal, find_latest_checkpoint, git_parts
from backstory.memory.prepare import split_title
from backstory.memory.remember import remember
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
    """Writes a checkpoint. Its approaches and decisions also become records of their own, linked to it."""
    clean = workspace.gate.clean  # before titles are split off: half a secret is not recognised
    task, goal, state = clean(task), clean(goal), clean(state)
    approaches, decisions = [clean(text) for text in approaches], [clean(text) for text in decisions]
    parts: dict[str, str | list[str]] = {
        "state": state,
        "approaches": list(approaches),
        "decisions": list(decisions),
        "next": list(next_steps),
        "blockers": list(blockers),
    }
    parts |= git_parts(workspace)
    checkpoint = remember(
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
    link = Link("part_of", checkpoint.record.id)
    for kind, texts in (("attempt", approaches), ("decision", decisions)):
        for text in texts:
            title, body = _split_reason(text)
            remember(workspace, Draft(kind=kind, title=title, body=body, tags=list(tags), links=[link]), scope=scope)
    return checkpoint


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
    """Writes a checkpoint addressed to `to`. Missing parts come from the latest checkpoint of this branch.

    The default scope is the team's, because the addressee has to see it. Raises `Invalid`.
    """
    if not to.strip() or not message.strip():
        raise Invalid(
            "a handoff names somebody and says something", hint='`backstory handoff alice "auth flow is 80 % done"`'
        )
    # Redacted before a title is made of them: half a secret is not recognised.
    to, message = workspace.gate.clean(to), workspace.gate.clean(message)
    parts: dict[str, str | list[str]] = {
        "message": message,
        "state": state,
        "decisions": list(decisions),
        "next": list(next_steps),
        "blockers": list(blockers),
    }
    links: list[Link] = []
    last = find_latest_checkpoint(workspace)
    if last:
        parts = {name: value or last.parts.get(name, value) for name, value in parts.items()}
        goal = goal or last.fields.get("goal", "")
        links = [Link("derived_from", last.id)]
    parts |= git_parts(workspace)
    title = f"For {one_line(to)}: {one_line(message, 100)}"
    goal = goal or find_goal(workspace)
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


def loaded_kinds() -> tuple[str, ...]:
    """Returns the kinds of records that a brief may show."""
    return tuple(kind.name for kind in KINDS.values() if kind.loaded)
