"""Our parts in files that git has: to take one out takes it from everybody who gets the next commit."""

import os
from collections.abc import Sequence

from backstory.deliver.tree import Step, Tree
from backstory.edits import change, foreign
from backstory.edits.ledger import Entry, Part
from backstory.git.repository import Git
from backstory.model.errors import BackstoryError


def take_uncommitted(tree: Tree, entry: Entry, part: Part, names: Sequence[str], *, dry: bool) -> list[Step]:
    """Takes one edit out of its file for some agents, an empty name for all. One that git has is `kept`."""
    leaves = "" in names or set(part.agents) <= set(names)
    if not (names and leaves and is_committed(tree, entry, part)):
        return [tree.take(entry, part, name, dry=dry) for name in names]
    note = "git tracks it, for the whole team"
    return [Step(tuple(part.agents), entry.path, part.kind, part.shared, "kept", "", note)]


def is_committed(tree: Tree, entry: Entry, part: Part) -> bool:
    """Whether the file as git tracks it holds our part. What came with the repository is not asked for."""
    if not part.shared or part.brought or os.path.isabs(entry.path) or not tree.tracked(entry.path):
        return False
    ran = Git(tree.project.root, tree.environ).attempt("cat-file", "blob", f":./{entry.path}")
    if ran.code or part.kind in ("file", "plugin"):
        return True  # the file is ours as a whole, or git does not say
    try:
        return change.revert(part.kind, ran.out, part.memo, entry.path) != ran.out
    except BackstoryError:
        return True


def has_own_changes(tree: Tree, entry: Entry) -> bool:
    """Whether a file that git has holds changes beside our parts that are not staged, so that `git restore` loses them.

    A file that cannot be compared counts as changed.
    """
    git = Git(tree.project.root, tree.environ)
    try:
        data = foreign.read(tree.ledger.absolute(entry.path), within=tree.project.root, name=entry.path).data
        if data is None or not git.attempt("diff", "--quiet", "--no-ext-diff", "--no-textconv", "--", entry.path).code:
            return False
        staged = git.attempt("cat-file", "blob", f":./{entry.path}")
        return bool(staged.code) or _without_ours(entry, staged.out) != _without_ours(entry, data)
    except BackstoryError:
        return True


def _without_ours(entry: Entry, data: bytes) -> bytes:
    """The bytes of a file without our parts. Raises BackstoryError where one cannot be recognised."""
    for part in reversed(entry.parts):
        data = change.revert(part.kind, data, part.memo, entry.path)
    return data
