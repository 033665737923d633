"""Reads the index: rows, one row by its id, edges and tags."""

import os
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import apsw
import msgspec

from backstory.base.path_codec import decode_path, encode_path
from backstory.base.trust_levels import BELIEVED, FOREIGN, PERSON, SPEAKING
from backstory.index.answered_questions import STATUS, find_answered
from backstory.index.database import Damaged
from backstory.index.successors import list_standing
from backstory.index.write import COLUMNS, Content, content_checksum, restore_record
from backstory.model.errors import Ambiguous, NotFound
from backstory.model.ids import ALPHABET, LENGTH, TAIL, normalize_id, short_id
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record

SHORTEST: Final = 4
"""Characters of an id that are enough to look for it."""
SCOPE_ORDER: Final = {"team": 0, "private": 1, "user": 2}
SUPERSEDES: Final = "supersedes"
SHOWN: Final = 6
"""Candidates named in an error."""

PRESENT: Final = "p.tree IN (?1, '')"
IN_TREE: Final = "+p.tree IN (?1, '')"
"""The same for given documents: the plus keeps SQLite from walking the whole tree."""
UNHIDDEN: Final = "NOT EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = p.doc)"
VISIBLE: Final = f"{PRESENT} AND {UNHIDDEN}"
_LEVEL: Final = (
    f"CASE WHEN {BELIEVED.format(scope='p.scope', how='c.how')} THEN {PERSON} ELSE ifnull(t.level, {FOREIGN}) END"
)
"""Trust level of content `c` at presence `p`, with its row `t` of the table `trust`."""
_COLUMNS: Final = f"c.doc, c.crc, p.path, p.scope, {_LEVEL}, ifnull(t.agreed, 0)"
_TRUST: Final = "LEFT JOIN trust t ON t.doc = c.doc"
CONTENT_COLUMNS: Final = ", ".join(f"c.{name}" for name in COLUMNS.split(", "))


class Row(NamedTuple):
    """A record as the index holds it."""

    record: Record
    path: str
    """Of its file, absolute."""
    oid: str
    """Git blob id of the file's bytes."""
    tokens: int
    """Estimated, of title and body."""
    superseded_by: tuple[str, ...]
    """Ids of visible records, not retracted, that say they supersede it."""
    doc: int = 0
    trust: int = PERSON
    """`base.trust`: FOREIGN, TEAM or PERSON."""
    agreed: bool = True
    """Whether git confirms its author, or the record was written here."""

    @property
    def foreign(self) -> bool:
        """Whether it counts as plain data until a person trusts it: its level is too low for its kind."""
        return self.trust == FOREIGN or (self.trust < PERSON and self.record.kind in SPEAKING)


class Edge(NamedTuple):
    """A link between records. The target may be absent."""

    source: str
    relation: str
    target: str


class Condition(NamedTuple):
    """A further condition over content `c` and presence `p` (the tree is ?1), and the values of its question marks."""

    sql: str = ""
    values: tuple[str | int, ...] = ()


class RowFilter(NamedTuple):
    """Filters of `rows`."""

    kinds: tuple[str, ...] = ()
    tiers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    since: str = ""
    limit: int = 0
    retracted: bool = False
    superseded: bool = True
    hidden: bool = False
    also: Condition = Condition()
    few: bool = False
    """Whether `also` names the records, so that they are looked up instead of going through all."""


def filter_condition(row_filter: RowFilter, *, few: bool = False) -> tuple[str, list[str | int]]:
    """The filters as a condition over content `c` and presence `p`; its values come after the tree (?1).

    `few` means that the query names documents. Kinds and named records are looked up by their indexes as well.
    """
    is_few = few or row_filter.few or bool(row_filter.kinds)
    parts = [IN_TREE if is_few else PRESENT, "1" if row_filter.hidden else UNHIDDEN, "c.id != ''"]
    values: list[str | int] = []
    for column, allowed in (
        ("c.kind", row_filter.kinds), ("c.tier", row_filter.tiers), ("+p.scope", row_filter.scopes),
        (STATUS, row_filter.statuses),
    ):  # fmt: skip
        if allowed:
            parts.append(f"{column} IN ({', '.join('?' * len(allowed))})")
            values += allowed
    for tag in row_filter.tags:
        parts.append("EXISTS (SELECT 1 FROM tag t WHERE t.doc = c.doc AND t.tag = ?)")
        values.append(tag)
    if row_filter.since:
        parts.append("c.made >= ?")
        values.append(row_filter.since)
    if not row_filter.retracted and RETRACTED not in row_filter.statuses:
        parts.append(f"c.status != '{RETRACTED}'")
    if row_filter.also.sql:
        parts.append(f"({row_filter.also.sql})")
        values += row_filter.also.values
    return " AND ".join(parts), values


def read_rows(con: apsw.Connection, tree: str, row_filter: RowFilter) -> list[Row]:
    """Visible records, newest first, one per id."""
    condition, values = filter_condition(row_filter)
    query = (
        f"SELECT {_COLUMNS}, {CONTENT_COLUMNS} FROM presence p JOIN content c ON c.doc = p.doc {_TRUST}"
        f" WHERE {condition} ORDER BY c.made DESC, c.id DESC, p.path"
    )
    superseded, answered = find_superseded(con, tree), find_answered(con, tree)
    if row_filter.limit:
        query, values = _narrow(con, tree, query, condition, row_filter, superseded)
    out: dict[str, Row] = {}
    for content in con.execute(query, (tree, *values)):
        ident = content[9]
        if row_filter.limit and len(out) >= row_filter.limit and ident not in out:
            break
        if not row_filter.superseded and ident in superseded:
            continue
        row = _row(content, superseded, answered)
        better = out.get(ident)
        if better is None or _first(row, better):
            out[ident] = row
    return list(out.values())


def _narrow(
    con: apsw.Connection,
    tree: str,
    query: str,
    condition: str,
    row_filter: RowFilter,
    superseded: Mapping[str, object],
) -> tuple[str, list[str | int]]:
    """The query over the newest records alone, so that SQLite does not sort the contents of all of them."""
    each, each_values = filter_condition(row_filter, few=True)
    docs = ", ".join(list_newest(con, tree, row_filter, superseded))
    return query.replace(f" WHERE {condition}", f" WHERE c.doc IN ({docs}) AND {each}"), each_values


def list_newest(con: apsw.Connection, tree: str, row_filter: RowFilter, superseded: Mapping[str, object]) -> list[str]:
    """Numbers of the newest documents that pass a filter, of as many ids as its limit says. Reads no contents."""
    each, each_values = filter_condition(row_filter, few=True)
    order = (
        f"SELECT c.id, c.doc FROM content c CROSS JOIN presence p ON p.doc = c.doc WHERE {each}"
        " ORDER BY c.made DESC, c.id DESC"
    )
    docs, ids = list[str](), set[str]()
    for ident, doc in con.execute(order, (tree, *each_values)):
        if row_filter.limit and len(ids) >= row_filter.limit and ident not in ids:
            break
        if row_filter.superseded or ident not in superseded:
            ids.add(str(ident))
            docs.append(str(doc))
    return docs


def list_ids(con: apsw.Connection, tree: str, row_filter: RowFilter) -> list[str]:
    """The ids of the records that `read_rows` returns without a limit. Reads no contents."""
    condition, values = filter_condition(row_filter)
    query = f"SELECT DISTINCT c.id FROM presence p JOIN content c ON c.doc = p.doc WHERE {condition}"
    ids = [str(ident) for (ident,) in con.execute(query, (tree, *values))]
    if row_filter.superseded:
        return ids
    superseded = find_superseded(con, tree)
    return [ident for ident in ids if ident not in superseded]


def read_rows_by_doc(con: apsw.Connection, tree: str, docs: list[int], row_filter: RowFilter) -> dict[int, Row]:
    """The contents among `docs` that pass the filters. Of two files with one id both are returned."""
    condition, values = filter_condition(row_filter, few=True)
    superseded, answered = find_superseded(con, tree), find_answered(con, tree)
    out: dict[int, Row] = {}
    for start in range(0, len(docs), 500):
        part = ", ".join(map(str, docs[start : start + 500]))
        query = (
            f"SELECT {_COLUMNS}, {CONTENT_COLUMNS} FROM content c JOIN presence p ON p.doc = c.doc {_TRUST}"
            f" WHERE c.doc IN ({part}) AND {condition}"
        )
        for content in con.execute(query, (tree, *values)):
            if not row_filter.superseded and content[9] in superseded:
                continue
            row = _row(content, superseded, answered)
            better = out.get(row.doc)
            if better is None or _first(row, better):
                out[row.doc] = row
    return out


def find_superseded(con: apsw.Connection, tree: str) -> dict[str, tuple[str, ...]]:
    """Id -> ids of the visible, not retracted records that supersede it, directly or by way of others.

    What a record replaced stays replaced after its retraction, as long as a successor of that record holds. A foreign
    record supersedes foreign ones only; otherwise anybody who can add a file could hide decisions.
    """
    query = (
        f"SELECT l.target, c.id, {_LEVEL}, max(c.status != '{RETRACTED}' AND {UNHIDDEN}) FROM link l"
        f" JOIN content c ON c.doc = l.doc JOIN presence p ON p.doc = l.doc {_TRUST}"
        f" WHERE l.relation = '{SUPERSEDES}' AND {IN_TREE} GROUP BY 1, 2, 3 ORDER BY c.id"
    )
    out: dict[str, list[str]] = {}
    standing = set[str]()
    for target, ident, trust, holds in list[Any](con.execute(query, (tree,))):
        if target != ident and (trust != FOREIGN or _is_foreign(con, tree, target)):
            out.setdefault(target, []).append(ident)
            standing |= {ident} if holds else set()
    for part in [target for target in out if len(target) < LENGTH]:
        match = _matching(con, tree, part)
        if len(match) == 1:
            whole = match[0]
            successors = out.setdefault(whole, [])
            successors += [ident for ident in out[part] if ident not in successors and ident != whole]
    held = {target: list_standing(target, out, standing) for target in out}
    return {target: ids for target, ids in held.items() if ids}


def _is_foreign(con: apsw.Connection, tree: str, target: str) -> bool:
    """Whether all records with this id are foreign; False for a part of an id."""
    query = (
        f"SELECT max({_LEVEL}) FROM content c JOIN presence p ON p.doc = c.doc {_TRUST} WHERE c.id = ?2 AND {IN_TREE}"
    )
    return len(target) == LENGTH and (con.execute(query, (tree, target)).get or FOREIGN) == FOREIGN


def find_row(con: apsw.Connection, tree: str, ref: str) -> Row:
    """The record that `ref` names; see `Index.get`."""
    text = ref.strip()
    if not text:
        raise NotFound("the id of the record is empty", hint="see what there is: `backstory list`")
    if os.sep in text or "/" in text or text.endswith(".md"):
        return _by_path(con, tree, ref)
    ident = normalize_id(text)
    ids = _find_ids(con, tree, ident)
    if not ids:
        raise NotFound(f"no record `{ref}`", hint=_nearest(con, tree, ident, text))
    if len(ids) > 1:
        raise _ambiguous(con, tree, ref, ids)
    return _by_id(con, tree, ids[0])


def _find_ids(con: apsw.Connection, tree: str, ident: str) -> list[str]:
    """The id itself when a record has it, else those that it is a part of; none for what cannot be a part."""
    if not SHORTEST <= len(ident) <= LENGTH or any(character not in ALPHABET for character in ident):
        return []
    whole = len(ident) == LENGTH and _exists(con, tree, ident)
    return [ident] if whole else _matching(con, tree, ident)


def _by_path(con: apsw.Connection, tree: str, ref: str) -> Row:
    content = con.execute(
        f"SELECT c.id FROM presence p JOIN content c ON c.doc = p.doc WHERE {PRESENT} AND c.id != '' AND p.path = ?2",
        (tree, encode_path(os.path.abspath(ref.strip()))),
    ).fetchone()
    if not content:
        raise NotFound(f"no record in `{ref}`", hint="see what there is: `backstory list`")
    return _by_id(con, tree, content[0])


def _ambiguous(con: apsw.Connection, tree: str, ref: str, ids: list[str]) -> Ambiguous:
    """The error that lists the candidates, by their short ids if these differ."""
    rows = [_by_id(con, tree, each) for each in ids[:SHOWN]]
    differ = len({short_id(each) for each in ids}) == len(ids)
    names = [row.record.short if differ else row.record.id for row in rows]
    lines = [f"{name}  {row.record.title}" for name, row in zip(names, rows, strict=True)]
    if len(ids) > SHOWN:
        lines.append(f"and {len(ids) - SHOWN} more")
    return Ambiguous(
        f"`{ref}` fits {len(ids)} records:\n" + "\n".join(lines),
        hint=f"give more characters of the id, as in `backstory show {names[0]}`",
    )


def read_links(con: apsw.Connection, tree: str) -> list[Edge]:
    """Edges of visible records."""
    query = (
        "SELECT DISTINCT c.id, l.relation, l.target FROM link l JOIN content c ON c.doc = l.doc"
        f" JOIN presence p ON p.doc = l.doc WHERE c.id != '' AND {IN_TREE} AND {UNHIDDEN} ORDER BY 1, 2, 3"
    )
    return [Edge(*row) for row in con.execute(query, (tree,))]


def path_of(stored: str) -> str:
    """A stored path as a path of the file system."""
    return decode_path(stored)


def _row(columns: tuple[object, ...], superseded: dict[str, tuple[str, ...]], answered: frozenset[str]) -> Row:
    doc, crc, path, scope, trust, agreed = columns[:6]
    content = Content(*columns[6:])  # type: ignore[arg-type]
    if content_checksum(content) != crc:
        raise Damaged(f"content {doc} is not what was written")
    record = restore_record(content, str(scope))
    if record.kind == "question" and record.status == "open" and record.id in answered:
        record = msgspec.structs.replace(record, status="answered")
    vouched = int(str(trust))
    return Row(
        record, decode_path(str(path)), content.oid, content.tokens, superseded.get(content.id, ()), int(str(doc)),
        vouched,        bool(agreed) or (vouched == PERSON and record.scope != "team"),
    )  # fmt: skip


def _first(row: Row, other: Row) -> bool:
    """Whether `row` represents its id rather than `other`. A foreign record never replaces a trusted one."""
    return _precedence(row) < _precedence(other)


def _precedence(row: Row) -> tuple[bool, int, str]:
    return row.trust == FOREIGN, SCOPE_ORDER.get(row.record.scope, 9), row.path


def _by_id(con: apsw.Connection, tree: str, ident: str) -> Row:
    query = (
        f"SELECT {_COLUMNS}, {CONTENT_COLUMNS} FROM content c JOIN presence p ON p.doc = c.doc {_TRUST}"
        f" WHERE c.id = ?2 AND {IN_TREE}"
    )
    superseded, answered = find_superseded(con, tree), find_answered(con, tree)
    rows = [_row(each, superseded, answered) for each in con.execute(query, (tree, ident))]
    if not rows:
        raise Damaged(f"no row for {ident}")
    best = rows[0]
    for row in rows[1:]:
        if _first(row, best):
            best = row
    return best


def ids_in_several_scopes(con: apsw.Connection, tree: str) -> list[str]:
    """Ids of records with files in more than one scope."""
    query = (
        "SELECT c.id FROM content c JOIN presence p ON p.doc = c.doc"
        f" WHERE {PRESENT} AND c.id != '' GROUP BY c.id HAVING count(DISTINCT p.scope) > 1 ORDER BY c.id"
    )
    return [row[0] for row in con.execute(query, (tree,))]


def list_copies(con: apsw.Connection, tree: str, ident: str) -> list[tuple[str, str]]:
    """(scope, path) of every file here that holds the record `ident`: one, unless somebody copied it."""
    query = (
        "SELECT DISTINCT p.scope, p.path FROM content c JOIN presence p ON p.doc = c.doc"
        f" WHERE c.id = ?2 AND {IN_TREE} ORDER BY p.path"
    )
    return [(scope, decode_path(path)) for scope, path in con.execute(query, (tree, ident))]


def _exists(con: apsw.Connection, tree: str, ident: str) -> bool:
    query = f"SELECT 1 FROM content c JOIN presence p ON p.doc = c.doc WHERE c.id = ?2 AND {IN_TREE} LIMIT 1"
    return con.execute(query, (tree, ident)).fetchone() is not None


def _matching(con: apsw.Connection, tree: str, part: str) -> list[str]:
    """Ids that end with `part` or whose short form begins with it, which people see; then those that begin with it."""
    query = (
        "SELECT DISTINCT c.id FROM content c JOIN presence p ON p.doc = c.doc"
        f" WHERE c.id GLOB ?2 AND {IN_TREE} ORDER BY c.id DESC"
    )
    ends = [row[0] for row in con.execute(query, (tree, "*" + part))]
    shortened = [row[0] for row in con.execute(query, (tree, "?" * (LENGTH - TAIL) + part + "*"))]
    begins = [row[0] for row in con.execute(query, (tree, part + "*"))]
    return list(dict.fromkeys(ends + shortened + begins))


def _nearest(con: apsw.Connection, tree: str, ident: str, text: str) -> str:
    """A hint that names the most similar records."""
    best: tuple[int, str] = (0, "")
    query = f"SELECT DISTINCT c.id FROM content c JOIN presence p ON p.doc = c.doc WHERE c.id != '' AND {VISIBLE}"
    for (each,) in con.execute(query, (tree,)):
        same = sum(typed == own for typed, own in zip(ident, each[-len(ident) :], strict=False))
        if len(ident) >= SHORTEST and same * 3 >= len(ident) * 2 and (same, each) > best:
            best = (same, each)
    if best[1]:
        row = _by_id(con, tree, best[1])
        return f"did you mean `{row.record.short}` ({row.record.title})? `backstory show {row.record.short}`"
    word = " ".join(text.split())[:60].replace('"', "").replace("`", "").replace("$", "")
    return f'look for it: `backstory recall "{word}"`' if word else "see what there is: `backstory list`"
