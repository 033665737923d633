"""A candidate: a statement of a conversation that may become a record."""

from collections.abc import Mapping
from typing import NamedTuple


class Candidate(NamedTuple):
    """A statement of a conversation that may become a record."""

    kind: str
    """Kind of record: `rule`, `decision`, `attempt`, `fact`, `question`, `observation`."""
    text: str
    """What it says, one line, in the words of the conversation."""
    why: str = ""
    """The reason, and what it takes to understand the text; in the words of the conversation."""
    parts: Mapping[str, str | list[str]] = {}
    """Further parts and fields of the kind: `outcome`, `alternatives`, ..."""
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
    branch: str = ""
    """The branch on which it was said, where the transcript has it."""
    subagent: str = ""
    """The sub-agent that says it."""
    revises: bool = False
    """Whether it says that something else held before: `no longer`, `instead of`, a correction."""
    only_revises: bool = False
    """Whether it says nothing but that: it is of use only for a record that it takes back."""
    asked: bool = False
    """Whether the person asked for it to be remembered."""
    before: str = ""
    """The sentence before it, for what only points at something: `you can touch it again`."""
    turned_down: tuple[str, ...] = ()
    """Titles of what the agent recorded in the answer before, and the person turns down with these words."""
    refused: tuple[str, ...] = ()
    """Words of a thing that the person refuses, for what the agent recorded of it in the session."""
    overruled: bool = False
    """Whether the person turns it down in the next prompt: what was kept of it is withdrawn."""
    replaces: tuple[str, ...] = ()
    """Ids of the records in whose place it stands, where the memory tells them and not its words."""
