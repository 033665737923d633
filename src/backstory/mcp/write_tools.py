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


def remember(memory: Memory, given: RememberInput) -> WrittenOutput:
    """Writes a record, and says which similar ones there are."""
    anchors = [Anchor.parse(place) for place in given.at]
    notes = api.ensure_not_misspelt(memory, anchors) if anchors else []
    parts, fields = choose_parts(given)
    draft = Draft(
        kind=given.kind,
        text=given.text,
        parts=parts,
        fields=fields,
        tier="pinned" if given.pinned else "",
        tags=[tag.strip().lstrip("#") for tag in given.tags],
        anchors=anchors,
        links=[Link("supersedes", ref) for ref in given.supersedes],
    )
    written = memory.remember(draft, scope=given.scope)
    return describe(written._replace(notes=(*written.notes, *notes)), "Remembered")


def choose_parts(given: RememberInput) -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """Returns the parts and the fields of the kind. Raises `Invalid` for one that the kind does not have."""
    values: dict[str, str | list[str]] = {
        "why": given.why,
        "alternatives": given.instead_of,
        "impact": given.impact,
        "fix": given.fix,
        "steps": given.steps,
        "command": given.command,
        "outcome": given.outcome,
    }
    items = {item.name: item for item in KINDS[given.kind].options}
    parts: dict[str, str | list[str]] = {}
    fields: dict[str, str] = {}
    for name, value in values.items():
        if not value:
            continue
        item = items.get("body" if name == "why" and name not in items else name)
        if item is None:
            raise Invalid(
                f"a {given.kind} has no {name}",
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


def checkpoint(memory: Memory, given: CheckpointInput) -> WrittenOutput:
    """Writes where the work stands, with the state of git."""
    is_empty = not any(
        (given.task, given.state, given.next_steps, given.blockers, given.approaches, given.decisions, given.done)
    )
    if is_empty and not given.status:
        raise Invalid("no text given for the checkpoint", hint="pass `task`, `state` or `next_steps`")
    written = memory.checkpoint(
        given.task,
        goal=given.goal,
        status=given.status,
        state=given.state,
        approaches=given.approaches,
        decisions=given.decisions,
        next_steps=given.next_steps,
        blockers=given.blockers,
        done=given.done,
    )
    return describe(written, "Saved")


def handoff(memory: Memory, given: HandoffInput) -> WrittenOutput:
    """Writes a handoff for a person, an agent or whoever comes next."""
    written = memory.handoff(
        given.to,
        given.message,
        goal=given.goal,
        state=given.state,
        next_steps=given.next_steps,
        blockers=given.blockers,
        decisions=given.decisions,
    )
    return describe(written, "Handed over:")


def link(memory: Memory, given: LinkInput) -> WrittenOutput:
    """Links two records."""
    record = api.add_link(memory, given.source, given.target, given.relation)
    verb = given.relation.replace("_", " ")
    return describe_record(record, f"Linked {name_records(memory, (given.source,))} {verb} {given.target}")


def supersede(memory: Memory, given: SupersedeInput) -> WrittenOutput:
    """Replaces a record by another, which leaves the old one in the history."""
    record = api.supersede(memory, given.old, given.new)
    rivals = api.latest_successors(memory).get(memory.get(given.old).record.id, [])
    text = f"{name_records(memory, (given.new,))} replaces {name_records(memory, (given.old,))}"
    if len(rivals) > 1:
        text += f"\nnote: {len(rivals)} records replace it; settle which one holds: {', '.join(rivals)}"
    return describe_record(record, text)


def summarize(memory: Memory, given: SummarizeInput) -> WrittenOutput:
    """Puts several records into one summary, which links to all of them."""
    title, body = api.split_title(memory.gate.clean(given.text))
    record = api.summarize(memory, given.ids, title, body, archive=given.archive)
    moved = " and took them out of briefs" if given.archive else ""
    return describe_record(record, f'Summarized {len(given.ids)} records in {record.short} "{record.title}"{moved}')


def name_records(memory: Memory, refs: Sequence[str]) -> str:
    """Returns records in a few words each: kind, short id and title, and whether nobody here vouches for them."""
    return ", ".join(name_row(memory.get(ref)) for ref in refs)
