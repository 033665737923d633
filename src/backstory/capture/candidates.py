"""Candidates: what a conversation says that is worth keeping, before anything is compared with the memory.

`find_candidates` goes over the turns of one session. It reads the words of the person and of the agent only: results of
tools, summaries of compactions and text that Backstory itself has injected are never read.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from backstory.agents.turns import Turn


class Candidate(NamedTuple):
    """A statement of a conversation that may become a record."""

    kind: str
    """Kind of record: `rule`, `decision`, `attempt`, `failure`, `fact`, `question`, `observation`."""
    text: str
    """The title of the record, one line."""
    why: str = ""
    """The reason, in the words of the conversation."""
    parts: Mapping[str, str | list[str]] = {}
    """Further parts and fields of the kind: `outcome`, `alternatives`, `fix`, ..."""
    tags: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    """Paths, and symbols as `path#symbol`, that the statement names or that its turn edited."""
    quote: str = ""
    """The exact words, one line."""
    line: int = 0
    """Line of the transcript."""
    made: str = ""
    """UTC, ISO 8601."""
    role: str = ""
    """Who says it: `user` or `assistant`."""
    confidence: float = 0.0
    """From 0 to 1."""
    tier: str = ""
    """Tier of the record; empty for that of its kind."""
    subagent: str = ""
    """The sub-agent that says it."""
    revises: bool = False
    """Whether it says that something else held before: `no longer`, `instead of`, a correction."""


def find_candidates(turns: Iterable[Turn], *, known_paths: Callable[[str], bool]) -> list[Candidate]:
    """The candidates of a session's turns, in their order, none twice.

    `known_paths` says whether a path, relative to the project's root, is a file or folder of the project.
    """
    return []


def find_next_steps(text: str) -> list[str]:
    """The next steps that an answer names, in its order: `Next: ...`, lists under `Next steps`, `Remaining`."""
    return []
