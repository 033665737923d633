"""Many calls, many malformed messages, two clients: no crash, no hang, nothing lost."""

import json
import random
from typing import Any

import anyio
import pytest
from mcp_types import methods
from tests.e2e.conftest import World
from tests.mcp.conftest import CLIENT, ENVELOPE, GENERATIONS, Server, connect, run

CALLS = 1_000
MALFORMED = 10_000
SEED = 20261122


@pytest.mark.slow
@pytest.mark.parametrize("mode", GENERATIONS)
def test_a_thousand_calls_at_once_are_all_answered(shop: World, mode: str) -> None:
    async def act() -> None:
        async with connect(shop, mode) as client:
            answers: dict[int, Any] = {}

            async def call(number: int) -> None:
                name, arguments = ("status", {}) if number % 4 else ("recall", {"query": "psycopg", "limit": 1})
                answers[number] = await client.call_tool(name, arguments)

            async with anyio.create_task_group() as tasks:
                for number in range(CALLS):
                    tasks.start_soon(call, number)
            assert len(answers) == CALLS
            assert not [answer for answer in answers.values() if answer.is_error]
            assert sum("context" in answer.structured_content for answer in answers.values()) == 1

    run(act)


def malform(chance: random.Random) -> bytes:
    """A line that is no message, or a message that means nothing."""
    message = {
        "jsonrpc": chance.choice(["2.0", "1.0", 2, None]),
        "id": chance.choice([1.5, None, True, [], {}, -1, "", 10**40, "x" * 1000, chance.randrange(10**6)]),
        "method": chance.choice(["ping", "", "tools/call", "nothing", "initialize", 7, "notifications/cancelled"]),
        "params": chance.choice([{}, [], None, 1, {"name": 1}, {"_meta": 1}, {"_meta": {"progressToken": []}},
                                 {"name": "recall", "arguments": []}, {"requestId": {}}, {"name": "\ud800"}]),
    }  # fmt: skip
    for name in chance.sample(list(message), chance.randrange(3)):
        del message[name]
    text = json.dumps(message).encode()
    spoilt = (
        text[: chance.randrange(len(text) + 1)],
        bytes(chance.randrange(256) for _ in range(20)).replace(b"\n", b" "),
        b"[" * chance.choice([10, 1_000, 5_000]),
        b'{"a":' * 200 + b"1" + b"}" * 200,
        b'{"jsonrpc": "2.0", "result": {}, "id": 99}',
    )
    return chance.choice([text, text, text, *spoilt]) + b"\n"


@pytest.mark.slow
@pytest.mark.parametrize("is_modern", [False, True])
def test_ten_thousand_malformed_messages_leave_the_server_as_it_was(
    shop: World, server: Server, is_modern: bool
) -> None:
    chance = random.Random(SEED)
    meta = {"_meta": ENVELOPE} if is_modern else {}
    if is_modern:
        server.ask(0, "server/discover", **meta)
    else:
        server.shake_hands()
    for number in range(0, MALFORMED, 500):
        server.send(*(malform(chance) for _ in range(500)))
        assert "result" in server.ask(f"good-{number}", "tools/list", **meta), "still there"  # type: ignore[arg-type]
    server.send(b'{"jsonrpc": "2.0", "id": 5, "method": "ping", "params": {"x": "' + b"y" * (5 << 20) + b'"}}\n')
    result = server.ask("last", "tools/call", name="status", arguments={}, **meta)["result"]  # type: ignore[arg-type]
    assert result["structuredContent"]["records"] == 1
    assert server.end() == 0
    assert "Traceback" not in (shop.base / "stderr").read_text()


def test_two_clients_write_at_once_and_nothing_is_lost(shop: World) -> None:
    async def act() -> None:
        async with connect(shop) as one, connect(shop, GENERATIONS[1]) as other, anyio.create_task_group() as tasks:
            for number in range(20):
                for name, client in (("one", one), ("other", other)):
                    text = f"Fact {number} of {name}: port {number + 7000} serves {name}{number}"
                    tasks.start_soon(client.call_tool, "remember", {"kind": "fact", "text": text})

    run(act)
    assert len(shop.titles("fact")) == 40


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_answers_fit_the_schema_of_each_version_with_a_handshake(server: Server, version: str) -> None:
    first = server.shake_hands(version)["result"]
    assert first["protocolVersion"] == version
    methods.validate_server_result("initialize", version, first)
    for number, (method, params) in enumerate(requests(), 1):
        methods.validate_server_result(method, version, server.ask(number, method, **params)["result"])


def test_answers_fit_the_schema_of_the_version_without_a_handshake(server: Server) -> None:
    for number, (method, params) in enumerate(requests(), 1):
        answer = server.ask(number, method, **params, _meta=ENVELOPE)
        methods.validate_server_result(method, "2026-07-28", answer["result"])


def requests() -> list[tuple[str, dict[str, Any]]]:
    """A request of each sort that is answered with a result."""
    return [
        ("tools/list", {}),
        ("tools/call", {"name": "recall", "arguments": {"query": "psycopg"}}),
        ("tools/call", {"name": "recall", "arguments": {}}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("resources/read", {"uri": "backstory://brief"}),
        ("prompts/list", {}),
        ("prompts/get", {"name": "resume"}),
    ]


def test_the_generations_are_not_mixed_on_a_connection(server: Server) -> None:
    server.ask(1, "tools/list", _meta=ENVELOPE)
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}

    assert server.ask(2, "initialize", **params)["error"]["code"] == -32022


def test_a_call_that_is_cancelled_has_no_answer_and_the_next_one_brings_the_brief(fresh_server: Server) -> None:
    fresh_server.shake_hands()
    fresh_server.send(
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "map", "arguments": {}}},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "status", "arguments": {}}},
    )
    answered = [fresh_server.receive()]
    while answered[-1].get("id") != 2:
        answered.append(fresh_server.receive())

    assert 1 not in [message.get("id") for message in answered]
    assert "psycopg" in answered[-1]["result"]["structuredContent"]["context"]


def test_modules_of_the_repository_are_not_loaded(shop: World) -> None:
    """The server runs in the repository: nothing of it may become part of the server."""
    planted = f"open({str(shop.base / 'planted')!r}, 'w').close()\n"
    for name in ("json", "msgspec", "anyio", "mcp", "re2"):
        (shop.root / f"{name}.py").write_text(planted)
    (shop.root / "backstory").mkdir()
    (shop.root / "backstory" / "__init__.py").write_text(planted)
    (shop.root / "backstory" / "__main__.py").write_text(planted)
    with Server(shop) as server:
        server.shake_hands()
        assert not server.call(1, "status")["isError"]
        server.end()

    assert not (shop.base / "planted").exists()


def test_what_was_asked_before_the_end_of_input_is_answered(fresh_server: Server) -> None:
    fresh_server.shake_hands()
    for number in range(1, 6):
        fresh_server.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "status"}})
    assert fresh_server.end() == 0

    assert sorted(fresh_server.receive()["id"] for _ in range(5)) == [1, 2, 3, 4, 5]
