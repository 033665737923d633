"""The seam for coding agents: the modules of an agent's package, and the agent that is put together from them.

`agents/<name>/` has three modules. `dialect` is data: what the agent's hooks send and take
(`docs/contributing/dialect.md`). `surfaces` detects whether the agent is in use, and lists the files that get something
from us. `transcript` reads the sessions that it keeps, and may be missing. Nothing here writes: `deliver` does, through
`edits`.
"""

import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import backstory
from backstory.agents.turns import Reading, Transcript
from backstory.base.dialect import EVENTS as EVENTS
from backstory.base.dialect import cut_context, patched_paths
from backstory.edits.change import Change
from backstory.edits.ledger_file import Kind

if TYPE_CHECKING:
    from backstory.base.dialect import Dialect

HANDOFF: Final = ".backstory/local/handoff.md"


class Detected(NamedTuple):
    """Whether an agent is on this machine, whether it is used in this project, and the evidence for both."""

    installed: bool
    used_here: bool
    evidence: tuple[str, ...] = ()


class Launch(NamedTuple):
    """How the hook process is started: the absolute interpreter, and the folders that it imports from."""

    python: str
    paths: tuple[str, ...]


class Place(NamedTuple):
    """Where surfaces go and under which rules.

    `tracked` holds those of the surfaces' paths that git has in its index. `team` allows writing committed files.
    `hooks` says that the person wants hooks where an agent supports them.
    """

    root: str
    home: str
    launch: Launch
    team: bool = False
    hooks: bool = True
    git: bool = True
    tracked: Collection[str] = ()


class Texts(NamedTuple):
    """The texts that blocks are made of. Others render them and hand them in.

    `full` is everything this person may see. `team` holds only what the repository has anyway, so that a committed
    file may hold it. `ids` are the short ids of the records in them, which the gate must not take for secrets.
    """

    full: str = ""
    team: str = ""
    ids: Sequence[str] = ()


class Surface(NamedTuple):
    """One file of an agent that we put something into.

    `path` is relative to the root with forward slashes, or absolute for a file in the home folder. `shared` files are
    committed with the repository. Personal ones are kept out of git. `build` makes the change. `moving` says that the
    change depends on the texts, so that it is brought up to date with the memory. `note` says what the person has to do
    before the agent uses it. An `optional` surface delivers nothing: it is left out where the file is not ours to edit.
    """

    kind: Kind
    path: str
    shared: bool
    build: Callable[[Texts], Change]
    moving: bool = False
    note: str = ""
    optional: bool = False


class HookInput(NamedTuple):
    """The content of a hook call in our words. A field is empty where the agent does not send it."""

    event: str
    session: str = ""
    cwd: str = ""
    transcript: str = ""
    source: str = ""
    """Why a session starts or ends, or what caused a compaction."""
    prompt: str = ""
    tool: str = ""
    failed: bool = False
    """Whether the tool call failed, where the payload says so."""
    last_text: str = ""
    """The assistant's last message."""
    subagent: str = ""
    """The id of the sub-agent that the event happened in."""
    files: tuple[str, ...] = ()
    """The files that the tool call edited, as the agent names them."""
    subagent_transcript: str = ""
    """The sub-agent's own transcript."""


class Surfaces(Protocol):
    """The members of an agent's module `surfaces`."""

    def detect(self, root: str, environ: Mapping[str, str], home: str) -> Detected: ...

    def surfaces(self, place: Place) -> list[Surface]: ...


DIALECT_MEMBERS: Final = (
    "NAME", "EVENTS", "FIELDS", "EDIT_TOOLS", "COMMAND_TOOLS", "PATCH_FIELD", "PERMISSION", "REPLIES", "MAX_INJECTED",
    "BRIEF_MODE", "BRIEF_FILES", "BRIEF_FILE_BYTES", "START_VARIABLE", "PROJECT_VARIABLES", "SESSION_VARIABLES",
    "PERSONAL_HOOKS", "CONTEXT_TAG", "HOSTS", "OWN_SIGN", "PROJECT_HOOKS", "USER_HOOKS", "AFTER_COMPACTION",
    "STARTS_WITH_PROMPT", "STARTS_WITH_TOOL", "RESUME_KEEPS_CONTEXT", "PERSON_KEY", "READS_FIRST_FILE",
    "STARTS_NEW_ONLY", "HOST_KEYS", "OTHER_REPLIES", "DEFERRED_TO", "RESUMES",
)  # fmt: skip
SURFACES_MEMBERS: Final = ("detect", "surfaces")


class Agent:
    """An agent, put together from the modules of its package."""

    def __init__(
        self, name: str, title: str, dialect: "Dialect", surfaces: Surfaces, transcript: Transcript | None = None
    ) -> None:
        self.name = name
        self.title = title
        self.dialect = dialect
        self.detect = surfaces.detect
        self.surfaces = surfaces.surfaces
        self.user_surfaces: Callable[[Launch], list[Surface]] = getattr(surfaces, "user_surfaces", _no_surfaces)
        """What works in all repositories of a person; an agent may have none."""
        self._transcript = transcript

    def parse_event(self, event: str, payload: Mapping[str, Any]) -> HookInput:
        """See the function of this name."""
        return parse_event(self.dialect, event, payload)

    def read_turns(self, path: str, position: int = 0) -> Reading:
        """The pieces of a transcript from a position on. None without a reader."""
        return self._transcript.read_turns(path, position) if self._transcript else Reading(iter(()), position)


def _no_surfaces(launch: Launch) -> list[Surface]:
    return []


def parse_event(dialect: "Dialect", event: str, payload: Mapping[str, Any]) -> HookInput:
    """Reads a payload by the field names of a dialect. Never fails: a value that is not text counts as not sent."""

    def text(field: str) -> str:
        values = (_value(payload, key) for key in dialect.FIELDS.get(field, ()))
        return next((value for value in values if isinstance(value, str)), "")

    tool = text("tool")
    return HookInput(
        event=event,
        session=text("session"),
        cwd=text("cwd"),
        transcript=text("transcript"),
        source=text("source"),
        prompt=cut_context(text("prompt"), dialect.CONTEXT_TAG),
        tool=tool,
        failed=any(_value(payload, key) for key in dialect.FIELDS["error"]),
        last_text=text("last_text"),
        subagent=text("subagent"),
        files=_edited_files(dialect, payload) if tool in dialect.EDIT_TOOLS else (),
        subagent_transcript=text("subagent_transcript"),
    )


def on_path(command: str, environ: Mapping[str, str]) -> str:
    """The path of a command, or an empty text. Starts nothing."""
    endings = environ.get("PATHEXT", "").split(os.pathsep) if sys.platform == "win32" else [""]
    for folder in environ.get("PATH", "").split(os.pathsep):
        for ending in endings:
            path = os.path.join(folder, command + ending)
            if os.path.isabs(path) and os.path.isfile(path) and os.access(path, os.X_OK):
                return path
    return ""


def existing(root: str, names: Sequence[str]) -> list[str]:
    """The names that exist below `root`, as evidence for `detect`."""
    return [name for name in names if os.path.lexists(os.path.join(root, name))]


def launch() -> Launch:
    """How this installation starts the hook process."""
    from importlib.util import find_spec

    specs = [find_spec(name) for name in ("apsw", "msgspec")]
    parts = [str(backstory.__file__), *(spec.origin for spec in specs if spec and spec.origin)]
    folders = [os.path.dirname(os.path.dirname(os.path.abspath(part))) for part in parts]
    paths = tuple(dict.fromkeys(folders))
    return Launch(os.path.abspath(sys.executable), paths)


def _value(payload: Mapping[str, Any], key: str) -> object:
    """The value that keys with points between them lead to; `0` is the first element of an array."""
    value: object = payload
    for part in key.split("."):
        if part == "0" and isinstance(value, list):
            value = value[0] if value else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


def _edited_files(dialect: "Dialect", payload: Mapping[str, Any]) -> tuple[str, ...]:
    values = [_value(payload, key) for key in dialect.FIELDS["path"]]
    paths = [value for value in values if isinstance(value, str) and value]
    patch = _value(payload, dialect.PATCH_FIELD) if dialect.PATCH_FIELD else None
    return (*paths, *(patched_paths(patch) if isinstance(patch, str) else ()))
