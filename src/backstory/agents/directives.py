"""Directives: what an agent asks of its memory in its own words, as `<backstory:VERB attr="...">body</backstory:VERB>`.

`<ctx:VERB ...>` is the same. A tag in code, in a quotation or in a comment is not meant: fenced, indented and inline
code, `<pre>` and `<code>`, block quotes, directives in quotation marks, elements that hold the output of tools or the
text of a file, closed HTML comments and escaped `\\<` are skipped. An unclosed fence hides the rest of the same text
only.
"""

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import Final, NamedTuple

from backstory.agents.directive_tags import MAX_BYTES as MAX_BYTES
from backstory.agents.directive_tags import VERBS as VERBS
from backstory.agents.directive_tags import Tag, decode_entities, find_broken_tags, find_tags, pair_tags
from backstory.base.statement import WHY
from backstory.model.kinds import KINDS, RELATIONS, TIERS, Field, Kind, find_kind, nearest_kind
from backstory.model.record import Anchor, Draft, Link, compose_body, split_body
from backstory.model.sentence_cuts import find_last_end
from backstory.model.text import clean_text, one_line

MAX_DIRECTIVES: Final = 20
"""Directives of one text that are accepted."""
_TITLE: Final = 120
_MAX_TAGS_OF_RECORD: Final = 32
_MAX_ANCHORS: Final = 20
_WITH_STATUS: Final = ("task", "checkpoint")
_UNDER_WAY: Final = frozenset(("in-progress", "wip", "active", "ongoing", "started", "open", "running", "doing"))
_STATUS_WORDS: Final = {
    "running": _UNDER_WAY,
    "open": _UNDER_WAY,
    "done": frozenset(("complete", "completed", "finished", "closed", "resolved", "success", "merged")),
    "blocked": frozenset(("waiting", "stuck", "on-hold", "paused")),
    "abandoned": frozenset(("cancelled", "canceled", "dropped", "failed")),
}
"""Status -> other words for it."""
_QUOTATION_MARKS: Final = ('""', "''", "“”", "„“", "””", "‘’", "‚‘", "«»", "»«", "‹›", "「」")


class Directive(NamedTuple):
    """A directive that was read from a text."""

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
    """The directives of a text, and those that were refused."""

    directives: list[Directive]
    refused: list[Refused]


def parse_with_refusals(text: str) -> Parsed:
    """The directives of one text, and those that were refused: broken, unclosed, too large, too many."""
    tags = find_tags(text)
    partner = pair_tags(tags)
    parsed = Parsed([], [])
    index = 0
    while index < len(tags):
        tag, last = tags[index], partner.get(index)
        index = index + 1 if last is None else last + 1
        if tag.closing:
            continue
        _add_directive(parsed, text, tag, None if last is None else tags[last])
    parsed.refused.extend(Refused(broken.verb, broken.start, broken.reason) for broken in find_broken_tags(text))
    return parsed


def drop_directives(text: str) -> str:
    """A text without its directives and what is broken of any, for those who read what an answer says.

    What a directive asked to keep is a record, and may have been changed or retracted since. Those in code and
    quotations are part of what the text says.
    """
    tags = find_tags(text)
    partner = pair_tags(tags)
    cuts: list[tuple[int, int]] = []
    for index, tag in enumerate(tags):
        end = tags[partner[index]].end if index in partner else tag.end
        if text[max(0, tag.start - 1) : tag.start] + text[end : end + 1] not in _QUOTATION_MARKS:
            cuts.append((tag.start, end))
    cuts += [(one.start, _line_end(text, one.start)) for one in find_broken_tags(text)]
    kept, position = [], 0
    for start, end in sorted(cuts):
        kept.append(text[position:start])
        position = max(position, end)
    return "".join([*kept, text[position:]])


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _add_directive(parsed: Parsed, text: str, tag: Tag, closing: Tag | None) -> None:
    """Adds the directive of a tag, or why it is refused."""
    end = closing.end if closing else tag.end
    if text[max(0, tag.start - 1) : tag.start] + text[end : end + 1] in _QUOTATION_MARKS:
        return
    reason = _reason_to_refuse(text, tag, closing, len(parsed.directives))
    if reason:
        parsed.refused.append(Refused(tag.verb, tag.start, reason))
        return
    body = _body(text[tag.end : closing.start]) if closing else ""
    parsed.directives.append(Directive(tag.verb, tag.attrs, body, tag.start, end))


def _reason_to_refuse(text: str, tag: Tag, closing: Tag | None, accepted: int) -> str:
    """Why a directive is not accepted after this many others; empty where it is."""
    if closing is None and not tag.alone:
        return "it is not closed"
    if accepted >= MAX_DIRECTIVES:
        return f"more than {MAX_DIRECTIVES} in one text"
    end = closing.end if closing else tag.end
    if end - tag.start > MAX_BYTES or len(text[tag.start : end].encode("utf-8", "replace")) > MAX_BYTES:
        return f"larger than {MAX_BYTES // 1024} KB"
    return ""


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

    `type` or `kind` names the kind. A misspelt kind is mended; an unknown one becomes a note tagged with it. `tags` is
    a list with commas, in which `tier:NAME` is the tier. The parts and fields of the kind are attributes by the names
    of their options (`why`, `instead-of`, `impact`, `at`, ...). Parts that the kind lacks are added to its text, so
    that nothing is lost. Lists are separated by `;;`.
    """
    if directive.verb != "remember":
        return None
    attrs = {name: clean_text(value).strip() for name, value in directive.attrs.items()}
    kind_name = attrs.get("type") or attrs.get("kind") or "note"
    kind = find_kind(kind_name) or nearest_kind(kind_name)
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


def find_unread(directive: Directive) -> list[str]:
    """What of a directive was taken for something else or left out: its kind, attributes without a meaning, a status
    that a task or a checkpoint does not have."""
    if directive.verb != "remember":
        status = one_line(directive.attrs.get("status", ""), 40)
        is_unread = directive.verb in _WITH_STATUS and bool(status) and not read_status(directive)
        return [f"`{status}` is no status of a {directive.verb}: left out"] if is_unread else []
    name = one_line(directive.attrs.get("type") or directive.attrs.get("kind") or "note", 40)
    unread: list[str] = []
    if find_kind(name) is None:
        kind = nearest_kind(name)
        unread.append(f"`{name}` is no kind: kept as a {kind.name if kind else 'note'}")
    unknown = [attribute for attribute in directive.attrs if attribute not in _ATTRIBUTES]
    if unknown:
        names = ", ".join(f"{attribute[:40]}=" for attribute in unknown[:3])
        unread.append(f"left out: {names}{' and others' if len(unknown) > 3 else ''}")
    return unread


def read_status(directive: Directive) -> str:
    """The status that a `task` or `checkpoint` directive names, in any usual word; empty for none and for another."""
    word = re.sub(r"[\s_]+", "-", directive.attrs.get("status", "").strip().lower())
    statuses = KINDS[directive.verb].statuses
    if word in statuses:
        return word
    return next((status for status, words in _STATUS_WORDS.items() if word in words and status in statuses), "")


def _tags(attrs: dict[str, str]) -> tuple[list[str], str]:
    """(tags, tier) of the attributes."""
    tags: list[str] = []
    tier = ""
    from_attributes = [f"{name}:{attrs[name]}" for name in ("project", "tier") if attrs.get(name)]
    for tag in (*_listed(attrs, "tags", "tag"), *from_attributes):
        key, _, value = tag.partition(":")
        value = value.strip().lower().replace("_", "-")
        if key.strip().lower() == "tier" and value in TIERS:
            tier = value
        else:
            tags.append(one_line(tag, 80).strip("[]\"' "))
    return [tag for tag in tags if tag], tier


def _listed(attrs: dict[str, str], *names: str) -> list[str]:
    text = ",".join(attrs[name] for name in names if attrs.get(name))
    return [item.strip() for item in re.split(r",|;;|\n", text) if item.strip()]


def _title(attrs: dict[str, str], body: str) -> tuple[str, str]:
    """(title, rest of the text): the first line or sentence of a long text, the whole of a short one."""
    text = "\n\n".join(filter(None, (body, *(attrs.get(name) for name in _TEXTS))))
    for name in ("title", "summary", "name"):
        if attrs.get(name):
            return one_line(attrs[name], 2 * _TITLE), text
    return _split_title(text)


def _split_title(text: str) -> tuple[str, str]:
    """The first line or sentence of a text, and the rest."""
    first, _, rest = text.partition("\n")
    first = first.strip().lstrip("#").lstrip("-*• ").strip()
    if not first:
        return one_line(text, _TITLE), text
    if len(first) <= _TITLE:
        return one_line(first), rest.strip()
    cut = find_last_end(first, (". ", "; ", "! ", "? ", "。", "！", "？"), 20, _TITLE)
    if cut > 0:
        return one_line(first[: cut + 1].rstrip(";")), f"{first[cut + 1 :].strip()}\n{rest}".strip()
    return one_line(first, _TITLE), text


_TEXTS: Final = ("text", "body", "content", "value")
"""Attributes for the text that should be between the tags."""


def _option_names(name: str, flags: Sequence[str]) -> list[str]:
    """The attributes for a part or a field: its name and those of its options on the command line."""
    return list(dict.fromkeys((name, *(flag.lstrip("-") for flag in flags))))


def _part_headings() -> dict[str, str]:
    headings: dict[str, str] = {}
    for kind in KINDS.values():
        for part in kind.parts:
            headings.update(dict.fromkeys(_option_names(part.name, part.flags), part.heading or "Why"))
    return {name: heading for name, heading in headings.items() if name not in _TEXTS}


_PART_NAMES: Final = _part_headings()
"""Attribute -> the heading under which a kind that has this part keeps it."""


def _parts(kind: Kind, attrs: dict[str, str], rest: str) -> tuple[dict[str, str | list[str]], dict[str, str]]:
    """(the parts of the body, the fields) that the attributes and the text give to a record of this kind."""
    parts = split_body(kind.name, rest)
    used = _add_own_parts(kind, attrs, parts)
    fields: dict[str, str] = {}
    for field in kind.fields:
        _read_field(field, attrs, fields, used)
    lead = next((part.name for part in kind.parts if not part.heading), "")
    if lead:
        _add_other_parts(lead, {name: text for name, text in attrs.items() if name not in used}, parts)
    return parts, fields


def _read_field(field: Field, attrs: dict[str, str], fields: dict[str, str], used: set[str]) -> None:
    """Takes a field from the attributes that may name it; the last one counts."""
    for name in _option_names(field.name, field.flags):
        value = _field_value(field, attrs.get(name, ""))
        if value:
            fields[field.name] = value
            used.add(name)


def _field_value(field: Field, text: str) -> str:
    """The value of a field, one of its choices if it has any; empty for a text that is none of them."""
    value = one_line(text, 300)
    if not field.choices:
        return value
    return value.lower() if value.lower() in field.choices else ""


def _add_own_parts(kind: Kind, attrs: dict[str, str], parts: dict[str, str | list[str]]) -> set[str]:
    """Adds the attributes that name a part of the kind; returns those attributes."""
    used: set[str] = set()
    for part in kind.parts:
        for name in _option_names(part.name, part.flags):
            if attrs.get(name) and name not in _TEXTS:
                used.add(name)
                mark = WHY if part.name == "why" and not part.heading and parts.get(part.name) else ""
                _add_to_part(parts, part.name, mark + attrs[name], many=part.many)
    return used


_PLACES: Final = ("at", "anchor", "anchors", "file", "files", "path")
_ATTRIBUTES: Final = frozenset(
    (
        "kind", "type", "tags", "tag", "project", "tier", "status", "title", "summary", "name", *_TEXTS, *_PLACES,
        *_PART_NAMES, *(relation.replace("_", "-") for relation in RELATIONS),
        *(name for kind in KINDS.values() for field in kind.fields for name in _option_names(field.name, field.flags)),
    )
)  # fmt: skip
"""The attributes that a `remember` directive may have."""


def _add_other_parts(lead: str, attrs: dict[str, str], parts: dict[str, str | list[str]]) -> None:
    """Adds the attributes that name a part of another kind to the text of a record, so that nothing is lost."""
    for name, heading in _PART_NAMES.items():
        text = attrs.get(name)
        if text:
            label = f"{heading}: " if heading != "Why" else WHY if parts.get(lead) else ""
            _add_to_part(parts, lead, label + (text if heading == "Why" else text.replace(";;", "; ")))


def _add_to_part(parts: dict[str, str | list[str]], name: str, text: str, *, many: bool = False) -> None:
    existing = parts.get(name)
    if many:
        items = [item.strip() for item in re.split(r";;|\n", text) if item.strip()]
        parts[name] = [*(existing if isinstance(existing, list) else []), *items]
    else:
        parts[name] = f"{existing}\n\n{text}" if isinstance(existing, str) else text


def _anchors(attrs: dict[str, str]) -> list[Anchor]:
    anchors = map(Anchor.parse, _listed(attrs, *_PLACES))
    return list(dict.fromkeys(Anchor(anchor.path, anchor.symbol) for anchor in anchors if anchor.path))[:_MAX_ANCHORS]


def _links(attrs: dict[str, str]) -> list[Link]:
    links: dict[Link, None] = {}
    for relation in RELATIONS:
        for target in _listed(attrs, relation.replace("_", "-")):
            if target.isalnum() and len(target) <= 26:
                links[Link(relation, target)] = None
    return list(links)
