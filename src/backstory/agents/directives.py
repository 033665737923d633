"""Directives: what an agent asks of its memory in its own words, as `<backstory:VERB attr="...">body</backstory:VERB>`.

`<ctx:VERB ...>` is the same. A tag in code, in a quotation or in a comment is not meant: fenced, indented and inline
code, `<pre>` and `<code>`, block quotes, closed HTML comments and escaped `\\<` are skipped. An unclosed fence hides
the rest of the same text only.
"""

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import Final, NamedTuple

from backstory.agents.directive_tags import MAX_BYTES as MAX_BYTES
from backstory.agents.directive_tags import VERBS as VERBS
from backstory.agents.directive_tags import decode_entities, find_tags, pair_tags
from backstory.model.kinds import KINDS, RELATIONS, TIERS, Kind, find_kind
from backstory.model.record import Anchor, Draft, Link, compose_body, split_body
from backstory.model.text import clean_text, one_line

MAX_DIRECTIVES: Final = 20
"""Directives of one text that are accepted."""
_TITLE: Final = 120
_MAX_TAGS_OF_RECORD: Final = 32
_MAX_ANCHORS: Final = 20


class Directive(NamedTuple):
    verb: str
    attrs: dict[str, str]
    """Names in lower case with hyphens; values decoded. A name that is repeated keeps all values, joined by `;;`."""
    body: str
    offset: int
    """Where it begins in the text, in characters."""
    end: int = 0


class Refused(NamedTuple):
    """A directive that was meant but not accepted."""

    verb: str
    offset: int
    reason: str


class Parsed(NamedTuple):
    directives: list[Directive]
    refused: list[Refused]


def parse_directives(text: str) -> list[Directive]:
    """The directives of one text in their order. Never raises on any text."""
    return parse_with_refusals(text).directives


def parse_with_refusals(text: str) -> Parsed:
    """The directives of one text, and those that were refused: unclosed, too large, too many."""
    tags = find_tags(text)
    partner = pair_tags(tags)
    done: list[Directive] = []
    refused: list[Refused] = []
    at = 0
    while at < len(tags):
        tag, last = tags[at], partner.get(at)
        at = at + 1 if last is None else last + 1
        if tag.closing:
            continue
        end = tag.end if last is None else tags[last].end
        if last is None and not tag.alone:
            refused.append(Refused(tag.verb, tag.start, "it is not closed"))
        elif len(done) >= MAX_DIRECTIVES:
            refused.append(Refused(tag.verb, tag.start, f"more than {MAX_DIRECTIVES} in one text"))
        elif end - tag.start > MAX_BYTES or len(text[tag.start : end].encode("utf-8", "replace")) > MAX_BYTES:
            refused.append(Refused(tag.verb, tag.start, f"larger than {MAX_BYTES // 1024} KB"))
        else:
            body = "" if last is None else _body(text[tag.end : tags[last].start])
            done.append(Directive(tag.verb, tag.attrs, body, tag.start, end))
    return Parsed(done, refused)


# Contents


def _body(raw: str) -> str:
    body = raw.replace("\r\n", "\n").strip()
    if body.startswith("<![CDATA[") and body.endswith("]]>"):
        return body[9:-3].strip()
    if "\n " in body or "\n\t" in body:
        body = dedent(raw.replace("\r\n", "\n")).strip() if raw.startswith(("\n", "\r")) else body
    return decode_entities(body)


# Drafts


def to_draft(directive: Directive) -> Draft | None:
    """The draft that a `remember` directive asks for. None for another verb, or for an empty directive.

    `type` or `kind` names the kind. An unknown kind becomes a note tagged with it. `tags` is a list with commas, in
    which `tier:NAME` is the tier. The parts and fields of the kind are attributes by the names of their options (`why`,
    `instead-of`, `impact`, `at`, ...). Parts that the kind lacks are added to its text, so that nothing is lost. Lists
    are separated by `;;`.
    """
    if directive.verb != "remember":
        return None
    attrs = {name: clean_text(value).strip() for name, value in directive.attrs.items()}
    kind_name = attrs.get("type") or attrs.get("kind") or "note"
    kind = find_kind(kind_name)
    tags, tier = _tags(attrs)
    if kind is None:
        kind = KINDS["note"]
        tags.append(one_line(kind_name, 40).lower())
    title, rest = _title(attrs, clean_text(directive.body).strip())
    if not title:
        return None
    parts, fields = _parts(kind, attrs, rest)
    status = attrs.get("status", "").lower()
    return Draft(
        kind=kind.name,
        title=title,
        body=compose_body(kind.name, parts),
        tier=tier,
        status=status if status in kind.statuses else "",
        tags=list(dict.fromkeys(tags))[:_MAX_TAGS_OF_RECORD],
        anchors=_anchors(attrs),
        links=_links(attrs),
        fields=fields,
    )


def _tags(attrs: dict[str, str]) -> tuple[list[str], str]:
    tags: list[str] = []
    tier = ""
    named = [f"tier:{attrs['tier']}"] if attrs.get("tier") else []
    project = [f"project:{attrs['project']}"] if attrs.get("project") else []
    for tag in (*_listed(attrs, "tags", "tag"), *project, *named):
        key, _, value = tag.partition(":")
        value = value.strip().lower().replace("_", "-")
        if key.strip().lower() == "tier" and value in TIERS:
            tier = value
        else:
            tags.append(one_line(tag, 80).strip("[]\"' "))
    return [t for t in tags if t], tier


def _listed(attrs: dict[str, str], *names: str) -> list[str]:
    text = ",".join(attrs[n] for n in names if attrs.get(n))
    return [item.strip() for item in re.split(r",|;;|\n", text) if item.strip()]


def _title(attrs: dict[str, str], body: str) -> tuple[str, str]:
    """(title, rest of the text): the first line or sentence of a long text, the whole of a short one."""
    text = "\n\n".join(filter(None, (body, *(attrs.get(name) for name in _TEXTS))))
    for name in ("title", "summary", "name"):
        if attrs.get(name):
            return one_line(attrs[name], 2 * _TITLE), text
    first, _, rest = text.partition("\n")
    first = first.strip().lstrip("#").lstrip("-*• ").strip()
    if not first:
        return one_line(text, _TITLE), text
    if len(first) <= _TITLE:
        return one_line(first), rest.strip()
    cut = max(first.rfind(stop, 20, _TITLE) for stop in (". ", "; ", "! ", "? ", "。", "！", "？"))
    if cut > 0:
        return one_line(first[: cut + 1].rstrip(";")), f"{first[cut + 1 :].strip()}\n{rest}".strip()
    return one_line(first, _TITLE), text


_TEXTS: Final = ("text", "body", "content", "value")
"""Attributes for the text that should be between the tags."""
_PART_NAMES: Final = {
    name: part.heading or "Why"
    for kind in KINDS.values()
    for part in kind.parts
    for name in (part.name, *(flag.lstrip("-") for flag in part.flags))
    if name not in _TEXTS
}
"""Attribute -> the heading under which a kind that has this part keeps it."""


def _parts(kind: Kind, attrs: dict[str, str], rest: str) -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """(the parts of the body, the fields) that the attributes and the text give to a record of this kind."""
    parts = split_body(kind.name, rest)
    used: set[str] = set()
    for part in kind.parts:
        for name in _option_names(part.name, part.flags):
            if attrs.get(name) and name not in _TEXTS:
                used.add(name)
                _add_to_part(parts, part.name, attrs[name], many=part.many)
    fields: dict[str, str] = {}
    for field in kind.fields:
        for name in _option_names(field.name, field.flags):
            value = one_line(attrs.get(name, ""), 300)
            if value and (not field.choices or value.lower() in field.choices):
                fields[field.name] = value.lower() if field.choices else value
                used.add(name)
    lead = next((part.name for part in kind.parts if not part.heading), "")
    for name, heading in _PART_NAMES.items():
        if lead and name not in used and attrs.get(name):
            text = attrs[name] if heading == "Why" else f"{heading}: {attrs[name].replace(';;', '; ')}"
            _add_to_part(parts, lead, text)
    return parts, fields


def _option_names(name: str, flags: Sequence[str]) -> list[str]:
    """The attributes for a part or a field: its name and those of its options on the command line."""
    return list(dict.fromkeys((name, *(flag.lstrip("-") for flag in flags))))


def _add_to_part(parts: dict[str, str | list[str]], name: str, text: str, *, many: bool = False) -> None:
    held = parts.get(name)
    if many:
        items = [item.strip() for item in re.split(r";;|\n", text) if item.strip()]
        parts[name] = [*(held if isinstance(held, list) else []), *items]
    else:
        parts[name] = f"{held}\n\n{text}" if isinstance(held, str) else text


def _anchors(attrs: dict[str, str]) -> list[Anchor]:
    found = [Anchor.parse(item) for item in _listed(attrs, "at", "anchor", "anchors", "file", "files", "path")]
    return list(dict.fromkeys(Anchor(a.path, a.symbol) for a in found if a.path))[:_MAX_ANCHORS]


def _links(attrs: dict[str, str]) -> list[Link]:
    named = [Link(relation, target) for relation in RELATIONS for target in _listed(attrs, relation.replace("_", "-"))]
    return list(dict.fromkeys(link for link in named if link.target.isalnum() and len(link.target) <= 26))
