"""Answers the events that an agent waits for, where the hook process could not: see `hook.answers`."""

from typing import TYPE_CHECKING

from backstory.base import deliveries
from backstory.base.dialect import find_dialect
from backstory.hook.answers import BY_FILE, FRESH, RESUMED, greet
from backstory.hook.deferred import defer_text
from backstory.hook.receipt import note_given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.agents.base import HookInput
    from backstory.api import AgentBrief, Memory

ATTEMPTS = 3
"""How often a prompt is answered from the index before it goes without an answer: other processes may change it."""


def answer_event(memory: "Memory", agent: str, call: "HookInput", *, defers: bool = False) -> tuple[str, str]:
    """(the text for the agent's context, what the person reads); empty for none.

    With `defers` the agent takes no text at this event, and the text waits for a later one.
    """
    if call.event == "prompt":
        return answer_prompt(memory, agent, call, defers=defers), ""
    if call.event == "subagent-start":
        brief, fields = compose(memory, agent)
        text, fields = _replace_brief(memory, agent, brief.text, fields)
        return _give(memory, agent, call, text, brief.ids, fields, defers=defers), ""
    if call.event == "session-start":
        from backstory.worker.other_sessions import take_in_others

        earlier_brief = _read_held(memory, agent) if _is_fresh(agent, call) else ""
        take_in_others(memory, call.session)
        return answer_start(memory, agent, call, earlier_brief, defers=defers)
    return "", ""


def answer_start(
    memory: "Memory", agent: str, call: "HookInput", earlier_brief: str = "", *, defers: bool = False
) -> tuple[str, str]:
    """The brief for a session that starts, and for one that goes on what has changed since it had its own.

    The second value is what the person reads. `earlier_brief` is the brief that the agent has read in its instruction
    file: it is noted as given, and not given again.
    """
    brief, fields = compose(memory, agent)
    text, ids = brief.text, list(brief.ids)
    changes = None
    marks = deliveries.read_seen(deliveries.seen_file(memory.project.private, call.session))
    resumes = call.source in find_dialect(agent)[1].RESUMES and any(mark.startswith(deliveries.BRIEF) for mark in marks)
    if resumes:
        from backstory.hook.changes import list_changes

        changes = list_changes(fields, memory.project.private, marks, call.session)
        text, ids = changes or (text, ids)
    greeting = greet(fields) if _is_fresh(agent, call) else ""
    if text and text == earlier_brief:
        _give(memory, agent, call, text, ids, fields, marks, BY_FILE)
        return "", greeting
    if changes is None:
        text, fields = _replace_brief(memory, agent, text, fields)
    return _give(memory, agent, call, text, ids, fields, marks, RESUMED if resumes else "", defers=defers), greeting


def answer_prompt(memory: "Memory", agent: str, call: "HookInput", *, defers: bool = False) -> str:
    """The records that are relevant to a prompt, by the same search and the same threshold as in the hook process.

    Where the conversation holds no brief, or none any more after a compaction, the brief comes before them.
    """
    from backstory.worker.prompt_answer import answer_from_index

    project = memory.project
    start = ""
    if deliveries.BRIEF_LOST in deliveries.read_seen(deliveries.seen_file(project.private, call.session)):
        deliveries.forget_seen(deliveries.seen_file(project.private, call.session))
        start = answer_start(memory, agent, call, defers=defers)[0]
    index = memory.fresh()
    for _ in range(ATTEMPTS):
        answer = index.run(lambda con: answer_from_index(con, project.root, project.private, call.session, call.prompt))
        if answer is not None:
            break
        index = memory.renewed()
    text, ids = answer or ("", [])
    marks = deliveries.read_seen(deliveries.seen_file(project.private, call.session))
    return "\n".join(filter(None, (start, _give(memory, agent, call, text, ids, {}, marks, defers=defers))))


def compose(memory: "Memory", agent: str) -> "tuple[AgentBrief, dict[str, str]]":
    """(the brief of an agent, its fields as a refresh prepares them)."""
    from backstory.api import compose_agent_brief
    from backstory.base.discovery import find_project
    from backstory.base.fingerprint import state_fingerprint
    from backstory.deliver.prepared import State, format_fields
    from backstory.deliver.surfaces import to_prepared

    project = find_project(memory.project.root, home=memory.environ.get("HOME", ""))
    stamp = state_fingerprint(project, memory.project.home) if project else ""
    brief = compose_agent_brief(memory, agent)
    state = State(stamp, changed=brief.changed)
    return brief, format_fields(memory.project, state, to_prepared(memory, brief), memory.gate)


def _is_fresh(agent: str, call: "HookInput") -> bool:
    """Whether a session starts whose agent has just read its instruction files."""
    return (call.source or (FRESH[0] if find_dialect(agent)[1].STARTS_NEW_ONLY else "")) in FRESH


def _read_held(memory: "Memory", agent: str) -> str:
    """The prepared brief of an agent, if its instruction file holds it; empty if not."""
    from backstory.base.discovery import find_project
    from backstory.hook.instruction_files import holds_brief
    from backstory.hook.prepared import find_prepared

    location = find_project(memory.project.root, home=memory.environ.get("HOME", ""))
    if location is None:
        return ""
    fields = find_prepared(str(memory.project.private), location, agent)
    return fields["text"] if fields and holds_brief(find_dialect(agent)[1], location.root, fields) else ""


def _replace_brief(memory: "Memory", agent: str, text: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    """A brief and its fields, with a line on the older brief that an instruction file holds."""
    from backstory.base.discovery import find_project
    from backstory.hook.instruction_files import replace_brief

    location = find_project(memory.project.root, home=memory.environ.get("HOME", ""))
    if location is None:
        return text, fields
    return replace_brief(find_dialect(agent)[1], location, memory.project.home, text, fields)


def _give(
    memory: "Memory", agent: str, call: "HookInput", text: str, ids: "Sequence[str]", fields: dict[str, str],
    marks: "set[str] | frozenset[str]" = frozenset(),
    moment: str = "", *, defers: bool = False,
) -> str:  # fmt: skip
    """Notes a text as given, and returns it. With `defers` it waits, and is noted when the agent gets it."""
    if text and defers:
        defer_text(memory.project.private, call.session, text, list(ids), moment or call.event, fields or None)
        return ""
    if text:
        note_given(memory.project.private, text, ids, agent=agent, session=call.session, moment=moment or call.event,
                   subagent=call.subagent, fields=fields, marks=marks)  # fmt: skip
    return text
