"""The MCP server as a process of its own, spoken to by the official client or line by line.

Where its start is not the subject it is forked from a process that has loaded the SDK, which takes a second and more.
"""

import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from queue import Queue
from typing import Any, Self

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from testing.prefork import Prefork
from tests.e2e.conftest import World, forked_commands

__all__ = ["forked_commands"]

LIMIT = 120
"""Seconds after which a test of the server counts as hanging."""
GENERATIONS = ("legacy", "2026-07-28")
"""Modes of the official client: the handshake, and a version without one."""
CLIENT = {"name": "test-client", "version": "1"}
META = "io.modelcontextprotocol/"
ENVELOPE = {f"{META}protocolVersion": "2026-07-28", f"{META}clientInfo": CLIENT, f"{META}clientCapabilities": {}}
"""What a client without a handshake sends with every request."""


@pytest.fixture
def shop(tmp_path: Path) -> World:
    """A machine with a small repository whose memory is set up, and a decision in it."""
    world = World(tmp_path)
    world.repository()
    world.run("init", "--yes", "--no-agents")
    world.run("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "better typing")
    return world


def launch(shop: World, options: Sequence[str], environ: Mapping[str, str], serving: Prefork | None) -> list[str]:
    """The command line of the server: a Python of its own, or one that `serving` forks."""
    if serving and serving.takes({**shop.environ, **environ}):
        return [*serving.relay(), "mcp", *options]
    return [sys.executable, "-P", "-m", "backstory", "mcp", *options]


@asynccontextmanager
async def connect(
    shop: World, mode: str = "legacy", *options: str, fresh: bool = False, **how: Any
) -> AsyncIterator[Client]:
    """The official client with a server of its own. With `fresh` it is a Python that loads the SDK."""
    command, *arguments = launch(shop, options, {}, None if fresh else Serving.process)
    parameters = StdioServerParameters(command=command, args=arguments, env=shop.environ, cwd=shop.root)
    async with Client(parameters, mode=mode, read_timeout_seconds=LIMIT, **how) as client:
        yield client


def run(act: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs a conversation; one that hangs fails."""

    async def limited() -> None:
        with anyio.fail_after(LIMIT):
            await act()

    anyio.run(limited)


def texts(result: Any) -> list[str]:
    """The texts of the answer of a tool."""
    return [block.text for block in result.content]


class Serving:
    """The process that servers are forked from, while there is one."""

    process: Prefork | None = None


@pytest.fixture(scope="session", autouse=True)
def forked_servers(serving: Prefork | None) -> None:
    """Has servers forked, where that is possible."""
    Serving.process = serving


class Server:
    """A server that is spoken to line by line: a Python of its own, unless it is `forked`."""

    def __init__(self, shop: World, *options: str, forked: bool = False, **environ: str) -> None:
        self.process = subprocess.Popen(
            launch(shop, options, environ, Serving.process if forked else None),
            cwd=shop.root,
            env={**shop.environ, **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=(shop.base / "stderr").open("wb"),
        )
        self.lines: Queue[bytes] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def send(self, *messages: dict[str, Any] | bytes) -> None:
        assert self.process.stdin
        for message in messages:
            self.process.stdin.write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The next message; every line on standard output is one."""
        message: dict[str, Any] = json.loads(self.lines.get(timeout=LIMIT))
        assert message["jsonrpc"] == "2.0"
        return message

    def answer(self, ident: int | str) -> dict[str, Any]:
        """The answer to a request; other messages before it are passed over."""
        while True:
            message = self.receive()
            if message.get("id") == ident:
                return message

    def ask(self, ident: int, method: str, **params: Any) -> dict[str, Any]:
        self.send({"jsonrpc": "2.0", "id": ident, "method": method, "params": params})
        return self.answer(ident)

    def shake_hands(self, version: str = "2025-11-25", **capabilities: Any) -> dict[str, Any]:
        answer = self.ask(0, "initialize", protocolVersion=version, capabilities=capabilities, clientInfo=CLIENT)
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def call(self, ident: int, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool."""
        answer: dict[str, Any] = self.ask(ident, "tools/call", name=tool, arguments=arguments)["result"]
        return answer

    def end(self) -> int:
        """Closes the client's end and waits for the process."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(timeout=LIMIT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stdin
        try:
            self.process.stdin.close()
        except OSError:
            pass


@pytest.fixture
def server(shop: World) -> Iterator[Server]:
    """A server that waits for its first message."""
    with Server(shop, forked=True) as running:
        yield running


@pytest.fixture
def fresh_server(shop: World) -> Iterator[Server]:
    """The same as a Python of its own, which has loaded nothing yet."""
    with Server(shop) as running:
        yield running


def checkpoints(shop: World) -> list[str]:
    """Titles of the checkpoints."""
    listed = json.loads(shop.run("list", "checkpoint", "--json").out)
    return [item["title"] for item in listed["items"]]


def change_file(shop: World) -> None:
    """Leaves something uncommitted, which an automatic checkpoint tells."""
    (shop.root / "README.md").write_text("# Shop\n\nChanged.\n")
    os.utime(shop.root / "README.md")
