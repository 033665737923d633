"""The private records that a working tree does not show because they belong to other branches."""

from typing import TYPE_CHECKING

from backstory.base.path_codec import encode_path
from backstory.model.kinds import RETRACTED

if TYPE_CHECKING:
    import apsw

    from backstory.index.build import Index

_ELSEWHERE = f"""
SELECT DISTINCT c.id, coalesce(json_extract(c.rest, '$.origin.branch'), '')
FROM main.hidden h JOIN content c ON c.doc = h.doc
WHERE h.tree = ?1 AND NOT h.anywhere AND c.id != '' AND c.status != '{RETRACTED}'
  AND NOT EXISTS (
    WITH RECURSIVE later(id, holds) AS (
      SELECT b.id, b.status != '{RETRACTED}' FROM link l JOIN content b ON b.doc = l.doc
      WHERE l.relation = 'supersedes' AND l.target = c.id AND b.id != c.id AND b.gone = 0
      UNION
      SELECT b.id, b.status != '{RETRACTED}' FROM later CROSS JOIN link l JOIN content b ON b.doc = l.doc
      WHERE l.relation = 'supersedes' AND l.target = later.id AND b.id != c.id AND b.gone = 0 AND NOT later.holds)
    SELECT 1 FROM later WHERE holds)
ORDER BY 1
"""
_ALL_BRANCHES = "CREATE TEMP TABLE IF NOT EXISTS hidden AS SELECT * FROM main.hidden WHERE anywhere"
"""A table of this connection, which takes the place of the index's own in every query."""


def find_elsewhere(index: "Index") -> dict[str, str]:
    """Record id -> its branch, for records that hold and that only other branches show. A detached HEAD has no name."""

    def run(con: "apsw.Connection") -> dict[str, str]:
        return {str(row[0]): str(row[1]) for row in con.execute(_ELSEWHERE, (encode_path(index.tree),))}

    return index.run(run)


def show_all_branches(index: "Index") -> None:
    """Makes this index answer with the records of all branches. Rejected and forgotten ones stay hidden."""
    index.prepare(_ALL_BRANCHES)
