"""The pull index: what can be loaded, what each costs, when it helps. `registry.json` beside the generated files."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.model.text import escape_json
from backstory.recall.text.content import Brief


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
    "tree": SourceKind("Changes in the working tree", "before a commit", "git status --short"),
    "map": SourceKind("Map of the repository", "finding the right file", "backstory map"),
    "team": SourceKind("What the team shares", "work that others see", "backstory list --scope team"),
}
"""Sources by name, in order of priority."""


class Cost(NamedTuple):
    """What a source costs that a command prints."""

    tokens: int
    """At most, where the command has a budget."""
    command: str
    """Empty for the usual one."""


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    tokens: int
    """Counted on the file as written; of a command with a budget, at most so many."""
    priority: int
    helps: str
    command: str
    path: str = ""
    """Relative to the project root; empty for what only the command gives."""


class Registry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    project: str = ""
    branch: str = ""
    commit: str = ""
    status: str = "ready"
    """`ready`, or `empty` when nothing is remembered yet."""
    records: int = 0
    brief: str = ""
    sources: list[Source] = []


def build_registry(
    brief: Brief, files: Mapping[str, tuple[str, str]], costs: Mapping[str, Cost] | None = None
) -> Registry:
    """The registry for what can be loaded: only these sources, in order of priority, names not in `SOURCES` last.

    `files`: name of a source -> (path relative to the root, its text). `costs`: name of one that a command prints ->
    its cost.
    """
    costs = costs or {}
    inputs = files.keys() | costs.keys()
    names = [name for name in SOURCES if name in inputs] + sorted(inputs - SOURCES.keys())
    sources = []
    for priority, name in enumerate(names, 1):
        path, text = files.get(name, ("", ""))
        kind = SOURCES.get(name, SourceKind(name, "", ""))
        cost = costs.get(name, Cost(estimate_tokens(text), ""))
        command = cost.command or kind.command
        sources.append(Source(name, kind.title, cost.tokens, priority, kind.helps, command, path))
    return Registry(
        project=brief.project,
        branch=brief.branch,
        commit=brief.commit,
        status="empty" if not brief.considered else "ready",
        records=brief.records + brief.omitted,
        brief=brief.id,
        sources=sources,
    )


def encode_registry(registry: Registry) -> bytes:
    """The registry as it is written: indented JSON, the same bytes for the same registry."""
    return escape_json(msgspec.json.format(msgspec.json.encode(registry), indent=2).decode()).encode() + b"\n"
