"""Traces where a record comes from, through the records it was made from, to a session, commit, person or text."""

from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.memory.kernel.catalog import Catalog, describe_state
from backstory.memory.policy.quotes import is_hex, parse_source, quote_state, resolve_source_path
from backstory.memory.policy.rejections import find_tombstones
from backstory.model.errors import NotFound
from backstory.model.ids import short_id
from backstory.model.record import Origin, Record
from backstory.model.text import one_line
from backstory.store.origins import opaque_session

if TYPE_CHECKING:
    from backstory.index.read import Row

UPWARD: Final = ("derived_from", "part_of", "caused_by", "answers")
"""Relations that lead to what a record was made from."""
_MAX_DEPTH: Final = 50


class OriginEnd(NamedTuple):
    """The end of a chain. `kind` is `person agent session commit text`; `alive` says whether it still exists."""

    kind: str
    name: str
    alive: bool
    note: str = ""


class OriginLink(NamedTuple):
    """A record on the chain.

    `via` is the relation from the record before it. `state` is empty or `forgotten`, `missing`, `retracted`,
    `superseded`, `untrusted`.
    """

    id: str
    depth: int
    via: str
    state: str
    record: Record | None = None
    ends: tuple[OriginEnd, ...] = ()


def trace_chain(workspace: Catalog, ref: str) -> list[OriginLink]:
    """Returns a record and everything that it was made from, each with its ends. Raises `NotFound`, `Ambiguous`."""
    tombstones = find_tombstones(workspace)
    forgotten = tombstones.gone if tombstones is not None else frozenset()
    chain: list[OriginLink] = []
    visited: set[str] = set()
    stack: list[tuple[str, int, str]] = [(workspace.get(ref).record.id, 0, "")]
    while stack:
        ident, depth, via = stack.pop()
        if ident in visited or depth > _MAX_DEPTH:
            continue
        visited.add(ident)
        if ident in forgotten:
            chain.append(OriginLink(ident, depth, via, "forgotten"))
            continue
        row = _find_row(workspace, ident)
        if row is None:
            chain.append(OriginLink(ident, depth, via, "missing"))
            continue
        record = row.record
        chain.append(
            OriginLink(record.id, depth, via, describe_state(row), record, tuple(find_ends(workspace, record)))
        )
        stack += [(link.target, depth + 1, link.relation) for link in reversed(record.links) if link.relation in UPWARD]
    return chain


def _find_row(workspace: Catalog, ident: str) -> "Row | None":
    try:
        return workspace.get(ident)
    except NotFound:
        return None


def find_ends(workspace: Catalog, record: Record) -> list[OriginEnd]:
    """Returns what a record itself rests on: its author, session, commit and source text."""
    origin = record.origin
    ends = _find_author(origin)
    if origin.session:
        session = _find_session(workspace, origin.session)
        exists = bool(workspace.journal.paths(session)) or bool(workspace.sessions.find(session))
        ends.append(OriginEnd("session", session, exists, f"`backstory log --session {session}`"))
    if origin.commit and workspace.project.git_dir:
        exists = _has_commit(workspace, origin.commit)
        ends.append(OriginEnd("commit", origin.commit, exists, _with_word("on", origin.branch)))
    if origin.source:
        ends.append(_find_text(workspace, record))
    return ends


def _find_session(workspace: Catalog, session: str) -> str:
    """The session as this machine names it. Team records hold a digest of its id."""
    if workspace.journal.paths(session):
        return session
    sessions = workspace.journal.sessions()
    return next((name for name in sessions if opaque_session(name, workspace.gate) == session), session)


def _find_author(origin: Origin) -> list[OriginEnd]:
    if origin.agent:
        return [OriginEnd("agent", origin.agent, True, _with_word("for", origin.author))]
    note = "said it" if origin.how == "explicit" else origin.how
    return [OriginEnd("person", one_line(origin.author), True, note)] if origin.author else []


def _find_text(workspace: Catalog, record: Record) -> OriginEnd:
    path, line = parse_source(record.origin.source)
    notes = [f"line {line}"] if line else []
    if record.origin.quote:
        notes.append(f"quote {quote_state(workspace, record)}")
    return OriginEnd("text", path, bool(resolve_source_path(workspace, record, path)), ", ".join(notes))


def _with_word(word: str, name: str) -> str:
    return f"{word} {one_line(name)}" if name else ""


def _has_commit(workspace: Catalog, commit: str) -> bool:
    return is_hex(commit) and not workspace.git.attempt("cat-file", "-e", f"{commit}^{{commit}}").code


def format_step(link: OriginLink) -> str:
    """Formats one record of the chain as a line for people."""
    name = (
        f'{link.record.kind} {short_id(link.id)} "{one_line(link.record.title, 70)}"'
        if link.record
        else short_id(link.id)
    )
    return f"{link.via.replace('_', ' ')} {name}".strip() + (f"  [{link.state}]" if link.state else "")


def format_end(end: OriginEnd) -> str:
    """Formats an end of the chain as a line for people."""
    note = f" ({end.note})" if end.note else ""
    return f"{end.kind} {end.name}{note}{'' if end.alive else '  [not here any more]'}"
