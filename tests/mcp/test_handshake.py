"""The answer that is given before the SDK is loaded is the one that the SDK gives."""

import subprocess
import sys
from typing import Any

import anyio
import mcp_types
import pytest
from mcp.client._memory import InMemoryTransport
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter, methods
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from tests.mcp.conftest import CLIENT, ENVELOPE, Server

from backstory.mcp.early_answers import EarlyAnswers
from backstory.mcp.handshake import HANDSHAKE_VERSIONS, INSTRUCTIONS, MODERN_VERSIONS, answer_opening
from backstory.mcp.listing import LISTS
from backstory.mcp.origin import Origin
from backstory.mcp.server import build_server
from backstory.mcp.session import Session

MAX_INSTRUCTIONS = 2_000
"""Characters that a client shows of a server's instructions."""


def opening(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


def handshake(version: str) -> dict[str, Any]:
    return opening("initialize", protocolVersion=version, capabilities={}, clientInfo=CLIENT)


def answer_of_sdk(*messages: dict[str, Any]) -> dict[str, Any]:
    """The result that the SDK gives to the last of some messages."""
    server = build_server(lambda _: Session(Origin({}, "/")))
    results: list[dict[str, Any]] = []

    async def act() -> None:
        async with InMemoryTransport(server) as (read, write):
            for message in messages:
                await write.send(SessionMessage(jsonrpc_message_adapter.validate_python(message)))
                if "id" in message:
                    reply = await read.receive()
                    assert isinstance(reply, SessionMessage)
                    results.append(reply.message.model_dump(by_alias=True, mode="json", exclude_unset=True)["result"])

    anyio.run(act)
    return results[-1]


def test_the_versions_are_those_of_the_sdk() -> None:
    assert HANDSHAKE_VERSIONS == HANDSHAKE_PROTOCOL_VERSIONS
    assert MODERN_VERSIONS == MODERN_PROTOCOL_VERSIONS


@pytest.mark.parametrize("version", [*HANDSHAKE_VERSIONS, "1999-01-01", "2026-07-28"])
def test_the_handshake_is_answered_as_the_sdk_does(version: str) -> None:
    assert answer_opening(handshake(version)) == answer_of_sdk(handshake(version))


def test_a_discovery_is_answered_as_the_sdk_does() -> None:
    message = opening("server/discover", _meta=ENVELOPE)

    assert answer_opening(message) == answer_of_sdk(message)
    methods.validate_server_result("server/discover", "2026-07-28", answer_opening(message) or {})


@pytest.mark.parametrize("method", LISTS)
@pytest.mark.parametrize("version", HANDSHAKE_VERSIONS)
def test_lists_are_as_the_sdk_has_them_after_a_handshake(method: str, version: str) -> None:
    messages = [handshake(version), {"jsonrpc": "2.0", "method": "notifications/initialized"}, opening(method)]
    early = EarlyAnswers()

    assert [early.answer(message) for message in messages][-1] == answer_of_sdk(*messages)
    assert early.messages == messages[:2]


@pytest.mark.parametrize("method", LISTS)
def test_lists_are_as_the_sdk_has_them_without_a_handshake(method: str) -> None:
    messages = [opening("server/discover", _meta=ENVELOPE), opening(method, _meta=ENVELOPE)]
    early = EarlyAnswers()

    assert [early.answer(message) for message in messages][-1] == answer_of_sdk(*messages)


@pytest.mark.parametrize(
    "message",
    [
        opening("tools/call", name="status"),
        opening("tools/list", cursor="x"),
        opening("tools/list", _meta=ENVELOPE),
        {"jsonrpc": "2.0", "id": 7, "result": {}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        handshake("2025-11-25"),
    ],
)
def test_after_the_opening_everything_but_a_plain_list_is_left_to_the_sdk(message: dict[str, Any]) -> None:
    early = EarlyAnswers()
    assert early.answer(handshake("2025-11-25"))

    assert early.answer(message) is None


@pytest.mark.parametrize(
    "message",
    [
        opening("tools/list"),
        opening("initialize"),
        opening("initialize", protocolVersion=1, capabilities={}, clientInfo=CLIENT),
        opening("initialize", protocolVersion="2025-11-25", capabilities=[], clientInfo=CLIENT),
        opening("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "x"}),
        opening("server/discover"),
        opening("server/discover", _meta={}),
        opening("server/discover", _meta=ENVELOPE | {"io.modelcontextprotocol/protocolVersion": "2030-01-01"}),
        {"jsonrpc": "2.0", "method": "initialize", "params": handshake("2025-11-25")["params"]},
        {"jsonrpc": "2.0", "id": True, "method": "initialize", "params": handshake("2025-11-25")["params"]},
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": [1]},
    ],
)
def test_what_is_not_a_plain_opening_is_left_to_the_sdk(message: dict[str, Any]) -> None:
    assert answer_opening(message) is None


def test_a_client_sees_one_answer(fresh_server: Server) -> None:
    answer = fresh_server.shake_hands()
    assert answer["result"]["serverInfo"]["name"] == "backstory"
    fresh_server.send({"jsonrpc": "2.0", "id": 0, "method": "ping"})

    assert fresh_server.receive() == {"jsonrpc": "2.0", "id": 0, "result": {}}, "an id may come again"


def test_the_instructions_are_short_enough_to_be_shown() -> None:
    assert len(INSTRUCTIONS) < MAX_INSTRUCTIONS


def test_the_first_answer_needs_neither_the_sdk_nor_the_memory() -> None:
    code = "import sys, backstory.mcp.process; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    loaded = ran.stdout.split()

    assert not {"mcp", "mcp_types", "pydantic", "anyio", "asyncio", "backstory.api", "apsw", "re2"} & set(loaded)
    assert mcp_types.__name__ == "mcp_types", "the SDK is there, and was not loaded"
