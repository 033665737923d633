"""Composes a brief: the records and facts that matter for the work at hand, in sections, within a budget."""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.base import debug
from backstory.model.errors import Invalid
from backstory.model.event import Event
from backstory.model.ids import digest_letters, short_id
from backstory.model.kinds import KINDS, TIERS, is_identity
from backstory.model.snapshot import GitState, RepositoryFacts, Snapshot
from backstory.model.text import clean_text, one_line
from backstory.recall import now
from backstory.recall.budget import (
    Fitted,
    SectionShare,
    TokenScale,
    Unit,
    choose_units,
    fit_budget,
    item_cost,
    note_cost,
    shorten_units,
)
from backstory.recall.candidates import NO_ROOM, Candidates, select_candidates
from backstory.recall.content import Brief, Item, LeftOut, Note, Place, Section
from backstory.recall.moment import HUMAN, BriefRequest
from backstory.recall.notes import change_notes, changed_files, project_notes, session_notes
from backstory.recall.rank import States
from backstory.recall.sections import IDENTITY, SECTIONS, section_order
from backstory.recall.shorten import shorten_to_line

if TYPE_CHECKING:
    from backstory.index.read import Row

__all__ = ["Brief", "Item", "LeftOut", "Note", "Place", "Section", "compose_brief", "select_candidates"]

_NEAR: Final = 0.3
_WEIGHED: Final = tuple(s.name for s in SECTIONS.values() if s.share)
LAYOUT: Final = 1
"""Number of the rules by which briefs are composed and rendered; part of every brief's id. Raised when they change."""


def compose_brief(
    moment: BriefRequest,
    rows: "Sequence[Row]",
    git: GitState | None = None,
    snapshot: Snapshot | None = None,
    *,
    measure: Callable[[Brief], int],
    facts: RepositoryFacts | None = None,
    scores: Mapping[str, float] | None = None,
    stale: States | None = None,
    hidden: Mapping[str, str] | None = None,
    events: Sequence[Event] = (),
    key_files: Mapping[str, str] | None = None,
    disputed: Mapping[str, Sequence[str]] | None = None,
) -> Brief:
    """Composes the brief for a moment. Pure: the same inputs give the same brief, and the same id.

    `measure` counts the tokens of the rendered brief; the result satisfies `measure(brief) * ESTIMATE_RESERVE <=
    moment.budget`. `git`: the current state; `snapshot`: the latest one, for goal and key files; `facts`: of the
    repository, by default those of the snapshot. `scores`: record id -> search score for the goal or query. `stale`:
    record id -> anchor target -> state (see `rank`). `hidden`: record id -> why it is not visible here. `events`: the
    journal of the session, oldest first. `key_files`: path -> why it matters now. `disputed`: record id -> ids of
    records that contradict it.

    Raises Invalid if not even the frame fits the budget.
    """
    started = debug.start("recall")
    git = git or GitState()
    facts = facts or (snapshot.facts if snapshot else RepositoryFacts())
    files = dict(key_files if key_files is not None else dict.fromkeys(snapshot.key_files if snapshot else (), ""))
    moment = _with_files(moment, git)
    found = select_candidates(moment, rows, git=git, scores=scores or {}, stale=stale or {}, hidden=hidden or {})
    _dispute(found, disputed or {})
    shares = _shares(moment, found, git, snapshot, facts, events, files)
    inputs = [LAYOUT, moment, git, facts, snapshot.goal if snapshot else "", scores, stale, hidden, events, files]
    if disputed:
        inputs.append({i: tuple(others) for i, others in disputed.items()})
    ident = _digest(inputs, rows, moment)
    brief = _fitted(moment, found, shares, ident, measure)
    if started:
        debug.write("recall", f"brief {ident}: {found.considered} considered, {brief.records} told", started)
    return brief


def _dispute(found: Candidates, disputed: Mapping[str, Sequence[str]]) -> None:
    """Adds to each item the ids of records that contradict it: a brief shows conflicts and never resolves them."""
    for shelf in found.shelves.values() if disputed else ():
        for item in shelf:
            item.against = [short_id(i) for i in disputed.get(item.id, ())]


def _fitted(
    moment: BriefRequest, found: Candidates, shares: list[SectionShare], ident: str, measure: Callable[[Brief], int]
) -> Brief:
    notes = {s.name: sum(isinstance(u.content, Note) for u in s.units) for s in shares}
    builder = _Builder(moment, found, ident, notes)
    scale = TokenScale(moment.budget, moment.limit, builder.build, measure)
    frame = scale.weigh(())
    if not scale.holds(frame):
        needed = -(-frame.tokens * 11 // 10) + 50
        raise Invalid(
            f"a budget of {moment.budget} tokens does not even hold the frame of a brief",
            hint=f"`--budget {max(300, needed)}` or more",
        )
    spare = [u for s in shares for u in s.units]
    start = scale.weigh(choose_units(shares, 0, must="pinned", most=moment.limit))
    if scale.holds(start):
        best = fit_budget(
            scale,
            lambda room: choose_units(shares, room, must="pinned", most=moment.limit),
            frame=frame.tokens,
            start=start,
            spare=spare,
        )
    else:
        best = _overfull(moment, builder, scale, shares, start)
    brief = best.brief
    brief.tokens = best.tokens
    brief.left_out = found.left_out + builder.unshown(best.units)
    return brief


def _overfull(
    moment: BriefRequest, builder: "_Builder", scale: TokenScale, shares: list[SectionShare], start: Fitted
) -> Fitted:
    """The brief when required records alone exceed the budget: all cut to the same length, with a warning."""
    must = [u for s in shares if s.name in ("handoff", "pinned") for u in s.units]
    needs = -(-start.tokens * 11 // 10)
    what = "handoff and pinned records" if must[0].section == "handoff" else "pinned records"
    builder.warnings.append(
        f"{what} alone need {needs} tokens, {needs - moment.budget} over the budget of {moment.budget}: shortened or "
        "left out, see `backstory pins`"
    )
    plain = scale.weigh(())
    scale.forget()
    frame = scale.weigh(())
    if not scale.holds(frame):
        return plain
    return fit_budget(
        scale,
        lambda room: shorten_units(must, room, most=moment.limit),
        frame=frame.tokens,
        start=frame,
        spare=must,
    )


class _Builder:
    """Builds a brief from chosen units. This part of composing repeats for every count."""

    def __init__(self, moment: BriefRequest, found: Candidates, ident: str, notes: Mapping[str, int]) -> None:
        self.warnings: list[str] = []
        self._moment = moment
        self._ident = ident
        self._all = [i for shelf in found.shelves.values() for i in shelf]
        self._beyond = found.beyond
        self._considered = found.considered
        self._more = _more(moment)
        self._notes = notes

    def build(self, units: Sequence[Unit]) -> Brief:
        sections: dict[str, list[Unit]] = {}
        for unit in units:
            sections.setdefault(unit.section, []).append(unit)
        moment = self._moment
        records = sum(isinstance(u.content, Item) for u in units)
        return Brief(
            id=self._ident,
            mode=moment.mode,
            budget=moment.budget,
            project=one_line(moment.project, 80),
            branch=one_line(moment.branch, 80),
            commit=one_line(moment.commit, 64),
            who=one_line(moment.who, 120),
            goal=one_line(moment.goal or moment.query, 300),
            made=moment.day,
            as_of=one_line(moment.as_of, 40),
            sections=[
                _section(name, sections[name], self._notes.get(name, 0))
                for name in section_order(moment.mode)
                if name in sections
            ],
            considered=self._considered,
            records=records,
            omitted=len(self._all) + self._beyond - records,
            more=self._more,
            warnings=list(self.warnings),
        )

    def unshown(self, units: Sequence[Unit]) -> list[LeftOut]:
        shown = {u.key for u in units}
        return [LeftOut(i.id, i.title, NO_ROOM, i.kind) for i in self._all if i.id not in shown]


def _section(name: str, units: list[Unit], notes: int) -> Section:
    units = sorted(units, key=lambda u: u.place)
    shelf = SECTIONS.get(name, IDENTITY)
    shown = [u.content for u in units if isinstance(u.content, Note)]
    return Section(
        name=name,
        title=shelf.title,
        items=[u.content for u in units if isinstance(u.content, Item)],
        notes=shown,
        omitted=notes - len(shown),
        volatile=shelf.volatile,
    )


def _shares(
    moment: BriefRequest,
    found: Candidates,
    git: GitState,
    snapshot: Snapshot | None,
    facts: RepositoryFacts,
    events: Sequence[Event],
    files: Mapping[str, str],
) -> list[SectionShare]:
    """The shelves with their units, in order of priority."""
    notes = {} if moment.only_records else _notes(moment, found, git, snapshot, facts, events, files)
    shares: list[SectionShare] = []
    newest = moment.strategy == "tail"
    blind = not any(_matters(i) and i.kind != "task" for s in _WEIGHED for i in found.shelves.get(s, ()))
    for shelf in SECTIONS.values():
        units = notes.get(shelf.name, [])
        for rank, item in enumerate(found.shelves.get(shelf.name, ())):
            shown = shorten_to_line(item) if moment.strategy == "aggressive" and shelf.name != "pinned" else item
            cost = found.costs[item.id] if shown is item else item_cost(shown)
            to_do = blind or _matters(item)
            units = [*units, Unit(_told_under(shelf.name, item), shown, cost, _place(moment, item, rank), to_do)]
        shares.append(SectionShare(shelf.name, shelf.share, units))
    return _by_age(shares) if newest else shares


def _matters(item: Item) -> bool:
    """Whether something ties it to the moment: the search for the goal, or files in play (not just their folder)."""
    return "match" in item.why or item.why.get("files", 0.0) > _NEAR or (item.kind in KINDS and KINDS[item.kind].leads)


def _by_age(shares: list[SectionShare]) -> list[SectionShare]:
    """The shares of the `tail` strategy: all records in one row, newest first, before all notes."""
    first = [s for s in shares if not s.part]
    rest = [u for s in shares if s.part for u in s.units]
    items = [u for u in rest if isinstance(u.content, Item)]
    items.sort(key=lambda u: (u.content.made, u.key), reverse=True)
    return [*first, SectionShare("tail", 1.0, [*items, *(u for u in rest if not isinstance(u.content, Item))])]


def _notes(
    moment: BriefRequest,
    found: Candidates,
    git: GitState,
    snapshot: Snapshot | None,
    facts: RepositoryFacts,
    events: Sequence[Event],
    files: Mapping[str, str],
) -> dict[str, list[Unit]]:
    shelves = found.shelves
    statements = now.now_statements(
        moment,
        found.checkpoints,
        shown={i.id for i in shelves.get("handoff", ())},
        tasks=[i for i in shelves.get("working", ()) if i.kind == "task" and i.status != "paused"],
        failures=shelves.get("warnings", ()),
        questions=shelves.get("questions", ()),
        decided={i.title.lower().rstrip(".") for s in ("pinned", "decisions", "working") for i in shelves.get(s, ())},
        goal=snapshot.goal if snapshot else "",
    )
    out = {"now": _in_a_row("now", statements)}
    for name, some in (
        ("changes", change_notes(git, most_files=moment.max_active_files)),
        ("session", session_notes(events, moment.strategy)),
        ("project", project_notes(facts, files, most_files=moment.max_key_files)),
    ):
        out[name] = _in_a_row(name, [now.Statement(place, note) for place, note in enumerate(some)])
    return out


def _in_a_row(section: str, statements: Sequence[now.Statement]) -> list[Unit]:
    """The units of notes. A note needs the earlier ones of its label; a note about the project, all earlier ones."""
    out: list[Unit] = []
    last: dict[str, str] = {}
    for place, note in statements:
        line = section if section == "project" else note.label
        unit = Unit(section, note, note_cost(note), (place,), after=last.get(line, ""))
        last[line] = unit.key
        out.append(unit)
    return out


def _told_under(shelf: str, item: Item) -> str:
    return IDENTITY.name if is_identity(item.kind) and shelf in ("pinned", "knowledge") else shelf


def _place(moment: BriefRequest, item: Item, rank: int) -> tuple[int | float | str, ...]:
    """The place of an item in its section: for a person by relevance, for an agent by (tier, id), which is stable."""
    if moment.mode == HUMAN or moment.strategy == "tail":
        return 0, rank, item.id
    return 1, TIERS.index(item.tier) if item.tier in TIERS else len(TIERS), item.id


def _with_files(moment: BriefRequest, git: GitState) -> BriefRequest:
    """Dirty files are in play whether the caller names them or not."""
    dirty = [c.path for c in changed_files(git)]
    files = tuple(dict.fromkeys([*moment.files, *dirty]))
    return moment if files == moment.files else msgspec.structs.replace(moment, files=files)


def _more(moment: BriefRequest) -> str:
    """The command that finds the omitted records: recall with the goal's words that need no quoting in a shell."""
    text = clean_text(moment.query or moment.goal or moment.task)
    small = {"a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "to", "with"}
    words = [
        w
        for w in "".join(c if c.isalnum() or c in "_./-" else " " for c in text).split()
        if w.strip("_./-") and w.lower() not in small
    ]
    return f'backstory recall "{" ".join(words[:4])[:48].rstrip()}"' if words else "backstory list"


def _digest(inputs: Sequence[object], rows: "Sequence[Row]", moment: BriefRequest) -> str:
    """Twelve letters of BLAKE2b over all inputs: only the day of `now`, only the blob id of a record."""
    records = sorted((r.record.id, r.oid or _bytes(r.record).hex(), r.superseded_by, r.trust, r.agreed) for r in rows)
    day = msgspec.structs.replace(moment, now=moment.day)
    data = [day if value is moment else value for value in inputs] + records
    return digest_letters(blake2b(_bytes(data), digest_size=6).hexdigest())


def _bytes(value: object) -> bytes:
    """Any value as deterministic bytes, including text that is not valid Unicode, such as a file name."""
    try:
        return msgspec.json.encode(value, order="deterministic")
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), sort_keys=True).encode()
