"""Sessions of this project: the newest, one by its id, the last of a branch."""

import os
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from backstory.base.journal_lines import safe_name
from backstory.memory.kernel.catalog import Catalog
from backstory.model.dates import epoch_seconds
from backstory.model.errors import Ambiguous, NotFound
from backstory.model.session import Session
from backstory.model.session_parts import has_branch
from backstory.store.sessions import SessionOutline

if TYPE_CHECKING:
    from backstory.agents.turns import Turn
    from backstory.store.sessions import SessionEntry

MAX_SEARCHED: Final = 300
"""Sessions that are read in search of one of a branch, the newest first."""
COPIED: Final[tuple[str, ...]] = (
    "time", "id", "line", "tool", "input", "failed", "sidechain", "call", "action", "command", "edits", "reads",
    "exit_code", "subagent",
)  # fmt: skip
"""Fields of a turn, beside its role and text, that a copy of a transcript has."""
LATEST: Final = "latest"
MAX_OTHERS: Final = 8
"""Other sessions whose prompts are listed."""
MAX_GOALS: Final = 5
"""Sessions that a search for a goal returns."""
PUNCTUATION: Final = ".,;:!?\"'`()"


def list_sessions(
    workspace: Catalog, *, limit: int = 0, branch: str = "", agent: str = "", since: str = "", exclude: str = ""
) -> list[Session]:
    """The sessions of the project, the one that ended last first; `limit` 0 means all.

    `since` is a time as records write it. `exclude` is the id of a session that is left out.
    """
    listed = islice(_iterate(workspace, branch, agent, since, exclude), limit or None)
    return sorted(listed, key=_describe_end, reverse=True)


def _describe_end(one: Session | SessionOutline) -> tuple[float, str]:
    """When a session ended, as its order among others."""
    return epoch_seconds(one.ended or one.started) or 0, one.ended.removesuffix("Z")


def _iterate(workspace: Catalog, branch: str, agent: str, since: str, exclude: str) -> Iterator[Session]:
    stamp = since.replace("-", "").replace(":", "")
    for entry in workspace.sessions.entries():
        if stamp and entry.stamp < stamp:
            return
        if agent and entry.agent != agent:
            continue
        session = workspace.sessions.load(entry)
        if session is not None and session.id != exclude and (not branch or has_branch(session, branch)):
            yield session


def list_prompts(workspace: Catalog, session: Session) -> list[str]:
    """The prompts of the last other sessions and of a session so far, the oldest first."""
    store, own = workspace.sessions, safe_name(session.id)
    loaded = (store.load_outline(entry) for entry in store.entries() if entry.name != own)
    others = list(islice((one for one in loaded if one is not None), MAX_OTHERS))
    others.sort(key=_describe_end, reverse=True)
    asked = chain.from_iterable(one.prompts for one in reversed(others))
    return [prompt.text for prompt in (*asked, *session.prompts)]


def count_sessions(workspace: Catalog) -> int:
    """The number of sessions."""
    return sum(1 for _ in workspace.sessions.entries())


def find_session(workspace: Catalog, ref: str) -> Session:
    """The session of an id, of the beginning of one, or the one that ended last (`latest`).

    Raises NotFound, Ambiguous.
    """
    ref = ref.strip()
    entries = _find_entries(workspace, ref)
    if len(entries) > 1:
        some = ", ".join(entry.name for entry in entries[:5])
        raise Ambiguous(f"`{ref}` fits {len(entries)} sessions: {some}", hint="give more characters of the id")
    session = workspace.sessions.load(entries[0]) if entries else None
    if session is None:
        raise NotFound(
            f"no session `{ref}`" if ref.strip() else "the id of the session is empty",
            hint="`backstory session list` shows them",
        )
    return session


def _find_entries(workspace: Catalog, ref: str) -> "list[SessionEntry]":
    """The entries that a reference fits: the newest, that of a whole id, or those that begin so."""
    if ref == LATEST:
        return list(islice(workspace.sessions.entries(), 1))
    entries = workspace.sessions.find(ref) if ref else []
    return [entry for entry in entries if entry.name == ref] or entries


def find_last_session(
    workspace: Catalog, branch: str | None = None, *, exclude: str = "", before: str = ""
) -> Session | None:
    """The session of a branch (by default the current one) that ended last; None if there is none among the newest.

    With `before`, a time, it is one that ended before.
    """
    branch = workspace.head[1] if branch is None else branch
    for session in islice(workspace.sessions.newest(), MAX_SEARCHED):
        if session.id == exclude or (before and session.ended > before):
            continue
        if has_branch(session, branch) and (session.turns or session.title):
            return session
    return None


def find_sessions_by_goal(workspace: Catalog, text: str, *, tag: str = "") -> list[Session]:
    """The newest sessions whose goal has all words of a text, at most `MAX_GOALS`; with `tag`, only those that have it.

    A session that was started by hand has a goal and tags; that of an agent with hooks has its first prompt.
    """
    words = split_goal(text)
    sessions = islice(workspace.sessions.newest(), MAX_SEARCHED)
    fitting = (session for session in sessions if words and words <= split_goal(session.title))
    return list(islice((session for session in fitting if not tag or _has_tag(workspace, session, tag)), MAX_GOALS))


def split_goal(text: str) -> frozenset[str]:
    """The words of a goal, in lower case and without marks around them."""
    return frozenset(word for part in text.casefold().split() if (word := part.strip(PUNCTUATION)))


def _has_tag(workspace: Catalog, session: Session, tag: str) -> bool:
    starts = (event for event in workspace.journal.read(session.id).events if event.kind == "session.start")
    tags = [event.data.get("tags") for event in starts]
    return any(isinstance(one, list) and tag in one for one in tags)


def read_session_turns(workspace: Catalog, session: Session) -> "list[Turn]":
    """The turns of a session's transcript, or of the copy that was kept; empty when both are gone."""
    from backstory.agents.transcripts import load_reader

    reader = load_reader(session.agent)
    if reader is not None and session.source and os.path.exists(session.source):
        turns = reader.read_turns(session.source, 0, session.id)
        if own := [turn for turn in turns if not turn.abandoned]:
            return own
    return [_make_turn(row) for row in workspace.archive.read(session.agent, session.id)]


def list_kept_turns(session: Session) -> "list[Turn]":
    """The prompts and the answers that a session keeps, in the order in which they were given."""
    from backstory.agents.turns import Turn

    asked = [Turn("user", one.text, one.made, line=one.line) for one in session.prompts]
    answered = [Turn("assistant", one.text, one.made, line=one.line) for one in session.answers]
    return sorted([*asked, *answered], key=lambda turn: (turn.time, turn.line))


def _make_turn(row: Mapping[str, Any]) -> "Turn":
    """The turn of a row of a copy. Members that this version does not know are passed over."""
    from backstory.agents.turns import Turn

    members: dict[str, Any] = {"role": "summary", "text": ""}
    for name in ("role", "text", *COPIED):
        if name in row:
            value = row[name]
            members[name] = tuple(value) if isinstance(value, list) else value
    return Turn(**members)
