"""Encodes and decodes record files: front matter and body, as `docs/format.md` specifies them.

The encoder writes valid YAML 1.2. The decoder is a small fixed parser that knows only texts and flat lists, so that
anchors, tags and merge keys of YAML are inert text. Reading never fails on content: a line that cannot be understood is
reported, and only that line is lost.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from backstory.model.ids import is_ulid, make_ulid
from backstory.model.ids import normalize_id as normal_id
from backstory.model.kinds import CHANNELS, KINDS, RETRACTED, TIERS, TIERS_BY_CAUTION, find_kind
from backstory.model.record import Anchor, Link, Origin, Record
from backstory.store.frontmatter import (
    CONFLICT,
    FENCE,
    REPEATED,
    Entry,
    Problem,
    edit_frontmatter,
    split_frontmatter,
    text_of,
)
from backstory.store.scalars import (
    normalize_text,
    one_line,
    read_list,
    read_scalar,
    write_field,
    write_key,
    write_list,
    write_scalar,
)
from backstory.store.vocabulary import normalize_channel

ORIGIN_KEYS: Final = ("author", "agent", "session", "branch", "commit", "how", "source", "quote")
LIST_KEYS: Final = ("tags", "anchors", "links")
_BEFORE: Final = ("id", "kind", "tier", "title", *LIST_KEYS, *ORIGIN_KEYS)
"""The keys before the further fields. After these come `made` and `status`.

Git takes two changed lines as a conflict if no unchanged line lies between them, and `merge=union` then keeps both
versions of both. A tier and a status have one value each, so unchanging lines surround them.
"""
OWN_KEYS: Final = frozenset((*_BEFORE, "made", "status"))
"""Keys with a meaning of their own; every other key of a file is one of `Record.fields`."""
SUBSTANCE: Final = frozenset(("id", "kind", "title", *ORIGIN_KEYS, "made"))
"""Keys that never change once a record is written."""
UNTITLED: Final = "untitled"
"""The title of a record whose file has neither a title nor a text."""
NO_ID: Final = "has no valid id; one is derived from its content"

_WORDS: Final = frozenset(("id", "kind", "tier", "status", "how", "made"))
"""Keys whose value is one word, so that a comment may follow it."""
_ORDER: Final = {key: place for place, key in enumerate((*_BEFORE, "", "made", "status"))}
"""Key -> its place; `""` stands for all further fields."""


class Decoded(NamedTuple):
    """The content of a file. `record` is None only for an empty file or one that cannot be read."""

    record: Record | None
    problems: tuple[Problem, ...] = ()

    @property
    def conflicted(self) -> bool:
        """Whether a merge conflict in the front matter waits to be resolved."""
        return any(problem.what == CONFLICT for problem in self.problems)


def encode_record(record: Record) -> bytes:
    """The file of a record. Equal records give equal bytes; `normalize_record` says which records survive it."""
    out = [FENCE]
    out += [f"{key}: {write_scalar(getattr(record, key))}" for key in ("id", "kind", "tier", "title")]
    out += [*_list_lines(record), *_origin_lines(record.origin)]
    out += [f"{write_key(key)}: {write_field(value)}" for key, value in sorted(record.fields.items())]
    if record.made:
        out.append(f"made: {write_scalar(record.made)}")
    if record.status != default_status(record.kind):
        out.append(f"status: {write_scalar(record.status)}")
    text = "\n".join([*out, FENCE]) + "\n"
    if record.body:
        text += record.body + "\n"
    return text.encode("utf-8", "replace")


def _list_lines(record: Record) -> Iterator[str]:
    """The lines of lists that are not empty."""
    for key in LIST_KEYS:
        items = getattr(record, key)
        if items:
            yield f"{key}: {write_list(map(str, items))}"


def _origin_lines(origin: Origin) -> Iterator[str]:
    for key in ORIGIN_KEYS:
        value = getattr(origin, key)
        if value:
            yield f"{key}: {write_scalar(value)}"


def decode_record(data: bytes, *, scope: str = "private", name: str = "") -> Decoded:
    """Reads a record file. `name` is its path, which helps where the file does not say its kind.

    Never raises on content.
    """
    problems: list[Problem] = []
    text = text_of(data, problems)
    if not text.strip():
        return Decoded(None, (Problem(0, "the file is empty", "error"),))
    entries, body = split_frontmatter(text, problems)
    record = _Reading(entries, problems).record(body, text, scope, name)
    return Decoded(record, tuple(sorted(problems)) if problems else ())


def normalize_record(record: Record) -> Record:
    """The record as a file can hold it. With `n = normalize_record(r)`,
    `decode_record(encode_record(n)).record == n` for every record with an id.

    Everywhere: lone surrogates and NUL become U+FFFD, line ends become LF. Title, tier, status, made, tags and the
    names of fields are one line without blanks around it. Empty or repeated tags, anchors and links are dropped, and
    so are fields without a value; a field named like a key of the record itself gets `x-` before its name. An unknown
    tier becomes the most careful, an unknown channel the least trusted; a kind's alias becomes its name.
    """
    kind = _normalize_kind(record.kind)
    tier = one_line(record.tier) or default_tier(kind)
    origin = {key: normalize_text(getattr(record.origin, key)) for key in ORIGIN_KEYS}
    origin["how"] = normalize_channel(one_line(record.origin.how) or CHANNELS[0])
    return Record(
        id=record.id,
        kind=kind,
        title=one_line(record.title),
        body=normalize_text(record.body),
        tier=tier if tier in TIERS else TIERS_BY_CAUTION[0],
        status=one_line(record.status) or default_status(kind),
        tags=_unique(map(one_line, record.tags)),
        anchors=_anchors(map(str, record.anchors)),
        links=_links(map(_link_text, record.links)),
        origin=Origin(**origin),
        made=one_line(record.made),
        fields={_field_name(key): normalize_text(value) for key, value in record.fields.items() if value},
        scope=record.scope,
    )


def edit_metadata(data: bytes, changes: Mapping[str, str | Sequence[str] | None]) -> bytes:
    """Changes the lines of the named keys, to a text, a list or nothing (None, []); all other bytes are kept.

    A new key is placed where `encode` would put it, or behind the next line that never changes if its neighbours are
    lines that another branch may change; repeated keys become one line. A file without front matter
    gets one. Line ends and byte order mark are kept.
    """
    return edit_frontmatter(data, changes, _ORDER, _ORDER[""], SUBSTANCE)


def default_status(kind: str) -> str:
    """The default for a record of that kind whose file has none."""
    row = KINDS.get(kind)
    return row.statuses[0] if row else "active"


def default_tier(kind: str) -> str:
    """The default for a record of that kind whose file has none."""
    row = KINDS.get(kind)
    return row.tier if row else "reference"


def careful_tier(tiers: Iterable[str]) -> str:
    """The most careful of several tiers; an unknown one counts as the most careful."""
    return min((tier if tier in TIERS else TIERS_BY_CAUTION[0] for tier in tiers), key=TIERS_BY_CAUTION.index)


def careful_status(kind: str, statuses: Iterable[str]) -> str:
    """The most careful of several statuses: `retracted`, else the one that comes last in the kind's row."""
    order = (*(KINDS[kind].statuses if kind in KINDS else ()), RETRACTED)
    return max(statuses, key=lambda status: order.index(status) if status in order else -1)


class _Reading:
    """Entries on their way to a record: repeated keys folded, odd values named with their line."""

    def __init__(self, entries: Iterable[Entry], problems: list[Problem]) -> None:
        self.problems = problems
        self.texts: dict[str, str] = {}
        self.fields: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {}
        self.tiers: list[str] = []
        self.statuses: list[str] = []
        self.lines: dict[str, int] = {}
        for entry in entries:
            key = entry.key
            if key in self.lines:
                self._note_repeated(entry)
            else:
                self.lines[key] = entry.line
            if key in LIST_KEYS:
                items, what = read_list(entry.value, entry.more)
                self.lists.setdefault(key, []).extend(items)
            else:
                what = self._add_text(entry)
            if what:
                problems.append(Problem(entry.line, f"`{key}` {what}", "warning"))

    def _note_repeated(self, entry: Entry) -> None:
        """Notes which value of a repeated key counts. Of other keys `_add_text` reports a second value."""
        if entry.key in LIST_KEYS:
            counts = "all values count"
        elif entry.key in ("tier", "status"):
            counts = "the most careful value counts"
        else:
            return
        self.problems.append(Problem(entry.line, f"`{entry.key}`{REPEATED}{counts}", "note"))

    def _add_text(self, entry: Entry) -> str:
        """Adds an entry that is not a list; returns its problem, if it has one."""
        key = entry.key
        value, what = read_scalar(entry.value, entry.more, word=key in _WORDS)
        if key == "tier":
            self.tiers.append(value)
        elif key == "status":
            self.statuses.append(value)
        else:
            into = self.texts if key in OWN_KEYS else self.fields
            if into.setdefault(key, value) != value:
                again = f"`{key}` is given again with another value: the first counts"
                self.problems.append(Problem(entry.line, again, "error"))
        return what

    def record(self, body: str, whole: str, scope: str, name: str) -> Record:
        texts = self.texts
        kind = self._kind(name)
        for tier in self.tiers:
            if tier not in TIERS:
                self._odd("tier", tier, f"the most careful, `{TIERS_BY_CAUTION[0]}`")
        return Record(
            id=self._id(whole, name),
            kind=kind,
            title=one_line(texts.get("title", "")) or self._title_from(body),
            body=body,
            tier=careful_tier(self.tiers) if self.tiers else default_tier(kind),
            status=(one_line(careful_status(kind, self.statuses)) if self.statuses else "") or default_status(kind),
            tags=_unique(map(one_line, self.lists.get("tags", ()))),
            anchors=_anchors(self.lists.get("anchors", ())),
            links=_links(self.lists.get("links", ())),
            origin=Origin(
                author=texts.get("author", ""),
                agent=texts.get("agent", ""),
                session=texts.get("session", ""),
                branch=texts.get("branch", ""),
                commit=texts.get("commit", ""),
                how=self._how(),
                source=texts.get("source", ""),
                quote=texts.get("quote", ""),
            ),
            made=one_line(texts.get("made", "")),
            fields=self.fields,
            scope=scope,
        )

    def _how(self) -> str:
        how = self.texts.get("how", "") or CHANNELS[0]
        if normalize_channel(how) != how:
            self._odd("how", how, f"the least trusted, `{CHANNELS[-1]}`")
        return normalize_channel(how)

    def _title_from(self, body: str) -> str:
        """The title of a record that has none: the first line of its text."""
        if self.lines:
            self.problems.append(Problem(self.lines.get("title", 0), "has no title; the text's first line is taken"))
        return _first_line(body)

    def _kind(self, name: str) -> str:
        word = one_line(self.texts.get("kind", ""))
        if word in KINDS:
            return word
        alias_of = find_kind(word)
        line = self.lines.get("kind", 0)
        if alias_of:
            self.problems.append(Problem(line, f"`kind: {word}` is read as `{alias_of.name}`", "note"))
            return alias_of.name
        if word:
            self.problems.append(Problem(line, f"`kind: {word}` is not known to this version", "note"))
            return word
        folder = os.path.basename(os.path.dirname(name))
        kind = folder if folder in KINDS else "note"
        if self.lines:
            self.problems.append(Problem(line, f"has no kind; read as `{kind}`", "warning"))
        return kind

    def _id(self, whole: str, name: str) -> str:
        text = self.texts.get("id", "")
        if is_ulid(text):
            return text
        again = normal_id(text)
        if is_ulid(again):
            self.problems.append(Problem(self.lines.get("id", 0), f"`id: {text}` is read as {again}", "note"))
            return again
        from backstory.base.digests import blake2b

        self.problems.append(Problem(self.lines.get("id", 0), NO_ID, "error"))
        digest = blake2b(whole.encode("utf-8", "replace"), digest_size=10).digest()
        return make_ulid(_ms(self.texts.get("made", "")) or _ms(os.path.basename(name)[:10]), digest)

    def _odd(self, key: str, value: str, meaning: str) -> None:
        self.problems.append(Problem(self.lines[key], f"`{key}: {value}` is not known; read as {meaning}", "warning"))


def _ms(made: str) -> int:
    try:
        when = datetime.fromisoformat(made)
        ms = int((when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        return 0
    return ms if 0 <= ms < 1 << 48 else 0


def _first_line(body: str) -> str:
    for line in body.split("\n"):
        text = one_line(line.strip().lstrip("#"))
        if text:
            return text[:300].rstrip()
    return UNTITLED


def _unique(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for item in items if item))


def _anchors(texts: Iterable[str]) -> tuple[Anchor, ...]:
    anchors = (Anchor.parse(normalize_text(text)) for text in texts)
    return tuple(dict.fromkeys(anchor for anchor in anchors if anchor.path or anchor.symbol))


def _links(texts: Iterable[str]) -> tuple[Link, ...]:
    out: dict[Link, None] = {}
    for text in texts:
        words = normalize_text(text).split()
        if words:
            out[Link(words[0], " ".join(words[1:])) if len(words) > 1 else Link("relates_to", words[0])] = None
    return tuple(out)


def _field_name(key: str) -> str:
    key = one_line(key)
    return f"x-{key}" if not key or key in OWN_KEYS else key


def _normalize_kind(text: str) -> str:
    kind = one_line(text)
    alias_of = find_kind(kind)
    return alias_of.name if alias_of else kind or "note"


def _link_text(link: Link) -> str:
    return f"{'_'.join(link.relation.split()) or 'relates_to'} {link.target}"
