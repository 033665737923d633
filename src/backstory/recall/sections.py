"""The sections of a brief: their priority when room is short, and their order in the text."""

from typing import Final, NamedTuple

from backstory.recall.text.moment import CURSOR, GEMINI, HUMAN


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
        SectionRule("commands", "Commands that work", 0.08),
        SectionRule("decisions", "Decisions", 0.26),
        SectionRule("warnings", "Tried, failed", 0.2),
        SectionRule("working", "Working notes", 0.1, volatile=True),
        SectionRule("questions", "Open and unverified", 0.06),
        SectionRule("earlier", "Said in the last sessions", 0.3, volatile=True),
        SectionRule("knowledge", "Knowledge", 0.1),
        SectionRule("strategies", "What worked", 0.04),
        SectionRule("untrusted", "Untrusted", 0.02),
        SectionRule("session", "This session", 0.02, volatile=True),
        SectionRule("project", "Project", 0.01),
        SectionRule("changes", "Recent changes", 0.01, volatile=True),
    )
}
IDENTITY: Final = SectionRule("identity", "Preferences and persona", 0.0)
"""Personas and preferences: their priority is that of pinned records or knowledge, but they have their own section."""

_WORK_ORDER: Final = (
    "handoff", "now", "rules", "identity", "pinned", "working", "decisions", "warnings", "questions", "earlier",
    "knowledge", "strategies", "commands", "project", "changes", "session", "untrusted",
)  # fmt: skip
_STABLE_ORDER: Final = (
    "handoff", "rules", "identity", "pinned", "decisions", "warnings", "questions", "knowledge", "strategies",
    "commands", "project", "untrusted", "working", "earlier", "changes", "session", "now",
)  # fmt: skip
_STABLE_MODES: Final = (CURSOR, GEMINI)
"""Cursor keeps the text as part of its system prompt for the whole conversation, and Gemini CLI puts it right before
the first prompt, so that what stands last is next to the request."""


def section_order(mode: str, *, stable_first: bool = False) -> tuple[str, ...]:
    """Names of the sections in their order: by the work at hand, as `docs/briefs.md` gives reasons for.

    With `stable_first` those that seldom change come first and those that change with every commit last. A person's
    brief never has that order: it is read once. Some agents' briefs always have it.
    """
    return _STABLE_ORDER if mode in _STABLE_MODES or (stable_first and mode != HUMAN) else _WORK_ORDER
