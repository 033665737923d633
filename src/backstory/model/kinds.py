"""The table of kinds. One row per kind: everything else (help, forms, brief sections, docs) reads it here."""

from typing import Final, Literal, NamedTuple

Tier = Literal["pinned", "working", "reference", "off-context"]
Group = Literal["knowledge", "practice", "work", "identity"]

TIERS: Final[tuple[str, ...]] = ("pinned", "working", "reference", "off-context")
TIER_MEANINGS: Final[dict[str, str]] = {
    "pinned": "always in the brief",
    "working": "the current task",
    "reference": "loaded by default, most relevant first, as the budget allows",
    "off-context": "kept, never loaded",
}
SCOPES: Final[tuple[str, ...]] = ("team", "private", "user")
SCOPE_MEANINGS: Final[dict[str, str]] = {
    "team": "in the repository, committed",
    "private": "this person, this project",
    "user": "this person, all projects",
}
HOWS: Final[tuple[str, ...]] = ("explicit", "stated", "observed", "inferred", "imported")
"""Channels, most trusted first."""
HOW_MEANINGS: Final[dict[str, str]] = {
    "explicit": "a person said it",
    "stated": "an agent said it on purpose",
    "observed": "seen at run time",
    "inferred": "extracted from text",
    "imported": "came from elsewhere",
}
RELATIONS: Final[tuple[str, ...]] = (
    "supersedes", "depends_on", "derived_from", "part_of", "answers", "contradicts", "relates_to", "caused_by",
)  # fmt: skip
RETRACTED: Final = "retracted"
CARE_TIER: Final[tuple[str, ...]] = ("off-context", "working", "reference", "pinned")
"""Most careful first: what a reader takes when a merge left two values (see `docs/format.md`)."""


class Part(NamedTuple):
    """A named part of a kind's body: a `## Heading` section, or the lead (heading empty)."""

    name: str
    heading: str
    flags: tuple[str, ...]
    help: str
    many: bool = False


class Field(NamedTuple):
    """A one-line field of a kind, kept in the front matter under its own key."""

    name: str
    flags: tuple[str, ...]
    help: str
    choices: tuple[str, ...] = ()


class Kind(NamedTuple):
    """A row of the table."""

    name: str
    plural: str
    group: Group
    tier: Tier
    help: str
    parts: tuple[Part, ...] = ()
    fields: tuple[Field, ...] = ()
    statuses: tuple[str, ...] = ("active",)
    """Allowed values of `status`, the first is the default; `retracted` is always allowed and not listed."""
    aliases: tuple[str, ...] = ()
    loaded: bool = True
    """Whether a brief may hold it at all (sources and old checkpoints are reached by `recall` only)."""

    @property
    def options(self) -> "tuple[Part | Field, ...]":
        """The parts and fields that a person can give on the command line."""
        given: list[Part | Field] = [p for p in self.parts if p.flags]
        given += [f for f in self.fields if f.flags]
        return tuple(given)


_WHY = Part("why", "", ("--why", "--rationale"), "the reason")
_BODY = Part("body", "", ("--body", "--content"), "more text")

KINDS: Final[dict[str, Kind]] = {
    k.name: k
    for k in (
        Kind("decision", "decisions", "knowledge", "reference", "a choice and its reason",
             (_WHY,
              Part("alternatives", "Alternatives", ("--instead-of", "--alternative"), "what was not chosen", many=True),
              Part("impact", "Impact", ("--impact",), "what follows from it", many=True))),
        Kind("fact", "facts", "knowledge", "reference", "stable knowledge", (_WHY,)),
        Kind("pattern", "patterns", "knowledge", "reference", "how things are done here", (_WHY,)),
        Kind("observation", "observations", "knowledge", "working", "seen now, may pass", (_WHY,)),
        Kind("hypothesis", "hypotheses", "knowledge", "working", "not yet verified", (_WHY,),
             statuses=("open", "confirmed", "refuted")),
        Kind("question", "questions", "knowledge", "reference", "not yet answered", (_WHY,),
             statuses=("open", "answered"), aliases=("open-question", "open_question")),
        Kind("summary", "summaries", "knowledge", "reference", "several records in one", (_BODY,)),
        Kind("source", "sources", "knowledge", "off-context", "text taken in from elsewhere", (_BODY,),
             (Field("from", ("--from",), "where it came from"),), loaded=False),
        Kind("note", "notes", "knowledge", "reference", "anything worth keeping", (_BODY,), aliases=("memo",)),
        Kind("attempt", "attempts", "practice", "working", "what was tried and how it went",
             (Part("why", "", ("--why", "--rationale"), "what was seen"),),
             (Field("outcome", ("--outcome",), "how it went", ("worked", "failed", "unknown")),)),
        Kind("failure", "failures", "practice", "reference", "what broke, and the way round it",
             (Part("why", "", ("--why", "--rationale"), "what was seen"),
              Part("fix", "Fix", ("--fix",), "what helped", many=True)),
             (Field("command", ("--command",), "the command that failed"),),
             statuses=("open", "resolved")),
        Kind("strategy", "strategies", "practice", "reference", "a way of working that held",
             (Part("why", "", ("--why", "--rationale"), "when it helps"),
              Part("steps", "Steps", ("--step",), "a step", many=True)),
             (Field("outcome", ("--outcome",), "how it went", ("worked", "failed", "unknown")),)),
        Kind("task", "tasks", "work", "working", "a piece of work",
             (_BODY, Part("next", "Next steps", ("--next-step", "--next-steps"), "a next step", many=True)),
             (Field("goal", ("--goal",), "why it is done"),),
             statuses=("open", "done", "blocked", "paused", "abandoned")),
        Kind("checkpoint", "checkpoints", "work", "reference", "where the work stands",
             (Part("state", "", ("--state",), "where things stand"),
              Part("approaches", "Approaches", ("--approaches",), "what was tried", many=True),
              Part("decisions", "Decisions", ("--decisions",), "what was decided", many=True),
              Part("next", "Next steps", ("--next-steps",), "what comes next", many=True),
              Part("blockers", "Blockers", ("--blockers",), "what stands in the way", many=True),
              Part("changes", "Changes", (), "files changed when it was made", many=True),
              Part("commits", "Commits", (), "the last commits when it was made", many=True)),
             (Field("goal", ("--goal", "-g"), "why, for instance a ticket"),),
             statuses=("running", "blocked", "done")),
        Kind("handoff", "handoffs", "work", "reference", "a checkpoint addressed to somebody",
             (Part("message", "", ("--message",), "what to tell them"),
              Part("state", "State", ("--state",), "where things stand"),
              Part("approaches", "Approaches", ("--approaches",), "what was tried", many=True),
              Part("decisions", "Decisions", ("--decisions",), "what was decided", many=True),
              Part("next", "Next steps", ("--next-steps",), "what comes next", many=True),
              Part("blockers", "Blockers", ("--blockers",), "what stands in the way", many=True),
              Part("changes", "Changes", (), "files changed when it was made", many=True),
              Part("commits", "Commits", (), "the last commits when it was made", many=True)),
             (Field("to", ("--to",), "for whom"), Field("goal", ("--goal",), "why, for instance a ticket")),
             statuses=("open", "acknowledged")),
        Kind("preference", "preferences", "identity", "pinned", "how a person likes it", (_BODY,)),
        Kind("persona", "personas", "identity", "pinned", "how the agent is to be", (_BODY,)),
    )
}  # fmt: skip

ALIASES: Final[dict[str, str]] = {a: k.name for k in KINDS.values() for a in (k.plural, *k.aliases)}


def kind_named(word: str) -> Kind | None:
    """The kind by its name, plural or alias, in any case; None when there is none."""
    word = word.strip().lower()
    return KINDS.get(ALIASES.get(word, word))
