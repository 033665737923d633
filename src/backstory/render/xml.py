"""A brief as XML, for readers that want tags: a section and a record are elements of their names."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from xml.sax.saxutils import escape

from backstory.recall.text.content import Brief
from backstory.render.data import list_fields, list_item, list_note

FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even escaped."""
NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_HEAD: Final = ("id", "budget", "project", "branch", "commit", "made", "as_of", "records")
"""Fields of a brief that are attributes."""
_ABOUT: Final = (
    "id", "status", "by", "how", "made", "branch", "against", "untrusted", "shortened", "detail", "record"
)  # fmt: skip
"""Fields of a record or a note that say something about it, and are attributes."""
_OWN: Final = ("kind", "label", "text")
"""Fields that are the element itself."""


def render_xml(brief: Brief) -> str:
    """The brief as XML, ending with a newline."""
    fields = list_fields(brief)
    return "\n".join([f"<brief{_attributes(fields, _HEAD)}>", *_list_lines(brief, fields), "</brief>"]) + "\n"


def _list_lines(brief: Brief, fields: Mapping[str, Any]) -> Iterator[str]:
    for warning in brief.warnings:
        yield f"<warning>{_escape(warning)}</warning>"
    for section in brief.sections:
        yield f"<{section.name}>"
        yield from (_record(list_item(item, brief) | {"id": item.short}) for item in section.items)
        yield from (_note(list_note(note, brief)) for note in section.notes)
        yield f"</{section.name}>"
    if brief.omitted:
        yield f"<omitted{_attributes(fields, ('omitted', 'more'))}/>"
    for branch, count in brief.elsewhere.items():
        yield f'<elsewhere branch="{_escape(branch)}" records="{count}"/>'


def _record(fields: Mapping[str, Any]) -> str:
    """A record: the title as its text, then an element for each of its parts."""
    name = _name(str(fields.get("kind", "")), "record")
    rest = {key: value for key, value in fields.items() if key not in (*_ABOUT, *_OWN, "title")}
    parts = "".join(line for key, value in rest.items() for line in _part(key, value))
    title = _escape(str(fields.get("title", "")))
    return f"<{name}{_attributes(fields, _ABOUT)}>{title}{parts}</{name}>"


def _part(name: str, value: object) -> Iterator[str]:
    """The elements of a part: one for each of its entries."""
    tag = _name("file" if name == "files" else name, "part")
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield f"<{tag}{_attributes(one, ('state', 'now'))}>{_escape(str(one.get('target', '')))}</{tag}>"
        else:
            yield f"<{tag}>{_escape(str(one))}</{tag}>"


def _note(fields: Mapping[str, Any]) -> str:
    label = str(fields.get("label", ""))
    name = _name(label.replace(",", "").replace(" ", "-"), "note")
    shown = "" if name != "note" else _attributes(fields, ("label",))
    return f"<{name}{shown}{_attributes(fields, _ABOUT)}>{_escape(str(fields.get('text', '')))}</{name}>"


def _name(text: str, otherwise: str) -> str:
    return text if NAME.fullmatch(text) and not text.lower().startswith("xml") else otherwise


def _attributes(fields: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Those of the fields that have a value, as attributes."""
    some = ((name, fields.get(name)) for name in names)
    return "".join(
        f' {name}="{_escape(_text(value))}"' for name, value in some if value not in (None, "", [], 0, False)
    )


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())


def _escape(text: str) -> str:
    return escape(FORBIDDEN.sub("", text), {'"': "&quot;"})
