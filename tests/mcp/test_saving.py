"""The state of the work is saved when a client is idle or goes, once, and only where there is something to save."""

import json
import signal

import pytest
from tests.e2e.conftest import World, eventually
from tests.mcp.conftest import LIMIT, Server, change_file, checkpoints


def test_the_end_of_input_saves(shop: World, server: Server) -> None:
    server.shake_hands()
    server.call(1, "status")
    change_file(shop)
    assert server.end() == 0

    (title,) = checkpoints(shop)
    assert "[auto-exit]" in title
    shown = json.loads(shop.run("list", "checkpoint", "--json").out)["items"][0]
    assert shown["origin"]["how"] == "inferred" and shown["origin"]["agent"] == "test-client"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_saves_and_ends_the_server(shop: World, fresh_server: Server, number: signal.Signals) -> None:
    fresh_server.shake_hands()
    fresh_server.call(1, "status")
    change_file(shop)
    fresh_server.process.send_signal(number)

    assert fresh_server.process.wait(timeout=LIMIT) == 0
    assert len(checkpoints(shop)) == 1


def test_without_a_call_nothing_is_saved(shop: World, server: Server) -> None:
    server.shake_hands()
    change_file(shop)
    server.end()

    assert checkpoints(shop) == []


def test_what_the_client_saved_is_not_saved_again(shop: World, server: Server) -> None:
    server.shake_hands()
    change_file(shop)
    server.call(1, "checkpoint", task="Port the pool", state="half done")
    server.end()

    assert checkpoints(shop) == ["Port the pool"]


def test_a_client_that_goes_quiet_is_saved_once(shop: World) -> None:
    environ = {"BACKSTORY_MCP_IDLE_SECONDS": "1", "BACKSTORY_CAPTURE_GUARD_MINUTES": "0"}
    with Server(shop, **environ) as server:
        server.shake_hands()
        server.call(1, "checkpoint", task="Port the pool", state="half done")
        change_file(shop)
        server.call(2, "status")
        eventually(lambda: [title for title in checkpoints(shop) if "[auto-idle]" in title])
        server.end()

    assert len(checkpoints(shop)) == 2, "the end of the connection finds nothing new"


def test_memory_that_is_switched_off_stays_as_it_is(shop: World) -> None:
    with Server(shop, BACKSTORY_ENABLED="false") as server:
        server.shake_hands()
        result = server.call(1, "remember", kind="fact", text="anything")
        assert result["isError"] and "switched off" in result["content"][0]["text"]
        server.call(2, "status")
        change_file(shop)
        server.end()

    assert checkpoints(shop) == []


def test_status_tells_what_is_noted_of_the_client(shop: World, server: Server) -> None:
    server.shake_hands()
    assert server.call(1, "status")["structuredContent"].get("calls", 0) == 0
    server.call(2, "checkpoint", task="Port the pool", state="half done")
    noted = server.call(3, "status")["structuredContent"]

    assert noted["calls"] == 2 and noted["briefed"] and noted["saved"] and noted["last_call"]
