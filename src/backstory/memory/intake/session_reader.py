"""Reads one session of a file, with the mark of its last reading, also where the file holds others."""

from functools import lru_cache

from backstory.agents.documents import LISTED
from backstory.agents.transcripts import find_resuming, load_reader
from backstory.agents.turns import Reading, SessionFile, Transcript, Turn


class SessionReader:
    """Reads the turns of one session. `is_shared`: its file is read once for all of its sessions. `is_named`: a person
    named the file, so that nothing of it is left out."""

    def __init__(self, agent: str, file: SessionFile, *, is_shared: bool = False, is_named: bool = False) -> None:
        reader = load_reader(agent)
        assert reader is not None  # the file was described by it
        self._agent = agent
        self._file = file
        self._is_shared = is_shared
        self.is_named = is_named
        self._reader: Transcript = reader

    def __call__(self, path: str, position: int) -> Reading:
        """The turns from a position on."""
        return self.read_on(path, position, b"")

    def read_on(self, path: str, position: int, mark: bytes) -> Reading:
        """As a call, with the mark that belongs to the position."""
        file = self._file
        if not self._is_shared:
            resume = find_resuming(self._reader)
            if resume is not None:
                return resume(path, position, mark, file.session)
            return self._reader.read_turns(path, position, file.session)
        if position:
            reading = self._reader.read_turns(path, position, file.session)
            reading.turns = (turn for turn in reading.turns if turn.session == file.session)
            return reading
        turns, end = _group_turns(self._agent, path, file.modified, file.size)
        return Reading(iter(turns.get(file.session, ())), end)


def name_mark(path: str, session: str, position: int) -> str:
    """The name under which a mark is kept: a database has one for each session."""
    return f"{path}#{session}" if position >= LISTED else path


@lru_cache(maxsize=1)
def _group_turns(agent: str, path: str, modified: float, size: int) -> "tuple[dict[str, list[Turn]], int]":
    """The turns of a file by session, and its end: a file of many sessions is read once, not once for each."""
    reader = load_reader(agent)
    assert reader is not None  # the file was described by it
    reading = reader.read_turns(path)
    groups: dict[str, list[Turn]] = {}
    for turn in reading:
        groups.setdefault(turn.session, []).append(turn)
    return groups, reading.end
