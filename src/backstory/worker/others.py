"""Takes in what other sessions have done, on the way of one that starts or stops."""

import os
from typing import TYPE_CHECKING, Final

from backstory.model.errors import BackstoryError
from backstory.worker.failure_log import log_failure

if TYPE_CHECKING:
    from backstory.api import Memory

MAX_OTHERS: Final = 5
"""Other sessions that are taken in on the way."""


def take_in_others(memory: "Memory", session: str) -> None:
    """Sweeps the spool into the journal, and takes in the transcripts of the other sessions that had events in it.

    Their agents may be at work, or may have been killed: then nobody else does it.
    """
    from backstory.api import find_waiting_transcripts, ingest_transcript

    waiting = [one for one in find_waiting_transcripts(memory) if one.session != session]
    memory.journal.sweep(os.path.join(memory.project.private, "spool"))
    for one in waiting[:MAX_OTHERS]:
        try:
            ingest_transcript(memory, one.agent, one.path, one.session)
        except (BackstoryError, OSError) as error:
            log_failure(f"{one.agent} transcript", error)
