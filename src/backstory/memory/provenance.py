"""Where a record comes from: through the records it was made of, down to a session, a commit, a person or a text.

A quote is checked against the text it is said to be from. The check reads the project's own files, and others (such as
an agent's transcript) only for records of this machine: a cloned record must not make us open what it names.
"""

from typing import Final, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.policy.quotes import _is_hex, _text_path, parse_source, quote_state
from backstory.model.errors import NotFound
from backstory.model.ids import short
from backstory.model.record import Record
from backstory.model.text import one_line

UPWARD: Final = ("derived_from", "part_of", "caused_by", "answers")
"""Links that lead to what a record was made of."""
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


def trace_chain(workspace: Catalog, ref: str) -> list[Link]:
    """A record and all that it was made of, each with where it ends. Raises `NotFound`, `Ambiguous`."""
    from backstory.memory.policy.rejections import find_tombstones

    stones = find_tombstones(workspace)
    start = workspace.get(ref).record.id
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
            row = workspace.get(ident)
        except NotFound:
            out.append(Link(ident, depth, via, "missing"))
            continue
        record = row.record
        state = "retracted" if record.status == "retracted" else "superseded" if row.superseded_by else ""
        state = ", ".join(word for word in (state, "untrusted" if row.foreign else "") if word)
        out.append(Link(record.id, depth, via, state, record, tuple(find_ends(workspace, record))))
        stack += [(k.target, depth + 1, k.relation) for k in reversed(record.links) if k.relation in UPWARD]
    return out


def find_ends(workspace: Catalog, record: Record) -> list[End]:
    """What stands behind a record itself: who said it, in which session, at which commit, out of which text."""
    o = record.origin
    out: list[End] = []
    if o.agent:
        out.append(End("agent", o.agent, True, f"for {one_line(o.author)}" if o.author else ""))
    elif o.author:
        out.append(End("person", one_line(o.author), True, "said it" if o.how == "explicit" else o.how))
    if o.session:
        out.append(
            End(
                "session", o.session, bool(workspace.journal.paths(o.session)), f"`backstory log --session {o.session}`"
            )
        )
    if o.commit and workspace.project.git_dir:
        ran = workspace.git.attempt("cat-file", "-e", f"{o.commit}^{{commit}}") if _is_hex(o.commit) else None
        out.append(
            End("commit", o.commit, ran is not None and not ran.code, f"on {one_line(o.branch)}" if o.branch else "")
        )
    if o.source:
        state = quote_state(workspace, record)
        path, line = parse_source(o.source)
        there = bool(_text_path(workspace, record, path))
        note = f"line {line}" if line else ""
        if o.quote:
            note = ", ".join(x for x in (note, f"quote {state}") if x)
        out.append(End("text", path, there, note))
    return out


def find_orphans(workspace: Catalog, ref: str) -> list[str]:
    """Ids on the chain of a record that end nowhere: gone themselves, or without anybody or anything behind them."""
    found = trace_chain(workspace, ref)
    return [k.id for k in found if k.state in ("forgotten", "missing") or not any(e.alive for e in k.ends)]


def format_step(link: Link) -> str:
    """A line of the chain for a person."""
    name = f'{link.record.kind} {short(link.id)} "{one_line(link.record.title, 70)}"' if link.record else short(link.id)
    return f"{link.via.replace('_', ' ')} {name}".strip() + (f"  [{link.state}]" if link.state else "")
