"""Decides which records this machine trusts, and why. `docs/trust.md` has the rule.

A team record is trusted if it was written here, if a person trusted that very record, or if a trusted commit brought
it: a commit made here, or one on the default branch of the trusted upstream. Any other record is only data.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.base.discovery import read_ref
from backstory.base.trust import is_trusted as compare
from backstory.base.trust import read_brought, read_chosen, read_own
from backstory.base.trust_levels import PERSON
from backstory.index.write import blob_id, content_name
from backstory.memory.kernel.workspace import Workspace
from backstory.model.errors import BackstoryError
from backstory.store.files import read_file
from backstory.store.records import READ_LIMIT
from backstory.store.trust import (
    FollowedBranch,
    author_line,
    chosen_line,
    find_clone,
    keep_clone,
    note_brought,
    note_chosen,
    note_own,
    trust_config,
    version_line,
)

if TYPE_CHECKING:
    from backstory.git.record_history import LocalCommits, Version
    from backstory.index.read import Row
    from backstory.store.trust import TrustedClone


PINNED: Final = "pinned"
"""The tier that only counts for records that were written here or trusted one by one."""


def is_trusted(workspace: Workspace) -> bool:
    """Whether this working tree's `config.toml` is trusted, byte for byte, so that its settings take effect."""
    return compare(workspace.project.private, workspace.project.root)


def find_foreign(rows: "Iterable[Row]") -> frozenset[str]:
    """Returns the ids of the records that are only data until a person trusts them."""
    return frozenset(row.record.id for row in rows if row.foreign)


def unpin_others(rows: "Iterable[Row]") -> "list[Row]":
    """Returns the rows with pinned records of other people as ordinary ones.

    Agents always read pinned records, so a person on this machine has to have chosen them.
    """
    result: list[Row] = []
    for row in rows:
        if row.trust < PERSON and row.record.tier == PINNED:
            row = row._replace(record=msgspec.structs.replace(row.record, tier="reference"))
        result.append(row)
    return result


def find_claimed(rows: "Iterable[Row]") -> frozenset[str]:
    """Returns the ids of records whose author is only a claim: git names another author, or none."""
    return frozenset(row.record.id for row in rows if not row.agreed)


def mark_own(workspace: Workspace, path: str, record_id: str, scope: str) -> None:
    """Marks a team record as written here, so that it stays trusted whatever the repository contains."""
    if scope != "team":
        return

    line = _line(path, record_id)
    if line:
        note_own(workspace.project.private, [line])


def update_trust(workspace: Workspace) -> None:
    """Takes in new commits of trusted branches, then updates the trust levels in the index.

    If there are no new commits it only reads a few small files; otherwise it starts git once.
    """
    clone = find_clone(workspace.project.private, workspace.project.common_dir)
    if clone is not None and _has_moved(workspace, clone):
        try:
            take_in_commits(workspace, clone)
        except (BackstoryError, OSError):
            pass  # the new records stay foreign, and the next command tries again
    workspace.index.judge(workspace.project.private)


def _has_moved(workspace: Workspace, clone: "TrustedClone") -> bool:
    """Whether there are new commits. Reads refs and the reflog's size without starting a process."""
    project = workspace.project
    if any(_read_tip(workspace, followed) != followed.tip for followed in clone.follows):
        return True
    try:
        size = os.stat(os.path.join(project.git_dir, "logs", "HEAD")).st_size
    except OSError:
        size = 0
    if clone.reflogs.get(project.git_dir) != size:
        return True
    return clone.adopts and not clone.follows and _has_remotes(workspace)


def _read_tip(workspace: Workspace, followed: FollowedBranch) -> str:
    return read_ref(workspace.project.git_dir, workspace.project.common_dir, followed.ref)


def _has_remotes(workspace: Workspace) -> bool:
    return os.path.isdir(os.path.join(workspace.project.common_dir, "refs", "remotes"))


def take_in_commits(workspace: Workspace, clone: "TrustedClone") -> None:
    """Takes in the commits that are new on followed branches, and those that were made in this working tree."""
    changed = [clone.adopts and not clone.follows and _adopt(workspace, clone)]
    changed += [_take_in_branch(workspace, clone, followed) for followed in clone.follows]
    changed.append(_take_in_reflog(workspace, clone))
    if any(changed):
        keep_clone(workspace.project.private, clone)


def _take_in_branch(workspace: Workspace, clone: "TrustedClone", followed: FollowedBranch) -> bool:
    """Takes in the new commits of a followed branch; returns whether its tip has moved."""
    from backstory.git.record_history import find_versions

    tip = _read_tip(workspace, followed)
    if not tip or tip == followed.tip or _url(workspace, followed.ref) != followed.url:
        return False
    versions = find_versions(workspace.git, [tip], [other.tip for other in clone.follows])
    if versions is None:
        versions = find_versions(workspace.git, [tip])  # history was rewritten, and git has removed the old tip
    if versions is None:
        return False
    _note(workspace, versions, tip)
    followed.tip = tip
    return True


def _take_in_reflog(workspace: Workspace, clone: "TrustedClone") -> bool:
    """Takes in the commits that were made in this working tree; returns whether its position in the reflog moved."""
    from backstory.git.record_history import find_local_commits, reflog_size

    git_dir, common_dir = workspace.project.git_dir, workspace.project.common_dir
    start = clone.reflogs.get(git_dir)
    if start is not None:
        local = find_local_commits(workspace.git, start)
        if local.commits or local.merges:
            _note_own_commits(workspace, _find_local_versions(workspace, local))
        clone.reflogs[git_dir] = local.offset
    elif os.path.dirname(git_dir) == os.path.join(common_dir, "worktrees"):
        clone.reflogs[git_dir] = 0  # a linked worktree that was added later: all of its reflog is new
    elif git_dir == common_dir:
        # The clone was trusted from a linked worktree: this reflog counts from now on.
        clone.reflogs[git_dir] = reflog_size(workspace.git)
    return clone.reflogs.get(git_dir) != start


def _find_local_versions(workspace: Workspace, local: "LocalCommits") -> "list[Version]":
    from backstory.git.record_history import find_own_versions

    versions = find_own_versions(workspace.git, local.commits, local.amended)
    # Of a merge only the combined files count; a fast-forward has one parent and creates nothing.
    return versions + [version for version in find_own_versions(workspace.git, local.merges) if version.parents]


@contextmanager
def preserving_trust(workspace: Workspace, path: str, record_id: str, scope: str) -> Iterator[None]:
    """Keeps the trust in a record while the metadata in its file is changed, for the reason that it had before."""
    folder = os.path.basename(os.path.dirname(path))

    def chosen_entry() -> str:
        ident, _, oid = _line(path, record_id).partition(" ")
        return chosen_line(ident, oid, f"{folder}/") if oid else ""

    was_own = scope == "team" and _line(path, record_id) in read_own(workspace.project.private)
    was_chosen = chosen_entry() in read_chosen(workspace.project.private)
    was_brought = scope == "team" and not was_own and _is_brought(workspace, path)
    yield
    entry = chosen_entry() if was_chosen else ""
    if entry:
        note_chosen(workspace.project.private, [entry])
    if was_own:
        mark_own(workspace, path, record_id, scope)
    elif was_brought:
        note_brought(workspace.project.private, [_content(workspace, path)])


def _adopt(workspace: Workspace, clone: "TrustedClone") -> bool:
    """Follows an upstream that was added after the clone was trusted, such as the first remote of a new repository.

    The tip of its branch has to be a commit that was made here: a remote with other commits is not adopted.
    """
    from backstory.git.record_history import find_local_commits, find_upstreams

    if not _has_remotes(workspace):
        return False
    upstreams = [upstream for upstream in find_upstreams(workspace.git) if upstream.tip]
    begun = clone.begun.get(workspace.project.git_dir)
    if not upstreams or begun is None:
        return False
    own = set(find_local_commits(workspace.git, begun).commits)
    clone.follows = [FollowedBranch(upstream.ref, upstream.url) for upstream in upstreams if upstream.tip in own]
    return bool(clone.follows)


def _url(workspace: Workspace, ref: str) -> str:
    remote = ref.removeprefix("refs/remotes/").partition("/")[0]
    out = workspace.git.attempt("config", "-z", "--get", f"remote.{remote}.url").out
    return out.decode("utf-8", "replace").rstrip("\0")


def _note(workspace: Workspace, versions: "Sequence[Version]", tip: str) -> None:
    """Marks the contents of a followed branch as trusted, and its settings as they are at the tip."""
    _note_versions(workspace, versions)
    if any(version.name == "config.toml" for version in versions):
        ran = workspace.git.attempt("cat-file", "blob", f"{tip}:{workspace.git.prefix}.backstory/config.toml")
        if not ran.code:
            trust_config(workspace.project.private, ran.out)


def _note_versions(workspace: Workspace, versions: "Sequence[Version]") -> None:
    contents = [version_line(version.oid, version.name) for version in versions if version.name != "config.toml"]
    added = [version for version in versions if version.added and version.author]
    authors = [author_line(version.author, version.name) for version in added]
    note_brought(workspace.project.private, contents + authors)


def _note_own_commits(workspace: Workspace, versions: "Sequence[Version]") -> None:
    """Marks the contents of commits that were made here as trusted, if the committer is also their author."""
    known_versions = read_brought(workspace.project.private)

    def is_trusted_merge(version: "Version") -> bool:
        return bool(version.parents) and all(
            version_line(oid, version.name) in known_versions for oid in version.parents
        )

    def is_own(version: "Version") -> bool:
        return bool(version.author) and version.author == version.committer

    trusted = [version for version in versions if is_own(version) or is_trusted_merge(version)]
    if not trusted:
        return
    _note_versions(workspace, trusted)
    _note_own_edits(workspace, {version.oid for version in trusted})


def _note_own_edits(workspace: Workspace, contents: set[str]) -> None:
    """A person may have edited a record of their own by hand and committed that: it stays their own."""
    own_ids = {line.partition(" ")[0] for line in read_own(workspace.project.private)}
    rows = workspace.index.rows(scopes=("team",), include_retracted=True)
    edited = [row for row in rows if row.oid in contents and row.record.id in own_ids]
    note_own(workspace.project.private, [f"{row.record.id} {row.oid}" for row in edited])


def _content(workspace: Workspace, path: str) -> str:
    oid = _line(path, "").strip()
    return version_line(oid, content_name(workspace.stores["team"].folder, path)) if oid else ""


def _is_brought(workspace: Workspace, path: str) -> bool:
    content = _content(workspace, path)
    return bool(content) and content in read_brought(workspace.project.private)


def _line(path: str, record_id: str) -> str:
    try:
        return f"{record_id} {blob_id(read_file(path, limit=READ_LIMIT))}"
    except BackstoryError:
        return ""
