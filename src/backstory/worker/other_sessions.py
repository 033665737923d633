"""Takes in what other sessions have done, on the way of one that starts or stops."""

from typing import TYPE_CHECKING, Final

from backstory.model.errors import Busy
from backstory.worker.failure_log import log_failure

if TYPE_CHECKING:
    from collections.abc import Callable

    from backstory.agents.turns import Reading
    from backstory.api import Memory

    Reader = Callable[[str, int], Reading]

MAX_OTHERS: Final = 5
"""Other sessions that are taken in on the way. The others stay noted as unread."""


def take_in_others(memory: "Memory", session: str) -> str:
    """Sweeps the spool into the journal, and takes in the transcripts of the other sessions that had events in it.

    Their agents may be at work, or may have been killed: then nobody else does it. Returns the transcript that events
    of `session` itself have named; empty for none.
    """
    from backstory.api import claim_waiting_transcripts, drop_unread

    waiting = claim_waiting_transcripts(memory)
    others = [one for one in waiting if one.session != session]
    for one in others[:MAX_OTHERS]:
        try:
            path, read = (one.path, None) if one.path else find_transcript(memory, one.agent, one.session)
            if path:
                from backstory.api import ingest_transcript  # it loads all that reads a conversation

                ingest_transcript(memory, one.agent, path, one.session, read=read)
            drop_unread(memory, one.session)
        except Exception as error:  # the session that starts or stops has nothing to do with it
            log_failure(f"{one.agent} transcript", error)
            if not isinstance(error, (Busy, OSError)):
                drop_unread(memory, one.session)  # it would fail again and again
    return next((one.path for one in waiting if one.session == session), "")


def find_transcript(memory: "Memory", agent: str, session: str) -> "tuple[str, Reader | None]":
    """(the path of a session's transcript, its reader) for an agent whose hooks do not name it; empty without one."""
    from backstory.api import find_session_source, make_reader

    source = find_session_source(memory, agent, session)
    return (source.file.path, make_reader(source)) if source is not None else ("", None)
