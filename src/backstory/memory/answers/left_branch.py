"""The branch that HEAD has left, and the team's records that only it has.

While no branch is checked out, the files are those of a commit: one from before a record does not have its file.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.discovery import read_ref
from backstory.base.git_operations import find_left_branch
from backstory.base.head_moves import find_branch_left
from backstory.memory.kernel.catalog import Catalog
from backstory.model.kinds import RETRACTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.index.point_in_time import HistoricalRecord

REPLACES: Final = "supersedes"


class LeftRecords(NamedTuple):
    """The team's records of a branch that the commit at hand does not have. Without a branch there are none."""

    branch: str = ""
    records: "Sequence[HistoricalRecord]" = ()


def find_detached_branch(workspace: Catalog) -> str:
    """The branch that HEAD was detached from, or that a rebase or a bisection goes back to; empty if one is
    checked out, or if the reflog does not say."""
    project = workspace.project
    if not project.git_dir or workspace.past:
        return ""
    if not workspace.head[1]:
        return find_branch_left(project.git_dir, project.common_dir)
    return find_left_branch(project.git_dir)


def list_left_ids(workspace: Catalog) -> dict[str, str]:
    """Id -> branch, of the records that the branch has from which HEAD was detached, and that nothing retracts or
    replaces."""
    left = find_left_records(workspace, shows_text=False)
    replaced = {link.target for one in left.records for link in one.record.links if link.relation == REPLACES}
    holding = [one.record.id for one in left.records if one.record.status != RETRACTED]
    return {ident: left.branch for ident in holding if ident not in replaced}


def find_left_records(workspace: Catalog, *, shows_text: bool = True) -> LeftRecords:
    """The team's records that the branch has from which HEAD was detached, and the commit at hand does not.

    `shows_text` as in `records_in_commit`.
    """
    branch = find_detached_branch(workspace)
    project = workspace.project
    tip = read_ref(project.git_dir, project.common_dir, f"refs/heads/{branch}") if branch else ""
    if not tip or tip == workspace.head[0]:
        return LeftRecords()
    from backstory.memory.answers.as_of import records_in_commit
    from backstory.memory.kernel.workspace import AsOf

    rows = workspace.fresh().rows(scopes=("team",), include_retracted=True, include_hidden=True)
    present = {row.record.id for row in rows}
    past = AsOf(f"on branch {branch}", int(workspace.now()) + 1, tip)
    records = records_in_commit(workspace, past, shows_text=shows_text)
    return LeftRecords(branch, [one for one in records if one.record.id not in present])


def add_left_records(workspace: Catalog, left: LeftRecords) -> None:
    """Has a catalog answer with the records of the branch that HEAD has left, too, for reading only."""
    from backstory.index.point_in_time import index_as_of

    until_ns = (int(workspace.now()) + 1) * 1_000_000_000
    index = index_as_of(
        workspace.fresh(),
        keeps=lambda scope, ident, made: True,
        changed={},
        more=left.records,
        until_ns=until_ns,
        reason=f"with the team's records of branch {left.branch}",
    )
    index.judge(workspace.project.private)
    workspace.widen(index)
