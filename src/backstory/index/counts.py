"""Counts the records that a working tree sees, in the database, without decoding any."""

from typing import TYPE_CHECKING, Any

from backstory.base.path_codec import encode_path
from backstory.index.read import find_superseded
from backstory.index.record_counts import encode_ids, find_several

if TYPE_CHECKING:
    import apsw

    from backstory.index.build import Index

_VISIBLE = """
FROM presence p JOIN content c ON c.doc = p.doc
WHERE p.tree IN (?1, '') AND c.id != '' AND c.status != 'retracted'
  AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = p.doc)
"""


_STANDS = "c.id NOT IN (SELECT value FROM json_each(?2)) AS stands"
_FIRST = "min(CASE p.scope WHEN 'team' THEN 0 WHEN 'private' THEN 1 ELSE 2 END)"
_SINGLE = f"""
SELECT {_STANDS}, c.kind, c.tier, p.scope, count(*), sum(c.tokens) {_VISIBLE}
  AND c.id NOT IN (SELECT value FROM json_each(?3)) GROUP BY 1, 2, 3, 4
"""
_SEVERAL = f"""
SELECT stands, kind, tier, scope, count(*), sum(tokens) FROM (
  SELECT {_STANDS}, c.kind, c.tier, p.scope, c.tokens, {_FIRST} {_VISIBLE.replace("p.tree", "+p.tree")}
  AND c.id IN (SELECT value FROM json_each(?3)) GROUP BY c.id
) GROUP BY 1, 2, 3, 4
"""


def count_records(index: "Index") -> dict[str, Any]:
    """Visible records that stand: `total`, `tokens`, and numbers by `kinds`, `tiers` and `scopes`.

    Retracted records are not counted, those that another one supersedes only as `superseded`. A record with files in
    several scopes counts once, in the first of team, private, user.
    """
    tree = encode_path(index.tree)

    def run(con: "apsw.Connection") -> dict[str, Any]:
        superseded, several = encode_ids(find_superseded(con, tree)), encode_ids(find_several(con, tree))
        out: dict[str, Any] = {"total": 0, "tokens": 0, "kinds": {}, "tiers": {}, "scopes": {}, "superseded": 0}
        for query in (_SINGLE, _SEVERAL):
            for row in con.execute(query, (tree, superseded, several)):
                _add_counts(out, *row)
        return out

    return index.run(run)


def sum_tokens(index: "Index") -> dict[str, dict[str, tuple[int, int]]]:
    """`kinds`, `tiers` and `scopes` -> name -> (number, tokens) of the visible records that stand."""
    tree = encode_path(index.tree)

    def run(con: "apsw.Connection") -> dict[str, dict[str, tuple[int, int]]]:
        superseded, several = encode_ids(find_superseded(con, tree)), encode_ids(find_several(con, tree))
        sums: dict[str, dict[str, tuple[int, int]]] = {"kinds": {}, "tiers": {}, "scopes": {}}
        for query in (_SINGLE, _SEVERAL):
            for stands, kind, tier, scope, number, tokens in con.execute(query, (tree, superseded, several)):
                for name, value in (("kinds", kind), ("tiers", tier), ("scopes", scope)) if stands else ():
                    count, total = sums[name].get(value, (0, 0))
                    sums[name][value] = (count + number, total + (tokens or 0))
        return sums

    return index.run(run)


def _add_counts(
    out: dict[str, Any], stands: int, kind: str, tier: str, scope: str, number: int, tokens: int | None
) -> None:
    if not stands:
        out["superseded"] += number
        return
    out["total"] += number
    out["tokens"] += tokens or 0
    for name, value in (("kinds", kind), ("tiers", tier), ("scopes", scope)):
        out[name][value] = out[name].get(value, 0) + number


def hidden_computed_for(index: "Index") -> tuple[str, str]:
    """The `head` and `refs` that the hidden records were last computed for (see `Index.hide`); empty before that."""

    def run(con: "apsw.Connection") -> tuple[str, str]:
        row = con.execute("SELECT head, refs FROM tree WHERE tree = ?", (encode_path(index.tree),)).fetchone()
        return (str(row[0]), str(row[1])) if row else ("", "")

    return index.run(run)
