"""What the server offers, as the lists of the protocol have it. It is the same for every project and client."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from backstory.mcp import resources
from backstory.mcp.schemas import make_schema
from backstory.mcp.table import TOOLS, Tool
from backstory.render.routes import ROUTES, Route

Listing = dict[str, Any]


def describe_tool(tool: Tool) -> Listing:
    """Returns a tool as clients list it."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": make_schema(tool.input),
        "outputSchema": make_schema(tool.output),
        "annotations": {
            "title": tool.title,
            "readOnlyHint": not tool.writes,
            "destructiveHint": tool.destructive,
            "idempotentHint": tool.idempotent or not tool.writes,
            "openWorldHint": False,
        },
    }


@cache
def list_tools() -> Listing:
    """Returns the result of `tools/list`."""
    return {"tools": [describe_tool(tool) for tool in TOOLS.values()]}


@cache
def list_resources() -> Listing:
    """Returns the result of `resources/list`."""
    rows = [
        {
            "uri": one.uri,
            "name": one.name,
            "title": one.title,
            "description": one.description,
            "mimeType": one.mime_type,
        }
        for one in resources.RESOURCES
    ]
    return {"resources": rows}


@cache
def list_templates() -> Listing:
    """Returns the result of `resources/templates/list`."""
    template = {
        "uriTemplate": resources.TEMPLATE,
        "name": "record",
        "title": resources.TEMPLATE_TITLE,
        "description": resources.TEMPLATE_DESCRIPTION,
        "mimeType": resources.MARKDOWN,
    }
    return {"resourceTemplates": [template]}


@cache
def list_prompts() -> Listing:
    """Returns the result of `prompts/list`."""
    task = {
        "name": resources.PROMPT_ARGUMENT,
        "description": resources.PROMPT_ARGUMENT_DESCRIPTION,
        "required": False,
    }
    prompt = {
        "name": resources.PROMPT,
        "title": resources.PROMPT_TITLE,
        "description": resources.PROMPT_DESCRIPTION,
        "arguments": [task],
    }
    return {"prompts": [prompt, *map(_describe_route, ROUTES)]}


def _describe_route(route: Route) -> Listing:
    task = {"name": resources.PROMPT_ARGUMENT, "description": "What is to be done.", "required": True}
    limit = {"name": resources.LIMIT_ARGUMENT, "description": "The most iterations.", "required": False}
    arguments = [task, limit] if "{limit}" in route.text else [task]
    description = f"{route.title}: a prompt that gives a task to agents in this way."
    return {"name": route.name, "title": route.title, "description": description, "arguments": arguments}


LISTS: Final[dict[str, Callable[[], Listing]]] = {
    "tools/list": list_tools,
    "resources/list": list_resources,
    "resources/templates/list": list_templates,
    "prompts/list": list_prompts,
}
"""Method -> the function that returns its result."""
