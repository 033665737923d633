"""Selects the records that a brief may show, with section and order, and the reason for each of the others."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from backstory.model.ids import order_key, short_id
from backstory.model.kinds import AGENTS_CHANNELS, KINDS, RETRACTED, section_of
from backstory.model.record import Record
from backstory.model.snapshot import GitState
from backstory.model.text import one_line
from backstory.recall.budget import FRAME, item_cost
from backstory.recall.items import Ranked, find_current_day, make_item, merge_twins
from backstory.recall.past.sessions import PastWork
from backstory.recall.past.work_state import normalize_item
from backstory.recall.quotes.outdated_clauses import says_outdated
from backstory.recall.quotes.repeats import TALK_CHANNELS
from backstory.recall.quotes.spent_records import SpentRecords
from backstory.recall.rank import Relevance, States, anchor_places, is_gone
from backstory.recall.text.addressees import is_for
from backstory.recall.text.content import Item, LeftOut, Missed, Note, Place
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.moment import BriefRequest

if TYPE_CHECKING:
    from backstory.index.read import Row

NO_ROOM = "no room"
"""Reason of what would be said, were there room."""
SHOWN_IN_NOW = "shown under Now, as far as it still holds"
"""Reason of what the statements about now say."""
_FIRST = frozenset(kind.name for kind in KINDS.values() if kind.leads or kind.section == "rules")


class Candidates(NamedTuple):
    """The items per section, best first; their rough costs in tokens; omitted records; checkpoints of this work."""

    shelves: dict[str, list[Item]]
    costs: dict[str, int]
    left_out: list[LeftOut]
    checkpoints: list[Record]
    """Checkpoints and handoffs of this line of work, newest first."""
    considered: int
    """The number of records to choose from."""
    passed_over: list[Missed]
    """Passages of the talk that add too little, the best first."""
    unread: int = 0
    """Those of a large memory that nothing brought up."""

    @property
    def beyond(self) -> int:
        """The number of records that ranked too low to become items."""
        return sum(one.reason == NO_ROOM for one in self.left_out) + self.unread

    def leave_statements_out(self, notes: Sequence[Note]) -> None:
        """Leaves out the records that notes about now tell in full: a bare task, an attempt without outcome, an open
        question without a reason."""
        for shelf in ("working", "questions"):
            items = self.shelves.get(shelf, [])
            in_now = [item for item in items if _is_in_now(item, notes)]
            self.left_out.extend([LeftOut(item.id, item.title, SHOWN_IN_NOW, item.kind) for item in in_now])
            if in_now:
                self.shelves[shelf] = [item for item in items if item not in in_now]

    def leave_repeats_out(self, reasons: Mapping[str, str], trimmed: Mapping[str, Item]) -> None:
        """Leaves out records, each for its reason, and takes others in the form that was `trimmed`."""
        for shelf, items in self.shelves.items():
            out = [item for item in items if item.id in reasons]
            self.left_out.extend([LeftOut(item.id, item.title, reasons[item.id], item.kind) for item in out])
            self.shelves[shelf] = [trimmed.get(item.id, item) for item in items if item.id not in reasons]
        self.costs.update({ident: item_cost(item) for ident, item in trimmed.items()})

    def bring_back(self, shelves: Mapping[str, Sequence[Item]]) -> None:
        """Takes records again that were left out."""
        back = {item.id for items in shelves.values() for item in items}
        self.left_out[:] = [one for one in self.left_out if one.id not in back]
        for shelf, items in shelves.items():
            self.shelves[shelf] = [*self.shelves.get(shelf, ()), *items]


def _is_in_now(item: Item, notes: Sequence[Note]) -> bool:
    """Whether a note says all that a record in the works says."""
    if item.parts or item.anchors or item.against:
        return False
    if item.kind == "task":
        texts = [(note.text, note.detail) for note in notes if note.label in ("task", "goal")]
        shown = set(map(normalize_item, chain.from_iterable(texts)))
        return item.status == "open" and normalize_item(item.title) in shown
    if item.kind == "question":
        return any(note.label == "next" and note.record == item.id for note in notes)
    tried = {normalize_item(note.text) for note in notes if note.label == "tried"}
    return item.kind == "attempt" and normalize_item(item.title) in tried


def select_candidates(
    moment: BriefRequest,
    rows: "Sequence[Row]",
    *,
    git: GitState,
    scores: Mapping[str, float],
    stale: States,
    hidden: Mapping[str, str],
    merged: Mapping[str, bool],
    past: PastWork | None = None,
    unread: int = 0,
) -> Candidates:
    """Sorts `rows` into sections. `hidden`: record id -> why it is not visible here (branch, worktree).

    `merged`: branch whose work is part of this one -> whether it still exists by itself. `unread`: records of a large
    memory that are not among the rows.
    """
    relevance = Relevance(moment, dict(scores), past)
    selection = _Selection(moment, _LineOfWork(moment, git, merged))
    spent = SpentRecords(moment, past, next((commit.made for commit in git.commits), ""))
    is_chosen = moment.only_records or moment.narrowed
    for row in sorted(rows, key=lambda row: _order(row.record)):
        record = row.record
        if _is_asked_for(record, moment):
            places = anchor_places(record, stale)
            reason = hidden.get(record.id, "") or selection.find_reason(row, places)
            why = {} if reason else relevance.signals(record, places)
            if not (reason or is_chosen):
                reason = spent.find_reason(record, places, why)
            if reason:
                selection.leave_out(record, reason)
            else:
                selection.take(row, places, why)
    considered = selection.count + unread
    selection.leave_out_restated([row for row in rows if row.superseded_by])
    selection.keep_newest_open_letter()
    return _make_candidates(selection, considered)._replace(unread=unread)


def _is_asked_for(record: Record, moment: BriefRequest) -> bool:
    """Whether the request names the record's id and kind, as far as it names any."""
    return (not moment.ids or record.id in moment.ids) and (not moment.kinds or record.kind in moment.kinds)


def _make_candidates(selection: "_Selection", considered: int) -> Candidates:
    """Makes items of the best records, up to twice the budget, and merges duplicates."""
    items: dict[str, list[Item]] = {}
    costs: dict[str, int] = {}
    files = frozenset(selection.moment.files)
    for shelf, ranked in selection.shelves.items():
        _sort_ranked(ranked, selection.moment)
        room = 0 if shelf == "pinned" else 2 * selection.moment.budget + 400
        spent = 0
        for one in ranked:
            record = one.row.record
            if room and spent > room:
                selection.leave_out(record, NO_ROOM)
                continue
            items.setdefault(shelf, []).append(make_item(one, files, find_current_day(selection.moment)))
            costs[record.id] = one.row.tokens + FRAME + 8 * len(record.anchors)
            spent += costs[record.id]
    shelves = merge_twins(items, selection.left_out)
    return Candidates(shelves, costs, selection.left_out, selection.own_checkpoints, considered, [])


def _sort_ranked(ranked: list[Ranked], moment: BriefRequest) -> None:
    """Sorts the best first; among equals, and for `tail` in any case, the newest."""
    if moment.strategy == "tail":
        ranked.sort(key=_age, reverse=True)
    else:
        ranked.sort(key=lambda one: _order(one.row.record), reverse=True)
        ranked.sort(key=lambda one: (one.row.record.kind in _FIRST, one.score), reverse=True)


def _order(record: Record) -> tuple[str, ...]:
    return order_key(record.id, record.title, record.body)


def _age(ranked: Ranked) -> tuple[str, ...]:
    return ranked.row.record.made, *_order(ranked.row.record)


class _LineOfWork:
    """This line of work: the branch that is checked out and its latest commits."""

    def __init__(self, moment: BriefRequest, git: GitState, merged: Mapping[str, bool]) -> None:
        self._branch = moment.branch
        self._merged = merged
        self._commits = list(filter(None, (moment.commit, git.commit, *(commit.id for commit in git.commits))))

    def holds(self, record: Record) -> bool:
        """Whether it belongs to this work: made on this branch or a commit of it, or without any branch."""
        origin = record.origin
        if origin.branch in ("", self._branch) or record.scope == "user":
            return True
        if not self._branch and not self._commits:
            return True
        if not self._merged.get(origin.branch, True):
            return True  # that branch is gone: its work goes on here
        return len(origin.commit) >= 7 and any(_is_same_commit(commit, origin.commit) for commit in self._commits)

    def includes(self, record: Record) -> bool:
        """Whether it belongs to this work or to a branch that was merged into it."""
        return record.origin.branch in self._merged or self.holds(record)


def _is_same_commit(one: str, other: str) -> bool:
    """Whether one of two ids is the beginning of the other."""
    return one.startswith(other) or other.startswith(one)


def _repeats(record: Record, former: Record) -> bool:
    """Whether a clause of a rule or a decision, or the reason of a decision, says what another record or its reason
    says."""
    texts = (former.title, str(former.parts.get("why", "")))
    stems = [word_stems(text) for text in texts if text]
    own = (record.title, str(record.parts.get("why", "")) if record.kind == "decision" else "")
    return any(says_outdated(text, stems) for text in own)


class _Selection:
    """The records that are taken, by section, and those that are left out."""

    def __init__(self, moment: BriefRequest, work: _LineOfWork) -> None:
        self.moment = moment
        self.shelves: dict[str, list[Ranked]] = {}
        self.left_out: list[LeftOut] = []
        self._work = work
        self._checkpoints: list[Record] = []

    @property
    def count(self) -> int:
        """The number of records that were taken or left out."""
        return len(self.left_out) + sum(map(len, self.shelves.values()))

    @property
    def own_checkpoints(self) -> list[Record]:
        """The checkpoints of this branch, or those of its commits when it has none; newest first."""
        newest = sorted(self._checkpoints, key=lambda record: (record.made, *_order(record)), reverse=True)
        branch = self.moment.branch
        return [record for record in newest if not branch or record.origin.branch in ("", branch)] or newest

    def find_reason(self, row: "Row", places: Sequence[Place]) -> str:
        """The reason to leave a record out, empty without one. Notes the checkpoints of this work on the way."""
        record = row.record
        reason = _find_fault(row, self.moment)
        if not reason and record.id not in self.moment.ids:
            reason = self._find_obstacle(row, places)
        if reason or record.kind not in ("checkpoint", "handoff") or self.moment.only_records:
            return reason
        obstacle = _not_for_me(row, self.moment)
        if not row.foreign and self._work.holds(record) and (record.kind == "checkpoint" or not obstacle):
            self._checkpoints.append(record)  # a handoff to somebody else says nothing about the reader's work
        return obstacle

    def _find_obstacle(self, row: "Row", places: Sequence[Place]) -> str:
        """The reason why a record is not shown unless it is asked for by id; empty without one."""
        record = row.record
        if row.superseded_by:
            return "superseded by " + ", ".join(map(short_id, row.superseded_by))
        if record.tier == "off-context":
            return "off-context"
        obstacle = _find_kind_obstacle(record)
        if obstacle:
            return obstacle
        if record.tier != "pinned" and record.kind != "rule" and is_gone(places):
            return "the code it is about is gone"
        if record.tier == "working" and not self._work.includes(record):
            return f"working on branch {one_line(record.origin.branch, 60)}"
        return ""

    def leave_out(self, record: Record, reason: str) -> None:
        """Leaves a record out for a reason."""
        self.left_out.append(LeftOut(record.id, one_line(record.title), reason, record.kind))

    def take(self, row: "Row", places: list[Place], why: dict[str, float]) -> None:
        """Takes a record into its section."""
        ranked = Ranked(row, places, why, round(sum(why.values()), 4))
        self.shelves.setdefault(_shelf(row, self.moment), []).append(ranked)

    def leave_out_restated(self, superseded: "Sequence[Row]") -> None:
        """Leaves out the rules and decisions taken from a talk that say what a record of the same session said, which
        no longer holds: `a custom handler stays untouched`, and `A custom handler gets no header`."""
        outdated = [row.record for row in superseded if row.record.kind == "decision" and row.record.origin.session]
        for shelf in ("rules", "decisions"):
            kept: list[Ranked] = []
            for ranked in self.shelves.get(shelf, ()):
                record = ranked.row.record
                former = [one for one in outdated if one.origin.session == record.origin.session]
                repeated = next((one for one in former if _repeats(record, one)), None)
                if record.origin.how not in TALK_CHANNELS or repeated is None:
                    kept.append(ranked)
                else:
                    self.leave_out(record, f"superseded with {short_id(repeated.id)}")
            if shelf in self.shelves:
                self.shelves[shelf] = kept

    def keep_newest_open_letter(self) -> None:
        """Leaves out all but the newest of the handoffs without an addressee."""
        letters = sorted(self.shelves.get("handoff", ()), key=_age, reverse=True)
        open_letters = [one.row.record for one in letters if not one.row.record.fields.get("to", "").strip()]
        older = {record.id for record in open_letters[1:]}
        for record in open_letters[1:]:
            self.leave_out(record, "an older handoff")
        if letters:
            self.shelves["handoff"] = [one for one in letters if one.row.record.id not in older]


def _find_fault(row: "Row", moment: BriefRequest) -> str:
    """The reason why a record is never shown; empty without one."""
    record = row.record
    if record.status == RETRACTED:
        return "retracted"
    if moment.as_of[:4].isdigit() and record.made and record.made[: len(moment.as_of)] > moment.as_of:
        return f"made after {one_line(moment.as_of)}"
    return ""


def _find_kind_obstacle(record: Record) -> str:
    """The reason in a record's kind and status not to show it; empty without one."""
    kind = KINDS.get(record.kind)
    if kind is None:
        return ""
    if not kind.loaded and record.tier != "pinned":
        return f"a {record.kind} is found by `recall` only"
    return record.status if record.status in kind.settled else ""


def _not_for_me(row: "Row", moment: BriefRequest) -> str:
    record = row.record
    if record.kind == "checkpoint":
        if row.foreign:
            return "a foreign checkpoint, and not trusted"
        return "" if record.tier == "pinned" else SHOWN_IN_NOW
    if record.status == "acknowledged":
        return "acknowledged"
    to = record.fields.get("to", "")
    return "" if is_for(to, moment.who, moment.agent) else f"handed over to {one_line(to, 60)}"


def _shelf(row: "Row", moment: BriefRequest) -> str:
    record = row.record
    if row.foreign:
        return "untrusted"
    if record.kind == "handoff" and not moment.only_records:
        return "handoff"
    if record.tier == "pinned" and record.kind != "rule":
        return "pinned"
    outcome = record.fields.get("outcome", "")
    own = section_of(record.kind, record.status, outcome)
    if own and not _is_agents_rule(record):
        return own
    return "working" if record.tier == "working" else "knowledge"


def _is_agents_rule(record: Record) -> bool:
    """Whether an agent gave a rule on its own account. Who pins it takes it over."""
    return record.kind == "rule" and record.origin.how in AGENTS_CHANNELS and record.tier != "pinned"
