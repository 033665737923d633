"""The material for a model: pieces of memory with an id, each one JSON object on a line, within a budget of tokens.

JSON keeps them apart: nothing that a text says can end its line and pose as another source.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.model.text import clean_text
from backstory.redact.gate import Gate

if TYPE_CHECKING:
    from backstory.index.read import Row

MAX_TEXT: Final = 4_000
"""Characters of one source."""


class Source(NamedTuple):
    """A piece of memory as a model sees it."""

    id: str
    """What the model cites."""
    text: str
    """Redacted. Quotes are compared with it."""
    kind: str = ""
    made: str = ""
    ref: str = ""
    """Whole id of the record; empty for other sources."""
    branch: str = ""
    """The branch that it was uttered on, where its work is not part of this one."""
    settles: bool = False
    """Whether it decided between options that the question is about, whatever words it has."""


def make_record_sources(rows: "Iterable[Row]", gate: Gate) -> list[Source]:
    """Records as sources, without those that nobody here trusts."""
    sources: dict[str, Source] = {}
    for row in rows:
        record = row.record
        if row.foreign or record.id in {source.ref for source in sources.values()}:
            continue
        ident = record.id if record.short in sources else record.short
        text = "\n".join(filter(None, (record.title, record.body)))
        sources[ident] = make_source(ident, text, gate, kind=record.kind, made=record.made[:10], ref=record.id)
    return list(sources.values())


def make_source(ident: str, text: str, gate: Gate, *, kind: str = "", made: str = "", ref: str = "") -> Source:
    """A source with its text clean and cut to a length."""
    text = gate.clean(clean_text(text).strip())
    return Source(ident, text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…", kind, made, ref)


def fit_sources(sources: Sequence[Source], budget: int) -> list[Source]:
    """The first sources that fit into a number of tokens; the rest is left out."""
    fitting: list[Source] = []
    remaining = budget
    for source in sources:
        remaining -= estimate_tokens(encode_sources([source]))
        if remaining < 0:
            break
        fitting.append(source)
    return fitting


def encode_sources(sources: Iterable[Source]) -> str:
    """One JSON object a line."""
    lines: list[str] = []
    for source in sources:
        members = {"id": source.id, "kind": source.kind, "made": source.made, "text": source.text}
        lines.append(msgspec.json.encode({name: value for name, value in members.items() if value}).decode())
    return "\n".join(lines)
