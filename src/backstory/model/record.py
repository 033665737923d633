"""A record: one piece of memory, write-once in substance (title, body, origin); only its metadata may change."""

from collections.abc import Iterable
from typing import Final

import msgspec

from backstory.model.ids import short_id
from backstory.model.kinds import KINDS, Part

MAX_BYTES: Final = 256 * 1024
"""Largest record, in bytes of UTF-8. Longer text is a source: `backstory ingest`."""
MAX_TITLE: Final = 300
"""Longest title, in characters."""


class Anchor(msgspec.Struct, frozen=True, order=True):
    """The code a record is about: `path`, `path#symbol` or a glob, with the digest it had when it was written.

    `path` is relative to the project root with forward slashes; `digest` is `<algorithm>:<hex>` or empty.
    Written as `path[#symbol][@digest]`; `%`, `#`, `@`, `,` and control characters in a path are percent-encoded.
    """

    path: str
    symbol: str = ""
    digest: str = ""

    def __str__(self) -> str:
        text = _escape(self.path)
        if self.symbol:
            text += "#" + _escape(self.symbol)
        return f"{text}@{self.digest}" if self.digest else text

    @property
    def target(self) -> str:
        """The path and the symbol as a person types them, without the digest and unescaped."""
        return f"{self.path}#{self.symbol}" if self.symbol else self.path

    @property
    def is_glob(self) -> bool:
        return any(sign in self.path for sign in "*?[")

    @classmethod
    def parse(cls, text: str) -> "Anchor":
        """Parses the written form. Never fails: text that is not a digest belongs to the path."""
        text, digest = text.strip(), ""
        head, sign, tail = text.rpartition("@")
        algorithm, colon, value = tail.partition(":")
        if sign and colon and algorithm.isalnum() and value and all(digit in "0123456789abcdef" for digit in value):
            text, digest = head, tail
        path, _, symbol = text.partition("#")
        return cls(_unescape(path), _unescape(symbol), digest)


class Link(msgspec.Struct, frozen=True, order=True):
    """A typed edge from the record that holds it to `target`, a record id."""

    relation: str
    target: str

    def __str__(self) -> str:
        return f"{self.relation} {self.target}"


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The author of a record, the place where it was made, and the channel through which it came."""

    author: str = ""
    """`Name <mail>` as git has it."""
    agent: str = ""
    """Name of the coding agent, empty for a person."""
    session: str = ""
    branch: str = ""
    commit: str = ""
    """Full or abbreviated id of HEAD when it was made; empty before the first commit and without git."""
    how: str = "explicit"
    source: str = ""
    """Where a text was taken from: `path:line` or a transcript pointer."""
    quote: str = ""
    """The words it was taken from, one line."""


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One piece of memory. `scope` follows from the folder of the file and is not written in it."""

    id: str
    kind: str
    title: str
    body: str = ""
    tier: str = "reference"
    status: str = "active"
    tags: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    links: tuple[Link, ...] = ()
    origin: Origin = Origin()
    made: str = ""
    """UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    fields: dict[str, str] = {}
    """Further front-matter keys: the kind's own fields, and every key this version does not know."""
    scope: str = "private"

    @property
    def short(self) -> str:
        return short_id(self.id)

    @property
    def parts(self) -> dict[str, str | list[str]]:
        """The body split by the kind's table: part name -> text, or list of items for parts that hold many."""
        return split_body(self.kind, self.body)


class Draft(msgspec.Struct, kw_only=True):
    """A record before it has an identity: typed by a person, stated by an agent or found by an extractor.

    `text` is raw: its first line or sentence becomes the title. `parts` are the named parts of the kind, and the rest
    of `text` joins the leading one. `title` and `body` are for those who know both already. Empty `tier` and `status`
    mean the kind's default; anchors are as typed and not yet hashed.
    """

    kind: str
    title: str = ""
    body: str = ""
    text: str = ""
    parts: dict[str, str | list[str]] = {}
    tier: str = ""
    status: str = ""
    tags: list[str] = []
    anchors: list[Anchor] = []
    links: list[Link] = []
    fields: dict[str, str] = {}
    source: str = ""
    quote: str = ""


def compose_body(kind: str, parts: dict[str, str | list[str]]) -> str:
    """Writes the named parts of a kind as a body: the lead first, then `## Heading` sections in the table's order.

    Items of parts that hold many become `- ` lists; empty parts are left out. `split_body` reads it back.
    """
    out: list[str] = []
    for part in KINDS[kind].parts:
        value = parts.get(part.name)
        if not value:
            continue
        text = _items(value) if part.many else str(value if isinstance(value, str) else "\n".join(value)).strip()
        if text:
            out.append(f"## {part.heading}\n{text}" if part.heading else text)
    return "\n\n".join(out)


def split_body(kind: str, body: str) -> dict[str, str | list[str]]:
    """Splits a body by the kind's headings. Text under unknown headings stays with the part before it."""
    parts = KINDS[kind].parts if kind in KINDS else ()
    many = {part.name for part in parts if part.many}
    out: dict[str, str | list[str]] = {}
    for name, lines in _group_lines(parts, body).items():
        text = "\n".join(lines).strip()
        if text:
            out[name] = _list(text) if name in many else text
    return out


def _group_lines(parts: Iterable[Part], body: str) -> dict[str, list[str]]:
    """Name of a part -> its lines, in the order of the body. Headings within a fenced block do not count."""
    by_heading = {part.heading.lower(): part.name for part in parts if part.heading}
    current = next((part.name for part in parts if not part.heading), "body")
    groups: dict[str, list[str]] = {}
    fence = ""
    for line in body.splitlines():
        fence = _fence_after(line, fence)
        heading = by_heading.get(line[3:].strip().lower(), "") if not fence and line.startswith("## ") else ""
        if heading:
            current = heading
            groups.setdefault(current, [])
        else:
            groups.setdefault(current, []).append(line)
    return groups


def _fence_after(line: str, fence: str) -> str:
    """The mark of the code block that is open behind a line; empty where none is."""
    mark = line.lstrip()[:3]
    if mark not in ("```", "~~~"):
        return fence
    return "" if fence == mark else fence or mark


def _items(value: str | list[str]) -> str:
    items = [value] if isinstance(value, str) else value
    return "\n".join("- " + "\n  ".join(item.strip().splitlines()) for item in items if item.strip())


def _list(text: str) -> list[str]:
    items: list[str] = []
    for line in text.splitlines():
        if line.startswith(("- ", "* ")):
            items.append(line[2:].strip())
        elif items and line.strip():
            items[-1] += "\n" + line.strip()
        elif line.strip():
            items.append(line.strip())
    return items


_ESCAPED = "%#@,[]"


def _escape(text: str) -> str:
    return "".join(
        f"%{ord(character):02X}" if character in _ESCAPED or character < " " else character for character in text
    )


def _unescape(text: str) -> str:
    head, *rest = text.split("%")
    out = head
    for piece in rest:
        code = piece[:2]
        if len(code) == 2 and all(digit in "0123456789ABCDEFabcdef" for digit in code) and int(code, 16) < 128:
            out += chr(int(code, 16)) + piece[2:]
        else:
            out += "%" + piece
    return out


def immutable_part(record: Record) -> tuple[object, ...]:
    """The part of a record that never changes."""
    return record.id, record.kind, record.title, record.body, record.origin, record.made
