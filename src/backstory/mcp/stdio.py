"""The server over standard input and output, for one client, which ends when the client has gone or a signal comes."""

import json
import sys
from collections.abc import Sequence
from typing import Any

import anyio
import anyio.to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCNotification, JSONRPCRequest, jsonrpc_message_adapter
from pydantic import ValidationError

from backstory.mcp.handshake import is_request_id
from backstory.mcp.idle import save_when_idle
from backstory.mcp.server import build_server
from backstory.mcp.session import Session
from backstory.mcp.signals import call_at_signal
from backstory.mcp.wire import INVALID_REQUEST, Wire

Message = dict[str, Any]
LAST_ANSWERS = 30.0
"""Seconds in which calls may end after the client has closed its end."""


class Pipe:
    """The messages of the wire as the streams of the SDK."""

    def __init__(self, wire: Wire, early: Sequence[Message], answered: str | int | None) -> None:
        self.wire = wire
        self.early = early
        """Messages that the client has sent already."""
        self.answered = answered
        """Id of the request among them that has its answer."""
        self.open: set[str | int] = set()
        """Ids of the requests without an answer."""

    async def read(self, sink: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        """Hands on what the client sends. At its end, waits for the answers that are still to come."""
        async with sink:
            for earlier in self.early:
                await self._hand_on(earlier, sink)
            while (message := await anyio.to_thread.run_sync(self.wire.read, abandon_on_cancel=True)) is not None:
                await self._hand_on(message, sink)
            with anyio.move_on_after(LAST_ANSWERS):
                while self.open:
                    await anyio.sleep(0.01)

    async def _hand_on(self, message: Message, sink: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        try:
            parsed = jsonrpc_message_adapter.validate_python(message, by_name=False)
        except ValidationError:
            if "method" not in message or "id" in message:
                self.wire.reply_error(message.get("id"), INVALID_REQUEST, "not a message of the protocol")
            return
        if isinstance(parsed, JSONRPCRequest):
            self.open.add(parsed.id)
        elif isinstance(parsed, JSONRPCNotification) and parsed.method == "notifications/cancelled":
            ident = (parsed.params or {}).get("requestId")
            self.open -= {ident} if is_request_id(ident) else set()
        await sink.send(SessionMessage(parsed))

    async def write(self, source: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Writes what the server sends."""
        async with source:
            async for item in source:
                message = item.message
                ident = None if isinstance(message, JSONRPCRequest | JSONRPCNotification) else message.id
                if ident is not None and ident == self.answered:
                    self.answered = None
                else:
                    document = message.model_dump(mode="json", by_alias=True, exclude_unset=True)
                    # What cannot be UTF-8, such as an id with half a character, must not end the connection.
                    data = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
                    await anyio.to_thread.run_sync(self.wire.write, data)
                if ident is not None:
                    self.open.discard(ident)


async def serve(wire: Wire, session: Session, early: Sequence[Message], *, answered: str | int | None) -> None:
    """Serves one client until it goes or a signal comes, then saves the state."""
    server = build_server(lambda _: session)
    pipe = Pipe(wire, early, answered)
    incoming, read_stream = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    write_stream, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call_at_signal, tasks.cancel_scope.cancel)
            tasks.start_soon(save_when_idle, lambda: [session])
            tasks.start_soon(pipe.read, incoming)
            tasks.start_soon(pipe.write, outgoing)
            await server.run(read_stream, write_stream, server.create_initialization_options())
            tasks.cancel_scope.cancel()
    except* (BrokenPipeError, ConnectionResetError):
        print("the client has gone", file=sys.stderr)  # noqa: T201 - the one sign of it
    session.save("auto-exit")
