"""The sessions of a project by branch: the part that each branch has of one, and whose work is part of this branch."""

from collections.abc import Iterable, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from backstory.base.discovery import read_ref
from backstory.memory.answers.sessions import list_sessions
from backstory.memory.kernel.catalog import Catalog
from backstory.model.dates import epoch_seconds
from backstory.model.session import Session
from backstory.model.session_parts import cut_session, has_branch, split_by_branch
from backstory.recall.past.sessions import SessionPart, name_part

if TYPE_CHECKING:
    from backstory.git.ancestry import Arrival, WorkPlace


MAX_PLACES: Final = 16
"""Sessions of other branches, the newest, for which git is asked whether their work is part of this one."""


class SessionParts(NamedTuple):
    """The newest sessions, each as a session of one branch."""

    parts: list[Session]
    arrived: frozenset[SessionPart]
    """Parts of sessions on other branches whose work is in the current branch."""


def read_session_parts(workspace: Catalog, limit: int) -> SessionParts:
    """Reads the newest `limit` sessions, as they stood at the past moment that is shown, if one is."""
    sessions = list_sessions(workspace, limit=limit)
    if workspace.past:
        moment = workspace.past.stamp
        sessions = [cut_session(one, moment) for one in sessions if one.started < moment]
    branch = workspace.head[1]
    parts = list(chain.from_iterable(_split(one, branch) for one in sessions))
    arrived, former = _find_arrived(workspace, parts)
    renamed = [replace(one, branch=branch, branches=()) if name_part(one) in former else one for one in parts]
    return SessionParts(renamed, arrived)


def _split(session: Session, branch: str) -> list[Session]:
    """The parts of a session. One in which the branch was not checked out is seen from the branch that it ended on:
    what was merged there goes where that branch goes."""
    return split_by_branch(session, branch if has_branch(session, branch) else session.branch)


def _find_arrived(
    workspace: Catalog, parts: Iterable[Session]
) -> tuple[frozenset[SessionPart], frozenset[SessionPart]]:
    """The sessions of other branches whose last commit is part of this one, merged, rebased or squashed; and those of
    this one from before it was renamed. What a revert has taken back is not part of it any more."""
    commit, branch = workspace.head
    others = (one for one in parts if one.commit and one.branch not in ("", branch))
    places = {name_part(one): _place_of(one) for one in islice(others, MAX_PLACES)}
    if not places or not commit or not workspace.project.git_dir:
        return frozenset(), frozenset()
    from backstory.git.ancestry import find_arrivals

    arrivals = find_arrivals(workspace.git, places.values(), commit, branch)
    former = frozenset(part for part, place in places.items() if arrivals[place].is_own)
    arrived = {
        part: arrivals[place] for part, place in places.items() if arrivals[place].arrived and part not in former
    }
    undone = _find_undone(workspace, {part: places[part] for part in arrived}, arrived) if arrived else frozenset()
    return frozenset(arrived) - undone, former


def _find_undone(
    workspace: Catalog, places: "Mapping[SessionPart, WorkPlace]", arrivals: "Mapping[SessionPart, Arrival]"
) -> frozenset[SessionPart]:
    """The sessions whose work came into this branch and was reverted there."""
    from backstory.git.reverts import list_undone

    undone = list_undone(workspace.git, workspace.head[0])
    if not undone:
        return frozenset()
    project = workspace.project

    def is_undone(part: SessionPart) -> bool:
        tip = read_ref(project.git_dir, project.common_dir, f"refs/heads/{places[part].branch}")
        own = [one for one in (arrivals[part].carrier, places[part].commit, tip) if one]
        return any(commit.startswith(one) for commit in undone for one in own)

    return frozenset(filter(is_undone, places))


def _place_of(session: Session) -> "WorkPlace":
    from backstory.git.ancestry import WorkPlace

    seconds = epoch_seconds(session.ended or session.started) or 0
    return WorkPlace(session.branch, session.commit, seconds * 1000)
