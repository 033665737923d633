"""A brief as data for a program: JSON without what a program finds by the id, so that it fits the budget as well."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from backstory.model.text import escape_json, one_line
from backstory.recall.text.content import Brief, Item, Note, Place, Section
from backstory.render import words

SCHEMA: Final = "backstory.brief/1"
MAX_GOAL: Final = 80


def render_data(brief: Brief, more: Mapping[str, object] | None = None) -> str:
    """The brief as JSON on one line, ending with a newline. `more`: fields beside it, such as what was left out."""
    data = msgspec.json.encode(_keep_filled({"schema": SCHEMA, **list_fields(brief), **(more or {})}))
    return escape_json(data.decode()) + "\n"


def list_fields(brief: Brief) -> dict[str, Any]:
    """What a brief tells, by name. Empty values are left out of both JSON and XML."""
    return {
        "id": brief.id,
        "mode": brief.mode,
        "budget": brief.budget,
        "project": brief.project,
        "branch": brief.branch,
        "commit": brief.commit[:7],
        "made": brief.made,
        "goal": one_line(brief.goal, MAX_GOAL),
        "as_of": brief.as_of,
        "warnings": brief.warnings,
        "sections": [_list_section(section, brief) for section in brief.sections],
        "records": brief.records,
        "omitted": brief.omitted,
        "more": brief.more if brief.omitted else "",
        "elsewhere": brief.elsewhere,
    }


def _list_section(section: Section, brief: Brief) -> dict[str, Any]:
    fields = {
        "name": section.name,
        "items": [list_item(item, brief) for item in section.items],
        "notes": [list_note(note, brief) for note in section.notes],
    }
    return _keep_filled(fields)


def list_item(item: Item, brief: Brief) -> dict[str, Any]:
    """A record: its id, what it says, and what a reader must know before believing it."""
    fields: dict[str, Any] = {
        "id": item.id,
        "kind": item.kind,
        "title": item.title,
        **{name: value for name, value in item.parts.items() if name not in words.HIDDEN_PARTS},
        **dict(words.own_fields(item)),
        "status": words.standing(item),
        "by": item.speaker,
        "how": words.HOW.get(item.how, ""),
        "made": item.made[:10],
        "branch": "" if item.branch == brief.branch else item.branch,
        "files": [_list_place(place) for place in item.anchors],
        "against": item.against,
        "untrusted": item.untrusted,
        "shortened": item.shortened,
    }
    return _keep_filled(fields)


def _list_place(place: Place) -> dict[str, Any] | str:
    """Code that a record is about; with its state where that is not as it was."""
    if place.state in ("", "fresh"):
        return place.target
    return _keep_filled({"target": place.target, "state": place.state, "now": place.now})


def list_note(note: Note, brief: Brief) -> dict[str, Any]:
    """A statement, and where it was made if that is not the branch of the brief."""
    fields = {
        "label": note.label,
        "text": note.text,
        "detail": note.detail,
        "by": words.person(note.by),
        "record": note.record[-8:].lower(),
        "branch": "" if note.where == brief.branch else note.where,
    }
    return _keep_filled(fields)


def _keep_filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in ("", None, [], {}, 0, False)}
