"""Files of forgotten records that a merge, a pull or a copy brought back: they are not shown, but they are here."""

import os
from typing import TYPE_CHECKING

from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    pass


def find_buried(workspace: Catalog) -> list[str]:
    """Files of forgotten records that can be taken out: those that were forgotten on this machine, and of those that
    only the team's list names the ones that git can bring back, since anybody can write into that list."""
    from backstory.memory.policy.rejections import find_tombstones

    stones = find_tombstones(workspace)
    out: list[str] = []
    for row in workspace.fresh().rows(include_retracted=True, include_hidden=True) if stones and stones.gone else ():
        record = row.record
        if stones and stones.forgot(record) and (record.id in stones.own or _in_head(workspace, row.path)):
            out.append(row.path)
    return out


def _in_head(workspace: Catalog, path: str) -> bool:
    """Whether the last commit holds the file just as it stands. Asks git for the id only: nothing is filtered."""
    from backstory.index.write import blob_id
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT

    if not workspace.project.git_dir or not path.startswith(workspace.project.root + os.sep):
        return False
    name = os.path.relpath(path, workspace.project.root).replace(os.sep, "/")
    listed = workspace.git.attempt("ls-tree", "-z", "HEAD", "--", f":(literal){name}").out.decode("utf-8", "replace")
    try:
        oid = blob_id(read_file(path, limit=READ_LIMIT, base=workspace.project.root))
    except BackstoryError:
        return False
    return listed.partition("\t")[0].endswith(f" blob {oid}")


def remove_buried(workspace: Catalog) -> list[str]:
    """Takes these files out, a sentence each. What was forgotten is kept nowhere, quarantine included."""
    done: list[str] = []
    for path in find_buried(workspace):
        os.unlink(path)
        workspace.index.discard(path)
        done.append(f"took out `{path}`: it was forgotten")
    return done
