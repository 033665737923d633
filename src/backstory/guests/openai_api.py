"""A guest behind the Chat Completions API of OpenAI, by way of its SDK (extra `openai`).

Many servers speak the same protocol, local ones too (Ollama, llama.cpp, vLLM, LM Studio): `model.url` names theirs.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from backstory.guests.guest import SENT, GuestError, Prompt, Reply
from backstory.guests.http import RETRIES, call_sdk, is_loopback, make_client, read_count, require_sdk
from backstory.model.text import one_line

if TYPE_CHECKING:
    import httpx2

ADDRESS: Final = "https://api.openai.com/v1"
KEY: Final = "OPENAI_API_KEY"
_PATH: Final = "/chat/completions"
_NO_KEY: Final = "none"
"""The key for servers on this machine that ask for none."""


class OpenAIGuest:
    """A model behind an address that speaks OpenAI's protocol."""

    def __init__(self, model: str, environ: Mapping[str, str], *, url: str, timeout: float, max_output: int) -> None:
        self.model = model
        self.place = f"{url or ADDRESS}{_PATH}"
        self._url = url or ADDRESS
        self._key = environ.get(KEY, "")
        self._timeout = timeout
        self._max_output = max_output

    def encode(self, prompt: Prompt) -> bytes:
        """The body of the request. OpenAI has given the limit of a reply another name than the servers that follow."""
        limit = "max_tokens" if self._url != ADDRESS else "max_completion_tokens"
        messages = [
            {"role": "system", "content": prompt.instructions},
            {"role": "user", "content": prompt.material},
        ]
        return msgspec.json.encode({"model": self.model, limit: self._max_output, "messages": messages})

    def send(self, body: bytes) -> Reply:
        """Posts the body and reads the reply."""
        if not self._key and not is_loopback(self._url):
            raise GuestError(f"there is no key: `{KEY}` is not set", hint=f"`export {KEY}=...`; it is never stored")
        sdk = require_sdk("openai")
        client = sdk.OpenAI(
            api_key=self._key or _NO_KEY,
            base_url=self._url,
            timeout=self._timeout,
            max_retries=RETRIES,
            http_client=make_client(self._url, self._timeout),
        )

        def post() -> "httpx2.Response":
            import httpx2

            response: httpx2.Response = client.post(
                _PATH, content=body, cast_to=httpx2.Response, options={"headers": {"Content-Type": "application/json"}}
            )
            return response

        with client:
            return self._read(call_sdk(sdk, post, self.place, self._timeout))

    def _read(self, reply: dict[str, Any]) -> Reply:
        """The text of a whole reply. Raises `GuestError` for one that was cut off or refused."""
        usage = reply.get("usage")
        tokens_in, tokens_out = read_count(usage, "prompt_tokens"), read_count(usage, "completion_tokens")
        spent = tokens_in + tokens_out or SENT
        choices = reply.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        choice = first if isinstance(first, dict) else {}
        reason, message = choice.get("finish_reason"), choice.get("message")
        message = message if isinstance(message, dict) else {}
        if reason == "length":
            raise GuestError(
                f"the reply of `{self.model}` was cut off after {self._max_output:,} tokens",
                hint="allow more: `backstory config set model.max_output 8000 --user`",
                spent=spent,
            )
        if reason == "content_filter" or message.get("refusal"):
            raise GuestError(f"`{self.model}` refused to answer", hint="ask in other words", spent=spent)
        text = message.get("content")
        if reason != "stop" or not isinstance(text, str) or not text.strip():
            raise GuestError(f"`{self.place}` did not send a whole reply", spent=spent)
        name = reply.get("model")
        model = one_line(name, 80) if isinstance(name, str) else ""
        return Reply(text, model or self.model, tokens_in, tokens_out)
