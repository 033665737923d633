"""A turn: one piece of a conversation with a coding agent, in the same words for every agent; and who reads them.

`agents/<name>/transcript.py` is a module with the members of `Transcript`. It reads the files of its agent and nothing
else: it never writes, never fails on a strange row, and counts what it does not know.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol

Role = Literal["user", "assistant", "tool", "result", "summary"]
"""A person's prompt, a reply, a tool call, its result, the summary of a compaction."""
Action = Literal["", "edit", "read", "command", "search", "fetch", "agent", "plan", "other"]
"""The action of a tool call: `agent` starts a sub-agent, `plan` writes a list of steps."""


class Tokens(NamedTuple):
    """Tokens that a reply cost. Zero where the agent does not say."""

    input: int = 0
    """Without those that were read from a cache."""
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0


class Turn(NamedTuple):
    """One piece of a transcript. A field is empty where the agent does not write it down."""

    role: Role
    text: str
    time: str = ""
    """UTC, ISO 8601."""
    id: str = ""
    """Stable: the same piece has the same id when it is read again, or from a copy of its session (a resume, a fork).

    A turn that comes again under its id replaces the earlier one.
    """
    line: int = 0
    """Line of the file, from 1; 0 in a database or a file without lines."""
    session: str = ""
    cwd: str = ""
    branch: str = ""
    tool: str = ""
    """Name of the tool, as the agent calls it."""
    input: Mapping[str, Any] = {}
    failed: bool = False
    sidechain: bool = False
    """Said by or to a sub-agent, not in the conversation itself."""
    parent: str = ""
    """Id of the row before it. A transcript is a tree when the person went back."""
    call: str = ""
    """Id of a tool call, the same in the call and in its result."""
    action: Action = ""
    command: str = ""
    """The command line that a call runs."""
    edits: tuple[str, ...] = ()
    """Files that a call edits, as the agent names them."""
    reads: tuple[str, ...] = ()
    """Files that a call reads."""
    exit_code: int | None = None
    """Exit code of a command, in its result."""
    model: str = ""
    tokens: Tokens = Tokens()
    """Tokens of its reply that no earlier turn has counted. Their sum over all turns is the cost of the session."""
    subagent: str = ""
    """Id of the sub-agent that said it, or whose report a result is, where the agent names it."""
    row: str = ""
    """Id of its row, which `parent` of later turns names; empty where it is the same as `id`."""
    abandoned: bool = False
    """Whether the person went back behind it and took another way. Such a turn may come again when that is known."""
    reported: bool = False
    """Whether a hook reported it, and the transcript may have it later."""


class SessionFile(NamedTuple):
    """A session that an agent keeps on this machine."""

    path: str
    """Its file, or the database that holds it."""
    session: str
    cwd: str
    modified: float
    """Seconds since the epoch."""
    size: int
    """Bytes; of a database, an estimate for this session."""
    parent: str = ""
    """The session whose sub-agent this is, or of which it is a fork."""


class Reading:
    """The turns of a transcript from a position on, and after they were read: where to go on, and what was unknown."""

    def __init__(self, turns: Iterator[Turn], end: int = 0) -> None:
        self.turns = turns
        self.end = end
        """The position to continue from: bytes of a file of lines, else whatever its reader understands."""
        self.unknown: Counter[str] = Counter()
        """Types of rows that the reader does not know -> their number."""
        self.damaged = 0
        """Rows that could not be read."""
        self.lines = 0
        """Newlines before `end`, of a file of lines. While it is read, those before `reached`."""
        self.reached = 0
        """Offset after the last line that was read, of a file of lines."""
        self.pending = False
        """Whether the row of the last turn has further turns."""
        self.repeats = False
        """Whether turns come again that lie before the position. Where turns have lines, these tell as well."""
        self.pause: Callable[[], tuple[int, bytes]] | None = None
        """Gives the position after the last row, and its mark, while no turn is pending: the reading can stop there."""
        self.seal: Callable[[], bytes] | None = None
        """Makes the mark, see `resumption`, once all turns have been read."""

    def __iter__(self) -> Iterator[Turn]:
        return self.turns


class Transcript(Protocol):
    """The members of an agent's module `transcript`."""

    def find_sessions(self, environ: Mapping[str, str], home: str, roots: Sequence[str]) -> Iterator[SessionFile]:
        """The sessions on this machine whose working folder is one of `roots` or below one of them."""
        ...

    def recognizes(self, path: str, head: bytes) -> bool:
        """Whether a file, of which `head` is the beginning (up to 64 KiB), is a transcript of this agent."""
        ...

    def read_turns(self, path: str, position: int = 0, session: str = "") -> Reading:
        """The turns from a position on. `session` names one of several in a database. Never raises.

        A position that is not the beginning of a row (the file was rewritten) counts as 0.
        """
        ...


TRANSCRIPT_MEMBERS: Final = ("find_sessions", "recognizes", "read_turns")
