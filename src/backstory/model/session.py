"""A session: what one sitting of an agent asked, did and left behind, as it is kept after its transcript is gone.

It is derived from a transcript and from hook events, redacted, and points into the transcript instead of copying it.
"""

from typing import Final, Literal

import msgspec

CommandKind = Literal["test", "lint", "types", "build", "run", "install", "git", "other"]

TRUNKS: Final = frozenset(("main", "master", "trunk", "develop", "dev"))
"""Branches on which everybody's work meets, so that a record of the branch is not yet one of the work at hand."""
DETACHED: Final = "HEAD"
"""What git, and with it a transcript, names in place of a branch while none is checked out."""


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a person asked."""

    text: str
    """Shortened."""
    made: str = ""
    line: int = 0
    """Line of the transcript."""
    edited: tuple[str, ...] = ()
    """Files that were edited for it before the first command."""


class CommitMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The message of a commit."""

    subject: str
    body: str = ""
    """Without trailers such as `Signed-off-by`; a paragraph or an item of a list is one line."""


class CommandRun(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that was run, and how it ended."""

    command: str
    kind: CommandKind = "other"
    made: str = ""
    exit_code: int | None = None
    failed: bool = False
    """Whether it failed: by its exit code, or by what it printed where the agent keeps no code."""
    red: tuple[str, ...] = ()
    """Names of tests that failed."""
    summary: str = ""
    """What it printed about its result, one line: `1 failed, 12 passed in 0.4s`, or the first error."""
    errors: tuple[str, ...] = ()
    """The first lines that say what is wrong."""
    edited: tuple[str, ...] = ()
    """Files that were edited after it, before the next command."""
    line: int = 0
    call: str = ""
    """Digest of its call's id as long as no result has come (`?` where the agent gives none); then empty."""
    commit: str = ""
    """The last commit of the session before it ran."""
    messages: tuple[CommitMessage, ...] = ()
    """Those of the commits that it makes, as long as no result has come."""


class Commit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A commit that was made during the session."""

    id: str
    """Abbreviated, as git printed it; empty for a commit that was made quietly and not found since."""
    subject: str
    made: str = ""
    line: int = 0
    body: str = ""
    """What its message says below the subject, shortened."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reply of the agent that ended a turn, shortened."""

    text: str
    made: str = ""
    line: int = 0
    next: tuple[str, ...] = ()
    """Next steps that it names."""
    reported: bool = False
    """Whether a hook reported it, and the transcript did not have it yet."""


class Remark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an agent said between two calls, or in an answer that is no longer there: its telling sentences."""

    text: str
    made: str = ""
    line: int = 0
    worth: int = 0
    """How likely it outlives its moment, in percent."""


class PlannedStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of the list that an agent keeps with a tool."""

    text: str
    done: bool = False


class SubAgent(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sub-agent of the session: its task and what it reported."""

    id: str
    """Empty where the agent does not name it."""
    task: str = ""
    report: str = ""
    made: str = ""
    call: str = ""
    """Digest of the id of the call that started it."""
    source: str = ""
    """Its own transcript, where it has one."""
    position: int = 0
    """How far that was read."""


class ValueChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that an edit replaced in a file: `settle = 0.2` that became `settle = 0.5`."""

    name: str
    """The names beside it in its line, the nearest last."""
    old: str
    new: str = ""
    """What stands in its place; empty where it is gone or code replaces it."""
    edits: tuple[str, ...] = ()
    """The file, relative to the project's root."""
    made: str = ""
    line: int = 0
    call: str = ""
    """Digest of its call's id as long as no result has come; then empty."""


class BranchSpan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a session in which one branch was checked out."""

    branch: str
    line: int = 0
    """Line of the transcript from which on it was checked out."""
    made: str = ""
    base: str = ""
    """The branch that it was created from, where the session created it."""
    merged: tuple[str, ...] = ()
    """Branches whose work came into it in this part."""
    landed: bool = False
    """Whether its work was merged, on the server, into the branch on which everybody's work meets."""
    is_stated: bool = True
    """Whether the transcript says so itself, not only a command that switched to it."""


class WaitingCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call whose result has not been read yet."""

    call: str
    """Digest of its id."""
    edits: tuple[str, ...] = ()
    """Files that it brings into `edited`. They leave it again if it fails."""


class Session(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One session of one agent."""

    id: str
    agent: str
    title: str = ""
    """What was asked first, in one line."""
    started: str = ""
    ended: str = ""
    """Time of the last turn."""
    branch: str = ""
    """The branch that was checked out last."""
    branches: tuple[BranchSpan, ...] = ()
    """The parts of a session that changed its branch, in order; empty for all others."""
    commit: str = ""
    """HEAD when the session was last captured."""
    model: str = ""
    prompts: tuple[Prompt, ...] = ()
    answers: tuple[Answer, ...] = ()
    """The last ones, oldest first."""
    answered: bool = False
    """Whether the last answer replies to the last prompt."""
    remarks: tuple[Remark, ...] = ()
    """What the agent said before the answer of a turn, as far as it is telling; oldest first."""
    edited: tuple[str, ...] = ()
    """Files relative to the project's root, in the order of the last edit."""
    read: tuple[str, ...] = ()
    commands: tuple[CommandRun, ...] = ()
    changes: tuple[ValueChange, ...] = ()
    """Values that edits replaced, oldest first."""
    commits: tuple[Commit, ...] = ()
    next: tuple[str, ...] = ()
    """Next steps: those that the last answers or the last prompt name, or the open ones of the agent's list."""
    plan: tuple[PlannedStep, ...] = ()
    """The agent's list of steps, as it stood last."""
    plan_line: int = 0
    """Line of the call that wrote it."""
    records: tuple[str, ...] = ()
    """Ids of the records that were kept from it."""
    subagents: tuple[SubAgent, ...] = ()
    parent: str = ""
    """The session that this one resumes, forks or serves."""
    previous: str = ""
    """The session of the same branch that ended before this one began."""
    turns: int = 0
    tool_calls: int = 0
    errors: int = 0
    active: int = 0
    """Seconds of work, without pauses of more than a quarter of an hour."""
    tokens_in: int = 0
    """Without those that came from a cache."""
    tokens_cached: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """US dollars, where the agent says it; 0 when it does not."""
    source: str = ""
    """The transcript: its path on this machine."""
    position: int = 0
    """How far the transcript was read."""
    line: int = 0
    """The last line of it that was read; 0 in a file without lines."""
    waiting: tuple[WaitingCall, ...] = ()
    closed: bool = False
    """Whether the agent said that the session ended."""

    @property
    def has_edited(self) -> bool:
        """Whether files were edited since the last prompt."""
        prompt = self.prompts[-1] if self.prompts else Prompt("")
        return bool(prompt.edited) or any(run.edited for run in self.commands if run.line > prompt.line)

    @property
    def replies(self) -> "tuple[Remark | Answer, ...]":
        """All that the agent said, as far as it is kept."""
        return (*self.remarks, *self.answers)
