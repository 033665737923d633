"""The seam for coding agents: an agent is a module with these names, and borrows `basic_*` for what it leaves out.

Adding one touches its module, one row of `registry.TABLE` and its tests. What a module says is data: which files the
agent reads (`surfaces`), what a hook call means (`hear`), what answers it (`reply`), what a transcript tells (`turns`).
Nothing here writes: `deliver` does, through `edits`.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol

from backstory.edits.change import Change, Kind

EVENTS: Final = ("session-start", "prompt", "post-tool", "pre-compact", "stop", "session-end")
"""Our names of the moments that an agent's hooks can tell us about."""
HANDOFF: Final = ".backstory/local/handoff.md"

Role = Literal["user", "assistant", "tool", "result", "summary"]


class Detected(NamedTuple):
    """Whether an agent is on this machine, whether it is used in this project, and what says so."""

    installed: bool
    used_here: bool
    evidence: tuple[str, ...] = ()


class Launch(NamedTuple):
    """How the hook process is started: the absolute interpreter, and the folders that it imports from."""

    python: str
    paths: tuple[str, ...]


class Place(NamedTuple):
    """Where surfaces go and under which rules.

    `tracked` holds those of the surfaces' paths that git has in its index; `team` says that committed files may be
    written; `hooks` that the person wants hooks where an agent has them.
    """

    root: str
    home: str
    launch: Launch
    team: bool = False
    hooks: bool = True
    git: bool = True
    tracked: Collection[str] = ()


class Texts(NamedTuple):
    """What blocks are made of: rendered by others, handed in.

    `full` is everything this person may see; `team` only what is in the repository anyway, fit for a committed file.
    """

    full: str = ""
    team: str = ""


class Surface(NamedTuple):
    """One file of an agent's that we put something into.

    `path` is relative to the root with forward slashes, or absolute for a file in the home folder. `shared` files are
    committed with the repository; personal ones are kept out of git. `build` makes the change; `moving` says that it
    depends on the texts, so that it is brought up to date with the memory.
    """

    kind: Kind
    path: str
    shared: bool
    build: Callable[[Texts], Change]
    moving: bool = False


class Heard(NamedTuple):
    """What a hook call says, whatever the agent calls it. Empty where the agent does not say."""

    event: str
    session: str = ""
    cwd: str = ""
    transcript: str = ""
    source: str = ""
    """Why a session starts or ends, or what brought a compaction about."""
    prompt: str = ""
    tool: str = ""
    tool_input: Mapping[str, Any] = {}
    failed: bool = False
    """Whether the tool call failed, where the payload says so."""
    last_text: str = ""
    """What the assistant said last."""
    subagent: str = ""
    """The id of the sub-agent that the event happened in."""
    files: tuple[str, ...] = ()
    """The files that the tool call edited, as the agent names them."""


class Turn(NamedTuple):
    """One piece of a transcript: a person's prompt, a reply, a tool call or its result, the summary of a compaction."""

    role: Role
    text: str
    time: str = ""
    id: str = ""
    """Stable: the same piece read again has the same id, so that taking it in twice can be avoided."""
    line: int = 0
    """Line of the transcript, from 1."""
    session: str = ""
    cwd: str = ""
    branch: str = ""
    tool: str = ""
    input: Mapping[str, Any] = {}
    failed: bool = False
    sidechain: bool = False
    """Said by or to a sub-agent, not in the conversation itself."""
    parent: str = ""
    """Id of the row before it; a transcript is a tree when the person went back."""


class Agent(Protocol):
    """What an agent module offers."""

    NAME: str
    TITLE: str

    def detect(self, root: str, environ: Mapping[str, str], home: str) -> Detected: ...

    def surfaces(self, place: Place) -> list[Surface]: ...

    def hear(self, event: str, payload: Mapping[str, Any]) -> Heard: ...

    def reply(self, event: str, text: str) -> bytes: ...

    def transcripts(self, root: str, environ: Mapping[str, str], home: str) -> list[str]: ...

    def turns(self, path: str, offset: int = 0) -> tuple[Iterator[Turn], int]: ...


MEMBERS: Final = ("NAME", "TITLE", "detect", "surfaces", "hear", "reply", "transcripts", "turns")


def basic_hear(event: str, payload: Mapping[str, Any]) -> Heard:
    """Reads the field names that most agents share. Never fails: what is no text counts as not said."""

    def text(*names: str) -> str:
        values = (payload.get(name) for name in names)
        return next((v for v in values if isinstance(v, str)), "")

    given = payload.get("tool_input")
    return Heard(
        event=event,
        session=text("session_id", "sessionId", "conversation_id"),
        cwd=text("cwd"),
        transcript=text("transcript_path"),
        source=text("source", "reason", "trigger"),
        prompt=text("prompt"),
        tool=text("tool_name"),
        tool_input=given if isinstance(given, dict) else {},
        failed=bool(payload.get("error")),
        last_text=text("last_assistant_message"),
        subagent=text("agent_id"),
    )


def basic_reply(event: str, text: str) -> bytes:
    """The plain text: agents without a protocol of their own print what a hook prints."""
    return text.encode("utf-8", "replace") if event in ("session-start", "prompt") else b""


def basic_transcripts(root: str, environ: Mapping[str, str], home: str) -> list[str]:
    """None: the agent keeps none, or none that can be read."""
    return []


def basic_turns(path: str, offset: int = 0) -> tuple[Iterator[Turn], int]:
    """None."""
    return iter(()), offset


def on_path(command: str, environ: Mapping[str, str]) -> str:
    """Where a command is found, or empty. Nothing is started."""
    endings = environ.get("PATHEXT", "").split(os.pathsep) if sys.platform == "win32" else [""]
    for folder in environ.get("PATH", "").split(os.pathsep):
        for ending in endings:
            path = os.path.join(folder, command + ending)
            if os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    return ""


def existing(root: str, names: Sequence[str]) -> list[str]:
    """Those of some names that are there, as evidence for `detect`."""
    return [name for name in names if os.path.lexists(os.path.join(root, name))]


def launch() -> Launch:
    """How this very installation starts the hook process."""
    from importlib.util import find_spec

    import backstory

    specs = [find_spec(name) for name in ("apsw", "msgspec")]
    parts = [str(backstory.__file__), *(spec.origin for spec in specs if spec and spec.origin)]
    folders = [os.path.dirname(os.path.dirname(os.path.abspath(part))) for part in parts]
    paths = tuple(dict.fromkeys(folders))
    return Launch(os.path.abspath(sys.executable), paths)
