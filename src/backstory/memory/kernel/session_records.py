"""The records that were made in a session."""

from typing import TYPE_CHECKING

from backstory.base.path_codec import encode_path
from backstory.index.branches import show_all_branches
from backstory.index.read import Condition, RowFilter, read_rows
from backstory.memory.kernel.catalog import Catalog
from backstory.model.session import Session
from backstory.store.origins import opaque_session

if TYPE_CHECKING:
    from backstory.index.read import Row


def list_session_records(workspace: Catalog, session: Session) -> "list[Row]":
    """The records that were made in a session, oldest first, whatever branch they belong to."""
    show_all_branches(workspace.fresh())
    values = (session.id, opaque_session(session.id, workspace.gate), *session.records)
    ids = ", ".join("?" * len(session.records))
    own = Condition(f"json_extract(c.rest, '$.origin.session') IN (?, ?) OR c.id IN ({ids})", values)
    tree, chosen = encode_path(workspace.project.root), RowFilter(retracted=True, also=own)
    rows = workspace.fresh().run(lambda con: read_rows(con, tree, chosen))
    return sorted(rows, key=lambda row: (row.record.made, row.record.id))
