"""A sparse checkout that leaves `.backstory` out: the project is found all the same, by a copy of its config.

The copy lies in the working tree's git folder, where neither `git status` nor `git sparse-checkout` looks, and where
the hook process finds it by reading files. It is made and kept up to date by the commands.
"""

import os
from collections.abc import Mapping
from typing import Final

from backstory.base.discovery import copy_of
from backstory.git.sparse import LeftOut, left_out
from backstory.model.errors import BackstoryError, Exit, NoProject
from backstory.store.files import PRIVATE_FILE, read_file, write_atomic
from backstory.store.places import Project, resolve

ADD: Final = "git sparse-checkout add .backstory"
_LIMIT: Final = 1 << 20


def resolve_project(cwd: str, environ: Mapping[str, str], *, project_root: str = "") -> tuple[Project, LeftOut | None]:
    """The project as `resolve` finds it, also where only git has its folder; and what is left out of the tree.

    Git is asked only in a sparse checkout whose tree has no config. Raises as `resolve`, and `BackstoryError` where
    the folder is left out and this clone does not have its content.
    """
    try:
        project = resolve(cwd, environ, project_root=project_root)
    except NoProject:
        if not copy_config(cwd, environ, project_root=project_root):
            raise
    else:
        if not project.git_dir or os.path.lexists(os.path.join(project.team, "config.toml")):
            return project, None
    found = copy_config(cwd, environ, project_root=project_root)
    return resolve(cwd, environ, project_root=project_root), found


def copy_config(cwd: str, environ: Mapping[str, str], *, project_root: str = "") -> LeftOut | None:
    """Copies the config that a sparse checkout leaves out to where it is found; returns what is left out."""
    start = os.path.realpath(os.path.join(cwd, project_root) if project_root else cwd)
    found = left_out(start, environ) if os.path.isdir(start) else None
    if found is None:
        return None
    from backstory.base.discovery import git_of, look

    if found.config:
        _keep(copy_of(git_of(found.root)[0], found.below), found.config)
    if not look(start).id:
        raise BackstoryError(
            f"`{os.path.join(found.root, '.backstory')}` is committed, but outside of this sparse checkout",
            hint=f"bring it in: `{checkout_command(found, cwd)}`",
            code=Exit.NO_PROJECT,
        )
    return found


def checkout_command(found: LeftOut, cwd: str) -> str:
    """What a person types in `cwd` to have the folder checked out."""
    if os.path.realpath(cwd) == found.root:
        return ADD
    return ADD.replace("git ", f"git -C {found.root} ", 1)


def ensure_checked_out(sparse: str, root: str, what: str) -> None:
    """Raises `BackstoryError` where `what` would write into a folder that is not checked out."""
    if sparse:
        raise BackstoryError(
            f"{what} is written to `.backstory`, which is outside of this sparse checkout",
            hint=f"bring it in first: `git -C {root} sparse-checkout add .backstory`",
        )


def _keep(path: str, data: bytes) -> None:
    try:
        same = os.path.exists(path) and read_file(path, limit=_LIMIT) == data
        if not same:
            write_atomic(path, data, mode=PRIVATE_FILE)
    except BackstoryError:
        return  # a read-only git folder: what was known stays, and `look` says whether that is enough
