"""The tools that write records. Who calls them is an agent: what is a person's to decide is not offered."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from backstory import api
from backstory.api import Memory
from backstory.mcp.inputs import (
    CheckpointInput,
    HandoffInput,
    LinkInput,
    RememberInput,
    SummarizeInput,
    SupersedeInput,
)
from backstory.mcp.outputs import WrittenOutput
from backstory.mcp.texts import describe_written, name_row
from backstory.model.errors import Invalid
from backstory.model.kinds import KINDS, Part
from backstory.model.record import Anchor, Draft, Link, Record
from backstory.render.safe import escape_line, escape_text

if TYPE_CHECKING:
    from backstory.api import Remembered


def remember(memory: Memory, request: RememberInput) -> WrittenOutput:
    """Writes a record, and says which similar ones there are."""
    anchors = [Anchor.parse(place) for place in request.at]
    notes = api.ensure_not_misspelt(memory, anchors) if anchors else []
    parts, fields = choose_parts(request)
    draft = Draft(
        kind=request.kind,
        text=request.text,
        parts=parts,
        fields=fields,
        tier="pinned" if request.pinned else "",
        tags=[tag.strip().lstrip("#") for tag in request.tags],
        anchors=anchors,
        links=[Link("supersedes", ref) for ref in request.supersedes],
    )
    written = memory.remember(draft, scope=request.scope)
    return describe(written._replace(notes=(*written.notes, *notes)), "Remembered")


def choose_parts(request: RememberInput) -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """Returns the parts and the fields of the kind. Raises `Invalid` for one that the kind does not have."""
    values: dict[str, str | list[str]] = {
        "why": request.why,
        "alternatives": request.instead_of,
        "impact": request.impact,
        "fix": request.fix,
        "steps": request.steps,
        "command": request.command,
        "outcome": request.outcome,
    }
    items = {item.name: item for item in KINDS[request.kind].options}
    parts: dict[str, str | list[str]] = {}
    fields: dict[str, str] = {}
    for name, value in values.items():
        if not value:
            continue
        item = items.get("body" if name == "why" and name not in items else name)
        if item is None:
            raise Invalid(
                f"a {request.kind} has no {name}",
                hint=f"put it into `text`, or choose a kind that has one: {takers(name)}",
            )
        if isinstance(item, Part):
            parts[item.name] = value
        else:
            fields[item.name] = str(value)
    return parts, fields


def takers(name: str) -> str:
    """Returns the kinds that have a part or field of this name."""
    return ", ".join(kind.name for kind in KINDS.values() if any(item.name == name for item in kind.options))


def describe(written: "Remembered", verb: str) -> WrittenOutput:
    """Returns the answer for a record that was to be written."""
    record = written.record
    return WrittenOutput(
        text=describe_written(written, verb),
        id=record.id,
        kind=record.kind,
        title=escape_line(record.title),
        scope=record.scope,
        is_new=written.new,
        redacted=written.redacted,
    )


def describe_record(record: Record, text: str) -> WrittenOutput:
    """Returns the answer for a record that a link or a summary made or changed."""
    title = escape_line(record.title)
    return WrittenOutput(text=escape_text(text), id=record.id, kind=record.kind, title=title, scope=record.scope)


def checkpoint(memory: Memory, request: CheckpointInput) -> WrittenOutput:
    """Writes where the work stands, with the state of git."""
    is_empty = not any(
        (
            request.task,
            request.state,
            request.next_steps,
            request.blockers,
            request.approaches,
            request.decisions,
            request.done,
        )
    )
    if is_empty and not request.status:
        raise Invalid("no text given for the checkpoint", hint="pass `task`, `state` or `next_steps`")
    written = memory.checkpoint(
        request.task,
        goal=request.goal,
        status=request.status,
        state=request.state,
        approaches=request.approaches,
        decisions=request.decisions,
        next_steps=request.next_steps,
        blockers=request.blockers,
        done=request.done,
    )
    return describe(written, "Saved")


def handoff(memory: Memory, request: HandoffInput) -> WrittenOutput:
    """Writes a handoff for a person, an agent or whoever comes next."""
    written = memory.handoff(
        request.to,
        request.message,
        goal=request.goal,
        state=request.state,
        next_steps=request.next_steps,
        blockers=request.blockers,
        decisions=request.decisions,
    )
    return describe(written, "Handed over:")


def link(memory: Memory, request: LinkInput) -> WrittenOutput:
    """Links two records."""
    record = api.add_link(memory, request.source, request.target, request.relation)
    verb = request.relation.replace("_", " ")
    return describe_record(record, f"Linked {name_records(memory, (request.source,))} {verb} {request.target}")


def supersede(memory: Memory, request: SupersedeInput) -> WrittenOutput:
    """Replaces a record by another, which leaves the old one in the history."""
    record = api.supersede(memory, request.old, request.new)
    rivals = api.latest_successors(memory).get(memory.get(request.old).record.id, [])
    text = f"{name_records(memory, (request.new,))} replaces {name_records(memory, (request.old,))}"
    if len(rivals) > 1:
        text += f"\nnote: {len(rivals)} records replace it; settle which one holds: {', '.join(rivals)}"
    return describe_record(record, text)


def summarize(memory: Memory, request: SummarizeInput) -> WrittenOutput:
    """Puts several records into one summary, which links to all of them."""
    title, body = api.split_title(memory.gate.clean(request.text))
    record = api.summarize(memory, request.ids, title, body, archive=request.archive)
    moved = " and took them out of briefs" if request.archive else ""
    return describe_record(record, f'Summarized {len(request.ids)} records in {record.short} "{record.title}"{moved}')


def name_records(memory: Memory, refs: Sequence[str]) -> str:
    """Returns records in a few words each: kind, short id and title, and whether nobody here vouches for them."""
    return ", ".join(name_row(memory.get(ref)) for ref in refs)
