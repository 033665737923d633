"""A guest behind the Messages API of Anthropic, by way of its SDK (extra `anthropic`)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from backstory.guests.guest import SENT, GuestError, Prompt, Reply
from backstory.guests.http import RETRIES, call_sdk, make_client, read_count, require_sdk
from backstory.model.text import one_line

if TYPE_CHECKING:
    import httpx2

ADDRESS: Final = "https://api.anthropic.com"
KEY: Final = "ANTHROPIC_API_KEY"
_PATH: Final = "/v1/messages"
_COMPLETE: Final = ("end_turn", "stop_sequence")


class AnthropicGuest:
    """A model of Anthropic."""

    def __init__(self, model: str, environ: Mapping[str, str], *, url: str, timeout: float, max_output: int) -> None:
        self.model = model
        self.place = f"{url or ADDRESS}{_PATH}"
        self._url = url or ADDRESS
        self._key = environ.get(KEY, "")
        self._timeout = timeout
        self._max_output = max_output

    def encode(self, prompt: Prompt) -> bytes:
        """The body of the request."""
        messages = [{"role": "user", "content": prompt.material}]
        return msgspec.json.encode(
            {"model": self.model, "max_tokens": self._max_output, "system": prompt.instructions, "messages": messages}
        )

    def send(self, body: bytes) -> Reply:
        """Posts the body and reads the reply."""
        if not self._key:
            raise GuestError(f"there is no key: `{KEY}` is not set", hint=f"`export {KEY}=...`; it is never stored")
        sdk = require_sdk("anthropic")
        client = sdk.Anthropic(
            api_key=self._key,
            base_url=self._url,
            timeout=self._timeout,
            max_retries=RETRIES,
            open_telemetry=False,  # its traces may hold what is sent
            http_client=make_client(self._url, self._timeout),
        )

        def post() -> "httpx2.Response":
            response: httpx2.Response = client.post(
                _PATH, content=body, cast_to=_response_type(), options={"headers": {"Content-Type": "application/json"}}
            )
            return response

        with client:
            return self._read(call_sdk(sdk, post, self.place, self._timeout))

    def _read(self, reply: dict[str, Any]) -> Reply:
        """The text of a whole reply. Raises `GuestError` for one that was cut off or refused."""
        usage = reply.get("usage")
        tokens_in = sum(
            read_count(usage, name)
            for name in ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        )
        tokens_out = read_count(usage, "output_tokens")
        spent = tokens_in + tokens_out or SENT
        reason = reply.get("stop_reason")
        if reason == "max_tokens":
            raise GuestError(
                f"the reply of `{self.model}` was cut off after {self._max_output:,} tokens",
                hint="allow more: `backstory config set model.max_output 8000 --user`",
                spent=spent,
            )
        if reason == "refusal":
            raise GuestError(f"`{self.model}` refused to answer", hint="ask in other words", spent=spent)
        blocks = reply.get("content")
        texts = [
            block["text"]
            for block in (blocks if isinstance(blocks, list) else [])
            if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
        ]
        text = "".join(texts)
        if reason not in _COMPLETE or not text.strip():
            raise GuestError(f"`{self.place}` did not send a whole reply", spent=spent)
        name = reply.get("model")
        model = one_line(name, 80) if isinstance(name, str) else ""
        return Reply(text, model or self.model, tokens_in, tokens_out)


def _response_type() -> "type[httpx2.Response]":
    import httpx2

    return httpx2.Response
