"""Shows, grants and revokes trust: in this clone, in single records, or in everything that is here now.

The rule is in `docs/trust.md`, and `memory.policy.trust` applies it.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from backstory.base.trust import read_brought, read_own
from backstory.base.trust_levels import CHANNELS, PERSON, SPEAKING
from backstory.index.write import content_name
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.workspace import require_person
from backstory.memory.policy.trust import PINNED, is_trusted, take_in_commits
from backstory.store.trust import (
    FollowedBranch,
    bind_clone,
    chosen_line,
    find_clone,
    forget_brought,
    forget_own,
    keep_clone,
    note_chosen,
    version_line,
)
from backstory.store.trust import revoke_trust as forget_trust
from backstory.store.trust import trust_worktree as note_trust

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.store.trust import TrustedClone


class TrustStatus(NamedTuple):
    """Whether this clone is trusted, and which records are not.

    `reason` is a sentence. `foreign` are the ids of untrusted records. `waiting` are the ids of records that a trusted
    commit brought and that a person has to trust one by one, because they instruct agents or are pinned. `edited` are
    those of `foreign` that were written here and edited by hand since.
    """

    trusted: bool
    reason: str
    foreign: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()


def trust_status(workspace: Catalog) -> TrustStatus:
    """Returns the state of trust, for `trust --show`, `status --explain` and `doctor`."""
    rows = workspace.fresh().rows(include_retracted=True)
    foreign = tuple(sorted(row.record.id for row in rows if row.foreign and not _waits_for_person(row)))
    waiting = tuple(sorted(row.record.id for row in rows if _waits_for_person(row)))
    clone = _clone(workspace)
    branches = clone.follows if clone else []
    follows = tuple(f"{branch.ref.removeprefix('refs/remotes/')} ({branch.url})" for branch in branches)
    trusted = bool(clone) or (not workspace.project.git_dir and is_trusted(workspace))
    edited = tuple(sorted(find_hand_edits(workspace, rows)))
    return TrustStatus(trusted, _describe_trust(workspace, trusted, follows), foreign, waiting, follows, edited)


def _describe_trust(workspace: Catalog, trusted: bool, follows: Sequence[str]) -> str:
    """Says what is trusted here, as a sentence."""
    if follows:
        return f"this clone follows {' and '.join(follows)}"
    if trusted and workspace.project.git_dir:
        return "this clone is trusted, and has no upstream to follow"
    if trusted:
        return "the settings here are trusted"
    if is_trusted(workspace):
        return "the settings here are trusted, but nobody has trusted this clone yet"
    return "nobody here has trusted this clone yet"


def trust_repository(workspace: Catalog) -> TrustStatus:
    """Trusts this clone and the default branch of its upstream, now and in future. Raises `Invalid` for an agent.

    The present records of that branch count as trusted one by one, since the person could look at them. Without an
    upstream that applies to the records in the working tree. Imported records that are here are trusted too.
    """
    require_person(workspace, "backstory trust")
    trust_clone(workspace)
    rows = workspace.reopened().fresh().rows(include_retracted=True, include_hidden=True)
    clone = _clone(workspace)
    untrusted = [row for row in rows if row.trust < PERSON]
    if clone is None or not clone.follows:
        _trust_settings(workspace)
    else:
        untrusted = [row for row in untrusted if row.trust == 1 or row.record.scope == "private"]
    note_chosen(workspace.project.private, [_chosen(workspace, row) for row in untrusted])
    return trust_status(workspace.reopened())


def trust_records(workspace: Catalog, refs: Sequence[str]) -> TrustStatus:
    """Trusts single records as they are now. Raises `NotFound`, `Ambiguous`, and `Invalid` for an agent."""
    require_person(workspace, "backstory trust " + " ".join(refs))
    rows = [workspace.get(ref) for ref in refs]
    note_chosen(workspace.project.private, [_chosen(workspace, row) for row in rows])
    return trust_status(workspace.reopened())


def trust_all(workspace: Catalog) -> TrustStatus:
    """Trusts every record that is here now, and the settings as they are. Raises `Invalid` for an agent."""
    require_person(workspace, "backstory trust --all")
    trust_clone(workspace)
    _trust_settings(workspace)
    rows = workspace.reopened().fresh().rows(include_retracted=True, include_hidden=True)
    note_chosen(workspace.project.private, [_chosen(workspace, row) for row in rows if row.trust < PERSON])
    return trust_status(workspace.reopened())


def trust_clone(workspace: Catalog, *, follow: bool = True) -> None:
    """Trusts this clone, and with `follow` the default branch of its upstream, now or once it has one.

    Commits that are made here from now on count as this person's own. Raises `NotWritable`.
    """
    from backstory.git.record_history import find_upstreams, reflog_size

    project = workspace.project
    if not project.git_dir:
        return
    clone = bind_clone(
        project.private, project.common_dir, project.git_dir, reflog=reflog_size(workspace.git), adopts=follow
    )
    clone.follows = (
        [FollowedBranch(upstream.ref, upstream.url) for upstream in find_upstreams(workspace.git)] if follow else []
    )
    keep_clone(project.private, clone)
    take_in_commits(workspace, clone)


def revoke_trust(workspace: Catalog, refs: Sequence[str] = ()) -> TrustStatus:
    """Revokes trust in everything, or in these records. Records that were written here stay this person's own."""
    require_person(workspace, "backstory trust --revoke")
    if refs:
        rows = [workspace.get(ref) for ref in refs]
        forget_brought(workspace.project.private, [version_line(row.oid, _name(workspace, row)) for row in rows])
    else:
        forget_trust(workspace.project.private)
        rows = workspace.fresh().rows(include_retracted=True, include_hidden=True)
        rows = [row for row in rows if row.record.origin.how not in CHANNELS]
    forget_own(workspace.project.private, [row.record.id for row in rows])
    workspace.index.judge(workspace.project.private, anew=True)
    return trust_status(workspace.reopened())


def find_hand_edits(workspace: Catalog, rows: "Sequence[Row]") -> frozenset[str]:
    """Returns the ids of untrusted team records that were written here and edited outside of Backstory since.

    Git has no commit with the edit at HEAD, and what it has there is trusted or nothing: another branch, a clone or a
    pull request that changes such a record is not meant. They stay untrusted, since nothing says who edited them.
    """
    foreign = [row for row in rows if row.foreign and row.record.scope == "team"]
    if not foreign or not workspace.project.git_dir:
        return frozenset()
    private = workspace.project.private
    own, brought = read_own(private), read_brought(private)
    ids = {line.partition(" ")[0] for line in own}
    edited: set[str] = set()
    for row in (row for row in foreign if row.record.id in ids):
        path = os.path.relpath(row.path, workspace.project.root).replace(os.sep, "/")
        ran = workspace.git.attempt("rev-parse", "--verify", "--quiet", f"HEAD:./{path}")
        committed = "" if ran.code else ran.out.decode("ascii", "replace").strip()
        is_trusted_there = (
            f"{row.record.id} {committed}" in own or version_line(committed, _name(workspace, row)) in brought
        )
        if committed != row.oid and (not committed or is_trusted_there):
            edited.add(row.record.id)
    return frozenset(edited)


def _waits_for_person(row: "Row") -> bool:
    """Whether a trusted commit brought a record that a person has to trust on its own."""
    return row.trust == 1 and (row.record.kind in SPEAKING or row.record.tier == PINNED)


def _clone(workspace: Catalog) -> "TrustedClone | None":
    return find_clone(workspace.project.private, workspace.project.common_dir)


def _trust_settings(workspace: Catalog) -> None:
    if os.path.exists(os.path.join(workspace.project.team, "config.toml")):
        note_trust(workspace.project.private, workspace.project.root)


def _chosen(workspace: Catalog, row: "Row") -> str:
    return chosen_line(row.record.id, row.oid, _name(workspace, row))


def _name(workspace: Catalog, row: "Row") -> str:
    return content_name(workspace.stores[row.record.scope].folder, row.path)
