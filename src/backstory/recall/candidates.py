"""Selects the records that a brief may show, with section and order, and the reason for each of the others."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from backstory.model.ids import short_id
from backstory.model.kinds import CHANNELS, KINDS, RETRACTED, is_identity, section_of
from backstory.model.record import Record
from backstory.model.similarity import find_duplicates
from backstory.model.snapshot import GitState
from backstory.model.text import clean_text, one_line
from backstory.recall.budget import FRAME
from backstory.recall.content import Item, LeftOut, Place
from backstory.recall.moment import BriefRequest
from backstory.recall.rank import Relevance, States, anchor_places, is_gone

if TYPE_CHECKING:
    from backstory.index.read import Row

NO_ROOM = "no room"
"""Reason of what would be said, were there room."""
_FIRST = frozenset(kind.name for kind in KINDS.values() if kind.leads)
_COMPARED = {"warnings": "warnings", "strategies": "strategies", "questions": "questions", "handoff": ""}


class Candidates(NamedTuple):
    """The items per section, best first; their rough costs in tokens; omitted records; checkpoints of this work."""

    shelves: dict[str, list[Item]]
    costs: dict[str, int]
    left_out: list[LeftOut]
    checkpoints: list[Record]
    """Checkpoints and handoffs of this line of work, newest first."""
    considered: int
    """The number of records to choose from."""

    @property
    def beyond(self) -> int:
        """The number of records that ranked too low to become items."""
        return sum(one.reason == NO_ROOM for one in self.left_out)


class _Ranked(NamedTuple):
    row: "Row"
    places: list[Place]
    why: dict[str, float]
    score: float


def select_candidates(
    moment: BriefRequest,
    rows: "Sequence[Row]",
    *,
    git: GitState,
    scores: Mapping[str, float],
    stale: States,
    hidden: Mapping[str, str],
) -> Candidates:
    """Sorts `rows` into sections. `hidden`: record id -> why it is not visible here (branch, worktree)."""
    relevance = Relevance(moment, dict(scores))
    work = _Line(moment, git)
    shelves: dict[str, list[_Ranked]] = {}
    left_out: list[LeftOut] = []
    checkpoints: list[Record] = []
    for row in sorted(rows, key=lambda r: r.record.id):
        record = row.record
        if (moment.ids and record.id not in moment.ids) or (moment.kinds and record.kind not in moment.kinds):
            continue
        anchors = anchor_places(record, stale)
        reason = hidden.get(record.id, "") or _unfit(row, anchors, moment, work)
        if not reason and record.kind in ("checkpoint", "handoff") and not moment.only_records:
            if not row.foreign and work.holds(record):
                checkpoints.append(record)
            reason = _not_for_me(row, moment)
        if reason:
            left_out.append(LeftOut(record.id, one_line(record.title), reason, record.kind))
            continue
        why = relevance.signals(record, anchors)
        shelf = _shelf(row, moment)
        shelves.setdefault(shelf, []).append(_Ranked(row, anchors, why, round(sum(why.values()), 4)))
    checkpoints.sort(key=lambda r: (r.made, r.id), reverse=True)
    own = [c for c in checkpoints if not moment.branch or c.origin.branch in ("", moment.branch)]
    considered = len(left_out) + sum(map(len, shelves.values()))
    _newest_open_letter_only(shelves, left_out)
    return _materialised(moment, shelves, left_out, own or checkpoints, considered)


def _materialised(
    moment: BriefRequest,
    shelves: dict[str, list[_Ranked]],
    left_out: list[LeftOut],
    checkpoints: list[Record],
    considered: int,
) -> Candidates:
    """Makes items of the best records, up to twice the budget, and merges duplicates."""
    items: dict[str, list[Item]] = {}
    costs: dict[str, int] = {}
    for shelf, ranked in shelves.items():
        if moment.strategy == "tail":
            ranked.sort(key=lambda r: (r.row.record.made, r.row.record.id), reverse=True)
        else:
            ranked.sort(key=lambda r: r.row.record.id, reverse=True)
            ranked.sort(key=lambda r: (r.row.record.kind in _FIRST, r.score), reverse=True)
        room = 0 if shelf == "pinned" else 2 * moment.budget + 400
        taken = 0
        for one in ranked:
            record = one.row.record
            if room and taken > room:
                left_out.append(LeftOut(record.id, one_line(record.title), NO_ROOM, record.kind))
                continue
            items.setdefault(shelf, []).append(_item(one, moment))
            costs[record.id] = one.row.tokens + FRAME + 8 * len(record.anchors)
            taken += costs[record.id]
    twins = _twins(items)
    titles = {i.id: i for shelf in items.values() for i in shelf}
    for twin, kept in twins.items():
        titles[kept].also.append(twin)
        left_out.append(LeftOut(twin, titles[twin].title, f"says the same as {short_id(kept)}", titles[twin].kind))
    return Candidates(
        {shelf: [i for i in some if i.id not in twins] for shelf, some in items.items()},
        costs,
        left_out,
        checkpoints,
        considered,
    )


def _twins(items: Mapping[str, Sequence[Item]]) -> dict[str, str]:
    """Id of each item that repeats a better one -> id of that one. Warnings are compared with warnings, and so on."""
    out: dict[str, str] = {}
    groups: dict[str, list[Item]] = {}
    for shelf, some in items.items():
        if shelf != "handoff":
            for item in some:
                group = "" if item.kind == "decision" or is_identity(item.kind) else _COMPARED.get(shelf, "")
                groups.setdefault(group, []).append(item)
    for some in groups.values():
        some.sort(key=lambda i: i.id, reverse=True)
        some.sort(key=lambda i: (i.untrusted, i.tier != "pinned", _trust(i.how), -i.relevance))
        out |= find_duplicates((i.id, f"{i.title}\n{_text(i)}") for i in some)
    return out


def _trust(how: str) -> int:
    return CHANNELS.index(how) if how in CHANNELS else len(CHANNELS)


def _text(item: Item) -> str:
    return "\n".join(v if isinstance(v, str) else "\n".join(v) for v in item.parts.values())


class _Line:
    """This line of work: the branch that is checked out and its latest commits."""

    def __init__(self, moment: BriefRequest, git: GitState) -> None:
        self._branch = moment.branch
        self._commits = [c for c in (moment.commit, git.commit, *(c.id for c in git.commits)) if c]

    def holds(self, record: Record) -> bool:
        """Whether it belongs to this work: made on this branch or a commit of it, or without any branch."""
        origin = record.origin
        if not origin.branch or origin.branch == self._branch or record.scope == "user":
            return True
        if not self._branch and not self._commits:
            return True
        made_at = origin.commit
        return len(made_at) >= 7 and any(c.startswith(made_at) or made_at.startswith(c) for c in self._commits)


def _unfit(row: "Row", anchors: Sequence[Place], moment: BriefRequest, work: _Line) -> str:
    """The reason why a record is never shown; empty without one."""
    record = row.record
    if record.status == RETRACTED:
        return "retracted"
    if moment.as_of[:4].isdigit() and record.made and record.made[: len(moment.as_of)] > moment.as_of:
        return f"made after {one_line(moment.as_of)}"
    if record.id in moment.ids:
        return ""
    if row.superseded_by:
        return "superseded by " + ", ".join(short_id(s) for s in row.superseded_by)
    if record.tier == "off-context":
        return "off-context"
    kind = KINDS.get(record.kind)
    if kind and not kind.loaded:
        return f"a {record.kind} is found by `recall` only"
    if record.kind in KINDS and record.status in KINDS[record.kind].settled:
        return record.status
    if record.tier != "pinned" and is_gone(anchors):
        return "the code it is about is gone"
    if record.tier == "working" and not work.holds(record):
        return f"working on branch {one_line(record.origin.branch, 60)}"
    return ""


def _not_for_me(row: "Row", moment: BriefRequest) -> str:
    record = row.record
    if record.kind == "checkpoint":
        if row.foreign:
            return "a foreign checkpoint, and not trusted"
        return "" if record.tier == "pinned" else "told under Now, as far as it still holds"
    if record.status == "acknowledged":
        return "acknowledged"
    to = record.fields.get("to", "")
    return "" if is_for(to, moment.who, moment.agent) else f"handed over to {one_line(to, 60)}"


def is_for(to: str, who: str, agent: str) -> bool:
    """Whether a handoff addressed to `to` is for the person `who` (`Name <mail>`) or for the agent.

    `to` may name several, separated by commas, `and` or `&`: by full name, first name, mail, the mail's local part or
    the agent's name, in any case, with or without a leading `@`. Without an address it is for whoever comes next.
    """
    names = names_of(who) | ({agent.strip().lower()} if agent.strip() else set())
    return not to.strip() or any(_addressee(one) in names for one in _split_addresses(to))


def names_of(who: str) -> set[str]:
    """The names of a person: full name, first name, mail, its local part; in lower case."""
    name, _, mail = who.partition("<")
    name, mail = " ".join(name.split()).lower(), mail.strip(" >").lower()
    if not mail and "@" in name:
        name, mail = "", name
    return {n for n in (name, name.partition(" ")[0], mail, mail.partition("@")[0]) if n}


def _addressee(to: str) -> str:
    """The one name that an address means: the mail if it has one, since two people may share a first name."""
    name, _, mail = to.partition("<")
    return (mail.strip(" >") or " ".join(name.split()).lstrip("@")).lower()


def _split_addresses(to: str) -> list[str]:
    for word in (" and ", "&", ";"):
        to = to.replace(word, ",")
    return [one.strip() for one in to.split(",") if one.strip()]


def _newest_open_letter_only(shelves: dict[str, list[_Ranked]], left_out: list[LeftOut]) -> None:
    """Drops all but the newest of the handoffs without an addressee."""
    letters = sorted(shelves.get("handoff", ()), key=lambda r: (r.row.record.made, r.row.record.id), reverse=True)
    kept: list[_Ranked] = []
    open_to_all = False
    for one in letters:
        record = one.row.record
        if not record.fields.get("to", "").strip():
            if open_to_all:
                left_out.append(LeftOut(record.id, one_line(record.title), "an older handoff", record.kind))
                continue
            open_to_all = True
        kept.append(one)
    if kept:
        shelves["handoff"] = kept


def _shelf(row: "Row", moment: BriefRequest) -> str:
    record = row.record
    if row.foreign:
        return "untrusted"
    if record.kind == "handoff" and not moment.only_records:
        return "handoff"
    if record.tier == "pinned":
        return "pinned"
    outcome = record.fields.get("outcome", "")
    own = section_of(record.kind, record.status, outcome)
    if own and (own != "decisions" or record.tier != "working"):
        return own
    return "working" if record.tier == "working" else "knowledge"


def _item(ranked: _Ranked, moment: BriefRequest) -> Item:
    row, record = ranked.row, ranked.row.record
    return Item(
        id=record.id,
        short=record.short,
        kind=one_line(record.kind, 40),
        title=one_line(record.title),
        tier=record.tier,
        scope=record.scope,
        status=one_line(record.status, 40),
        parts={
            name: clean_text(value).strip() if isinstance(value, str) else [clean_text(v).strip() for v in value]
            for name, value in record.parts.items()
        },
        fields={one_line(k, 60): one_line(v) for k, v in record.fields.items()},
        tags=[one_line(t, 80) for t in record.tags],
        anchors=[Place(one_line(p.target), one_line(p.path), p.state, one_line(p.now)) for p in ranked.places],
        author=one_line(record.origin.author, 120),
        agent=one_line(record.origin.agent, 60),
        how=one_line(record.origin.how, 40),
        made=one_line(record.made, 40),
        branch=one_line(record.origin.branch, 80),
        commit=one_line(record.origin.commit, 64),
        path=one_line(row.path),
        relevance=ranked.score,
        why=ranked.why,
        superseded_by=list(row.superseded_by),
        untrusted=row.foreign,
        claimed=not row.agreed,
    )
