"""The server on the official SDK: hands tools, resources and the prompt to it, and runs the calls one at a time."""

import json
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import anyio
import anyio.to_thread
import mcp_types as types
import msgspec
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from backstory._version import VERSION
from backstory.mcp import listing, resources
from backstory.mcp.handshake import DESCRIPTION, INSTRUCTIONS, NAME, TITLE
from backstory.mcp.hints import name_tools
from backstory.mcp.session import Session
from backstory.mcp.table import TOOLS, Tool
from backstory.model.errors import BackstoryError

Context = ServerRequestContext[Any, Any]
PROGRESS_EVERY: Final = 1.0
"""Seconds between two reports of progress."""
ROOTS_CHANGED: Final = "notifications/roots/list_changed"
ROOTS_LIMIT: Final = 3.0
"""Seconds to wait for a client that is asked for its folders."""
RESOURCE_NOT_FOUND: Final = -32002
READ_FIRST: Final = ("context", "text")
"""Members of an answer that a model reads."""


class Handlers:
    """Answers requests. `choose` gives the session of a request."""

    def __init__(self, choose: Callable[[Context], Session]) -> None:
        self.choose = choose
        self.limiter = anyio.CapacityLimiter(1)
        """One call at a time: they share one project, and most of their work holds the interpreter anyway."""

    async def list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult.model_validate(listing.list_tools())

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, f"no tool `{params.name[:80]}`; there are {', '.join(TOOLS)}")
        session = await self._greet(ctx)
        async with anyio.create_task_group() as tasks:
            if tool.slow:
                tasks.start_soon(_report_progress, ctx, tool)
            result: types.CallToolResult = await anyio.to_thread.run_sync(
                call_safely, session, tool, params.arguments,
                limiter=self.limiter, abandon_on_cancel=not tool.writes,
            )  # fmt: skip
            if not result.is_error:
                session.note_call(tool.name)
            tasks.cancel_scope.cancel()
        return result

    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return types.ListResourcesResult.model_validate(listing.list_resources())

    async def list_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult.model_validate(listing.list_templates())

    async def read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        session = await self._greet(ctx)
        content = await self._ask(lambda: resources.read_resource(session.open_memory(), params.uri))
        text = types.TextResourceContents(uri=params.uri, text=content.text, mime_type=content.mime_type)
        return types.ReadResourceResult(contents=[text])

    async def list_prompts(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult.model_validate(listing.list_prompts())

    async def get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompts = {prompt["name"]: prompt["description"] for prompt in listing.list_prompts()["prompts"]}
        if params.name not in prompts:
            names = ", ".join(f"`{name}`" for name in prompts)
            raise MCPError(types.INVALID_PARAMS, f"no prompt `{params.name[:80]}`; there are {names}")
        session = await self._greet(ctx)
        arguments = params.arguments or {}
        if params.name == resources.PROMPT:
            task = arguments.get(resources.PROMPT_ARGUMENT, "")
            text = await self._ask(lambda: resources.write_prompt(session.open_memory(), task))
        else:
            text = await self._ask(lambda: resources.write_route_prompt(session.open_memory(), params.name, arguments))
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompts[params.name], messages=[message])

    async def forget_roots(self, ctx: Context, params: types.NotificationParams) -> None:
        """Has the client be asked for its folders again with the next call, since they have changed."""
        self.choose(ctx).roots = None

    async def _ask(self, act: Callable[[], Any]) -> Any:
        """Runs an answer in the thread of the calls. Raises `MCPError` for an error of the memory."""
        try:
            return await anyio.to_thread.run_sync(act, limiter=self.limiter, abandon_on_cancel=True)
        except BackstoryError as error:
            raise MCPError(RESOURCE_NOT_FOUND, f"{error.message} (hint: {name_tools(error.hint)})") from None

    async def _greet(self, ctx: Context) -> Session:
        """The session of a request, which knows its client and, from the first call on, the client's folders."""
        session = self.choose(ctx)
        client = ctx.session.client_params
        session.name_client(client.client_info.name if client else "")
        if session.roots is None:
            session.roots = ()
            session.roots = await _ask_roots(ctx)
        return session


def build_server(choose: Callable[[Context], Session]) -> Server[dict[str, Any]]:
    """Makes the server. `choose` gives the session of a request."""
    handlers = Handlers(choose)
    server = Server(
        NAME,
        version=VERSION,
        title=TITLE,
        description=DESCRIPTION,
        instructions=INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )
    # As an argument of `Server` it is deprecated, but clients of the handshake's versions go on sending it.
    server.add_notification_handler(ROOTS_CHANGED, types.NotificationParams, handlers.forget_roots)
    return server


def call_safely(session: Session, tool: Tool, arguments: dict[str, Any] | None) -> types.CallToolResult:
    """Calls a tool and returns its answer, or its error for the model to read. Never raises."""
    try:
        answer = session.call(tool.name, arguments)
    except BackstoryError as error:
        text = f"error: {error.message}" + (f"\nhint: {name_tools(error.hint)}" if error.hint else "")
        return _fail(session.clean(text))  # it may repeat an argument, and clients keep what they are told
    except OSError as error:
        hint = name_tools("`backstory doctor` names what is wrong")
        return _fail(f"error: {(error.strerror or str(error)).lower()}\nhint: {hint}")
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        hint = name_tools("`backstory doctor`")
        return _fail(f"error: internal error in `{tool.name}` ({type(error).__name__})\nhint: {hint}")
    members = _order_members(msgspec.to_builtins(answer))
    texts = [members[name] for name in READ_FIRST if members.get(name)]
    if session.reads_both:  # the model would read, and pay for, everything twice
        members = {name: "" if name in READ_FIRST else value for name, value in members.items()}
    return types.CallToolResult(content=[types.TextContent(text=text) for text in texts], structured_content=members)


def _order_members(answer: dict[str, Any]) -> dict[str, Any]:
    """The members of an answer, with those first that a model reads, as JSON can hold them: paths may be any bytes."""
    ordered = {name: answer[name] for name in (*READ_FIRST, *answer) if name in answer}
    members: dict[str, Any] = json.loads(json.dumps(ordered, ensure_ascii=False).encode("utf-8", "replace"))
    return members


def _fail(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


async def _report_progress(ctx: Context, tool: Tool) -> None:
    """Reports that a call goes on, until it is cancelled."""
    elapsed = 0
    while True:
        await ctx.session.report_progress(elapsed, message=f"{tool.name}: {'started' if not elapsed else 'working'}")
        await anyio.sleep(PROGRESS_EVERY)
        elapsed += 1


async def _ask_roots(ctx: Context) -> tuple[str, ...]:
    """The folders of a client that has any and can be asked; only those of the handshake's versions can."""
    capabilities = ctx.session.client_capabilities
    if capabilities is None or capabilities.roots is None or not ctx.session.can_send_request:
        return ()
    request = types.ListRootsRequest()
    with suppress(MCPError, TimeoutError), anyio.fail_after(ROOTS_LIMIT):
        listed = await ctx.session.send_request(request, types.ListRootsResult)
        uris = [urlsplit(str(root.uri)) for root in listed.roots]
        return tuple(unquote(uri.path) for uri in uris if uri.scheme == "file")
    return ()
