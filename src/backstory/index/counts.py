"""Counts the records that a working tree sees, in the database, without decoding any."""

from typing import TYPE_CHECKING, Any

import msgspec

from backstory.base.path_codec import encode_path
from backstory.index.read import find_superseded

if TYPE_CHECKING:
    import apsw

    from backstory.index.build import Index

_VISIBLE = """
FROM presence p JOIN content c ON c.doc = p.doc
WHERE p.tree IN (?1, '') AND c.id != '' AND c.status != 'retracted'
  AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = p.doc)
"""


def count_records(index: "Index") -> dict[str, Any]:
    """Visible records that stand: `total`, `tokens`, and numbers by `kinds`, `tiers` and `scopes`.

    Retracted records are not counted, those that another one supersedes only as `superseded`. A record with files in
    several scopes counts once, in the first of team, private, user.
    """
    tree = encode_path(index.tree)

    def run(con: "apsw.Connection") -> dict[str, Any]:
        out: dict[str, Any] = {"total": 0, "tokens": 0, "kinds": {}, "tiers": {}, "scopes": {}, "superseded": 0}
        superseded = msgspec.json.encode(list(find_superseded(con, tree))).decode()
        first = "min(CASE p.scope WHEN 'team' THEN 0 WHEN 'private' THEN 1 ELSE 2 END)"
        stands = "c.id NOT IN (SELECT value FROM json_each(?2)) AS stands"
        each = f"SELECT {stands}, c.kind, c.tier, p.scope, c.tokens, {first} {_VISIBLE} GROUP BY c.id"
        sql = f"SELECT stands, kind, tier, scope, count(*), sum(tokens) FROM ({each}) GROUP BY 1, 2, 3, 4"
        for stands_still, kind, tier, scope, number, tokens in con.execute(sql, (tree, superseded)):
            if not stands_still:
                out["superseded"] += number
                continue
            out["total"] += number
            out["tokens"] += tokens or 0
            for name, value in (("kinds", kind), ("tiers", tier), ("scopes", scope)):
                out[name][value] = out[name].get(value, 0) + number
        return out

    return index.run(run)


def hidden_computed_for(index: "Index") -> tuple[str, str]:
    """The `head` and `refs` that the hidden records were last computed for (see `Index.hide`); empty before that."""

    def run(con: "apsw.Connection") -> tuple[str, str]:
        row = con.execute("SELECT head, refs FROM tree WHERE tree = ?", (encode_path(index.tree),)).fetchone()
        return (str(row[0]), str(row[1])) if row else ("", "")

    return index.run(run)
