"""Records that wait in the working tree because the data home could not be written."""

import os
from collections.abc import Sequence

from backstory.memory.kernel.workspace import Workspace
from backstory.model.record import Record
from backstory.store import spool as files
from backstory.store.places import read_machine_key


def spool_folder(workspace: Workspace) -> str:
    """Returns the spool of this working tree."""
    return os.path.join(workspace.project.local, "spool")


def put_in_spool(workspace: Workspace, record: Record) -> tuple[str, bool]:
    """Leaves a record in the spool. Returns the path of its file and whether it could be sealed."""
    key = read_machine_key(workspace.project.home)
    return files.put_in_spool(
        spool_folder(workspace), record, workspace.gate, key=key, project=workspace.project.id
    ), bool(key)


def find_waiting(workspace: Workspace) -> files.Spool:
    """Returns the waiting files, sorted by whether their seals are valid."""
    return files.list_spool(
        spool_folder(workspace), key=read_machine_key(workspace.project.home), project=workspace.project.id
    )


def sweep_spool(workspace: Workspace) -> list[Record]:
    """Takes in the records that this machine sealed for this working tree, unless git tracks their files."""
    from backstory.memory.policy.rejections import filter_rejected

    return files.sweep_spool(
        spool_folder(workspace),
        *workspace.stores.values(),
        key=read_machine_key(workspace.project.home),
        project=workspace.project.id,
        accept=lambda record: bool(filter_rejected(workspace, [record])[0]),
        tracked=lambda: list_tracked(workspace),
    )


def list_tracked(workspace: Workspace) -> frozenset[str] | None:
    """Returns the files of the spool that git tracks, or None if that is unknown.

    A committed spool belongs to the repository and proves nothing. Case is ignored, as some file systems do.
    """
    if not workspace.project.git_dir:
        return frozenset()
    ran = workspace.git.attempt("ls-files", "-z", "--", ":(icase).backstory/local")
    if ran.code:
        return None
    return _spool_paths(workspace, [os.fsdecode(name).casefold() for name in ran.out.split(b"\0") if name])


def _spool_paths(workspace: Workspace, names: Sequence[str]) -> frozenset[str] | None:
    """The paths of the files of the spool among tracked names; None where git has a folder above as one entry."""
    folder = spool_folder(workspace)
    spool = os.path.relpath(folder, workspace.project.root).replace(os.sep, "/").casefold()
    if any(f"{spool}/".startswith(name + "/") for name in names):
        return None  # git tracks a folder above as one entry: a submodule or a link
    below = [name for name in names if name.startswith(spool + "/")]
    return frozenset(os.path.join(folder, name[len(spool) + 1 :]) for name in below)
