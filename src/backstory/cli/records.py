"""Records as commands print them: as JSON, as rows of a table, as one line, with the doubts about each."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from backstory.api import find_claimed, find_foreign
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, open_memory, split_tags
from backstory.cli.times import parse_since
from backstory.model.errors import NotFound
from backstory.model.ids import short_id
from backstory.model.kinds import KINDS
from backstory.model.record import Record
from backstory.model.text import one_line, path_line

if TYPE_CHECKING:
    from backstory.cli.library import Hit, Memory, Row

SUPERSEDED: Final = "superseded"
"""Words that `--status` accepts beside the statuses of records."""
USUAL_STATUSES: Final = frozenset({"active", *(kind.statuses[0] for kind in KINDS.values())} - {""})
"""Statuses that a table does not mention."""
RECORD_FIELDS: Final = frozenset(
    (
        *Record.__struct_fields__,
        "parts",
        "foreign",
        "edited",
        "claimed",
        "conflicts",
        "reversed",
        "changed_since",
        "code",
    )
)
"""Fields of a record in JSON that are left out where they are empty."""


def record_json(record: Record, path: str = "") -> Json:
    """The record as the JSON contract has it."""
    body: Json = msgspec.to_builtins(record)
    body["anchors"] = [str(anchor) for anchor in record.anchors]
    body["links"] = [str(link) for link in record.links]
    defaults = {"tags": [], "body": "", "tier": record.tier, "status": record.status, "scope": record.scope}
    return {"id": record.id, "short": record.short, **defaults, **body, "parts": record.parts, "path": path}


class RecordAnswer(Answer):
    """A record that a command made or changed, with a sentence about it."""

    schema = "record"
    optional_fields = RECORD_FIELDS
    record: Record
    sentence: str

    def to_json(self) -> Json:
        return record_json(self.record)

    def print_text(self) -> None:
        console.info(self.sentence)


class ChangedRecord(Answer):
    """A record whose metadata changed."""

    schema = "record"
    record: Record
    verb: str

    def to_json(self) -> Json:
        record = self.record
        return {
            "id": record.id,
            "short": record.short,
            "kind": record.kind,
            "title": record.title,
            "tier": record.tier,
            "status": record.status,
            "tags": record.tags,
            "links": [str(link) for link in record.links],
        }

    def print_text(self) -> None:
        record = self.record
        state = [record.tier, record.status, " ".join("#" + tag for tag in record.tags)]
        console.info(
            f'{self.verb} {record.kind} {record.short} "{record.title}" ({", ".join(word for word in state if word)})'
        )


EDITED_MARK: Final = "edited by hand, untrusted until committed"


def find_doubts(memory: "Memory", rows: "list[Row]") -> dict[str, Json]:
    """Record id -> the reasons to read it with care.

    `foreign`: the record is not trusted yet; `edited`: since it was edited by hand. `claimed`: the record names its
    author, and git does not confirm it. `conflicts`: ids of records that contradict it. Records without a doubt are
    absent.
    """
    from backstory.api import find_conflicts, find_disputes

    foreign, claimed, disputed = find_foreign(rows), find_claimed(rows), find_disputes(find_conflicts(memory))
    ids = [row.record.id for row in rows]
    doubts: dict[str, Json] = {
        ident: {"foreign": ident in foreign, "claimed": ident in claimed, "conflicts": list(disputed.get(ident, ()))}
        for ident in ids
        if ident in foreign or ident in disputed or ident in claimed
    }
    if foreign:
        from backstory.api import find_hand_edits

        for ident in find_hand_edits(memory, rows):
            doubts[ident]["edited"] = True
    return doubts


def find_shown_doubts(memory: "Memory", rows: "list[Row]", *, is_quick: bool = False) -> dict[str, Json]:
    """The same, and `code`: what became of the code that a record is about.

    `code` maps targets of anchors to `changed`, `gone` or `moved:<new place>`. With `is_quick` a definition that has
    left its file is not searched for in others.
    """
    doubts = find_doubts(memory, rows)
    if not any(anchor.digest for row in rows for anchor in row.record.anchors):
        return doubts
    from backstory.api import find_code_changes  # it loads what compares code

    for ident, states in find_code_changes(memory, rows, is_quick=is_quick).items():
        doubts[ident] = {**doubts.get(ident, {}), "code": dict(states)}
    return doubts


def find_recall_doubts(memory: "Memory", rows: "list[Row]") -> dict[str, Json]:
    """The same as `find_shown_doubts`, `reversed` where the person took it back later, and `changed_since` with what
    was uttered later in the place of the record or of a value of it."""
    doubts = find_shown_doubts(memory, rows, is_quick=True)
    standing = [row.record for row in rows if not row.superseded_by]
    taken_back, changes = memory.find_revisions(standing)
    for ident in taken_back:
        doubts[ident] = {**doubts.get(ident, {}), "reversed": True}
    for ident, text in changes.items():
        doubts[ident] = {**doubts.get(ident, {}), "changed_since": text}
    return doubts


def doubt_marks(doubt: Json) -> list[str]:
    """The doubts about a record, a word for each."""
    conflicts = doubt.get("conflicts")
    rivals = ", ".join(short_id(str(ident)) for ident in conflicts[:3]) if isinstance(conflicts, list) else ""
    since = doubt.get("changed_since")
    marks = {
        EDITED_MARK if doubt.get("edited") else "untrusted": doubt.get("foreign"),
        f"in conflict with {rivals}": rivals,
        f"changed since: {since}" if since else "changed since": since or doubt.get("reversed"),
    }
    return [mark for mark, holds in marks.items() if holds]


def describe_code(record: Record, doubt: Json, most: int | None = None) -> str:
    """The code that a record is about, at most so many places, each with what became of it since."""
    targets = [one.target for one in record.anchors[:most]]
    states = doubt.get("code")
    if isinstance(states, dict):
        from backstory.api import describe_place  # it loads what compares code

        targets = [describe_place(target, str(states.get(target, ""))) for target in targets]
    return ", ".join(map(path_line, targets))


def _tier_mark(row: "Row") -> str:
    """The tier where it is unusual. A pin set by somebody else counts once a person has trusted the record."""
    if row.record.tier == "pinned" and row.trust < 2 and not row.foreign:
        return "pinned by its author only"
    return row.record.tier if row.record.tier in ("pinned", "off-context") else ""


def outcome_mark(record: Record) -> list[str]:
    """How an attempt or a way of working went, where it is known: what failed is never shown without saying so."""
    outcome = record.fields.get("outcome", "")
    return [outcome] if outcome in ("failed", "worked") else []


def print_rows(rows: "list[Row]", doubts: dict[str, Json], *, with_kind: bool = True, with_code: bool = False) -> None:
    """Prints records as a table: id, date, kind, title with marks. `with_code`: and the code that it is about."""
    table: list[list[str]] = []
    tails: list[str] = []
    for row in rows:
        record = row.record
        marks = _marks_of(row, doubts.get(record.id, {}))
        tails.append(f"  [{', '.join(marks)}]" if marks else "")
        table.append([record.short, record.made[:10], *([record.kind] if with_kind else []), record.title])
        if with_code and (places := [one.target for one in record.anchors if one.target not in record.title]):
            table[-1][-1] += f" ({', '.join(places)})"
    console.table(table, styles=("33", "2", "36" if with_kind else ""), tails=tails)


def _marks_of(row: "Row", doubts: Json) -> list[str]:
    """Warnings that a reader needs beside the title."""
    record = row.record
    marks = outcome_mark(record) + ([_tier_mark(row)] if _tier_mark(row) else [])
    if record.status and record.status not in USUAL_STATUSES:
        marks.append(record.status)
    if row.superseded_by:
        marks.append(f"superseded by {short_id(row.superseded_by[0])}")
    return marks + doubt_marks(doubts)


class RecordList(Answer):
    """Records that fit some filters, newest first."""

    schema = "list"
    optional_fields = RECORD_FIELDS
    rows: "list[Row]"
    total: int
    doubts: dict[str, Json]
    as_of: str = ""
    filtered: bool = False
    with_kind: bool = True
    misread: str = ""
    elsewhere: dict[str, int] | None = None
    """Branch -> the number of its records that fit, too."""
    with_code: bool = False

    def to_json(self) -> Json:
        items = [record_json(row.record, row.path) | self.doubts.get(row.record.id, {}) for row in self.rows]
        when = {"as_of": self.as_of} if self.as_of else {}
        misread = {"misread": self.misread} if self.misread else {}
        return {**when, **misread, "total": self.total, "items": items, "elsewhere": self.elsewhere or {}}

    def print_text(self) -> None:
        print_rows(self.rows, self.doubts, with_kind=self.with_kind, with_code=self.with_code)
        if not self.total:
            console.info(
                "no record matches" if self.filtered else "no records then" if self.as_of else "no records yet"
            )
        elif self.total > len(self.rows):
            console.info(f"{self.total - len(self.rows)} more; `--limit {self.total}` shows all")
        if self.misread:
            console.misread(self.misread)
        if self.elsewhere:
            from backstory.cli.other_branches import print_elsewhere

            print_elsewhere(self.elsewhere)


def list_records(
    kinds: tuple[str, ...] = (),
    tags: tuple[str, ...] = (),
    tiers: tuple[str, ...] = (),
    scopes: tuple[str, ...] = (),
    statuses: tuple[str, ...] = (),
    after: str = "",
    limit: int = 50,
    everything: bool = False,
    query: str = "",
    as_of: str = "",
    all_branches: bool = False,
    exclude_failed: bool = False,
) -> RecordList:
    """Finds the records that fit all filters."""
    from backstory.api import count_matches_elsewhere, list_ids, list_newest

    memory = open_memory(as_of, all_branches=all_branches)
    plain_tags = split_tags(tags)
    tiers = (*tiers, *(tag[5:] for tag in plain_tags if tag.startswith("tier:")))
    filters: dict[str, Any] = {
        "kinds": kinds,
        "tiers": tiers,
        "tags": tuple(tag for tag in plain_tags if not tag.startswith("tier:")),
        "scopes": scopes,
        "since": parse_since(after, memory.now()) if after else "",
        "include_retracted": everything or "retracted" in statuses,
        "include_superseded": everything or SUPERSEDED in statuses,
    }
    search = partial(_search, memory, query, statuses, filters)
    misread = ""
    if query or statuses or exclude_failed:
        hits, misread = search()
        rows = _sort_matches([hit.row for hit in hits], exclude_failed=exclude_failed)
        page, total = rows[:limit], len(rows)
    else:
        page, total = list_newest(memory, limit, **filters)
    filtered = any((query, kinds, tags, tiers, scopes, statuses, after))
    doubts = find_doubts(memory, page)
    elsewhere: dict[str, int] = {}
    if not all_branches:
        is_search = bool(query or statuses or exclude_failed)
        elsewhere = count_matches_elsewhere(
            memory,
            lambda ids: (
                [hit.row.record.id for hit in search()[0]] if is_search else list_ids(memory, among=ids, **filters)
            ),
        )
    return RecordList(page, total, doubts, as_of, filtered, len(kinds) != 1, misread, elsewhere)


def _search(
    memory: "Memory", query: str, statuses: tuple[str, ...], filters: dict[str, Any]
) -> "tuple[list[Hit], str]":
    """What a query finds of the records with these statuses, and why it was read as words. Whether a record is
    superseded stands in the one that replaced it, so that no query of statuses knows it."""
    from backstory.api import run_query_or_words

    if SUPERSEDED not in statuses:
        hits, misread = run_query_or_words(memory, query, statuses=statuses, **filters)
        return list(hits), misread
    hits, misread = run_query_or_words(memory, query, **filters)
    return [hit for hit in hits if hit.row.superseded_by or hit.row.record.status in statuses], misread


def _sort_matches(rows: "list[Row]", *, exclude_failed: bool) -> "list[Row]":
    """The rows, newest first, and without ways that failed where that is asked for."""
    if exclude_failed:
        rows = [row for row in rows if row.record.fields.get("outcome", "") != "failed"]
    return sorted(rows, key=lambda row: (row.record.made, row.record.id), reverse=True)


def describe_record(memory: "Memory", ref: str) -> str:
    """A record in a few words: short id, kind and title."""
    try:
        record = memory.get(ref).record
    except NotFound:
        return f"{short_id(ref)} (not here)"
    return f'{record.short} {record.kind} "{one_line(record.title, 70)}"'


def author_name(record: Record) -> str:
    """The author's name without the mail address."""
    return one_line(record.origin.author.split("<")[0]) or "somebody"
