"""HTTP on loopback: the official client works with the token, and nobody gets in without it or from a web page."""

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from tests.e2e.conftest import World, eventually
from tests.mcp.conftest import CLIENT, GENERATIONS, LIMIT, Serving, change_file, checkpoints, launch, run, texts

TOKEN = "test-token-of-this-machine"


class Listening(NamedTuple):
    """A server and its port."""

    process: "subprocess.Popen[bytes]"
    port: int
    stderr: Path

    def ask(self, **headers: str) -> int:
        """The status of a handshake with these headers; an empty value leaves a header out."""
        body = {
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT},
        }  # fmt: skip
        usual = {
            "Host": f"127.0.0.1:{self.port}", "Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        try:
            connection.putrequest("POST", "/mcp", skip_host=True)
            data = json.dumps(body).encode()
            for name, value in (usual | {"Content-Length": str(len(data))} | headers).items():
                if value:
                    connection.putheader(name, value)
            connection.endheaders(data)
            return connection.getresponse().status
        finally:
            connection.close()


def start(shop: World, *, forked: bool = False, **environ: str) -> Listening:
    """A server that listens: a Python of its own, unless it is `forked`."""
    stderr = shop.base / "stderr"
    process = subprocess.Popen(
        launch(shop, ["--http", "0"], environ, Serving.process if forked else None),
        cwd=shop.root, env={**shop.environ, **environ}, stdin=subprocess.DEVNULL, stderr=stderr.open("wb"),
    )  # fmt: skip
    (port,) = eventually(lambda: re.findall(r"http://127\.0\.0\.1:(\d+)/mcp", stderr.read_text()))
    return Listening(process, int(port), stderr)


@pytest.fixture
def listening(shop: World) -> Iterator[Listening]:
    server = start(shop, forked=True, BACKSTORY_MCP_TOKEN=TOKEN)
    eventually(lambda: _accepts(server))
    yield server
    server.process.terminate()  # what stands in for a forked server passes it on
    server.process.wait(timeout=LIMIT)


@pytest.fixture
def fresh_listening(shop: World) -> Iterator[Listening]:
    """The same as a Python of its own."""
    server = start(shop, BACKSTORY_MCP_TOKEN=TOKEN)
    eventually(lambda: _accepts(server))
    yield server
    if server.process.poll() is None:
        server.process.kill()
    server.process.wait()


def _accepts(server: Listening) -> bool:
    try:
        return server.ask() == 200
    except OSError:
        return False


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Authorization": ""}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": f"Basic {TOKEN}"}, 401),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:1"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "OWN"}, 200),
    ],
)
def test_only_requests_of_this_machine_with_the_token_are_answered(
    listening: Listening, headers: dict[str, str], status: int
) -> None:
    own = {name: value.replace("OWN", f"http://127.0.0.1:{listening.port}") for name, value in headers.items()}

    assert listening.ask(**own) == status


@pytest.mark.parametrize("mode", GENERATIONS)
def test_the_official_client_gets_the_brief_once(listening: Listening, mode: Any) -> None:
    async def act() -> None:
        web = httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=LIMIT)
        async with web, Client(streamable_http_client(f"http://127.0.0.1:{listening.port}/mcp", http_client=web),
                               mode=mode) as client:  # fmt: skip
            first = await client.call_tool("recall", {"query": "database driver"})
            second = await client.call_tool("status", {})
            assert "psycopg" in texts(first)[0] and len(texts(first)) == 2
            assert len(texts(second)) == 1

    run(act)


def test_a_token_is_made_where_none_is_given(shop: World) -> None:
    server = start(shop)
    try:
        eventually(lambda: re.search(r"^token: \S{20,}$", server.stderr.read_text(), re.MULTILINE))
        assert eventually(lambda: _status(server)) == 401
    finally:
        server.process.kill()
        server.process.wait()


def test_a_port_that_is_taken_is_named(shop: World) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = subprocess.run(
            [sys.executable, "-m", "backstory", "mcp", "--http", str(port)],
            cwd=shop.root, env=shop.environ, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert ran.returncode == 11
    assert ran.stderr.startswith(f"error: port {port} of 127.0.0.1 cannot be used: address already in use")
    assert "hint: `backstory mcp --http 0`" in ran.stderr


def _status(server: Listening) -> int:
    try:
        return server.ask()
    except OSError:
        return 0


def test_a_signal_saves_the_state_and_ends_the_server(shop: World, fresh_listening: Listening) -> None:
    async def act() -> None:
        web = httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}, timeout=LIMIT)
        url = f"http://127.0.0.1:{fresh_listening.port}/mcp"
        async with web, Client(streamable_http_client(url, http_client=web), mode="legacy") as client:
            await client.call_tool("status", {})

    run(act)
    change_file(shop)
    fresh_listening.process.send_signal(signal.SIGTERM)
    fresh_listening.process.wait(timeout=LIMIT)

    assert [title for title in checkpoints(shop) if "auto-exit" in title]
