"""Where a record comes from: through the records it was made of, down to a session, a commit, a person or a text.

A quote is checked against the text it is said to be from. The check reads the project's own files, and others (such as
an agent's transcript) only for records of this machine: a cloned record must not make us open what it names.
"""

import json
import os
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.model.errors import BackstoryError, NotFound
from backstory.model.ids import short
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.memory.core import Memory

FOUND: Final = "found"
MISSING: Final = "not found"
UNCHECKED: Final = "unchecked"
FIELD: Final = "quote-check"
"""Field of a record that was marked down because its quote is not in its source."""
UPWARD: Final = ("derived_from", "part_of", "caused_by", "answers")
"""Links that lead to what a record was made of."""
_LIMIT: Final = 64 << 20
_DEEPEST: Final = 50


class End(NamedTuple):
    """Where a chain ends: `kind` is `person agent session commit text`; `alive` says whether it is still there."""

    kind: str
    name: str
    alive: bool
    note: str = ""


class Link(NamedTuple):
    """A record on the way. `via` is the relation from the record before it; `state` is empty, `forgotten`, `missing`,
    `retracted`, `superseded`, `untrusted`."""

    id: str
    depth: int
    via: str
    state: str
    record: Record | None = None
    ends: tuple[End, ...] = ()


def chain(m: "Memory", ref: str) -> list[Link]:
    """A record and all that it was made of, each with where it ends. Raises `NotFound`, `Ambiguous`."""
    from backstory.memory.rejecting import tombstones

    stones = tombstones(m)
    start = m.get(ref).record.id
    out: list[Link] = []
    seen: set[str] = set()
    stack: list[tuple[str, int, str]] = [(start, 0, "")]
    while stack:
        ident, depth, via = stack.pop()
        if ident in seen or depth > _DEEPEST:
            continue
        seen.add(ident)
        if stones is not None and ident in stones.gone:
            out.append(Link(ident, depth, via, "forgotten"))
            continue
        try:
            row = m.get(ident)
        except NotFound:
            out.append(Link(ident, depth, via, "missing"))
            continue
        record = row.record
        state = "retracted" if record.status == "retracted" else "superseded" if row.superseded_by else ""
        state = ", ".join(word for word in (state, "untrusted" if row.foreign else "") if word)
        out.append(Link(record.id, depth, via, state, record, tuple(ends(m, record))))
        stack += [(k.target, depth + 1, k.relation) for k in reversed(record.links) if k.relation in UPWARD]
    return out


def ends(m: "Memory", record: Record) -> list[End]:
    """What stands behind a record itself: who said it, in which session, at which commit, out of which text."""
    o = record.origin
    out: list[End] = []
    if o.agent:
        out.append(End("agent", o.agent, True, f"for {one_line(o.author)}" if o.author else ""))
    elif o.author:
        out.append(End("person", one_line(o.author), True, "said it" if o.how == "explicit" else o.how))
    if o.session:
        out.append(
            End("session", o.session, bool(m.journal.paths(o.session)), f"`backstory log --session {o.session}`")
        )
    if o.commit and m.project.git_dir:
        ran = m.git.attempt("cat-file", "-e", f"{o.commit}^{{commit}}") if _hex(o.commit) else None
        out.append(
            End("commit", o.commit, ran is not None and not ran.code, f"on {one_line(o.branch)}" if o.branch else "")
        )
    if o.source:
        state = quote_state(m, record)
        path, line = place(o.source)
        there = bool(_text_path(m, record, path))
        note = f"line {line}" if line else ""
        if o.quote:
            note = ", ".join(x for x in (note, f"quote {state}") if x)
        out.append(End("text", path, there, note))
    return out


def quote_state(m: "Memory", record: Record) -> str:
    """`found`, `not found`, or `unchecked`: no quote, no source, or a source that cannot be read from here."""
    o = record.origin
    if not o.quote or not o.source:
        return UNCHECKED
    path = _text_path(m, record, place(o.source)[0])
    text = _read(path) if path else ""
    if not text:
        return UNCHECKED
    wanted = _plain(o.quote.rstrip("…"))
    if not wanted or wanted in _plain(text):
        return FOUND
    if path.endswith((".jsonl", ".json")) and wanted in _plain(_said(text)):
        return FOUND
    return MISSING


def judged(m: "Memory", record: Record) -> Record:
    """The record as it may be kept: what was extracted, or stated by an agent, with a quote that its source does not
    hold is marked down. It counts as inferred, is not loaded, and says why. A person's word stands as it is."""
    import msgspec

    if record.origin.how == "explicit" or quote_state(m, record) != MISSING:
        return record
    origin = msgspec.structs.replace(record.origin, how="imported" if record.origin.how == "imported" else "inferred")
    fields = {**record.fields, FIELD: f"{MISSING} in {place(record.origin.source)[0]}"}
    return msgspec.structs.replace(record, origin=origin, tier="off-context", fields=fields)


def place(source: str) -> tuple[str, int]:
    """(path, line or 0) of `path:line`."""
    path, colon, line = source.rpartition(":")
    return (path, int(line)) if colon and path and line.isdigit() else (source, 0)


def orphans(m: "Memory", ref: str) -> list[str]:
    """Ids on the chain of a record that end nowhere: gone themselves, or without anybody or anything behind them."""
    found = chain(m, ref)
    return [k.id for k in found if k.state in ("forgotten", "missing") or not any(e.alive for e in k.ends)]


def told(link: Link) -> str:
    """A line of the chain for a person."""
    name = f'{link.record.kind} {short(link.id)} "{one_line(link.record.title, 70)}"' if link.record else short(link.id)
    return f"{link.via.replace('_', ' ')} {name}".strip() + (f"  [{link.state}]" if link.state else "")


def _text_path(m: "Memory", record: Record, path: str) -> str:
    """The file that a source names, if it may be read: inside the project, or outside for records of this machine."""
    if not path or "\0" in path:
        return ""
    root = os.path.realpath(m.project.root)
    real = os.path.realpath(os.path.join(root, os.path.expanduser(path)))
    inside = real.startswith(root + os.sep)
    if not inside and (record.scope == "team" or record.origin.how == "imported"):
        return ""
    return real if os.path.isfile(real) else ""


def _read(path: str) -> str:
    from backstory.store.files import read_file

    try:
        return read_file(path, limit=_LIMIT).decode("utf-8", "replace")
    except BackstoryError:
        return ""


def _plain(text: str) -> str:
    """Words only: line ends, quotation marks and Markdown of a text differ from those of its quote."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _said(text: str) -> str:
    """The strings of a transcript's JSON lines."""
    out: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, str):
            out.append(value)
        elif isinstance(value, dict):
            for below in value.values():
                walk(below)
        elif isinstance(value, list):
            for below in value:
                walk(below)

    for line in text.splitlines():
        try:
            walk(json.loads(line))
        except (ValueError, RecursionError):
            continue
    return "\n".join(out)


def _hex(text: str) -> bool:
    return 4 <= len(text) <= 64 and all(c in "0123456789abcdef" for c in text)
