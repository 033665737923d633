"""The table of kinds: one row for each, with its parts, fields, statuses, and its place and wording in briefs.

Help, options, briefs and docs read it here. Three things about a kind are elsewhere: its weight in search
(`base.search.KIND`, which the hook process loads without this table), the sources of the shared parts of checkpoint and
handoff (`memory.work.checkpoints`), and what only one kind does (`memory.verbs.tasks`, `memory.kernel.current`).
"""

from collections.abc import Mapping
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
CHANNELS: Final[tuple[str, ...]] = ("explicit", "stated", "observed", "inferred", "imported")
"""Channels, most trusted first."""
AGENTS_CHANNELS: Final = frozenset(("stated", "inferred"))
"""Channels of what an agent says on its own account."""
CHANNEL_MEANINGS: Final[dict[str, str]] = {
    "explicit": "a person recorded it",
    "stated": "an agent recorded it on purpose",
    "observed": "seen at run time",
    "inferred": "extracted from text",
    "imported": "came from elsewhere",
}
RELATIONS: Final[tuple[str, ...]] = (
    "supersedes", "depends_on", "derived_from", "part_of", "answers", "contradicts", "relates_to", "caused_by",
)  # fmt: skip
RETRACTED: Final = "retracted"
TIERS_BY_CAUTION: Final[tuple[str, ...]] = ("off-context", "working", "reference", "pinned")
"""Most careful first: what a reader takes when a merge left two values (see `docs/format.md`)."""


class Part(NamedTuple):
    """A named part of a kind's body: a `## Heading` section, or the lead (heading empty)."""

    name: str
    heading: str
    flags: tuple[str, ...]
    help: str
    many: bool = False
    label: str = ""
    """Its name in a brief for an agent; the name of the part when empty."""
    sentence: str = ""
    """How a brief for a person says it; `{}` stands for the text."""
    in_order: bool = False
    """Whether its items follow each other, as steps do."""


class Field(NamedTuple):
    """A one-line field of a kind, kept in the front matter under its own key."""

    name: str
    flags: tuple[str, ...]
    help: str
    choices: tuple[str, ...] = ()
    in_brief: bool = False
    """Whether a brief names it."""


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
    """Whether a brief may hold it at all (sources and old checkpoints are reached by `recall` only, unless pinned)."""
    section: str = ""
    """Section of a brief; when empty, the tier decides between working notes and knowledge."""
    sections: Mapping[str, str] = {}
    """Section by status or outcome, where it is another one."""
    leads: bool = False
    """Whether its records come first in their section."""
    momentary: bool = False
    """Whether its records describe the work at one moment: with the changes of then, and never merged."""
    repeatable: bool = False
    """Whether several of its records may say the same."""
    outlives_task: bool = False
    """Whether its working records become reference when their task is done. The others go off-context."""
    settled: tuple[str, ...] = ()
    """Statuses with which a record leaves the briefs."""
    status_words: Mapping[str, str] | None = None
    """Words for a status in a brief, itself when it is not here; None when briefs leave the status out."""
    status_sentences: Mapping[str, str] = {}
    """How a brief for a person says the status."""

    @property
    def options(self) -> "tuple[Part | Field, ...]":
        """The parts and fields that a person can give on the command line."""
        members: list[Part | Field] = [part for part in self.parts if part.flags]
        members += [field for field in self.fields if field.flags]
        return tuple(members)


_WHY = Part("why", "", ("--why", "--rationale"), "the reason")
_SEEN = Part("why", "", ("--why", "--rationale"), "what was seen")
_BODY = Part("body", "", ("--body", "--content"), "more text")
_NEXT = Part("next", "Next steps", ("--next-steps",), "what comes next", many=True,
             sentence="What comes next: {}.", in_order=True)  # fmt: skip
_OUTCOME = Field("outcome", ("--outcome",), "how it went", ("worked", "failed", "unknown"))
_WORK = (
    Part("approaches", "Approaches", ("--approaches",), "what was tried", many=True, label="tried"),
    Part("decisions", "Decisions", ("--decisions",), "what was decided", many=True, label="decided"),
    _NEXT,
    Part("blockers", "Blockers", ("--blockers",), "what stands in the way", many=True, label="blocked by"),
    Part("done", "Done", (), "steps and blockers of earlier checkpoints that are done with", many=True),
    Part("changes", "Changes", (), "files changed when it was made", many=True),
    Part("commits", "Commits", (), "the last commits when it was made", many=True),
)
"""Parts that checkpoint and handoff share."""
_GOAL = Field("goal", ("--goal",), "why, for instance a ticket", in_brief=True)

KINDS: Final[dict[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("decision", "decisions", "knowledge", "reference", "a choice and its reason",
             (_WHY,
              Part("alternatives", "Alternatives", ("--instead-of", "--alternative"), "what was not chosen", many=True,
                   label="instead of", sentence="Not chosen: {}."),
              Part("impact", "Impact", ("--impact",), "what follows from it", many=True,
                   sentence="What follows from it: {}.")),
             section="decisions", outlives_task=True),
        Kind("fact", "facts", "knowledge", "reference", "stable knowledge", (_WHY,), outlives_task=True),
        Kind("pattern", "patterns", "knowledge", "reference", "how things are done here", (_WHY,), outlives_task=True),
        Kind("observation", "observations", "knowledge", "working", "seen now, may change", (_WHY,)),
        Kind("hypothesis", "hypotheses", "knowledge", "working", "not yet verified", (_WHY,),
             statuses=("open", "confirmed", "refuted"), section="questions",
             sections={"refuted": "warnings", "confirmed": "knowledge"}, status_words={"open": "unverified"},
             status_sentences={"open": "This has not been verified.", "refuted": "This turned out to be wrong."}),
        Kind("question", "questions", "knowledge", "reference", "not yet answered", (_WHY,),
             statuses=("open", "answered"), aliases=("open-question", "open_question"), section="questions",
             settled=("answered",), status_words={}, status_sentences={"open": "Nobody has answered this yet."},
             outlives_task=True),
        Kind("summary", "summaries", "knowledge", "reference", "several records in one", (_BODY,)),
        Kind("source", "sources", "knowledge", "off-context", "text from elsewhere", (_BODY,),
             (Field("from", ("--from",), "where it came from", in_brief=True),), loaded=False, repeatable=True),
        Kind("note", "notes", "knowledge", "reference", "anything worth keeping", (_BODY,), aliases=("memo",)),
        Kind("attempt", "attempts", "practice", "working", "what was tried and how it went", (_SEEN,), (_OUTCOME,),
             sections={"failed": "warnings", "worked": "strategies"}),
        Kind("failure", "failures", "practice", "reference", "what broke, and how it was fixed",
             (_SEEN, Part("fix", "Fix", ("--fix",), "what helped", many=True, sentence="What helped: {}.")),
             (Field("command", ("--command",), "the command that failed", in_brief=True),),
             statuses=("open", "resolved"), section="warnings", status_words={},
             status_sentences={"open": "This is still open.", "resolved": "This has been resolved."},
             outlives_task=True),
        Kind("strategy", "strategies", "practice", "reference", "an approach that worked",
             (Part("why", "", ("--why", "--rationale"), "when it helps"),
              Part("steps", "Steps", ("--step",), "a step", many=True, sentence="It goes like this: {}.",
                   in_order=True)),
             (_OUTCOME,), section="strategies", sections={"failed": "warnings"}, outlives_task=True),
        Kind("task", "tasks", "work", "working", "a piece of work",
             (_BODY, _NEXT._replace(flags=("--next-step", "--next-steps"), help="a next step")),
             (_GOAL._replace(help="why it is done"),),
             statuses=("open", "done", "blocked", "paused", "abandoned"), section="working", leads=True,
             settled=("done", "abandoned"), status_words={},
             status_sentences={"blocked": "It is blocked.", "paused": "It is paused."}, repeatable=True),
        Kind("checkpoint", "checkpoints", "work", "reference", "where the work stands",
             (Part("state", "", ("--state",), "where things stand", label="state"), *_WORK),
             (_GOAL._replace(flags=("--goal", "-g")),),
             statuses=("running", "blocked", "done"), momentary=True, repeatable=True),
        Kind("handoff", "handoffs", "work", "reference", "a checkpoint addressed to somebody",
             (Part("message", "", ("--message",), "what to tell them"),
              Part("state", "State", ("--state",), "where things stand", label="state"), *_WORK),
             (Field("to", ("--to",), "for whom"), _GOAL),
             statuses=("open", "acknowledged"), momentary=True, repeatable=True),
        Kind("rule", "rules", "identity", "reference", "a lasting instruction of the user for this project",
             (Part("why", "", ("--why", "--rationale"), "the reason, and what it takes to understand the rule"),),
             section="rules", outlives_task=True),
        Kind("preference", "preferences", "identity", "pinned", "how a person likes to work", (_BODY,), leads=True),
        Kind("persona", "personas", "identity", "pinned", "how the agent should behave", (_BODY,), leads=True),
    )
}  # fmt: skip

MOMENTARY: Final = frozenset(kind.name for kind in KINDS.values() if kind.momentary)
"""Kinds whose records describe the work at one moment."""


def _collect_aliases() -> dict[str, str]:
    """Plural or other name of a kind -> its name."""
    aliases: dict[str, str] = {}
    for kind in KINDS.values():
        aliases.update(dict.fromkeys((kind.plural, *kind.aliases), kind.name))
    return aliases


ALIASES: Final = _collect_aliases()


MIN_LIKENESS: Final = 0.75
"""Likeness, by `difflib`, from which a word counts as the misspelt name of a kind: one letter of four is wrong."""


def find_kind(word: str) -> Kind | None:
    """The kind by its name, plural or alias, in any case; None when there is none."""
    word = word.strip().lower()
    return KINDS.get(ALIASES.get(word, word))


def nearest_kind(word: str) -> Kind | None:
    """The kind that a word is likely meant as, though it is misspelt; None when no name is like it."""
    from difflib import get_close_matches

    names = [*KINDS, *ALIASES]
    near = get_close_matches(word.strip().lower(), names, 1, MIN_LIKENESS)
    return find_kind(near[0]) if near else None


def count_kind(count: int, name: str) -> str:
    """A number of records of a kind: `1 decision`, `2 decisions`, `3 hypotheses`."""
    plural = KINDS[name].plural if name in KINDS else f"{name}s"
    return f"{count:,} {name if count == 1 else plural}"


_MEANS: Final = {
    "convention": "pattern", "guideline": "pattern", "style": "pattern", "practice": "pattern", "todo": "task",
    "step": "task", "reminder": "task", "risk": "observation", "caveat": "observation", "warning": "observation",
    "glossary": "fact", "term": "fact", "definition": "fact", "constraint": "rule", "policy": "rule",
    "requirement": "rule", "incident": "failure", "adr": "decision",
}  # fmt: skip
"""Words that others use for what a kind is for."""


def related_kind(word: str) -> Kind | None:
    """The kind for what a word names that is none itself, such as `convention` or `todos`; None for other words."""
    word = word.strip().lower().rstrip(":")
    return find_kind(_MEANS.get(word) or _MEANS.get(word.removesuffix("s"), ""))


def section_of(kind: str, status: str, outcome: str) -> str:
    """The section of a brief that a record belongs to by its kind; empty when its tier decides."""
    row = KINDS.get(kind)
    if row is None:
        return ""
    state = outcome if any(field.name == "outcome" for field in row.fields) else status
    return row.sections.get(state, row.section)


def is_identity(kind: str) -> bool:
    """Whether records of the kind say how a person or an agent is, or what the person wants kept to."""
    row = KINDS.get(kind)
    return row is not None and row.group == "identity"
