"""Answers the events that an agent waits for: the start of a session or a sub-agent, a prompt, a file at hand.

What is given is noted: in the list of the session, so that it does not come twice, and as a receipt.
"""

import os
import time

from backstory.base import deliveries
from backstory.base.dialect import choose_replies, cut_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from backstory.base.dialect import Dialect
    from backstory.base.discovery import ProjectLocation

    class Call(Protocol):
        """What of `process.Call` an answer needs."""

        agent: str
        dialect: Dialect
        event: str
        payload: bytes
        fields: dict[str, str]
        session: str

        def field(self, name: str) -> str: ...

        @property
        def answers_locally(self) -> bool: ...


FRESH = ("startup", "new", "clear")
"""Sources of a session whose agent has just read its instruction files.

An agent that resumes or compacts a session may still have an older state of them in its context.
"""
AGES = ((86_400, "day"), (3_600, "hour"), (60, "minute"))
"""Seconds of the units in which the age of the last session is told."""
RESUMED = "resume"
"""The moment of what has changed since a session, which goes on, was given its brief."""
BY_FILE = "instruction-file"
"""The moment of a brief that the agent has read in its instruction file."""


def answer_event(call: "Call", location: "ProjectLocation", home: str) -> None:
    """Answers an event, or continues as the worker, which does."""
    if call.event == "session-start":
        _answer_session_start(call, location, home)
    elif call.event == "subagent-start":
        _answer_subagent_start(call, location, home)
    elif call.event == "prompt":
        _answer_prompt(call, location, home)
    else:
        _answer_tool(call, location, home)


def _answer_session_start(call: "Call", location: "ProjectLocation", home: str) -> None:
    """Prints the prepared brief; continues as the worker without one, and where a killed session has to be read.

    A session that goes on is given what has changed. Where its brief is behind, the worker finds that out.
    """
    from backstory.hook.instruction_files import follow_branch, holds_brief, replace_brief
    from backstory.hook.session_start import ALIVE, STOPPED, check_others, find_brief, note_process

    private = os.path.join(home, "projects", location.id)
    seen_path = deliveries.seen_file(private, call.session)
    source = call.field("source") or (FRESH[0] if call.dialect.STARTS_NEW_ONLY else "")
    goes_on = source in call.dialect.RESUMES and call.dialect.RESUME_KEEPS_CONTEXT
    marks = deliveries.read_seen(seen_path) if goes_on else set()
    if not goes_on:
        deliveries.forget_seen(seen_path)
    note_process(private, call.session)
    others = check_others(private, call.session)
    brief = find_brief(call.agent, location, home) if call.answers_locally else None
    resumes = any(mark.startswith(deliveries.BRIEF) for mark in marks)
    if brief is None or others == STOPPED or (resumes and brief.is_behind):
        _continue_as_worker(call)
        return
    text, ids, fields = brief.text, brief.ids, brief.fields
    changes = None
    if resumes:
        from backstory.hook.changes import list_changes

        changes = list_changes(brief.fields, private, marks, call.session)
        text, ids = changes or (text, ids)
    is_new = brief.differs or source not in FRESH or not holds_brief(call.dialect, location.root, brief.fields)
    if text:
        moment = RESUMED if resumes else call.event if is_new else BY_FILE
        greeting = greet(brief.fields) if source in FRESH else ""
        if moment != BY_FILE and changes is None:
            text, fields = replace_brief(call.dialect, location, home, text, fields)
        _give(call, private, text, ids, fields=fields, marks=marks, moment=moment, greeting=greeting)
    if brief.is_behind or others == ALIVE or not follow_branch(location, private):
        _refresh_later(call, others=others == ALIVE)


def greet(fields: "dict[str, str]") -> str:
    """The line that a person reads when a session starts: what is remembered, and when the last session ended."""
    stamp, _, text = fields.get("greeting", "").partition(" ")
    if not text or not stamp.isdigit():
        return ""
    ended = int(stamp)
    seconds = max(0, int(time.time()) - ended)
    for size, word in AGES:
        if ended and seconds >= size:
            count = seconds // size
            return f"{text}, {count} {word}{'s' if count > 1 else ''} ago"
    return f"{text}, just now" if ended else text


def _answer_subagent_start(call: "Call", location: "ProjectLocation", home: str) -> None:
    """Gives a sub-agent the prepared brief. Without one, the sub-agent starts at once and gets none.

    Where the agent takes no text at this event, the brief waits for the sub-agent's first call of a tool, unless the
    sub-agent reads it in an instruction file.
    """
    from backstory.hook.instruction_files import holds_brief, replace_brief
    from backstory.hook.session_start import find_brief

    brief = find_brief(call.agent, location, home, any_day=True) if call.answers_locally else None
    if brief is None or not brief.text:
        return
    private = os.path.join(home, "projects", location.id)
    waits = call.dialect.DEFERRED_TO and not _takes_text(call)
    if waits and holds_brief(call.dialect, location.root, brief.fields):
        return
    text, fields = replace_brief(call.dialect, location, home, brief.text, brief.fields)
    if waits:
        from backstory.hook.deferred import defer_text, name_subagent

        key = name_subagent(call.field("subagent"))
        defer_text(private, key, _cut(call, text), brief.ids, call.event, fields, parent=call.session)
    else:
        _give(call, private, text, brief.ids, fields=fields)


def _answer_prompt(call: "Call", location: "ProjectLocation", home: str) -> None:
    from backstory.hook.index_file import Stale
    from backstory.hook.prompt import answer_from_file, drop_waiting_reply, read_waiting_reply

    private = os.path.join(home, "projects", location.id)
    seen_path = deliveries.seen_file(private, call.session)
    if call.dialect.STARTS_WITH_PROMPT:
        _start_late(call, location, home)
    marks = deliveries.read_seen(seen_path)
    if not call.answers_locally or deliveries.BRIEF_LOST in marks:
        _continue_as_worker(call)
        return
    lines = read_waiting_reply(seen_path)
    try:
        prompt = cut_context(call.field("prompt"), call.dialect.CONTEXT_TAG)
        text, ids, is_behind = answer_from_file(location, home, prompt, marks, lines, call.session)
    except (Stale, ImportError):
        _continue_as_worker(call)
        return
    if text and not deliveries.is_spent(marks):
        _give(call, private, text, ids, marks=marks)
        if lines:
            drop_waiting_reply(seen_path)
    if is_behind:
        _refresh_later(call)


def _start_late(call: "Call", location: "ProjectLocation", home: str) -> None:
    """Has the first prompt of a session bring the brief where no hook was called at its start.

    It does not where the agent has read this very brief in its instruction file.
    """
    from backstory.hook.instruction_files import holds_brief
    from backstory.hook.session_start import find_brief, has_started, note_process

    private = os.path.join(home, "projects", location.id)
    seen_path = deliveries.seen_file(private, call.session)
    if has_started(private, call.session) or any(
        mark.startswith(deliveries.BRIEF) for mark in deliveries.read_seen(seen_path)
    ):
        return
    note_process(private, call.session)
    brief = find_brief(call.agent, location, home)
    if brief is None or brief.is_behind or not holds_brief(call.dialect, location.root, brief.fields):
        deliveries.add_seen(seen_path, [deliveries.BRIEF_LOST])
    else:
        _give(call, private, brief.text, brief.ids, fields=brief.fields, moment=BY_FILE)


def _answer_tool(call: "Call", location: "ProjectLocation", home: str) -> None:
    """Gives what waits for a tool call, and what records say about the file that the tool reads or edits."""
    if not call.answers_locally:
        return
    from backstory.hook.anchored_files import answer_once

    private = os.path.join(home, "projects", location.id)
    subagent = call.field("subagent")  # it has a context of its own
    session = f"{call.session}-{subagent}" if subagent else call.session
    texts = _take_deferred(call, private) if call.dialect.DEFERRED_TO else []
    if call.dialect.STARTS_WITH_TOOL and not subagent:
        texts += _start_with_tool(call, location, home)
    text, ids, marks = answer_once(location, home, session, call.field("cwd"), call.field("path"))
    if text:
        _note(call, private, text, ids, marks=marks, listed=session)
    if text := "\n".join([*texts, *([text] if text else [])]):
        _print_text(call, text)


def _start_with_tool(call: "Call", location: "ProjectLocation", home: str) -> list[str]:
    """The brief, for the first call of a tool that finds one prepared; noted as given.

    The agent has called no hook before. It does not come where the agent has read it in its instruction file.
    """
    from backstory.hook.instruction_files import holds_brief, replace_brief
    from backstory.hook.session_start import find_brief, has_started, note_process

    private = os.path.join(home, "projects", location.id)
    marks = deliveries.read_seen(deliveries.seen_file(private, call.session))
    if any(mark.startswith(deliveries.BRIEF) for mark in marks):
        return []
    brief = find_brief(call.agent, location, home)
    if not has_started(private, call.session):
        note_process(private, call.session)
        if brief is None or brief.is_behind:
            _refresh_later(call)
    if brief is None or not brief.text:
        return []
    if not brief.is_behind and holds_brief(call.dialect, location.root, brief.fields):
        _note(call, private, brief.text, brief.ids, fields=brief.fields, moment=BY_FILE)
        return []
    text, fields = replace_brief(call.dialect, location, home, brief.text, brief.fields)
    text = _cut(call, text)
    _note(call, private, text, brief.ids, fields=fields, marks=marks, moment="session-start")
    return [text]


def _take_deferred(call: "Call", private: str) -> list[str]:
    """The texts that wait for a session, or for a sub-agent with an id of a session, noted as given."""
    from backstory.hook.deferred import name_subagent, take_deferred

    texts = []
    key = name_subagent(call.session) if call.field("subagent") else call.session
    for one in take_deferred(private, key):
        marks = deliveries.read_seen(deliveries.seen_file(private, call.session))
        _note(call, private, one.text, one.ids, fields=one.fields, marks=marks, moment=one.moment, parent=one.parent)
        texts.append(one.text)
    return texts


def _give(
    call: "Call", private: str, text: str, ids: "list[str]", *, fields: "dict[str, str] | None" = None,
    marks: "set[str] | frozenset[str]" = frozenset(), moment: str = "", greeting: str = "",
) -> None:  # fmt: skip
    """Prints a text for the agent's context, unless it has it from a file, and notes what was given.

    Where the agent takes no text at this event it waits for a later one. `fields` are those of a brief, `marks` what
    the session's list holds, `moment` the occasion where it is not the event, and `greeting` is for the person.
    """
    text = _cut(call, text)
    if moment != BY_FILE and not _takes_text(call):
        from backstory.hook.deferred import defer_text

        defer_text(private, call.session, text, ids, moment or call.event, fields)
        return
    if moment != BY_FILE:
        _print_text(call, text, greeting)
    _note(call, private, text, ids, fields=fields, marks=marks, moment=moment)


def _note(
    call: "Call", private: str, text: str, ids: "list[str]", *, fields: "dict[str, str] | None" = None,
    marks: "set[str] | frozenset[str]" = frozenset(), moment: str = "", listed: str = "", parent: str = "",
) -> None:  # fmt: skip
    """Notes a text as given. `listed` is the session whose list it is, and `parent` that of a sub-agent."""
    from backstory.hook.receipt import note_given

    note_given(private, text, ids, agent=call.agent, session=parent or call.session, subagent=call.field("subagent"),
               moment=moment or call.event, fields=fields, marks=marks, listed=listed)  # fmt: skip


def _takes_text(call: "Call") -> bool:
    """Whether the agent takes a text at the event that it reports."""
    return call.event in choose_replies(call.dialect, call.fields)


def _cut(call: "Call", text: str) -> str:
    from backstory.hook.reply import cut_to_limit

    return cut_to_limit(text, call.dialect.MAX_INJECTED)


def _print_text(call: "Call", text: str, greeting: str = "") -> None:
    from backstory.hook.reply import format_reply

    _print(format_reply(call.dialect, call.event, _cut(call, text), greeting, call.fields))


def _refresh_later(call: "Call", *, others: bool = False) -> None:
    """Starts a worker that brings the index and the agents' files up to date, and does not wait for it.

    With `others` it first reads what other sessions have done since their last reply.
    """
    from backstory.hook.worker import REFRESH, TAKE_IN, spawn_worker

    spawn_worker(call.agent, TAKE_IN if others else REFRESH, call.payload, call.fields)


def _continue_as_worker(call: "Call") -> None:
    from backstory.hook.worker import exec_worker

    exec_worker(call.agent, call.event, call.payload, call.fields)


def _print(data: bytes) -> None:
    view = memoryview(data + b"\n")
    while view:
        view = view[os.write(1, view) :]
