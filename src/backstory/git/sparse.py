"""Finds files, above all `.backstory`, that git has and a sparse checkout leaves out of the working tree."""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

from backstory.git.porcelain import index_rows
from backstory.git.repository import OWN, Git

_CONFIG: Final = f"{OWN}/config.toml"
_MEMORY: Final = f"{OWN}/memory/"


class SparseProject(NamedTuple):
    """A project whose `.backstory` is committed but is not part of this sparse checkout."""

    root: str
    """Where the folder would be."""
    below: str
    """The root relative to the top level; empty at the top."""
    config: bytes
    """`config.toml` as the index has it; empty where this clone does not have its content (a partial clone)."""
    records: int
    """Files below `memory/` that are not checked out."""


def find_sparse_project(folder: str, environ: Mapping[str, str]) -> SparseProject | None:
    """The nearest project from `folder` upwards that only git has; None in an ordinary checkout, without a process."""
    git = Git(folder, environ)
    if not (git.available() and os.path.exists(os.path.join(git.git_dir, "info", "sparse-checkout"))):
        return None
    places = _folders_upwards(git.prefix)
    specs = [f":(top,literal){place}{OWN}" for place in places]
    ran = git.attempt("ls-files", "-s", "-t", "-z", "--full-name", "--", *specs)
    skipped = dict(_skipped(ran.out))
    for place in places:
        oid = skipped.get(place + _CONFIG)
        if oid:
            return _read_project(git, place, oid, skipped)
    return None


def _read_project(git: Git, place: str, oid: str, skipped: Mapping[str, str]) -> SparseProject:
    """The project in a folder, from what git has of it."""
    ran = git.attempt("cat-file", "blob", oid)
    records = sum(path.startswith(place + _MEMORY) for path in skipped)
    root = os.path.join(git.top, place.rstrip("/")) if place else git.top
    return SparseProject(root, place.rstrip("/"), b"" if ran.code else ran.out, records)


def _folders_upwards(prefix: str) -> list[str]:
    """The folder `prefix`, which is empty or ends in a slash, and those above it, up to the empty one of the root."""
    folders = [prefix]
    while folders[-1]:
        above = folders[-1].rstrip("/").rpartition("/")[0]
        folders.append(above + "/" if above else "")
    return folders


def is_sparse(git: Git, path: str) -> bool:
    """Whether git has `path`, relative to the root, and a sparse checkout keeps it out of the tree."""
    if not git.git_dir or not os.path.exists(os.path.join(git.git_dir, "info", "sparse-checkout")):
        return False
    if os.path.lexists(os.path.join(git.root, path)):
        return False
    return bool(list(_skipped(git.attempt("ls-files", "-s", "-t", "-z", "--", f":(literal){path}").out)))


def _skipped(listed: bytes) -> list[tuple[str, str]]:
    """(path, blob id) of the entries that are marked as not checked out."""
    return [(path, head.split(" ")[2]) for head, path in index_rows(listed) if head.startswith(("S ", "s "))]
