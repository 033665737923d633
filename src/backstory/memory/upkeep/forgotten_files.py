"""Finds and removes files of forgotten records that a merge, a pull or a copy brought back. They are never shown."""

import os

from backstory.index.write import blob_id
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.policy.rejections import find_tombstones
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file
from backstory.store.records import READ_LIMIT


def find_forgotten_files(workspace: Catalog) -> list[str]:
    """Finds the files of forgotten records that may be removed.

    A record that only the team's list names counts if git can restore its file: anybody can write to that list.
    """
    tombstones = find_tombstones(workspace)
    if tombstones is None or not tombstones.gone:
        return []
    paths: list[str] = []
    for row in workspace.fresh().rows(include_retracted=True, include_hidden=True):
        record = row.record
        if tombstones.forgot(record) and (record.id in tombstones.own or _is_committed(workspace, row.path)):
            paths.append(row.path)
    return paths


def _is_committed(workspace: Catalog, path: str) -> bool:
    """Whether the last commit has exactly this file. Compares blob ids, so that git runs no filters."""
    if not workspace.project.git_dir or not path.startswith(workspace.project.root + os.sep):
        return False
    name = os.path.relpath(path, workspace.project.root).replace(os.sep, "/")
    listed = workspace.git.attempt("ls-tree", "-z", "HEAD", "--", f":(literal){name}").out.decode("utf-8", "replace")
    try:
        oid = blob_id(read_file(path, limit=READ_LIMIT, base=workspace.project.root))
    except BackstoryError:
        return False
    return listed.partition("\t")[0].endswith(f" blob {oid}")


def remove_forgotten_files(workspace: Catalog) -> list[str]:
    """Removes these files; returns a sentence for each. They do not go to quarantine: nothing may keep the records."""
    messages: list[str] = []
    for path in find_forgotten_files(workspace):
        os.unlink(path)
        workspace.index.discard(path)
        messages.append(f"took out `{path}`: it was forgotten")
    return messages
