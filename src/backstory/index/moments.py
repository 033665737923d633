"""Shows an index as it was before a moment, for one connection: without what was written or said since."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

import apsw

from backstory.base.path_codec import encode_path

if TYPE_CHECKING:
    from backstory.index.build import Index

_TABLES: Final = """
DROP TABLE IF EXISTS temp.hidden;
DROP TABLE IF EXISTS temp.shown;
CREATE TEMP TABLE hidden (tree TEXT, doc INTEGER, anywhere INTEGER, PRIMARY KEY (tree, doc)) WITHOUT ROWID;
CREATE TEMP TABLE shown (
    tree TEXT, session INTEGER, elsewhere INTEGER, branches TEXT, PRIMARY KEY (tree, session)) WITHOUT ROWID;
INSERT INTO temp.hidden SELECT tree, doc, anywhere FROM main.hidden;
INSERT INTO temp.shown SELECT tree, session, elsewhere, branches FROM main.shown;
"""
"""Tables of this connection, which take the places of the index's own in every query."""


def show_before(index: "Index", made: str, *, docs: Collection[int] = (), sessions: Collection[str] = ()) -> None:
    """Makes this index answer without records and sessions from a time on; an empty time hides none of them.

    Without these contents (`docs`) and without what was said in these sessions as well. The files of the index do not
    change.
    """

    tree, since = apsw.format_sql_value(encode_path(index.tree)), apsw.format_sql_value(made)
    later, ended = (f"made >= {since}", f"ended >= {since}") if made else ("0", "0")
    numbers = ", ".join(str(int(doc)) for doc in docs)
    names = ", ".join(map(apsw.format_sql_value, sessions))
    index.prepare(
        f"{_TABLES}"
        f"INSERT OR REPLACE INTO temp.hidden SELECT {tree}, doc, 1 FROM content WHERE {later} OR doc IN ({numbers});\n"
        f"DELETE FROM temp.shown WHERE session IN (SELECT session FROM session WHERE {ended} OR id IN ({names}));"
    )
