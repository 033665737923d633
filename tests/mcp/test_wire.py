"""Lines become messages, or are answered with an error: whatever bytes come, nothing raises and nothing is lost."""

import json
import os
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.mcp.wire import INVALID_REQUEST, MAX_DEPTH, MAX_MESSAGE, PARSE_ERROR, Wire, is_too_deep

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def exchange(data: bytes) -> tuple[list[Any], list[Any]]:
    """(messages that are read, errors that are written)."""
    source, sender = os.pipe()
    receiver, sink = os.pipe()
    replies = bytearray()

    def send() -> None:
        with open(sender, "wb") as stream:
            stream.write(data)

    def collect() -> None:
        with open(receiver, "rb") as stream:
            replies.extend(stream.read())

    threads = [threading.Thread(target=send), threading.Thread(target=collect)]
    for thread in threads:
        thread.start()
    wire, messages = Wire(source, sink), []
    while (message := wire.read()) is not None:
        messages.append(message)
    os.close(sink)
    for thread in threads:
        thread.join()
    os.close(source)
    return messages, [json.loads(line) for line in bytes(replies).splitlines()]


def line(message: object) -> bytes:
    return json.dumps(message).encode() + b"\n"


@given(st.lists(st.binary(max_size=200), max_size=8))
def test_any_bytes_between_two_messages_leave_both(junk: list[bytes]) -> None:
    messages, errors = exchange(line(PING) + b"\n".join(junk) + b"\n" + line(PING))

    assert messages[0] == messages[-1] == PING
    assert all(error["error"]["code"] in (PARSE_ERROR, INVALID_REQUEST) for error in errors)


@given(JSON)
def test_every_document_is_a_message_or_gets_one_error(document: Any) -> None:
    messages, errors = exchange(line(document))

    assert len(messages) + len(errors) == 1


@pytest.mark.parametrize(
    ("data", "code", "ident"),
    [
        (b"{", PARSE_ERROR, None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', PARSE_ERROR, None),
        (b"[" * 100_000, PARSE_ERROR, None),
        (b"1", INVALID_REQUEST, None),
        (line([PING]), INVALID_REQUEST, None),
        (line({"id": 4, "method": "ping"}), INVALID_REQUEST, 4),
        (line(PING | {"id": 1.5}), INVALID_REQUEST, None),
        (line(PING | {"id": None}), INVALID_REQUEST, None),
        (line(PING | {"id": True}), INVALID_REQUEST, None),
        (line(PING | {"id": "a", "method": 3}), INVALID_REQUEST, "a"),
        (line(PING | {"params": [1]}), INVALID_REQUEST, 1),
        (line({"jsonrpc": "2.0", "id": 9}), INVALID_REQUEST, 9),
    ],
)
def test_the_error_says_which_and_what(data: bytes, code: int, ident: object) -> None:
    messages, (error,) = exchange(data + b"\n" + line(PING))

    assert messages == [PING]
    assert (error["error"]["code"], error["id"]) == (code, ident)
    assert error["error"]["message"]


@pytest.mark.parametrize("size", [MAX_MESSAGE - 200, MAX_MESSAGE + 1, 3 * MAX_MESSAGE])
def test_a_large_line_is_read_up_to_the_limit_and_refused_beyond(size: int) -> None:
    large = PING | {"params": {"text": "x" * size}}
    messages, errors = exchange(line(large) + line(PING))

    assert messages == ([large, PING] if size < MAX_MESSAGE else [PING])
    assert [error["error"]["message"] for error in errors] == (
        [] if size < MAX_MESSAGE else [f"the message is larger than {MAX_MESSAGE:,} bytes; send less"]
    )


def test_a_line_without_an_end_is_read_at_the_end_of_input() -> None:
    assert exchange(line(PING).rstrip()) == ([PING], [])


def test_a_large_line_without_an_end_is_refused() -> None:
    messages, errors = exchange(b"x" * (MAX_MESSAGE + 10))

    assert messages == [] and len(errors) == 1


def nested(depth: int) -> Any:
    document: Any = 1
    for level in range(depth):
        document = [document] if level % 2 else {"a": document}
    return document


@pytest.mark.parametrize("depth", [0, 1, MAX_DEPTH - 1, MAX_DEPTH, MAX_DEPTH + 1, 500])
def test_nesting_has_a_limit(depth: int) -> None:
    assert is_too_deep(nested(depth)) is (depth >= MAX_DEPTH)


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (rb"cut \ud83d", "cut \ufffd"),
        (rb"\udE00 cut", "\ufffd cut"),
        (rb"\ud83d\ud83d\ude00", "\ufffd\U0001f600"),
        (rb"\\ud83d \ud83d \"", '\\ud83d \ufffd "'),
    ],
)
def test_half_a_character_is_read_as_a_replacement_character(sent: bytes, read: str) -> None:
    request = b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"text": "' + sent + b'"}}\n'
    messages, errors = exchange(request)
    assert errors == []
    assert [message["params"] for message in messages] == [{"text": read}]
