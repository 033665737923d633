"""A language model for real coding agents: a server on loopback that answers from a script and keeps what it was sent.

Speaks Anthropic's Messages, OpenAI's Responses and chat completions, and Google's `generateContent`, as server-sent
events or as one JSON document. The body of a request is what the model would see: there a test finds what was
delivered.
"""

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple, Self


class Say(NamedTuple):
    """The model's turn ends with a text."""

    text: str


class Call(NamedTuple):
    """The model calls a tool, and goes on with the next step of the script when the result is there."""

    tool: str
    input: dict[str, Any]
    text: str = ""
    tokens: int = 10
    """Tokens of the request, as chat completions count them."""


Answer = Say | Call
_TITLE = "session_title"


class Request(NamedTuple):
    path: str
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """All that the model sees, as JSON without escapes."""
        return json.dumps(self.body, ensure_ascii=False)

    @property
    def main(self) -> bool:
        """Whether it is the conversation itself. Titles and the like are asked for without tools, or with one that
        takes the title: Grok CLI does so while the conversation begins, before or after its first request."""
        tools = self.body.get("tools") or []
        return bool(tools) and not all(_TITLE in json.dumps(tool) for tool in tools)

    def seen(self, words: str) -> int:
        """How often some words stand in it, whatever JSON does to quotes and line ends."""
        return sum(part.count(words) for part in _strings(self.body))


class Stub:
    """The server, running between `with` and its end. `script` is answered in order; after it, `Say("Done.")`."""

    def __init__(self, *script: Answer) -> None:
        self.script = list(script)
        self.requests: list[Request] = []
        self._lock = threading.Lock()
        stub = self

        class Handler(_Handler):
            owner = stub

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def main(self) -> list[Request]:
        """The requests of the conversation itself."""
        return [r for r in self.requests if r.main]

    def answer(self, request: Request) -> Answer:
        with self._lock:
            self.requests.append(request)
            if request.main:
                return self.script.pop(0) if self.script else Say("Done.")
            return Say("Title")


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """An agent that is ended cuts its connections; the default prints a traceback into the test that runs then."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    owner: Stub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Silent."""

    def do_HEAD(self) -> None:
        self._send(b"", "text/plain")

    def do_GET(self) -> None:
        self._json({"object": "list", "data": [], "models": []})

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            body = json.loads(data or b"{}")
        except ValueError:
            body = {"undecodable": data.decode("utf-8", "replace")}
        path = self.path.partition("?")[0]
        if path.endswith("/count_tokens"):
            self._json({"input_tokens": 100})
        elif path.endswith("/messages"):
            answer = self.owner.answer(Request(path, body))
            model = str(body.get("model", "stub"))
            if body.get("stream"):
                self._events(_anthropic(answer, model))
            else:
                self._json(_message(answer, model, [_block(answer)]))
        elif path.endswith("/chat/completions"):
            answer = self.owner.answer(Request(path, body))
            chunks = list(_completions(answer, str(body.get("model", "stub"))))
            if body.get("stream"):
                self._chunks(chunks, "data: [DONE]\n\n")
            else:
                self._json(_completion(answer, str(body.get("model", "stub"))))
        elif path.endswith((":generateContent", ":streamGenerateContent")):
            answer = self.owner.answer(Request(path, body))
            if path.endswith(":streamGenerateContent"):
                self._chunks([_generated(answer)])
            else:
                self._json(_generated(answer))
        elif path.endswith("/responses"):
            answer = self.owner.answer(Request(path, body))
            self._events(_responses(answer, str(body.get("model", "stub"))))
        else:
            self._json({})

    def _json(self, document: dict[str, Any]) -> None:
        self._send(json.dumps(document).encode(), "application/json")

    def _events(self, events: Iterator[dict[str, Any]]) -> None:
        text = "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events)
        self._send(text.encode(), "text/event-stream")

    def _chunks(self, chunks: list[dict[str, Any]], end: str = "") -> None:
        text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks)
        self._send((text + end).encode(), "text/event-stream")

    def _send(self, data: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


_USAGE = {"input_tokens": 10, "output_tokens": 5, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
_counter = iter(range(1, 1 << 30))


def _block(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, Say):
        return {"type": "text", "text": answer.text}
    return {"type": "tool_use", "id": f"toolu_{next(_counter):06}", "name": answer.tool, "input": answer.input}


def _message(answer: Answer, model: str, content: list[dict[str, Any]]) -> dict[str, Any]:
    reason = "end_turn" if isinstance(answer, Say) else "tool_use"
    return {
        "id": f"msg_{next(_counter):06}", "type": "message", "role": "assistant", "model": model, "content": content,
        "stop_reason": reason, "stop_sequence": None, "usage": dict(_USAGE),
    }  # fmt: skip


def _anthropic(answer: Answer, model: str) -> Iterator[dict[str, Any]]:
    message = _message(answer, model, [])
    yield {"type": "message_start", "message": message | {"stop_reason": None}}
    blocks = [_block(answer)]
    if isinstance(answer, Call) and answer.text:
        blocks.insert(0, {"type": "text", "text": answer.text})
    for index, block in enumerate(blocks):
        if block["type"] == "text":
            empty, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


def _responses(answer: Answer, model: str) -> Iterator[dict[str, Any]]:
    number = next(_counter)
    response = {"id": f"resp_{number:06}", "object": "response", "model": model, "status": "in_progress", "output": []}
    yield {"type": "response.created", "response": response}
    item: dict[str, Any]
    if isinstance(answer, Say):
        content = [{"type": "output_text", "text": answer.text, "annotations": []}]
        item = {"type": "message", "role": "assistant", "id": f"msg_{number:06}", "content": content}
    else:
        namespace, _, name = answer.tool.rpartition("/")
        item = {
            "type": "function_call", "id": f"fc_{number:06}", "call_id": f"call_{number:06}", "name": name,
            "arguments": json.dumps(answer.input), "status": "completed",
        } | ({"namespace": namespace} if namespace else {})  # fmt: skip
    yield {"type": "response.output_item.added", "output_index": 0, "item": item}
    yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    usage = {
        "input_tokens": 10, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 5,
        "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 15,
    }  # fmt: skip
    yield {
        "type": "response.completed",
        "response": response | {"status": "completed", "output": [item], "usage": usage},
    }


def _completion(answer: Answer, model: str) -> dict[str, Any]:
    number = next(_counter)
    message: dict[str, Any] = {"role": "assistant", "content": answer.text}
    if isinstance(answer, Call):
        call = {"name": answer.tool, "arguments": json.dumps(answer.input)}
        message["tool_calls"] = [{"index": 0, "id": f"call_{number:06}", "type": "function", "function": call}]
    reason = "stop" if isinstance(answer, Say) else "tool_calls"
    read = answer.tokens if isinstance(answer, Call) else 10
    usage = {"prompt_tokens": read, "completion_tokens": 5, "total_tokens": read + 5}
    choice = {"index": 0, "message": message, "finish_reason": reason}
    return {"id": f"chatcmpl_{number:06}", "object": "chat.completion", "created": 1, "model": model,
            "choices": [choice], "usage": usage}  # fmt: skip


def _completions(answer: Answer, model: str) -> Iterator[dict[str, Any]]:
    whole = _completion(answer, model)
    chunk = whole | {"object": "chat.completion.chunk"}
    (choice,) = whole["choices"]
    yield chunk | {"choices": [{"index": 0, "delta": choice["message"], "finish_reason": None}], "usage": None}
    yield chunk | {"choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]}


def _generated(answer: Answer) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [{"text": answer.text}] if answer.text else []
    if isinstance(answer, Call):
        parts.append({"functionCall": {"name": answer.tool, "args": answer.input}})
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15}
    candidate = {"index": 0, "content": {"role": "model", "parts": parts}, "finishReason": "STOP"}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "stub"}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for below in value.values():
            yield from _strings(below)
    elif isinstance(value, list):
        for below in value:
            yield from _strings(below)
