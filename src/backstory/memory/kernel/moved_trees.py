"""Moved working trees: finds the path that the project has for one, and notes the new one."""

import os

from backstory.edits.ledger import Ledger
from backstory.model.errors import BackstoryError
from backstory.store.identity import find_token, read_project
from backstory.store.places import Project, project_roots, write_roots


def find_former_root(project: Project) -> str:
    """The path that a working tree had before it was moved here; empty unless its project knows it from there.

    The proof is a ledger whose edits are here, or the token of its clone; and nothing is left at the earlier path.
    """
    roots, _ = project_roots(project.private)
    if project.root in roots:
        return ""
    _, former = Ledger(os.path.join(project.private, "edits"), project.root).former()
    return former or _find_by_token(project, [root for root in roots if not os.path.isdir(root)])


def note_moved_tree(project: Project) -> bool:
    """Leads the project's notes of a working tree that was moved here to its new path. Returns whether it was moved.

    Where the data home cannot be written nothing is noted.
    """
    former = find_former_root(project)
    if not former:
        return False
    roots, name = project_roots(project.private)
    try:
        Ledger(os.path.join(project.private, "edits"), project.root).rewrite_moved()
    except (BackstoryError, OSError):
        return True
    write_roots(project.private, [*(root for root in roots if root != former), project.root], name)
    return True


def _find_by_token(project: Project, gone: list[str]) -> str:
    """The one of the working trees that are gone that was in the clone whose git folder is here now."""
    clone = find_token(read_project(project.private), project.common_dir) if gone else None
    if clone is None or clone.git_dir == project.common_dir:
        return ""
    top = os.path.dirname(clone.git_dir)
    below = os.path.relpath(project.root, os.path.dirname(project.common_dir))
    former = os.path.normpath(os.path.join(top, below))
    return former if former in gone else ""
