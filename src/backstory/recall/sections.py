"""The sections of a brief: their priority when room is short, and their order in the text."""

from typing import Final, NamedTuple

from backstory.recall.moment import HUMAN


class SectionRule(NamedTuple):
    """A row of the table, in order of priority.

    `share` is its part of the room that the rows without a share leave. Room that it does not use goes to the next.
    """

    name: str
    title: str
    share: float
    volatile: bool = False


SECTIONS: Final[dict[str, SectionRule]] = {
    s.name: s
    for s in (
        SectionRule("handoff", "Handed over to you", 0.0),
        SectionRule("pinned", "Pinned", 0.0),
        SectionRule("now", "Now", 0.0, volatile=True),
        SectionRule("rules", "Rules of the user", 0.0),
        SectionRule("working", "Working notes", 0.16, volatile=True),
        SectionRule("decisions", "Decisions", 0.29),
        SectionRule("knowledge", "Knowledge", 0.18),
        SectionRule("warnings", "Tried, failed", 0.14),
        SectionRule("strategies", "What worked", 0.05),
        SectionRule("questions", "Open and unverified", 0.05),
        SectionRule("untrusted", "Untrusted", 0.05),
        SectionRule("changes", "Recent changes", 0.06, volatile=True),
        SectionRule("session", "This session", 0.03, volatile=True),
        SectionRule("project", "Project", 0.06),
    )
}
IDENTITY: Final = SectionRule("identity", "Preferences and persona", 0.0)
"""Personas and preferences: their priority is that of pinned records or knowledge, but they have their own section."""

_AGENT_ORDER: Final = (
    "handoff", "identity", "rules", "pinned", "decisions", "knowledge", "warnings", "strategies", "questions",
    "project", "untrusted", "working", "changes", "session", "now",
)  # fmt: skip
_HUMAN_ORDER: Final = (
    "handoff", "now", "rules", "working", "changes", "session", "pinned", "decisions", "warnings", "strategies",
    "questions", "identity", "knowledge", "project", "untrusted",
)  # fmt: skip


def section_order(mode: str) -> tuple[str, ...]:
    """Names of the sections in their order: for a person the order of reading; for an agent stable sections first and
    those that change with every commit last, so that a prompt cache keeps the beginning."""
    return _HUMAN_ORDER if mode == HUMAN else _AGENT_ORDER
