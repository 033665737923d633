"""The id of a session as an option of a command."""

from typing import TYPE_CHECKING

from backstory.model.errors import NotFound
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.api import Memory


def ensure_session(memory: "Memory", session: str) -> str:
    """Completes the id of a session. Raises `NotFound` for a session that is not recorded.

    No id and `latest` are returned as they are.
    """
    if session in ("", "latest"):
        return session
    memory.fresh()
    session = memory.complete_session(session)
    if not memory.has_session(session):
        raise NotFound(
            f"no session `{one_line(session, 60)}` is recorded here",
            hint="`backstory log --events` names the sessions",
        )
    return session
