"""Starts and closes sessions and adds events, for agents without hooks and transcripts."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from backstory.agents.turns import Role, Turn
from backstory.capture.digest import extend_session
from backstory.memory.answers.sessions import find_last_session, find_session, list_kept_turns
from backstory.memory.intake.candidates import extract_records
from backstory.memory.intake.ingest import session_lock
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import Invalid, NotFound
from backstory.model.event import Event
from backstory.model.session import Session

ROLES: Final = ("user", "assistant", "tool", "system")
KINDS: Final = ("prompt", "reply", "tool", "edit", "command", "error", "note")
"""Kinds of events that can be added."""
_KIND_OF_ROLE: Final = {"user": "prompt", "assistant": "reply", "tool": "tool", "system": "note"}
_ROLE_OF_KIND: Final = {
    **{kind: role for role, kind in _KIND_OF_ROLE.items()}, "edit": "tool", "command": "tool", "error": "tool",
}  # fmt: skip


def start_session(
    workspace: Catalog, agent: str = "", *, goal: str = "", tags: Sequence[str] = (), ident: str = "", parent: str = ""
) -> Session:
    """Starts a session and returns it. Its id has the agent, the time and a random part, unless one is given.

    It follows the last session of this branch, or `parent`. Raises Invalid for an id that is taken, NotFound for a
    parent that does not exist.
    """
    agent = agent or workspace.channel.agent or "cli"
    stamp = workspace.stamp()
    ident = ident or f"{agent}-{stamp.replace('-', '').replace(':', '')}-{workspace.new_id()[-6:].lower()}"
    former = find_session(workspace, parent) if parent else find_last_session(workspace)
    commit, branch = workspace.head
    session = Session(
        id=ident,
        agent=agent,
        title=goal,
        started=stamp,
        ended=stamp,
        branch=branch,
        commit=commit[:12],
        parent=former.id if former and parent else "",
        previous=former.id if former else "",
    )
    return _write_new(workspace, session, {"why": "by hand", "goal": goal, "tags": list(tags)})


def _write_new(workspace: Catalog, session: Session, data: dict[str, object]) -> Session:
    """Writes a session that begins, and the event of its start. Raises Invalid for an id that is taken."""
    with session_lock(workspace, session.id):
        if workspace.sessions.get(session.agent, session.id) is not None:
            hint = f"`backstory session show {session.id}`"
            raise Invalid(f"a session `{session.id}` already exists", hint=hint)
        written = workspace.sessions.write(session)
        _append(workspace, written, "session.start", {name: value for name, value in data.items() if value})
    return written


def close_session(workspace: Catalog, ref: str) -> Session:
    """Ends a session and returns it. Raises NotFound, Ambiguous.

    Records are made of one without a transcript; those of others were made when it was taken in.
    """
    ident = find_session(workspace, ref)
    with session_lock(workspace, ident.id):
        former = workspace.sessions.get(ident.agent, ident.id) or ident
        closed = msgspec.structs.replace(former, closed=True)
        written = workspace.sessions.write(closed, former)
        _append(workspace, written, "session.end", {"why": "by hand"})
    if not written.source:
        extract_records(workspace, list_kept_turns(written), session=written.id, agent=written.agent)
    return written


def add_event(
    workspace: Catalog,
    session: str,
    text: str,
    *,
    role: str = "",
    kind: str = "",
    refs: Sequence[str] = (),
    fields: Mapping[str, str] | None = None,
) -> Event:
    """Adds an event to the journal of a session, and to the session what it says. Raises NotFound for no session."""
    role = role or _ROLE_OF_KIND.get(kind, "user")
    if role not in ROLES:
        raise Invalid(f"no role `{role}`", hint=f"roles are {', '.join(ROLES)}")
    kind = kind or _KIND_OF_ROLE[role]
    _read_code((fields or {}).get("exit_code"))
    target = _find_session_to_extend(workspace, session)
    with session_lock(workspace, target.id):
        former = workspace.sessions.get(target.agent, target.id) or target
        data: dict[str, object] = {"role": role, "text": text, "refs": list(refs), **(fields or {})}
        event = _append(workspace, former, kind, {name: value for name, value in data.items() if value})
        turns = _list_turns(event, role, text, refs)
        extended = extend_session(former, turns, roots=(workspace.project.root,), clean=workspace.gate.clean)
        workspace.sessions.write(extended, former)
    return event


def _find_session_to_extend(workspace: Catalog, ref: str) -> Session:
    try:
        return find_session(workspace, ref)
    except NotFound as problem:
        raise NotFound(str(problem), hint="start one: `backstory session new --goal TEXT`") from problem


def _list_turns(event: Event, role: str, text: str, refs: Sequence[str]) -> list[Turn]:
    """The turns that an event stands for: of a command with its exit code or its output, the call and its result."""
    if event.kind == "command":
        code, output = event.data.get("exit_code"), str(event.data.get("output", ""))
        call = Turn("tool", "", time=event.made, command=text, action="command", call=event.id)
        if code is None and not output:
            return [call]
        return [call, Turn("result", output, time=event.made, call=event.id, exit_code=_read_code(code))]
    if event.kind == "edit":
        return [Turn("tool", "", time=event.made, edits=tuple(refs or [text]), action="edit")]
    as_role: Role = "user" if role == "user" else "assistant" if role == "assistant" else "tool"
    return [Turn(as_role, text if as_role != "tool" else "", time=event.made, tool=role)]


def _read_code(value: object) -> int | None:
    """The exit code of a field; None without one. Raises Invalid."""
    if value is None:
        return None
    try:
        return int(str(value))
    except ValueError:
        raise Invalid(f"`exit_code={value}` is no number", hint="`--field exit_code=1`") from None


def _append(workspace: Catalog, session: Session, kind: str, data: dict[str, object]) -> Event:
    event = Event(
        id=workspace.new_id(),
        kind=kind,
        session=session.id,
        agent=session.agent,
        made=workspace.stamp(),
        data=data,
    )
    return workspace.journal.append(event)
