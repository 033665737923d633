"""Finds the memory of a repository whose `.backstory/` is gone, and notes what it can be recognised by.

A memory is attached only when the evidence is beyond doubt: the token of its clone is in the git folder, or the
repository has the same first commit and the same remote and no other clone of it is left. Everything weaker is named.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from backstory.git.repository import Git
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count
from backstory.store.identity import (
    FILE,
    Identity,
    StoredProject,
    find_token,
    has_other_clone,
    list_stored,
    normalize_remote,
    read_identity,
    write_identity,
)
from backstory.store.places import Project

CLONE: Final = "clone"
"""Evidence: the git folder holds the token of the project's clone."""
REMOTE: Final = "remote"
"""Evidence: first commit and remote are those of the project, and no clone of it is left."""


class MemoryMatch(NamedTuple):
    """A memory that may belong to this repository. `evidence` is `clone`, `remote`, or empty for a guess."""

    id: str
    name: str
    private: str
    records: int
    evidence: str = ""


class MemoryMatches(NamedTuple):
    """`match` is the memory to attach, None if none is certain. `similar` are others to choose from."""

    match: MemoryMatch | None
    similar: tuple[MemoryMatch, ...] = ()


def find_memory(home: str, root: str, environ: Mapping[str, str], *, but: str = "") -> MemoryMatches:
    """Finds the memory of the repository that `root` is in, among those of this machine. `but` is a project to omit."""
    projects = [project for project in list_stored(home) if project.id != but and _holds_memory(project)]
    if not projects:
        return MemoryMatches(None)
    repository = describe_repository(root, environ)
    common_dir = repository.folders[0] if repository.folders else ""
    same_place = [project for project in projects if _is_at(project, repository)]
    return (
        _match_clone(same_place, common_dir)
        or _match_remote(same_place, repository, common_dir)
        or MemoryMatches(None, _describe_all([project for project in same_place if _may_be(project, repository)]))
    )


def find_left_memory(project: Project) -> MemoryMatch | None:
    """The private memory of this clone under another id, where the one under its own id is empty; starts no process.

    A pull that brings another `config.toml` leaves it behind, and so does the checkout of a commit that has another.
    """
    if not project.common_dir or count_records(project.private):
        return None
    others = [one for one in list_stored(project.home) if one.id != project.id and find_token(one, project.common_dir)]
    filled = [one for one in others if count_records(one.private)]
    return _describe(filled[0], CLONE) if len(filled) == 1 else None


def describe_left_memory(match: MemoryMatch) -> tuple[str, str]:
    """What to say of a private memory that was left under another id, and what to do about it."""
    records = format_count(match.records, "private record")
    verb = "is" if match.records == 1 else "are"
    what = f"{records} of this clone {verb} under the id `{match.id}`, and `.backstory/config.toml` names another one"
    return what, f"`backstory projects merge {match.id}` brings them here"


def _match_clone(projects: Sequence[StoredProject], common_dir: str) -> MemoryMatches | None:
    """The project whose token is in the git folder, or the choice between several; None without one."""
    own = _prefer_filled([project for project in projects if find_token(project, common_dir)])
    if not own:
        return None
    return MemoryMatches(_describe(own[0], CLONE)) if len(own) == 1 else MemoryMatches(None, _describe_all(own))


def _match_remote(projects: Sequence[StoredProject], repository: Identity, common_dir: str) -> MemoryMatches | None:
    """The project with the same history and remote, unless another clone of it is left; None without one."""
    same = _prefer_filled([project for project in projects if _is_same_repository(project, repository)])
    if not same:
        return None
    if len(same) == 1 and not has_other_clone(same[0], common_dir):
        return MemoryMatches(_describe(same[0], REMOTE))
    return MemoryMatches(None, _describe_all(same))


def describe_repository(root: str, environ: Mapping[str, str]) -> Identity:
    """The current identity of a folder's repository. Starts two git processes; none outside of git."""
    root = os.path.realpath(root)
    git = Git(root, environ)
    if not git.top:
        return Identity(folders=[root])
    commits, urls = git.together(
        ("rev-list", "--max-parents=0", "--first-parent", "HEAD", "--"),
        ("config", "-z", "--get-regexp", r"^remote\..*\.url$"),
    )
    # In a shallow clone the oldest commit only looks like the first one.
    first = [] if commits.code or git.is_shallow() else commits.out.decode("ascii", "replace").split()
    return Identity(first, _remotes(urls.out), git.prefix.rstrip("/"), [git.common_dir])


def note_identity(private: str, root: str, environ: Mapping[str, str]) -> None:
    """Notes the identity of a project's repository. Ignores errors."""
    try:
        before = read_identity(private)
        after = before.extended(describe_repository(root, environ))
        if after != before:
            write_identity(private, after)
    except (BackstoryError, OSError):
        return


def refresh_identity(private: str, root: str, common_dir: str, environ: Mapping[str, str]) -> None:
    """Notes the identity again if git's configuration has changed since, as when a remote was added."""
    try:
        noted = os.stat(os.path.join(private, FILE)).st_mtime_ns
    except OSError:
        noted = 0
    try:
        is_current = noted > os.stat(os.path.join(common_dir, "config")).st_mtime_ns
    except OSError:
        is_current = True
    if common_dir and not is_current:
        note_identity(private, root, environ)
        _touch(os.path.join(private, FILE))


def is_folder_tracked(root: str, environ: Mapping[str, str]) -> bool:
    """Whether git tracks anything in `.backstory/`."""
    git = Git(root, environ)
    return bool(git.top) and git.tracked(".backstory")


def count_records(private: str) -> int:
    """The number of record files of a project's private memory."""
    folders = [os.path.join(private, "memory", name) for name in _list_folder(os.path.join(private, "memory"))]
    return sum(sum(name.endswith(".md") for name in _list_folder(folder)) for folder in folders)


def _list_folder(folder: str) -> list[str]:
    """The names in a folder that are not hidden; none if it cannot be listed."""
    try:
        return [name for name in os.listdir(folder) if not name.startswith(".")]
    except OSError:
        return []


def _touch(path: str) -> None:
    try:
        os.utime(path)
    except OSError:
        return


def _holds_memory(project: StoredProject) -> bool:
    """Whether there is anything to attach: records, or the journal of what happened."""
    names: tuple[str, ...] = ("memory", "journal", "snapshots")
    return any(_has_entries(os.path.join(project.private, name)) for name in names)


def _has_entries(folder: str) -> bool:
    return any(names for _, _, names in os.walk(folder))


def _prefer_filled(projects: list[StoredProject]) -> list[StoredProject]:
    """The memories with records, or all if none has any: an empty memory must not make the choice ambiguous."""
    return [project for project in projects if count_records(project.private)] or projects


def _is_at(project: StoredProject, repository: Identity) -> bool:
    """Whether the project was in the same folder of its repository, if that was noted."""
    return not project.identity.folders or project.identity.below == repository.below


def _is_same_repository(project: StoredProject, repository: Identity) -> bool:
    """Whether first commit and remote are those of the project."""
    identity = project.identity
    is_same_history = not set(identity.roots).isdisjoint(repository.roots)
    return is_same_history and not set(identity.remotes).isdisjoint(repository.remotes)


def _may_be(project: StoredProject, repository: Identity) -> bool:
    """Whether a person should be asked: the same history, the same remote, or the same place."""
    identity = project.identity
    pairs: Sequence[tuple[list[str], list[str]]] = (
        (identity.roots, repository.roots),
        (identity.remotes, repository.remotes),
        (identity.folders, repository.folders),
    )
    return any(not set(noted).isdisjoint(present) for noted, present in pairs)


def _describe(project: StoredProject, evidence: str = "") -> MemoryMatch:
    return MemoryMatch(project.id, project.name, project.private, count_records(project.private), evidence)


def _describe_all(projects: Sequence[StoredProject]) -> tuple[MemoryMatch, ...]:
    """The projects with records, most records first."""
    described = [_describe(project) for project in projects]
    return tuple(sorted((one for one in described if one.records), key=lambda one: -one.records))


def _remotes(out: bytes) -> list[str]:
    """The address of `origin`, or of the only remote, from what `git config -z` prints."""
    urls: dict[str, str] = {}
    for row in out.decode("utf-8", "surrogateescape").split("\0"):
        key, _, url = row.partition("\n")
        urls.setdefault(key, url)
    chosen = urls.get("remote.origin.url", "") or (next(iter(urls.values()), "") if len(urls) == 1 else "")
    address = normalize_remote(chosen)
    return [address] if address else []
