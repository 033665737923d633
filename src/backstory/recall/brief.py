"""Composes a brief: the records and facts that matter for the work at hand, in sections, within a budget."""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from backstory.base import debug
from backstory.base.digests import blake2b
from backstory.model.errors import Invalid
from backstory.model.event import Event
from backstory.model.ids import digest_letters, short_id
from backstory.model.snapshot import GitState, RepositoryFacts, Snapshot
from backstory.model.text import clean_text, one_line
from backstory.recall.budget import (
    Fitted,
    SectionShare,
    TokenScale,
    Unit,
    choose_units,
    fit_budget,
    shorten_units,
)
from backstory.recall.candidates import NO_ROOM, Candidates, select_candidates
from backstory.recall.missed import list_missed
from backstory.recall.notes import changed_files
from backstory.recall.past.sessions import NOTHING_PAST, PastWork
from backstory.recall.rank import States
from backstory.recall.sections import IDENTITY, SECTIONS, section_order
from backstory.recall.statements import Surroundings, arrange_shares, list_now
from backstory.recall.text.content import Brief, Item, LeftOut, Note, Place, Section
from backstory.recall.text.moment import MAX_EDITED, BriefRequest

if TYPE_CHECKING:
    from backstory.index.read import Row

__all__ = ["Brief", "Item", "LeftOut", "Note", "Place", "Section", "compose_brief", "select_candidates"]

_SMALL_WORDS: Final = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "to", "with")
)
_NONE: Final[Mapping[str, Any]] = {}
LAYOUT: Final = 10
"""Number of the rules by which briefs are composed and rendered; part of every brief's id. Raised when they change."""


def compose_brief(
    moment: BriefRequest,
    rows: "Sequence[Row]",
    git: GitState | None = None,
    snapshot: Snapshot | None = None,
    *,
    measure: Callable[[Brief], int],
    facts: RepositoryFacts | None = None,
    scores: Mapping[str, float] = _NONE,
    stale: States = _NONE,
    hidden: Mapping[str, str] = _NONE,
    merged: Mapping[str, bool] = _NONE,
    events: Sequence[Event] = (),
    key_files: Mapping[str, str] | None = None,
    disputed: Mapping[str, Sequence[str]] = _NONE,
    past: PastWork = NOTHING_PAST,
    commands: Sequence[Note] = (),
    unread: int = 0,
) -> Brief:
    """Composes the brief for a moment. Pure: the same inputs give the same brief, and the same id.

    `measure` counts the tokens of the rendered brief; the result satisfies `measure(brief) * ESTIMATE_RESERVE <=
    moment.budget`. `git`: the current state; `snapshot`: the latest one, for goal and key files; `facts`: of the
    repository, by default those of the snapshot. `scores`: record id -> search score for the goal or query. `stale`:
    record id -> anchor target -> state (see `rank`). `hidden`: record id -> why it is not visible here. `merged`:
    branch whose work is part of this one -> whether it still exists. `events`: the journal of the session, oldest
    first. `key_files`: path -> why it matters now. `disputed`: record id -> ids of records that contradict it.
    `past`: the sessions that the work goes on from. `commands`: commands that work, their purpose as the label.
    `unread`: records of a large memory that are not among the rows.

    Raises Invalid if not even the frame fits the budget.
    """
    started = debug.start("recall")
    git = git or GitState()
    facts = facts or (snapshot.facts if snapshot else RepositoryFacts())
    goal = snapshot.goal if snapshot else ""
    files = _list_key_files(snapshot) if key_files is None else dict(key_files)
    moment = _with_files(moment, git, past)
    candidates = select_candidates(
        moment,
        rows,
        git=git,
        scores=scores,
        stale=stale,
        hidden=hidden,
        merged=merged,
        past=past,
        unread=unread,
    )
    _dispute(candidates, disputed)
    rare = (merged, unread, {ident: tuple(others) for ident, others in disputed.items()})
    inputs = [LAYOUT, moment, git, facts, goal, scores, stale, hidden, events, files, past, commands]
    ident = _digest([*inputs, *filter(None, rare)], rows, moment)
    surroundings = Surroundings(git, goal, facts, events, files, past, commands)
    shares = arrange_shares(moment, candidates, surroundings)
    brief = _fit(moment, candidates, shares, ident, measure)
    if started:
        debug.write("recall", f"brief {ident}: {candidates.considered} considered, {brief.records} told", started)
    return brief


class Work(NamedTuple):
    """Where the work stands, by a brief that has room for all of it."""

    handoffs: Sequence[Item]
    notes: Sequence[Note]
    """The statements about now, most important first. The task is in its first words."""


def list_work(
    moment: BriefRequest,
    rows: "Sequence[Row]",
    git: GitState,
    snapshot: Snapshot | None,
    *,
    scores: Mapping[str, float],
    stale: States,
    merged: Mapping[str, bool],
    past: PastWork,
    unread: int,
) -> Work:
    """Where the work stands. The arguments are those of `compose_brief`. It reads no talk, and needs no room."""
    moment = _with_files(moment, git, past)
    candidates = select_candidates(
        moment, rows, git=git, scores=scores, stale=stale, hidden=_NONE, merged=merged, past=past, unread=unread
    )
    goal = snapshot.goal if snapshot else ""
    statements = list_now(moment, candidates, Surroundings(git, goal, RepositoryFacts(), (), _NONE, past))
    items = chain.from_iterable(candidates.shelves.get(name, ()) for name in section_order(moment.mode))
    handoffs = [item for item in items if item.kind == "handoff"]
    return Work(handoffs, [note for _, note in sorted(statements)])


def _list_key_files(snapshot: Snapshot | None) -> dict[str, str]:
    """The key files of a snapshot, which does not say why they matter."""
    return dict.fromkeys(snapshot.key_files, "") if snapshot else {}


def _dispute(candidates: Candidates, disputed: Mapping[str, Sequence[str]]) -> None:
    """Adds to each item the ids of records that contradict it or one that was merged into it: a brief shows conflicts
    and never resolves them."""
    for item in chain.from_iterable(candidates.shelves.values()):
        others = chain.from_iterable(disputed.get(ident, ()) for ident in (item.id, *item.also))
        item.against = [short_id(ident) for ident in dict.fromkeys(others) if ident != item.id]


def _fit(
    moment: BriefRequest,
    candidates: Candidates,
    shares: list[SectionShare],
    ident: str,
    measure: Callable[[Brief], int],
) -> Brief:
    """The brief with as many of the candidates as the budget holds. Raises Invalid if it does not hold its frame."""
    builder = _Builder(moment, candidates, ident, _count_notes(shares))
    scale = TokenScale(moment.budget, moment.limit, builder.build, measure)
    frame = scale.weigh(())
    if not scale.holds(frame):
        needed = -(-frame.tokens * 11 // 10) + 50
        raise Invalid(
            f"a budget of {moment.budget} tokens is too small for the frame of a brief",
            hint=f"`--budget {max(200, needed)}` or more",
        )
    start = scale.weigh(choose_units(shares, 0, must="pinned", most=moment.limit))
    if scale.holds(start):
        best = fit_budget(
            scale,
            lambda room: choose_units(shares, room, must="pinned", most=moment.limit),
            frame=frame.tokens,
            start=start,
            spare=sorted(chain.from_iterable(share.units for share in shares), key=lambda unit: unit.band),
        )
    else:
        best = _shorten_required(moment, builder, scale, shares, start)
    brief = best.brief
    brief.tokens = best.tokens
    brief.left_out = candidates.left_out + builder.unshown(best.units)
    shown = {unit.key for unit in best.units}
    brief.missed = list_missed(brief, shares, shown, candidates.left_out, candidates.passed_over)
    return brief


def _count_notes(shares: Sequence[SectionShare]) -> Counter[str]:
    """Section -> the number of its notes. A share of the `tail` strategy has the units of several sections."""
    units = chain.from_iterable(share.units for share in shares)
    return Counter(unit.section for unit in units if isinstance(unit.content, Note))


def _shorten_required(
    moment: BriefRequest, builder: "_Builder", scale: TokenScale, shares: list[SectionShare], start: Fitted
) -> Fitted:
    """The brief when required records alone exceed the budget: all cut to the same length, with a warning."""
    must = list(chain.from_iterable(share.units for share in shares if share.name in ("handoff", "pinned")))
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

    def __init__(self, moment: BriefRequest, candidates: Candidates, ident: str, notes: Mapping[str, int]) -> None:
        self.warnings: list[str] = []
        self._moment = moment
        self._ident = ident
        self._all = list(chain.from_iterable(candidates.shelves.values()))
        self._beyond = candidates.beyond
        self._considered = candidates.considered
        self._more = _search_command(moment)
        self._notes = notes

    def build(self, units: Sequence[Unit]) -> Brief:
        sections: dict[str, list[Unit]] = {}
        for unit in units:
            sections.setdefault(unit.section, []).append(unit)
        moment = self._moment
        records = sum(isinstance(unit.content, Item) for unit in units)
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
                for name in section_order(moment.mode, stable_first=moment.stable_first)
                if name in sections
            ],
            considered=self._considered,
            narrowed=moment.narrowed,
            records=records,
            omitted=len(self._all) + self._beyond - records,
            more=self._more,
            elsewhere=moment.elsewhere,
            common=_find_common([unit.content for unit in units if isinstance(unit.content, Item)], moment.branch),
            warnings=list(self.warnings),
        )

    def unshown(self, units: Sequence[Unit]) -> list[LeftOut]:
        shown = {unit.key for unit in units}
        return [LeftOut(item.id, item.title, NO_ROOM, item.kind) for item in self._all if item.id not in shown]


def _find_common(items: Sequence[Item], branch: str) -> dict[str, str]:
    """Who said most of the records, the day of most, and another branch that most are of: each where it is so for more
    than half of at least three. Records of no branch, such as those of all projects, do not count for the branch."""
    common: dict[str, str] = {}
    older = [item for item in items if not item.current]
    with_branch = [item.branch for item in items if item.branch]
    others = [name for name in with_branch if name != branch]
    for name, values, of in (
        ("speaker", [item.speaker for item in items], len(items)),
        ("day", [item.made[:10] for item in older], len(items)),
        ("branch", others, len(with_branch)),
    ):
        value, count = next(iter(Counter(values).most_common(1)), ("", 0))
        if value and count > 2 and 2 * count > of:
            common[name] = value
    return common


def _section(name: str, units: list[Unit], notes: int) -> Section:
    contents = [unit.content for unit in sorted(units, key=lambda unit: unit.place)]
    shelf = SECTIONS.get(name, IDENTITY)
    shown = [content for content in contents if isinstance(content, Note)]
    return Section(
        name=name,
        title=shelf.title,
        items=[content for content in contents if isinstance(content, Item)],
        notes=shown,
        omitted=notes - len(shown),
        volatile=shelf.volatile,
    )


def _with_files(moment: BriefRequest, git: GitState, past: PastWork) -> BriefRequest:
    """Dirty files and those that the last sessions edited are in play whether the caller names them or not."""
    dirty = [change.path for change in changed_files(git)]
    files = tuple(dict.fromkeys([*moment.files, *dirty, *past.files[:MAX_EDITED]]))
    return moment if files == moment.files else msgspec.structs.replace(moment, files=files)


def _search_command(moment: BriefRequest) -> str:
    """The command that finds the omitted records: recall with the goal's words that need no quoting in a shell."""
    text = clean_text(moment.query or moment.goal or moment.task)
    words = [word for word in _split_words(text) if word.strip("_./-") and word.lower() not in _SMALL_WORDS]
    return f'backstory recall "{" ".join(words[:4])[:48].rstrip()}"' if words else "backstory list"


def _split_words(text: str) -> list[str]:
    """Runs of letters, digits and the signs of paths."""
    return "".join(char if char.isalnum() or char in "_./-" else " " for char in text).split()


def _digest(inputs: Sequence[object], rows: "Sequence[Row]", moment: BriefRequest) -> str:
    """Twelve letters of BLAKE2b over all inputs: only the day of `now`, only the blob id of a record."""
    records = sorted(
        (row.record.id, row.oid or _bytes(row.record).hex(), row.superseded_by, row.trust, row.agreed) for row in rows
    )
    day = msgspec.structs.replace(moment, now=moment.day)
    data = [day if value is moment else value for value in inputs] + records
    return digest_letters(blake2b(_bytes(data), digest_size=6).hexdigest())


def _bytes(value: object) -> bytes:
    """Any value as deterministic bytes, including text that is not valid Unicode, such as a file name."""
    try:
        return msgspec.json.encode(value, order="deterministic")
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value), sort_keys=True).encode()
