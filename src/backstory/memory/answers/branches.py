"""Shows the memory as another branch sees it, and counts what other branches have."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, TypeVar

from backstory.index.branches import find_elsewhere, show_all_branches
from backstory.memory.answers.left_branch import add_left_records, find_left_records, list_left_ids
from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import Invalid
from backstory.model.text import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

C = TypeVar("C", bound=Catalog)


def view_branch(workspace: C, branch: str) -> C:
    """Returns the memory as it is on a branch, for reading only. Raises `Invalid` for a branch that does not exist.

    Visibility, the team's records, the commits and the state of anchored code are those of the branch's tip.
    """
    from backstory.git.ancestry import read_branch_tips

    if branch == workspace.head[1]:
        return workspace
    tips = read_branch_tips(workspace.git) if workspace.project.git_dir else {}
    if branch not in tips:
        raise _unknown_branch(branch, tips)
    return _view_tip(workspace, branch, tips[branch])


def _unknown_branch(branch: str, tips: "Mapping[str, str]") -> Invalid:
    from difflib import get_close_matches

    near = get_close_matches(branch, tips, 3, 0.5) or sorted(tips)[:5]
    names = ", ".join(f"`{one_line(name, 60)}`" for name in near)
    hint = f"did you mean {names}? `git branch` lists all" if names else "`git branch` lists them"
    return Invalid(f"there is no branch `{one_line(branch, 60)}`", hint=hint)


def _view_tip(workspace: C, branch: str, tip: str) -> C:
    from backstory.index.point_in_time import index_as_of
    from backstory.memory.answers.as_of import records_in_commit
    from backstory.memory.kernel.workspace import AsOf
    from backstory.memory.policy.rejections import find_hidden
    from backstory.memory.policy.visibility import find_hidden_records

    end = int(workspace.now()) + 1
    past = AsOf(f"on branch {branch}", end, tip)
    index = index_as_of(
        workspace.fresh(),
        keeps=lambda scope, ident, made: scope != "team",
        changed={},
        more=records_in_commit(workspace, past),
        until_ns=end * 1_000_000_000,
        reason=f"as it is on branch {branch}",
    )
    index.judge(workspace.project.private)
    view = workspace.reopened()
    view.freeze(past, index=index, snapshots=workspace.snapshots, now=workspace.now, head=(tip, branch))
    view.is_other_branch = True
    index.hide(find_hidden_records(view).reasons, anywhere=find_hidden(view))
    return view


def include_all_branches(workspace: Catalog) -> None:
    """Makes this object answer with the records of all branches, for reading only."""
    left = find_left_records(workspace)
    if left.records:
        add_left_records(workspace, left)
    show_all_branches(workspace.fresh())


def count_elsewhere(workspace: Catalog) -> dict[str, int]:
    """Counts the records that only other branches show: branch -> number, most first."""
    return _count(_list_elsewhere(workspace).values())


def _list_elsewhere(workspace: Catalog) -> dict[str, str]:
    """Id -> branch, of the records that hold and that only other branches show."""
    return find_elsewhere(workspace.fresh()) | list_left_ids(workspace)


def count_matches_elsewhere(workspace: Catalog, search: Callable[[Collection[str]], Iterable[str]]) -> dict[str, int]:
    """Counts the records of other branches among the ids that `search` finds when all branches are included.

    `search` is given the ids that count, and may return others.

    Afterwards the workspace includes all branches, if there are such records at all.
    """
    elsewhere = _list_elsewhere(workspace)
    if not elsewhere:
        return {}
    include_all_branches(workspace)
    return _count(elsewhere[ident] for ident in search(elsewhere.keys()) if ident in elsewhere)


def _count(branches: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(branches).items(), key=lambda item: (-item[1], item[0])))
