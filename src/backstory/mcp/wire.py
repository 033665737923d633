"""Messages over standard input and output: a JSON document on each line, and nothing else on standard output.

What is no message is answered here and never reaches the server.
"""

import os
import re
import threading
from typing import Any, Final

import msgspec

from backstory.mcp.handshake import is_request_id

MAX_MESSAGE: Final = 4 << 20
"""Bytes of a message."""
MAX_DEPTH: Final = 64
"""Levels of lists and objects in a message."""
CHUNK: Final = 1 << 16
PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600

_ESCAPE: Final = re.compile(rb"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)", re.DOTALL)
"""An escape in JSON: half of a pair of surrogates, which the group holds, or another one."""

Message = dict[str, Any]


class Wire:
    """The two ends of a connection. One thread reads; any may write."""

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        self._buffer = bytearray()
        self._lock = threading.Lock()

    def read(self) -> Message | None:
        """Returns the next message; None at the end of input. Answers what is no message, and goes on."""
        while (line := self._read_line()) is not None:
            if line.strip():
                message = self._decode(line)
                if message is not None:
                    return message
        return None

    def write(self, data: bytes) -> None:
        """Writes a message. Raises `OSError` when the client has gone."""
        view = memoryview(data + b"\n")
        with self._lock:
            while view:
                view = view[os.write(self._sink, view) :]

    def reply_error(self, ident: object, code: int, text: str) -> None:
        """Answers a message with an error; one without a usable id under the id null."""
        usable = ident if is_request_id(ident) else None
        error = {"code": code, "message": text}
        self.write(msgspec.json.encode({"jsonrpc": "2.0", "id": usable, "error": error}))

    def _read_line(self) -> bytes | None:
        """The next line. Of one that is too long, so much that it is seen to be."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > MAX_MESSAGE:
                return self._skip_line()
            chunk = os.read(self._source, CHUNK)
            if not chunk:
                rest, self._buffer = bytes(self._buffer), bytearray()
                return rest or None
            self._buffer += chunk
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _skip_line(self) -> bytes:
        """Drops the rest of a line that is too long, and returns its beginning."""
        line = bytes(self._buffer)
        while b"\n" not in self._buffer:
            self._buffer = bytearray(os.read(self._source, CHUNK))
            if not self._buffer:
                return line
        del self._buffer[: self._buffer.find(b"\n") + 1]
        return line

    def _decode(self, line: bytes) -> Message | None:
        """The message on a line; None for a line that was answered with an error."""
        if len(line) > MAX_MESSAGE:
            self.reply_error(None, INVALID_REQUEST, f"the message is larger than {MAX_MESSAGE:,} bytes; send less")
            return None
        try:
            message = decode_line(line)
        except (msgspec.DecodeError, RecursionError, ValueError):
            self.reply_error(None, PARSE_ERROR, "the line is not a JSON document in UTF-8")
            return None
        problem = find_fault(message)
        if problem:
            self.reply_error(message.get("id") if isinstance(message, dict) else None, INVALID_REQUEST, problem)
            return None
        return message  # type: ignore[no-any-return]  # `find_fault` has checked it


def decode_line(line: bytes) -> Any:
    """The JSON document on a line. Raises `msgspec.DecodeError`, `RecursionError` or `ValueError`.

    Clients in JavaScript cut texts within a character and send one half of a pair of surrogates: U+FFFD stands for it.
    """
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError:
        whole = _ESCAPE.sub(lambda match: b"\\ufffd" if match[1] else match[0], line)
        if whole == line:
            raise
    return msgspec.json.decode(whole)


def find_fault(message: object) -> str:
    """Says why a JSON document is no message of the protocol; empty for a message."""
    if isinstance(message, list):
        return "batches are not supported; send one message a line"
    if not isinstance(message, dict):
        return "a message is a JSON object"
    if message.get("jsonrpc") != "2.0":
        return 'a message has `"jsonrpc": "2.0"`'
    if is_too_deep(message):
        return f"the message is nested deeper than {MAX_DEPTH} levels"
    if "method" in message:
        return _find_request_fault(message)
    if not is_request_id(message.get("id")) or not ({"result", "error"} & message.keys()):
        return "a message has a `method`, or an `id` and a `result` or `error`"
    return ""


def _find_request_fault(message: Message) -> str:
    """Says what is wrong with a request or notification."""
    if not isinstance(message["method"], str):
        return "`method` is a text"
    if "id" in message and not is_request_id(message["id"]):
        return "`id` is a text or a whole number"
    if not isinstance(message.get("params", {}), dict):
        return "`params` is a JSON object"
    return ""


def is_too_deep(document: object) -> bool:
    """Whether a JSON document is nested deeper than `MAX_DEPTH`."""
    level = [document]
    for _ in range(MAX_DEPTH):
        inner: list[object] = []
        for value in level:
            if isinstance(value, dict):
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        if not inner:
            return False
        level = inner
    return True


def claim_standard_streams() -> Wire:
    """Takes standard input and output for messages: whatever else prints goes to standard error from now on."""
    source, sink = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    return Wire(source, sink)
