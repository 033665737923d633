"""The pull index: what can be loaded, what each costs, when it helps. `registry.json` beside the generated files."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.model.text import escape_json
from backstory.recall.content import Brief


class SourceKind(NamedTuple):
    title: str
    helps: str
    command: str


SOURCES: Final[dict[str, SourceKind]] = {
    "handoff": SourceKind("Where the work stands", "continuing earlier work", "backstory brief"),
    "pinned": SourceKind("Pinned records", "before any change: what always holds", "backstory pins"),
    "decisions": SourceKind("Decisions and their reasons", "changing how something is done", "backstory decisions"),
    "failures": SourceKind("What was tried and failed", "a command or test fails", "backstory list --kind failure"),
    "history": SourceKind("Earlier sessions", "work was interrupted, or a crash lost the context", "backstory log"),
    "map": SourceKind("Map of the repository", "finding the right file", "backstory snapshot"),
}
"""Sources by name, in order of priority."""


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    path: str
    """Relative to the project root."""
    tokens: int
    """Counted on the file as written."""
    priority: int
    helps: str
    command: str


class Registry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    project: str = ""
    branch: str = ""
    commit: str = ""
    session: str = ""
    status: str = "ready"
    """`ready`, or `empty` when nothing is remembered yet."""
    records: int = 0
    brief: str = ""
    sources: list[Source] = []


def build_registry(brief: Brief, files: Mapping[str, tuple[str, str]], *, session: str = "") -> Registry:
    """The registry for what was written. `files`: name of a source -> (path relative to the root, its text); only
    these are listed, in order of priority, names not in `SOURCES` last."""
    names = [name for name in SOURCES if name in files] + sorted(files.keys() - SOURCES.keys())
    sources = []
    for priority, name in enumerate(names, 1):
        path, text = files[name]
        kind = SOURCES.get(name, SourceKind(name, "", ""))
        sources.append(Source(name, kind.title, path, estimate_tokens(text), priority, kind.helps, kind.command))
    return Registry(
        project=brief.project,
        branch=brief.branch,
        commit=brief.commit,
        session=session,
        status="empty" if not brief.considered else "ready",
        records=brief.records + brief.omitted,
        brief=brief.id,
        sources=sources,
    )


def encode_registry(registry: Registry) -> bytes:
    """The registry as it is written: indented JSON, the same bytes for the same registry."""
    return escape_json(msgspec.json.format(msgspec.json.encode(registry), indent=2).decode()).encode() + b"\n"
