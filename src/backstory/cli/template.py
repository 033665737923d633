"""Fills the templates of `--format`: `{id} {title}` takes the fields of the JSON answer, an entry a line."""

import re
from collections.abc import Iterable, Iterator, Mapping
from string import Formatter
from typing import Final

import msgspec

from backstory.cli import console
from backstory.model.errors import Invalid

Fields = dict[str, object]
EXAMPLE: Final = "--format '{short} {title}'"
_ESCAPES: Final = {"\\t": "\t", "\\n": "\n", "\\\\": "\\"}
_STEPS: Final = re.compile(r"[.\[\]]+")


def check_template(template: str) -> None:
    """Raises `Invalid` for a template that cannot be read."""
    for name, _, _ in _read_fields(template):
        if not name:
            raise Invalid("a field of the template has no name", hint=f"`{EXAMPLE}`; `{{{{` prints a brace")


def print_filled(template: str, document: object, *, listed_in: str = "items", optional: Iterable[str] = ()) -> None:
    """Prints the template with the fields of a JSON document, once for each of the entries that it has in `listed_in`.

    `optional` names fields of the entries that are left out where they are empty.
    """
    whole = msgspec.json.decode(msgspec.json.encode(document))
    entries = whole if isinstance(whole, list) else [whole]
    outer: Fields = whole if isinstance(whole, dict) else {}
    if isinstance(listed := outer.get(listed_in), list):
        entries = listed
        outer = {name: value for name, value in outer.items() if name != listed_in}
    else:
        outer = {}
    fields = [{**outer, **entry} if isinstance(entry, dict) else {**outer, "value": entry} for entry in entries]
    _check_names(template, fields, optional)
    text = re.sub(r"\\[tn\\]", lambda match: _ESCAPES[match[0]], template)
    for entry in fields:
        console.data(fill_template(text, entry))


def fill_template(template: str, fields: Mapping[str, object]) -> str:
    """The template with its fields filled in; one that the entry does not have is empty."""
    pieces: list[str] = []
    for literal, name, spec, _ in Formatter().parse(template):
        pieces.append(literal)
        if name is not None:
            pieces.append(_format_value(_look_up(name, fields), spec or "", name))
    return "".join(pieces)


def _read_fields(template: str) -> Iterator[tuple[str, str, str]]:
    """Name, format and conversion of each field. Raises `Invalid` for unbalanced braces."""
    try:
        for _, name, spec, conversion in Formatter().parse(template):
            if name is not None:
                yield name, spec or "", conversion or ""
    except ValueError as error:
        raise Invalid(
            f"the template cannot be read: {str(error).lower()}", hint=f"`{EXAMPLE}`; `{{{{` prints a brace"
        ) from None


def _check_names(template: str, entries: list[Fields], optional: Iterable[str]) -> None:
    """Raises `Invalid` for a field that no entry has, apart from those that JSON leaves out where they are empty."""
    names = {*optional}
    for entry in entries:
        names.update(entry)
    for name, _, _ in _read_fields(template):
        first = _STEPS.split(name)[0]
        if entries and first not in names:
            raise Invalid(f"no field `{first}` in the answer", hint=f"fields: {', '.join(sorted(names))}")


def _look_up(name: str, fields: Mapping[str, object]) -> object:
    """The value of `origin.branch`, `origin[branch]` or `next.0`; None where there is none."""
    value: object = fields
    for step in filter(None, _STEPS.split(name)):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal():
            value = value[int(step)] if int(step) < len(value) else None
        else:
            return None
    return value


def _format_value(value: object, spec: str, name: str) -> str:
    plain = value if isinstance(value, int | float) and not isinstance(value, bool) else _text_of(value)
    try:
        return format(plain, spec)
    except ValueError:
        raise Invalid(
            f"the value of `{name}` cannot be formatted as `{spec}`", hint=f"`{{{name}:>10}}` gives it ten columns"
        ) from None


def _text_of(value: object) -> str:
    """A value as text: words of a list joined by commas, other structures as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return console.json_text(msgspec.json.encode(value))
