"""Where a session stands: how far it was read, its branch and commit, the session before it, and its quiet commits."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from backstory.memory.answers.sessions import find_last_session
from backstory.memory.kernel.catalog import Catalog
from backstory.model.session import Session

MAX_COMMITS: Final = 50
"""Newest commits among which those of a session are looked for."""


def set_place(workspace: Catalog, session: Session, source: Mapping[str, Any], *, is_live: bool) -> Session:
    """The session with how far its transcript was read and, if it is going on, where the work stands."""
    return msgspec.structs.replace(session, **source, **(_find_place(workspace, session) if is_live else {}))


def _find_place(workspace: Catalog, session: Session) -> dict[str, str]:
    commit, branch = workspace.head
    branch = session.branch or branch
    place = {"commit": commit[:12], "branch": branch, "ended": session.ended or workspace.stamp()}
    if not session.previous and not session.position:
        former = find_last_session(workspace, branch, exclude=session.id, before=session.started)
        place["previous"] = former.id if former is not None else ""
    return place


def find_commits(workspace: Catalog, session: Session) -> Session:
    """The session with the ids of commits that were made quietly, found by their subjects among the newest."""
    if all(commit.id for commit in session.commits) or not workspace.project.git_dir:
        return session
    ids = {commit.subject: commit.id[:10] for commit in reversed(workspace.git.commits(limit=MAX_COMMITS))}
    commits = tuple(
        msgspec.structs.replace(commit, id=commit.id or ids.get(commit.subject, "")) for commit in session.commits
    )
    return msgspec.structs.replace(session, commits=commits)
