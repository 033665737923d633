"""Finds a project whose sparse checkout leaves `.backstory` out, by a copy of its config.

The copy is in the working tree's git folder, where `git status` and `git sparse-checkout` ignore it and where the hook
process can read it without git. The commands create it and keep it up to date.
"""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from backstory.base.discovery import find_git_dirs, locate_project, sparse_config_path
from backstory.model.errors import BackstoryError, Exit, NoProject
from backstory.store import places
from backstory.store.files import PRIVATE_FILE, read_file, write_atomic
from backstory.store.places import Project

if TYPE_CHECKING:
    from backstory.git.sparse import SparseProject

ADD: Final = "git sparse-checkout add .backstory"
_LIMIT: Final = 1 << 20


def resolve_project(
    cwd: str, environ: Mapping[str, str], *, project_root: str = ""
) -> "tuple[Project, SparseProject | None]":
    """Resolves the project, even if only git has its folder, and describes what the sparse checkout leaves out.

    It starts git only in a sparse checkout without a config in the tree. Raises what `resolve` raises, and
    `BackstoryError` if the folder is left out and this clone does not have its content.
    """
    try:
        project = places.resolve_project(cwd, environ, project_root=project_root)
    except NoProject:
        if not copy_config(cwd, environ, project_root=project_root):
            raise
    else:
        if not project.git_dir or os.path.lexists(os.path.join(project.team, "config.toml")):
            return project, None
    omitted = copy_config(cwd, environ, project_root=project_root)
    return places.resolve_project(cwd, environ, project_root=project_root), omitted


def copy_config(cwd: str, environ: Mapping[str, str], *, project_root: str = "") -> "SparseProject | None":
    """Copies the config that a sparse checkout leaves out, and describes what is left out; None if nothing is."""
    from backstory.git.sparse import find_sparse_project

    start = os.path.realpath(os.path.join(cwd, project_root) if project_root else cwd)
    omitted = find_sparse_project(start, environ) if os.path.isdir(start) else None
    if omitted is None:
        return None

    if omitted.config:
        _write_copy(sparse_config_path(find_git_dirs(omitted.root)[0], omitted.below), omitted.config)
    if not locate_project(start).id:
        raise BackstoryError(
            f"`{os.path.join(omitted.root, '.backstory')}` is committed, but outside of this sparse checkout",
            hint=f"bring it in: `{checkout_command(omitted, cwd)}`",
            code=Exit.NO_PROJECT,
        )
    return omitted


def checkout_command(omitted: "SparseProject", cwd: str) -> str:
    """Returns the command that checks the folder out, to be typed in `cwd`."""
    if os.path.realpath(cwd) == omitted.root:
        return ADD
    return ADD.replace("git ", f"git -C {omitted.root} ", 1)


def ensure_checked_out(sparse: str, root: str, what: str) -> None:
    """Raises `BackstoryError` if `what` would be written to a folder that is not checked out."""
    if sparse:
        raise BackstoryError(
            f"{what} is written to `.backstory`, which is outside of this sparse checkout",
            hint=f"add it to the checkout first: `git -C {root} sparse-checkout add .backstory`",
        )


def _write_copy(path: str, data: bytes) -> None:
    try:
        is_current = os.path.exists(path) and read_file(path, limit=_LIMIT) == data
        if not is_current:
            write_atomic(path, data, mode=PRIVATE_FILE)
    except BackstoryError:
        return  # a read-only git folder keeps the earlier copy, and the caller checks whether that is enough
