"""The parts of a brief: items (records), notes (single statements), sections. All are part of the JSON output."""

from itertools import chain

import msgspec

from backstory.recall.text.moment import SMALL


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Code that a record is about, and its state since: `fresh`, `changed`, `moved`, `gone`, or unknown."""

    target: str
    path: str
    state: str = ""
    now: str = ""
    """Where it is now, when it moved."""
    implied: bool = False
    """Whether it goes without saying: a file in play, for a record of the work at hand."""


class Item(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A record in a brief."""

    id: str
    short: str
    kind: str
    title: str
    tier: str = "reference"
    scope: str = "private"
    status: str = "active"
    parts: dict[str, str | list[str]] = {}
    """The body by the kind's table: part name -> text, or items of a part that holds many."""
    fields: dict[str, str] = {}
    tags: list[str] = []
    anchors: list[Place] = []
    author: str = ""
    agent: str = ""
    how: str = "explicit"
    made: str = ""
    branch: str = ""
    commit: str = ""
    path: str = ""
    """Of the record's file."""
    relevance: float = 0.0
    why: dict[str, float] = {}
    """The signals behind `relevance`, by name."""
    also: list[str] = []
    """Ids of duplicates that were merged into this record."""
    superseded_by: list[str] = []
    """Only for records asked for by id."""
    against: list[str] = []
    """Short ids of active records that contradict it or supersede the same record."""
    shortened: bool = False
    untrusted: bool = False
    current: bool = False
    """Whether it was made in the work at hand, and lately."""
    claimed: bool = False
    """Whether only the record itself confirms its author and channel."""

    @property
    def speaker(self) -> str:
        """Who said it: `Ada`, `claude-code`, or `Ada via claude-code`."""
        name, _, mail = self.author.partition("<")
        name = " ".join(name.split()) or mail.strip("<> ").partition("@")[0]
        text = f"{name} via {self.agent}" if name and self.agent else name or self.agent
        return f"{text}, as it claims" if text and self.claimed else text

    @property
    def text(self) -> str:
        """The texts of all parts, one below the other."""
        return "\n".join(value if isinstance(value, str) else "\n".join(value) for value in self.parts.values())


class Note(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A single statement that is not a record: a next step, a commit, a changed file, a script of the project."""

    label: str
    """Its type: `task done goal under-way stashed state since-then tried decided blocker open-point next open-step
    open-blocker planned-before last-session-ended-with asked-last last-tests edited-in-this-work` (now; written with
    blanks), `free-again` (rules), `answer sub-agent` (earlier), `commit staged changed deleted renamed untracked
    conflicted more` (changes), `error command edit prompt event` (session), `purpose file` (project), and the purpose
    of a command (commands)."""
    text: str
    detail: str = ""
    record: str = ""
    """Id of the record it comes from."""
    session: str = ""
    """Id of the session it was observed in."""
    by: str = ""
    made: str = ""
    where: str = ""
    """A path, a commit or a branch."""


class Section(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A section of a brief: records and notes under a title."""

    name: str
    title: str
    items: list[Item] = []
    notes: list[Note] = []
    omitted: int = 0
    """Notes that did not fit."""
    volatile: bool = False
    """Whether it changes with git and with the work; such sections come last, so that a prompt cache keeps the rest."""


class LeftOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record that is not in the brief, with the reason."""

    id: str
    title: str
    reason: str
    kind: str = ""


class Missed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record or a passage of the talk that is not in the brief, with the reason in plain words."""

    text: str
    reason: str
    kind: str = "passage"
    """The kind of the record."""
    id: str = ""
    """Of the record; a passage has none."""


class Brief(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Chosen records and facts, in order of presentation, within a budget.

    `id` is a digest of all inputs: the same inputs give the same id and the same bytes.
    """

    id: str
    mode: str
    budget: int
    tokens: int = 0
    """Tokens of the rendered brief, without the reserve."""
    project: str = ""
    branch: str = ""
    commit: str = ""
    who: str = ""
    goal: str = ""
    made: str = ""
    """The day that it describes."""
    as_of: str = ""
    sections: list[Section] = []
    considered: int = 0
    """The number of records to choose from."""
    narrowed: bool = False
    """Whether only some kinds, ids or the matches of a query were asked for."""
    records: int = 0
    """The number of records shown."""
    omitted: int = 0
    """The number of records that did not fit."""
    more: str = ""
    """A command that finds the omitted records."""
    elsewhere: dict[str, int] = {}
    """Branch -> the number of records that only it has."""
    common: dict[str, str] = {}
    """What most records have in common, said once in the head: `speaker`, `day` and a `branch` other than the
    brief's own."""
    warnings: list[str] = []
    left_out: list[LeftOut] = []
    missed: list[Missed] = []
    """The records and passages that just missed the brief, the closest first."""

    @property
    def is_small(self) -> bool:
        """Whether there is room only for the telegraphic form."""
        return self.budget < SMALL

    @property
    def silent(self) -> bool:
        """Whether no part of it comes from a record or a session, and no record was omitted for lack of room."""
        notes = chain.from_iterable(section.notes for section in self.sections)
        return not self.records and not self.omitted and not any(note.record or note.session for note in notes)

    def section(self, name: str) -> Section | None:
        return next((section for section in self.sections if section.name == name), None)

    @property
    def items(self) -> list[Item]:
        return list(chain.from_iterable(section.items for section in self.sections))
