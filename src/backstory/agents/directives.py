"""Directives: what an agent asks of its memory in its own words, as `<backstory:VERB attr="...">body</backstory:VERB>`.

`<ctx:VERB ...>` is the same. A tag that stands in code, in a quotation or in a comment is talked about and not said:
fenced, indented and inline code, `<pre>` and `<code>`, block quotes, closed HTML comments and escaped `\\<` are passed
over, by the rules of CommonMark (https://spec.commonmark.org/0.31.2/) where they matter here. An unclosed fence hides
what follows in the same text only. Reading takes time in proportion to the text.
"""

import re
from bisect import bisect_left
from typing import Final, NamedTuple

from backstory.model.kinds import KINDS, RELATIONS, TIERS, Kind, kind_named
from backstory.model.record import Anchor, Draft, Link, compose_body, split_body
from backstory.model.text import clean, one_line

VERBS: Final = ("remember", "recall", "status", "task", "summarize", "link", "supersede", "expand")
MAX_DIRECTIVES: Final = 20
"""Directives of one text that are taken."""
MAX_BYTES: Final = 8 * 1024
"""Largest directive, from `<` to `>`, in bytes of UTF-8."""
_MAX_TAGS: Final = 2000
"""Tags, whole and broken, after which a text is given up."""
_MAX_ATTRIBUTES: Final = 64
_TITLE: Final = 120
_MAX_TAGS_OF_RECORD: Final = 32
_MAX_ANCHORS: Final = 20

_ANY: Final = re.compile(r"</?(?:ctx|backstory):", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)(ctx|backstory):([a-z]+)(?![\w:.-])", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(
    r"\s*([A-Za-z_][\w.-]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+?)(?=\s|/?>))|(?=[\s/>]))"
)
_TAG_END: Final = re.compile(r"\s*(/?)>")
_INLINE: Final = re.compile(
    r"\\[!-/:-@\[-`{-~]|`+|<!--|</?(?:ctx|backstory):"
    r"|<(pre|code|script|style|textarea|samp|kbd|backstory-context)(?=[\s>])",
    re.IGNORECASE,
)
"""Marks that mean something within a paragraph. What stands between the named elements is shown or quoted, not said."""
_RUNS: Final = re.compile(r"`+")
_ITEM: Final = r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)"
_DULL: Final = re.compile(rf"(?:(?![ \t]*{_ITEM}{{0,4}}~~~)[^\n<`]*\n)++")
"""Lines that open nothing."""
_BLANK: Final = re.compile(r"(?:[ \t\r]*\n)++|[ \t\r]*\Z")
_INDENTED: Final = re.compile(r"(?:(?: {4}| {0,3}\t)[^\n]*(?:\n|\Z)|[ \t\r]*\n)++")
_QUOTED: Final = re.compile(rf"(?:[ \t]*{_ITEM}{{0,4}}>[^\n]*(?:\n|\Z))++")
_FENCE: Final = re.compile(rf"[ \t]*{_ITEM}{{0,4}}(?:(`{{3,}})[^`\n]*|(~{{3,}})[^\n]*)(?:\n|\Z)")
_ALONE: Final = re.compile(r" {0,3}(?:#{1,6}(?:[ \t\r\n]|\Z)|\|)")
"""Lines that are a block by themselves: headings, rows of tables."""
_BLOCK: Final = re.compile(rf"^[ \t]*(?:\r?$|>|#{{1,6}}(?:[ \t\r]|$)|\||{_ITEM}|`{{3,}}[^`\n]*$|~{{3,}})", re.MULTILINE)
"""Lines that end the paragraph before them."""
_ENTITY: Final = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos|nbsp));")
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " "}


class Directive(NamedTuple):
    verb: str
    attrs: dict[str, str]
    """Names in lower case with hyphens; values decoded. A name that is repeated keeps all values, joined by `;;`."""
    body: str
    offset: int
    """Where it begins in the text, in characters."""
    end: int = 0


class Refused(NamedTuple):
    """A directive that was meant but not taken."""

    verb: str
    offset: int
    reason: str


class Parsed(NamedTuple):
    directives: list[Directive]
    refused: list[Refused]


def parse(text: str) -> list[Directive]:
    """The directives of one text in their order. Never raises on any text."""
    return parse_all(text).directives


def parse_all(text: str) -> Parsed:
    """The directives of one text, and those that were refused: unclosed, too large, too many."""
    if not _ANY.search(text):
        return Parsed([], [])
    tags = _Scanner(text).tags()
    partner = _paired(tags)
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


# Finding the tags that are said


class _Tag(NamedTuple):
    start: int
    end: int
    prefix: str
    verb: str
    closing: bool
    alone: bool
    attrs: dict[str, str]


class _Scanner:
    """Goes once through a text, from block to block, and within paragraphs from mark to mark."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[_Tag] = []
        self.broken = 0
        self.never: set[str] = set()
        """Closings that do not come any more: looked for once, not once per opening."""

    def tags(self) -> list[_Tag]:
        text, at = self.text, 0
        last = max(m.start() for m in _ANY.finditer(text))
        fresh = True  # whether an indented line would be code here: not within a paragraph
        while at <= last and len(self.found) + self.broken < _MAX_TAGS:
            if at and text[at - 1] != "\n":
                at, fresh = self._paragraph(at), False
            elif match := _BLANK.match(text, at):
                at, fresh = match.end(), True
            elif fresh and (match := _INDENTED.match(text, at)):
                at = match.end()
            elif match := _DULL.match(text, at):
                at, fresh = match.end(), self._is_fresh(at, match.end(), fresh)
            elif match := _QUOTED.match(text, at):
                at, fresh = match.end(), False
            elif match := _FENCE.match(text, at):
                at, fresh = self._after_fence(match[1] or match[2], match.end()), True
            elif match := _ALONE.match(text, at):
                at, fresh = self._paragraph(at, alone=True), True
            else:
                at, fresh = self._paragraph(at), False
        return self.found

    def _is_fresh(self, start: int, end: int, before: bool) -> bool:
        """Whether an indented line would be code after the dull lines from `start` to `end`."""
        while end > start:
            line = self.text.rfind("\n", start, end - 1) + 1 or start
            bare = self.text[line:end].strip()
            if not bare or _ALONE.match(self.text, line, end):
                return True
            if not _INDENTED.match(self.text, line, end):
                return False
            end = line
        return before

    def _after_fence(self, fence: str, at: int) -> int:
        """Where the text goes on after a fenced block whose content begins at `at`; its end when it is not closed."""
        closing = re.compile(rf"^[ \t]*{fence[0]}{{{len(fence)},}}[ \t]*\r?$\n?", re.MULTILINE).search(self.text, at)
        return closing.end() if closing else len(self.text)

    def _paragraph(self, start: int, *, alone: bool = False) -> int:
        """Takes the tags of the paragraph that begins at `start`, or of its one line; returns where to go on."""
        text = self.text
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if not alone and end < len(text):
            following = _BLOCK.search(text, end + 1)
            end = following.start() - 1 if following else len(text)
        runs: dict[int, list[int]] | None = None
        at = start
        while (mark := _INLINE.search(text, at, end)) and len(self.found) + self.broken < _MAX_TAGS:
            token = mark[0]
            at = mark.end()
            if token[0] == "`":
                if runs is None:
                    runs = {}
                    for run in _RUNS.finditer(text, start, end):
                        runs.setdefault(run.end() - run.start(), []).append(run.start())
                # A code span goes to the next run of as many backticks; without one they are themselves.
                alike = runs.get(len(token), [])
                next_run = bisect_left(alike, at)
                if next_run < len(alike):
                    at = alike[next_run] + len(token)
            elif token == "<!--" or mark[1]:
                at = self._after("-->" if token == "<!--" else f"</{mark[1].lower()}", at)
                if at > end:
                    return at
            elif token[0] == "<":
                tag = self._tag(mark.start())
                if tag:
                    self.found.append(tag)
                    at = tag.end
                    if at > end:
                        return at
        return min(end + 1, len(text))

    def _after(self, closing: str, at: int) -> int:
        """Where the text goes on after `closing`; `at` when that never comes."""
        if closing in self.never:
            return at
        if closing == "-->":
            found = self.text.find("-->", at)
            after = found + 3
        else:
            match = re.compile(re.escape(closing) + r"\s*>", re.IGNORECASE).search(self.text, at)
            found, after = (match.start(), match.end()) if match else (-1, 0)
        if found < 0:
            self.never.add(closing)
            return at
        return after

    def _tag(self, start: int) -> _Tag | None:
        """The directive's tag at `start`; None for other words and for what is no whole tag."""
        head = _TAG.match(self.text, start)
        if not head or head[3].lower() not in VERBS:
            return None
        limit = min(len(self.text), start + MAX_BYTES)
        at = head.end()
        attrs: dict[str, str] = {}
        for _ in range(_MAX_ATTRIBUTES):
            match = _ATTRIBUTE.match(self.text, at, limit)
            if not match:
                break
            name = match[1].lower().replace("_", "-")
            quoted = next((g for g in match.groups()[1:3] if g is not None), None)
            bare = (match[4] or "true").strip("“”‘’")
            value = _decoded(bare if quoted is None else quoted)
            attrs[name] = f"{attrs[name]};;{value}" if name in attrs else value
            at = match.end()
        end = _TAG_END.match(self.text, at, limit)
        if not end or (head[1] and (attrs or end[1])):
            self.broken += 1
            return None
        return _Tag(start, end.end(), head[2].lower(), head[3].lower(), bool(head[1]), bool(end[1]), attrs)


def _paired(tags: list[_Tag]) -> dict[int, int]:
    """Index of an opening tag -> index of its closing one. What was opened in between and never closed stays open."""
    partner: dict[int, int] = {}
    stack: list[int] = []
    open_now: dict[tuple[str, str], int] = {}
    for at, tag in enumerate(tags):
        key = (tag.prefix, tag.verb)
        if tag.alone:
            continue
        if not tag.closing:
            stack.append(at)
            open_now[key] = open_now.get(key, 0) + 1
        elif open_now.get(key):
            while True:
                opening = stack.pop()
                own = (tags[opening].prefix, tags[opening].verb)
                open_now[own] -= 1
                if own == key:
                    partner[opening] = at
                    break
    return partner


# Contents


def _decoded(text: str) -> str:
    """Text with its entities decoded, once: `&amp;lt;` is `&lt;`. What names no character stays as it is."""

    def one(match: re.Match[str]) -> str:
        if match[3]:
            return _NAMED[match[3]]
        code = int(match[1], 16) if match[1] else int(match[2])
        if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF or (code < 32 and code not in (9, 10, 13)):
            return match[0]
        return chr(code)

    return _ENTITY.sub(one, text) if "&" in text else text


def _body(raw: str) -> str:
    body = raw.replace("\r\n", "\n").strip()
    if body.startswith("<![CDATA[") and body.endswith("]]>"):
        return body[9:-3].strip()
    if "\n " in body or "\n\t" in body:
        from textwrap import dedent

        body = dedent(raw.replace("\r\n", "\n")).strip() if raw.startswith(("\n", "\r")) else body
    return _decoded(body)


# Drafts


def to_draft(directive: Directive) -> Draft | None:
    """The draft that a `remember` directive asks for; None for another verb, or one that says nothing.

    `type` or `kind` names the kind; one that does not exist becomes a note tagged with it. `tags` is a list parted by
    commas in which `tier:NAME` is the tier. The parts and fields of the kind are attributes by the names of their
    options (`why`, `instead-of`, `impact`, `at`, ...); those the kind lacks are added to its text, so that nothing is
    lost. Lists are parted by `;;`.
    """
    if directive.verb != "remember":
        return None
    attrs = {name: clean(value).strip() for name, value in directive.attrs.items()}
    said = attrs.get("type") or attrs.get("kind") or "note"
    kind = kind_named(said)
    tags, tier = _tags(attrs)
    if kind is None:
        kind = KINDS["note"]
        tags.append(one_line(said, 40).lower())
    title, rest = _title(attrs, clean(directive.body).strip())
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
    """(title, what is left of the text): the first line or sentence of a long text, all of a short one."""
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
"""Attributes that hold what should be between the tags."""
_PART_NAMES: Final = {
    name: part.heading or "Why"
    for kind in KINDS.values()
    for part in kind.parts
    for name in (part.name, *(flag.lstrip("-") for flag in part.flags))
    if name not in _TEXTS
}
"""Attribute -> the heading under which a kind that has this part keeps it."""


def _parts(kind: Kind, attrs: dict[str, str], rest: str) -> tuple[dict[str, str | list[str]], dict[str, str]]:
    parts = split_body(kind.name, rest)
    lead = next((p.name for p in kind.parts if not p.heading), "")
    used: set[str] = set()
    for part in kind.parts:
        for name in dict.fromkeys((part.name, *(flag.lstrip("-") for flag in part.flags))):
            if not attrs.get(name) or name in _TEXTS:
                continue
            used.add(name)
            held = parts.get(part.name)
            if part.many:
                items = [i.strip() for i in re.split(r";;|\n", attrs[name]) if i.strip()]
                parts[part.name] = [*(held if isinstance(held, list) else []), *items]
            else:
                parts[part.name] = f"{held}\n\n{attrs[name]}" if isinstance(held, str) else attrs[name]
    fields: dict[str, str] = {}
    for field in kind.fields:
        for name in dict.fromkeys((field.name, *(flag.lstrip("-") for flag in field.flags))):
            value = one_line(attrs.get(name, ""), 300)
            if value and (not field.choices or value.lower() in field.choices):
                fields[field.name] = value.lower() if field.choices else value
                used.add(name)
    for name, heading in _PART_NAMES.items():
        if attrs.get(name) and name not in used and lead:
            held = parts.get(lead)
            said = attrs[name] if heading == "Why" else f"{heading}: {attrs[name].replace(';;', '; ')}"
            parts[lead] = f"{held}\n\n{said}" if isinstance(held, str) else said
    return parts, fields


def _anchors(attrs: dict[str, str]) -> list[Anchor]:
    found = [Anchor.parse(item) for item in _listed(attrs, "at", "anchor", "anchors", "file", "files", "path")]
    return list(dict.fromkeys(Anchor(a.path, a.symbol) for a in found if a.path))[:_MAX_ANCHORS]


def _links(attrs: dict[str, str]) -> list[Link]:
    named = [Link(relation, target) for relation in RELATIONS for target in _listed(attrs, relation.replace("_", "-"))]
    return list(dict.fromkeys(link for link in named if link.target.isalnum() and len(link.target) <= 26))
