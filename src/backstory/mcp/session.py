"""One client: its project, what it has been given, when it last called, and what has to be saved when it goes."""

import os
import re
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from backstory.agents import registry
from backstory.agents.rule_table import ROWS
from backstory.api import Channel, Memory, compose_agent_brief, find_last_events, note_delivery, write_checkpoint
from backstory.base.agent_table import AGENTS, OTHER_SIGNS
from backstory.base.deliveries import add_seen, seen_file
from backstory.base.dialect import MAX_NAME, agent_name, find_dialect
from backstory.base.token_estimate import estimate_tokens
from backstory.mcp.hints import name_tools_in_brief
from backstory.mcp.origin import Origin
from backstory.mcp.outputs import StatusOutput, ToolOutput
from backstory.mcp.refresh import refresh_surfaces
from backstory.mcp.schemas import make_schema, read_arguments
from backstory.mcp.table import TOOLS, Tool
from backstory.mcp.texts import cut_text
from backstory.model.dates import epoch_seconds, format_timestamp
from backstory.model.errors import BackstoryError, Invalid, NoProject
from backstory.store.permissions import restrict_permissions

UNNAMED: Final = "mcp"
"""The agent of a client without a name."""
CONTEXT: Final = "brief"
"""The tool whose answer is the context itself."""
READ_BOTH: Final = ("@cline/core", "copilot-cli", "grok-shell", "kimi-code")
"""How the names of the clients begin that show a model both. `tests/real_agents` asks the real ones."""
SAVING: Final = ("checkpoint", "handoff")
"""Tools by which a client saves the state on purpose."""
HOOK_MARGIN: Final = 60
"""Seconds before the start of the server in which a hook of the same agent counts as one of this session."""


class Session:
    """A client and its project. Its methods are called by one thread at a time."""

    def __init__(self, origin: Origin, *, now: Callable[[], float] = time.time) -> None:
        self.origin = origin
        self.now = now
        self.started = now()
        self.agent = UNNAMED
        self.ident = f"mcp-{os.urandom(8).hex()}"
        """The agent's session where the environment tells it, else one of this connection's own."""
        self._is_named = False
        self.reads_both = False
        """Whether the client shows its model the text of an answer and the structured content."""
        self.roots: Sequence[str] | None = None
        """Folders that the client works in; None until it was asked."""
        self.is_briefed = False
        self.calls = 0
        self.last_call = 0.0
        self.saved = 0.0
        """When the client last saved the state on purpose."""
        self.unsaved = 0
        """Calls since the state was last saved."""
        self._idle_limit = -1

    def name_client(self, name: str) -> None:
        """Notes which agent the client is, by the name that it gives itself. A name in the environment wins."""
        if self._is_named:
            return
        self._is_named = True
        self.reads_both = name.lower().startswith(READ_BOTH)
        self.agent = agent_name(self.origin.environ.get("BACKSTORY_AGENT", "")) or name_agent(name)
        self.ident = self._find_session() or self.ident

    def _find_session(self) -> str:
        """The id of the agent's session, where the environment tells it."""
        variables = ("BACKSTORY_SESSION", *find_dialect(self.agent)[1].SESSION_VARIABLES)
        return next((value for name in variables if (value := self.origin.environ.get(name))), "")

    def open_memory(self) -> Memory:
        """Opens the memory of the client's project. Raises `NoProject`."""
        problem: NoProject | None = None
        for folder in self._folders():
            try:
                return self._open(folder)
            except NoProject as error:
                problem = problem or error
        raise problem or NoProject(self.origin.folder)

    def _folders(self) -> list[str]:
        """The folders that may hold the project, in the order of trying."""
        if self.origin.project_root:
            return [self.origin.folder]
        variables = find_dialect(self.agent)[1].PROJECT_VARIABLES
        named = [value for name in variables if (value := self.origin.environ.get(name))]
        return list(dict.fromkeys((*(self.roots or ()), *named, self.origin.folder)))

    def _open(self, folder: str) -> Memory:
        channel = Channel("stated", self.agent, self.ident)
        memory = Memory.open(folder, self.origin.environ, project_root=self.origin.project_root, channel=channel)
        if not self.calls:
            restrict_permissions(memory.project.home, memory.project.private, memory.project.user)
        return memory

    def call(self, name: str, arguments: dict[str, Any] | None) -> ToolOutput:
        """Calls a tool. The first answer brings the brief with it, unless it is the brief. Raises `BackstoryError`."""
        tool = TOOLS[name]
        try:
            request = read_arguments(tool.input, arguments)
        except msgspec.ValidationError as error:
            raise explain_arguments(tool, error) from None
        memory = self.open_memory()
        answer = tool.act(memory, request)
        if isinstance(answer, StatusOutput):
            self._describe(answer)
        answer.text = cut_text(answer.text)
        answer.context = "" if name == CONTEXT else self._first_context(memory)
        if tool.writes:
            refresh_surfaces(memory)
        return answer

    def clean(self, text: str) -> str:
        """A text, redacted; unchanged if no memory can be opened."""
        try:
            return self.open_memory().gate.clean(text)
        except (BackstoryError, OSError):
            return text

    def _describe(self, answer: StatusOutput) -> None:
        """Adds what is noted of the client to the status."""
        answer.calls, answer.briefed = self.calls, self.is_briefed
        answer.last_call = format_timestamp(self.last_call) if self.last_call else ""
        answer.saved = format_timestamp(self.saved) if self.saved else ""

    def note_call(self, name: str) -> None:
        """Notes a call whose answer goes to the client. A cancelled call has delivered no brief."""
        self.is_briefed = True
        self.calls += 1
        self.unsaved += 1
        self.last_call = self.now()
        if name in SAVING:
            self.saved, self.unsaved = self.last_call, 0

    def _first_context(self, memory: Memory) -> str:
        """The brief for the client's first call; empty later, and where a hook of the agent has given it."""
        if self.is_briefed or self._is_briefed_by_hook(memory):
            return ""
        if any(row.name == self.agent for row in registry.TABLE):
            brief = compose_agent_brief(memory, self.agent)
            text, ids, ident = brief.text, list(brief.ids), brief.ident
        else:
            composed = memory.brief(agent=self.agent)
            text = "" if composed.empty else composed.text
            ids, ident = [item.id for item in composed.brief.items], composed.brief.id
        text = name_tools_in_brief(text)
        add_seen(seen_file(memory.project.private, self.ident), ids if text else [])
        note_delivery(memory, text, moment="mcp-first-call", ids=ids, tokens=estimate_tokens(text), brief=ident)
        return text

    def _is_briefed_by_hook(self, memory: Memory) -> bool:
        """Whether hooks of this agent work in this session: one has noted an event since it began."""
        if "session-start" not in find_dialect(self.agent)[1].REPLIES:
            return False
        event = find_last_events(memory, [self.agent]).get(self.agent)
        noted = epoch_seconds(event.made) if event is not None else None
        return noted is not None and noted >= self.started - HOOK_MARGIN

    def save(self, reason: str) -> bool:
        """Writes an automatic checkpoint if there were calls since the last one. Returns whether it wrote one."""
        if not self.unsaved:
            return False
        self.unsaved = 0
        try:
            memory = self.open_memory()
            if not (memory.settings.get("enabled") and memory.settings.get("capture.checkpoints")):
                return False
            written = write_checkpoint(memory, reason)
            if written is not None:
                refresh_surfaces(memory)
        except (BackstoryError, OSError):
            return False  # nobody waits for an answer, and `doctor` says what is wrong
        return written is not None

    def read_idle_limit(self) -> int:
        """Returns the seconds without a call after which the state is saved; 0 for never, or not yet read."""
        if self._idle_limit < 0:
            try:
                self._idle_limit = self.open_memory().settings.get("mcp.idle_seconds")
            except (BackstoryError, OSError):
                return 0  # there is no project yet, and nothing to save
        return self._idle_limit


def name_agent(client: str) -> str:
    """The agent's name for the name by which a client introduces itself."""
    word = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in client.strip().lower()).strip("-")
    agents = dict.fromkeys((*(row[0] for row in AGENTS), *(name for _, name in OTHER_SIGNS)))
    own = next((name for name in agents if word == name or f"-{name}-" in f"-{word}-"), "")
    return own or _find_alias(word) or agent_name(word[:MAX_NAME]) or UNNAMED


def _find_alias(word: str) -> str:
    """The agent that has the name as another one, or with one of whose names it begins: `grok-shell` is Grok CLI."""
    other = next((row[0] for row in AGENTS if word in row[2]), "")
    begins = (row.name for row in ROWS for name in (row.name, *row.aliases) if f"{word}-".startswith(f"{name}-"))
    return other or next(begins, "")


def explain_arguments(tool: Tool, error: msgspec.ValidationError) -> Invalid:
    """The error for arguments that a tool does not take: which one, and what it takes."""
    text, _, path = str(error).partition(" - at `$")
    text = text[:1].lower() + text[1:]
    name = re.split(r"\W", path.lstrip("."))[0]
    schema = make_schema(tool.input)["properties"].get(name)
    if schema is None:
        names = ", ".join(f"`{field}`" for field in tool.input.__struct_fields__) or "no arguments"
        return Invalid(f"`{tool.name}`: {text}", hint=f"it takes {names}")
    words = schema.get("enum")
    what = f"`{name}` is one of {', '.join(words)}" if words else f"`{name}`: {schema.get('description', '')}"
    return Invalid(f"`{tool.name}`: `{name}`: {text}", hint=what)
