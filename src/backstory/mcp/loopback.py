"""The server over HTTP on loopback, for clients that cannot start a process.

Every request needs the token. Requests of web pages are refused by their Host and Origin.
"""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from backstory.mcp.idle import save_when_idle
from backstory.mcp.origin import Origin
from backstory.mcp.server import Context, build_server
from backstory.mcp.session import Session
from backstory.mcp.signals import call_at_signal
from backstory.mcp.wire import MAX_MESSAGE
from backstory.model.errors import Busy

HOST: Final = "127.0.0.1"
PATH: Final = "/mcp"
MAX_SESSIONS: Final = 64
"""Sessions that are remembered. The one that has been quiet longest makes room for a new one."""


class Sessions:
    """The sessions of all clients, by the id that the transport gives them or by the client's name."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self._by_key: OrderedDict[str, Session] = OrderedDict()

    def choose(self, ctx: Context) -> Session:
        """Returns the session of a request. Clients without a session of their own share one for each name."""
        headers = ctx.request.headers if ctx.request is not None else {}
        client = ctx.session.client_params
        key = headers.get("mcp-session-id") or f"client {client.client_info.name if client else ''}"
        session = self._by_key.pop(key, None) or Session(self.origin)
        self._by_key[key] = session
        if len(self._by_key) > MAX_SESSIONS:
            self._by_key.popitem(last=False)[1].save("auto-exit")
        return session

    def list(self) -> list[Session]:
        """Returns all sessions."""
        return [*self._by_key.values()]


class TokenGuard:
    """Refuses requests without the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.header = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_allowed(scope):
            refusal = JSONResponse(
                {"error": "the token is missing or wrong", "hint": "send it as `Authorization: Bearer TOKEN`"},
                status_code=401,
                headers={"WWW-Authenticate": "Bearer"},
            )
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _is_allowed(self, scope: Scope) -> bool:
        values = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(values) == 1 and hmac.compare_digest(values[0], self.header)


class WebServer(uvicorn.Server):
    """A server that leaves signals to the caller, who has states to save. uvicorn's own raises them again."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """Ends the server, without waiting for clients that keep a connection open."""
        self.should_exit = self.force_exit = True


def build_app(sessions: Sessions, port: int, token: str) -> ASGIApp:
    """Makes the web application: the SDK's, behind the checks of token, Host and Origin."""
    names = (f"{HOST}:{port}", f"localhost:{port}")
    security = TransportSecuritySettings(
        allowed_hosts=[*names], allowed_origins=[f"http://{name}" for name in names]
    )  # fmt: skip
    app = build_server(sessions.choose).streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=MAX_MESSAGE,
        max_sessions=MAX_SESSIONS,
        transport_security=security,
        host=HOST,
    )
    return TokenGuard(app, token)


async def serve(origin: Origin, port: int, token: str, *, announce: Callable[[str], object]) -> None:
    """Serves clients until a signal comes, then saves their states. Raises `Busy` where the port is taken.

    Without a token it makes one, and announces it with the address.
    """
    sessions = Sessions(origin)
    config = uvicorn.Config(lambda: None, host=HOST, port=port, log_level="critical", access_log=False)
    try:
        listener = config.bind_socket()
    except SystemExit as error:  # uvicorn ends the process where it cannot bind, and only logs why
        reason = getattr(error.__context__, "strerror", None) or "it is taken"
        hint = "`backstory mcp --http 0` takes a free one"
        raise Busy(f"port {port} of {HOST} cannot be used: {reason.lower()}", hint=hint) from error
    config.log_level = "warning"
    config.configure_logging()
    port = listener.getsockname()[1]
    announce(f"serving http://{HOST}:{port}{PATH}\n")
    if not token:
        token = secrets.token_urlsafe(24)
        announce(f"token: {token}\n")
    config.app = build_app(sessions, port, token)
    server = WebServer(config)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(call_at_signal, server.stop)
        tasks.start_soon(save_when_idle, sessions.list)
        await server.serve(sockets=[listener])
        tasks.cancel_scope.cancel()
    for session in sessions.list():
        session.save("auto-exit")
