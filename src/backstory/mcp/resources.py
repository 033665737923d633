"""The resources and the prompt: the brief, single records and the registry, for clients that let a person choose."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from backstory.api import ComposedBrief, Memory, note_delivery, write_registry
from backstory.mcp.hints import name_tools_in_brief
from backstory.mcp.read_tools import brief_mode
from backstory.mcp.texts import cut_text, full_record
from backstory.model.errors import Invalid, NotFound
from backstory.model.text import one_line
from backstory.render.routes import DEFAULT_LIMIT, find_route, write_route

SCHEME: Final = "backstory://"
RECORD: Final = f"{SCHEME}record/"
TEMPLATE: Final = f"{RECORD}{{id}}"
TEMPLATE_TITLE: Final = "Record"
TEMPLATE_DESCRIPTION: Final = "One record in full, by its id, such as `7q4t9w2r`."
MARKDOWN: Final = "text/markdown"
JSON: Final = "application/json"
PROMPT: Final = "resume"
PROMPT_TITLE: Final = "Resume the work"
PROMPT_DESCRIPTION: Final = "The brief of this project, and the request to go on where the last session stopped."
PROMPT_ARGUMENT: Final = "task"
LIMIT_ARGUMENT: Final = "limit"
MAX_LIMIT: Final = 100
"""Iterations."""
PROMPT_ARGUMENT_DESCRIPTION: Final = "What to work on; by default what is next."
GO_ON: Final = "Go on where the work stopped. Say in two sentences where it stands and what you do next, then do it."


class Resource(NamedTuple):
    """A resource that is listed."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str


RESOURCES: Final = (
    Resource(f"{SCHEME}brief", "brief", "Project brief", "The context for the work at hand.", MARKDOWN),
    Resource(f"{SCHEME}registry", "registry", "Registry", "What can be loaded, what it costs, when it helps.", JSON),
)


class Content(NamedTuple):
    """The text of a resource."""

    text: str
    mime_type: str


def read_resource(memory: Memory, uri: str) -> Content:
    """Returns a resource. Raises `NotFound`."""
    if uri == f"{SCHEME}brief":
        return Content(_give(memory, compose_brief(memory)), MARKDOWN)
    if uri == f"{SCHEME}registry":
        return Content(write_registry(memory, compose_brief(memory)), JSON)
    if uri.startswith(RECORD) and uri != RECORD:
        return Content(cut_text(full_record(memory, memory.get(uri.removeprefix(RECORD)))), MARKDOWN)
    raise NotFound(f"no resource `{one_line(uri, 80)}`", hint=f"there are {', '.join(list_uris())}")


def list_uris() -> list[str]:
    """Returns the addresses of all resources."""
    return [*(resource.uri for resource in RESOURCES), TEMPLATE]


def write_prompt(memory: Memory, task: str) -> str:
    """Returns the text of the prompt `resume`."""
    request = f"Work on this: {task.strip()}" if task.strip() else GO_ON
    return f"{_give(memory, compose_brief(memory, task.strip()))}\n{request}"


def _give(memory: Memory, composed: ComposedBrief) -> str:
    """The text of a brief, which is noted as given."""
    text, ids = name_tools_in_brief(cut_text(composed.text)), [item.id for item in composed.brief.items]
    note_delivery(memory, text, moment="mcp", ids=ids, tokens=composed.tokens, brief=composed.brief.id)
    return text


def write_route_prompt(memory: Memory, name: str, arguments: Mapping[str, str]) -> str:
    """Returns the text of the prompt of a route. Raises `Invalid` without a task and for a limit that is no number."""
    task, limit = arguments.get(PROMPT_ARGUMENT, ""), arguments.get(LIMIT_ARGUMENT, "") or str(DEFAULT_LIMIT)
    if not task.strip():
        raise Invalid(f"the prompt `{name}` needs a task", hint="give it as the argument `task`")
    if not (limit.isascii() and limit.isdigit() and 1 <= int(limit[:4]) <= MAX_LIMIT):
        raise Invalid(f"`{one_line(limit, 20)}` is not a number of iterations", hint=f"1 to {MAX_LIMIT}")
    return write_route(find_route(name), memory.gate.clean(task), int(limit))


def compose_brief(memory: Memory, task: str = "") -> ComposedBrief:
    """Returns the brief in the form that the agent reads best."""
    return memory.brief(mode=brief_mode(memory), task=task, agent=memory.channel.agent, reader=memory.channel.session)
