"""The sections of a brief: their priority when room is short, and their order in the text."""

from typing import Final, NamedTuple

from backstory.recall.moment import HUMAN


class Shelf(NamedTuple):
    """A row of the table, in order of priority.

    `share` is its part of the room that the rows without a share leave. Room that it does not use goes to the next.
    """

    name: str
    title: str
    share: float
    volatile: bool = False


SHELVES: Final[dict[str, Shelf]] = {
    s.name: s
    for s in (
        Shelf("handoff", "Handed over to you", 0.0),
        Shelf("pinned", "Pinned", 0.0),
        Shelf("now", "Now", 0.0, volatile=True),
        Shelf("working", "Working notes", 0.16, volatile=True),
        Shelf("decisions", "Decisions", 0.29),
        Shelf("knowledge", "Knowledge", 0.18),
        Shelf("warnings", "Tried, failed", 0.14),
        Shelf("strategies", "What worked", 0.05),
        Shelf("questions", "Open and unverified", 0.05),
        Shelf("untrusted", "Untrusted", 0.05),
        Shelf("changes", "Recent changes", 0.06, volatile=True),
        Shelf("session", "This session", 0.03, volatile=True),
        Shelf("project", "Project", 0.06),
    )
}
IDENTITY: Final = Shelf("identity", "Preferences and persona", 0.0)
"""Personas and preferences: their priority is that of pinned records or knowledge, but they have their own section."""

_AGENT_ORDER: Final = (
    "handoff", "identity", "pinned", "decisions", "knowledge", "warnings", "strategies", "questions", "project",
    "untrusted", "working", "changes", "session", "now",
)  # fmt: skip
_HUMAN_ORDER: Final = (
    "handoff", "now", "working", "changes", "session", "pinned", "decisions", "warnings", "strategies", "questions",
    "identity", "knowledge", "project", "untrusted",
)  # fmt: skip


def order(mode: str) -> tuple[str, ...]:
    """Names of the sections in their order: for a person the order of reading; for an agent stable sections first and
    those that change with every commit last, so that a prompt cache keeps the beginning."""
    return _HUMAN_ORDER if mode == HUMAN else _AGENT_ORDER
