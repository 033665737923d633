"""A memory with a few records, a fake command that answers, and a stub of both protocols on this machine."""

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from backstory.api import Channel, Memory
from backstory.model.record import Draft
from backstory.store.places import make_private, resolve_project
from backstory.store.scaffold import write_scaffold

PROJECT = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
Open = Callable[..., Memory]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens the memory with settings as variables: `opened(provider="command", command="...")`."""
    for name in ("ANTHROPIC_CUSTOM_HEADERS", "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    root = tmp_path / "shop"
    root.mkdir()
    plain = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "BACKSTORY_HOME": str(tmp_path / "data")}
    write_scaffold(str(root / ".backstory"), PROJECT)
    make_private(resolve_project(str(root), plain))

    def opened(
        *, how: str = "explicit", agent: str = "", environ: dict[str, str] | None = None, **model: str
    ) -> Memory:
        variables = {f"BACKSTORY_MODEL_{name.upper()}": value for name, value in model.items()}
        return Memory.open(str(root), {**plain, **variables, **(environ or {})}, channel=Channel(how, agent, ""))

    return opened


@pytest.fixture
def records(opened: Open) -> dict[str, str]:
    """Word -> short id of a record that a person made."""
    memory = opened()
    drafts = {
        "driver": Draft(kind="decision", title="Use psycopg 3 instead of asyncpg", body="Its types are maintained."),
        "money": Draft(kind="decision", title="Prices are whole cents", body="Rounding had changed two invoices."),
        "deploy": Draft(kind="fact", title="Deploys run from the release branch with make ship"),
    }
    return {word: memory.remember(draft).record.short for word, draft in drafts.items()}


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str], str]:
    """Writes a program with this Python body, and returns its command line."""

    def fake(body: str) -> str:
        path = tmp_path / f"fake-{len(list(tmp_path.glob('fake-*')))}"
        path.write_text(f"#!{sys.executable} -S\nimport json, os, sys, time\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return fake


def says(*statements: tuple[str, str, str], title: str = "", **members: str) -> str:
    """The reply of a model: (text, id, quote) of each statement."""
    return json.dumps(
        {
            "title": title,
            "statements": [
                {"text": text, "evidence": [{"source": ident, "quote": quote}], **members}
                for text, ident, quote in statements
            ],
        }
    )


class Stub:
    """A server that answers each request with the next of its answers, the last one for ever."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str], bytes]] = []
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                stub.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
                stub.headers.append({name.lower(): value for name, value in self.headers.items()})
                stub.paths.append(self.path)
                status, headers, body = stub.answers.pop(0) if len(stub.answers) > 1 else stub.answers[0]
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
                self.close_connection = True

            def log_message(self, *args: object) -> None:
                return

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def answer(self, body: object, status: int = 200, **headers: str) -> None:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.answers.append((status, {name.replace("_", "-"): value for name, value in headers.items()}, data))


@pytest.fixture
def stub() -> Iterator[Stub]:
    stub = Stub()
    yield stub
    stub.server.shutdown()
    stub.server.server_close()


def wrap(provider: str, text: str, **changes: Any) -> dict[str, Any]:
    """A whole reply of a protocol."""
    if provider == "anthropic":
        usage = {"input_tokens": 300, "output_tokens": 40}
        content = [{"type": "text", "text": text}]
        return {"model": "tiny-1-dated", "stop_reason": "end_turn", "content": content, "usage": usage, **changes}
    choice = {"finish_reason": "stop", "message": {"role": "assistant", "content": text}, **changes}
    usage = {"prompt_tokens": 300, "completion_tokens": 40}
    return {"model": "tiny-1-dated", "choices": [choice], "usage": usage}
