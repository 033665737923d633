"""What is kept of a session, for `forget`: the file of the session, its journal, the copy of its transcript, its runs,
the notes of its hooks, and the texts by which copies elsewhere are recognised.
"""

import glob
import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final

from backstory.base.journal_lines import safe_name
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.policy.rejections import open_tombstones
from backstory.model.errors import Ambiguous
from backstory.model.session import Session
from backstory.store.lock import Lock

MIN_LINE: Final = 24
"""Characters that a line needs before other files are searched for it."""
WAIT: Final = 20.0
"""Seconds to wait for a process that takes in the session."""


def find_session(workspace: Catalog, ref: str) -> Session | None:
    """The session whose id is `ref`, or begins or ends with it; None for none. Raises Ambiguous."""
    entries = workspace.sessions.find(ref.strip()) if ref.strip() else []
    exact = [entry for entry in entries if entry.name == safe_name(ref.strip())]
    entries = exact or entries
    if len(entries) > 1:
        names = ", ".join(entry.name for entry in entries[:5])
        raise Ambiguous(f"`{ref}` fits {len(entries)} sessions: {names}", hint="give more characters of the id")
    return workspace.sessions.load(entries[0]) if entries else None


def list_session_files(workspace: Catalog, session: Session) -> list[str]:
    """The files that are kept of a session. Its transcript is its agent's."""
    private, name = workspace.project.private, safe_name(session.id)
    files = [entry.path for entry in workspace.sessions.entries() if (entry.name, entry.agent) == (name, session.agent)]
    files += workspace.journal.paths(session.id)
    files += filter(None, [workspace.archive.path(session.agent, session.id)])
    files += workspace.runs.list_files(session.id)
    files += sorted(glob.glob(os.path.join(glob.escape(os.path.join(private, "spool")), f"{glob.escape(name)}[.-]*")))
    return [*dict.fromkeys(files)]


def bury_sessions(workspace: Catalog, sessions: Iterable[Session]) -> None:
    """Leaves a tombstone for each session: no process takes it in from then on."""
    for session in sessions:
        open_tombstones(workspace).bury_session(
            session.agent, session.id, made=workspace.stamp(), by=workspace.git.author()
        )


def remove_sessions(workspace: Catalog, sessions: Iterable[Session]) -> Iterator[str]:
    """Removes what is kept of sessions that are buried; yields the paths of their files. No process takes in a session
    meanwhile."""
    for session in sessions:
        lock = os.path.join(workspace.project.private, "locks", f"{safe_name(session.id)}.lock")
        with Lock(lock, wait=WAIT):
            for path in list_session_files(workspace, session):
                os.unlink(path)
                yield path
            workspace.marks.drop(session.source)
        with suppress(OSError):  # its name is the id; whoever waits for it finds the tombstone
            os.unlink(lock)


def find_session_texts(workspace: Catalog, sessions: Collection[Session]) -> list[str]:
    """Lines of what was said in these sessions and in no other one, long enough to prove where they come from."""
    if not sessions:
        return []
    own = {(session.agent, session.id) for session in sessions}
    others = [one for one in workspace.sessions.newest() if (one.agent, one.id) not in own]
    kept = "\n".join(text for session in others for text in _list_texts(session))
    lines = [line.strip() for session in sessions for text in _list_texts(session) for line in text.splitlines()]
    return [line for line in dict.fromkeys(lines) if len(line) >= MIN_LINE and line not in kept]


def _list_texts(session: Session) -> Iterator[str]:
    """What a person and agents said in a session, as far as it is kept."""
    yield session.title
    yield from (prompt.text for prompt in session.prompts)
    yield from (reply.text for reply in session.replies)
    yield from (step for answer in session.answers for step in answer.next)
    yield from session.next
    yield from (step.text for step in session.plan)
    for subagent in session.subagents:
        yield from (subagent.task, subagent.report)
