"""Takes in the transcript of the session that a hook reports."""

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from backstory.agents.documents import LISTED
from backstory.agents.transcripts import load_reader
from backstory.hook.process import ENDS_TURN
from backstory.model.errors import Busy
from backstory.worker.other_sessions import find_transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from backstory.agents.base import Agent, HookInput
    from backstory.agents.turns import Reading
    from backstory.api import Ingested, Memory
    from backstory.model.session import Session

    Reader = Callable[[str, int], Reading]

MOST_WAITS: Final = 18
"""Times that a process waits for the lock of the memory, ten seconds each, before it gives up."""


class TakeIn:
    """The taking in of one transcript, which may need several looks."""

    def __init__(self, memory: "Memory", agent: "Agent", call: "HookInput", session: str, path: str) -> None:
        from backstory.api import Live

        self._memory = memory
        self._agent = agent
        self.call = call
        self._ident = session
        self._name = memory.channel.agent or agent.name
        self._live = Live(call.last_text, closed=call.event == "session-end")
        self._read: Reader | None = None if load_reader(agent.name) else agent.read_turns  # a plugin has its own
        self._is_named = bool(path) or self._read is not None
        self._path = path
        project = memory.project
        self._folders = [folder for folder in (project.team, project.private) if os.path.isdir(folder)]
        self.directives = 0
        self.session: Session

    def take_in(self) -> bool:
        """Takes in what is new, and returns whether the transcript lacks something that the hook tells of."""
        from backstory.api import ingest_session_subagents, ingest_transcript

        if not self._is_named:
            self._path, self._read = find_transcript(self._memory, self._agent.name, self._ident)
        ingested = _wait_for(
            lambda: ingest_transcript(
                self._memory, self._name, self._path, self._ident, read=self._read, live=self._live
            )
        )
        self._log(ingested)
        self.session = ingested.session
        self.directives += ingested.directives
        self.directives += ingest_session_subagents(self._memory, self._name, self.session, find=not self._is_named)
        return self.call.event in ENDS_TURN and self._lags()

    def take_in_subagent(self) -> int:
        """Takes in the transcript of the sub-agent that has ended; returns the number of directives."""
        from backstory.api import ingest_subagent

        path, read = self.call.subagent_transcript, self._read
        if not path and read is None:
            path, read = find_transcript(self._memory, self._agent.name, self.call.subagent)
        ingested = _wait_for(
            lambda: ingest_subagent(
                self._memory, self._name, path, self._ident, self.call.subagent, read=read, live=self._live
            )
        )
        self._log(ingested)
        return ingested.directives

    def _log(self, ingested: "Ingested") -> None:
        """Logs what failed in the reading of sentences."""
        from backstory.worker.failure_log import log_failure

        for error in ingested.failures:
            log_failure(f"{self._name} {self.call.event}", error)

    def find_paths(self) -> Iterable[str]:
        """The file of the transcript. One that hooks do not name is looked for each time until it is there."""
        if not self._path and not self._is_named:
            self._path = find_transcript(self._memory, self._agent.name, self._ident)[0]
        return (self._path,) if self._path else ()

    def is_uninstalled(self) -> bool:
        """Whether the memory is gone since the taking in began."""
        return not all(map(os.path.isdir, self._folders))

    def is_left(self) -> bool:
        """Whether hooks have reported more of the session, which another worker takes in, or the memory is gone."""
        from backstory.base.journal_lines import safe_name

        spool = os.path.join(self._memory.project.private, "spool", safe_name(self._ident) + ".jsonl")
        return os.path.exists(spool) or self.is_uninstalled()

    def _lags(self) -> bool:
        """Whether the transcript lacks a prompt or the reply that the hook tells of, or ends in the middle of a line.

        An agent without a reader, or whose hooks name no file though they could, has nothing that could be read.
        """
        if self._read is None and load_reader(self._agent.name) is None:
            return False
        if not self._path and self._agent.dialect.FIELDS["transcript"]:
            return False
        session = self.session
        if not session.prompts or any(answer.reported for answer in session.answers[-1:]):
            return True
        if not self.call.last_text and not session.answered:
            return True
        return session.line > 0 and session.position < min(_size_of(self._path), LISTED)


def _size_of(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _wait_for(take_in: "Callable[[], Ingested]") -> "Ingested":
    """Takes in a transcript once other processes have done with theirs, for some minutes: nobody waits for this one,
    and its events are no longer in the spool, where a later process would look for them."""

    for _ in range(MOST_WAITS):
        try:
            return take_in()
        except Busy:
            continue
    return take_in()
