"""Both protocols against a stub on this machine: the bytes that leave, whole replies, and all else as an error."""

import json
from typing import Any

import pytest
from tests.guests.conftest import Stub, wrap

from backstory.guests import http
from backstory.guests.anthropic_api import AnthropicGuest
from backstory.guests.guest import SENT, Guest, GuestError, Prompt
from backstory.guests.openai_api import OpenAIGuest

PROMPT = Prompt("ask", "Answer.", '{"id":"gm9g49bz","text":"Wörter\\u001b"}\n\nQuestion: why?')
KEYS = {"ANTHROPIC_API_KEY": "key-of-mine", "OPENAI_API_KEY": "key-of-mine"}
PROVIDERS = ("anthropic", "openai")


def make(provider: str, stub: Stub, *, timeout: float = 20.0, key: bool = True) -> Guest:
    environ = KEYS if key else {}
    if provider == "anthropic":
        return AnthropicGuest("tiny-1", environ, url=stub.url, timeout=timeout, max_output=500)
    return OpenAIGuest("tiny-1", environ, url=f"{stub.url}/v1", timeout=timeout, max_output=500)


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call is made once, unless a test is about making it again."""
    for module in ("anthropic_api", "openai_api"):
        monkeypatch.setattr(f"backstory.guests.{module}.RETRIES", 0)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_bytes_that_leave_are_those_that_were_shown(provider: str, stub: Stub) -> None:
    guest = make(provider, stub)
    stub.answer(wrap(provider, "an answer"))
    body = guest.encode(PROMPT)

    reply = guest.send(body)

    assert stub.bodies == [body]
    assert f"{stub.url}{stub.paths[0]}" == guest.place
    assert stub.headers[0]["content-type"] == "application/json"
    assert stub.headers[0].get("x-api-key", stub.headers[0].get("authorization", "")).endswith("key-of-mine")
    assert b"key-of-mine" not in body
    assert (reply.text, reply.model, reply.tokens_in, reply.tokens_out) == ("an answer", "tiny-1-dated", 300, 40)


CUT = {"anthropic": {"stop_reason": "max_tokens"}, "openai": {"finish_reason": "length"}}
REFUSED = {"anthropic": {"stop_reason": "refusal"}, "openai": {"finish_reason": "content_filter"}}
OPEN = {"anthropic": {"stop_reason": None}, "openai": {"finish_reason": None}}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_a_reply_that_is_not_whole_is_none(provider: str, stub: Stub) -> None:
    whole = json.dumps(wrap(provider, "an answer")).encode()
    cases: list[tuple[Any, dict[str, str], str]] = [
        (wrap(provider, "an ans", **CUT[provider]), {}, "was cut off after 500 tokens"),
        (wrap(provider, "", **REFUSED[provider]), {}, "refused to answer"),
        (wrap(provider, "an ans", **OPEN[provider]), {}, "did not send a whole reply"),
        (wrap(provider, " "), {}, "did not send a whole reply"),
        ({}, {}, "did not send a whole reply"),
        ([], {}, "JSON that is no object"),
        (b'{"choices": [{"mess', {}, "not JSON"),
        (b"<html>", {}, "not JSON"),
        (whole, {"Content_Length": str(len(whole) + 10)}, "broke before the reply was whole"),
        (b"5\r\n{\"a\":\r\n", {"Transfer_Encoding": "chunked", "Content_Length": ""}, "broke before"),
        (b"x" * 5_000_000, {}, "longer than"),
    ]  # fmt: skip
    for body, headers, reason in cases:
        stub.answers.clear()
        stub.answer(body, **headers)
        with pytest.raises(GuestError) as caught:
            make(provider, stub).send(b"{}")
        assert reason in caught.value.message, (body, caught.value.message)
        assert caught.value.spent in (SENT, 340)


@pytest.mark.slow
@pytest.mark.parametrize("provider", PROVIDERS)
@pytest.mark.parametrize(
    ("status", "headers", "message", "hint"),
    [
        (401, {}, "status 401: no luck", "check the key"),
        (404, {}, "status 404: no luck", "check the model's name"),
        (413, {}, "status 413", "send less"),
        (429, {"Retry_After": "17"}, "rate limit", "wait 17 seconds"),
        (500, {}, "status 500", "try again later"),
        (529, {}, "status 529", "try again later"),
        (307, {"Location": "http://127.0.0.1:9/elsewhere"}, "status 307", "a redirect is not followed"),
    ],
)
def test_an_error_of_the_server_is_explained_and_costs_nothing(
    provider: str, status: int, headers: dict[str, str], message: str, hint: str, stub: Stub
) -> None:
    stub.answer({"error": {"message": "no\x1b[31m\nluck"}}, status, **headers)

    with pytest.raises(GuestError) as caught:
        make(provider, stub).send(b"{}")

    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.spent == 0
    assert len(stub.bodies) == 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_after_a_rate_limit_the_call_is_made_again_when_the_server_says(
    provider: str, stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("anthropic_api", "openai_api"):
        monkeypatch.setattr(f"backstory.guests.{module}.RETRIES", http.RETRIES)
    stub.answer({}, 429, Retry_After_Ms="5")
    stub.answer(wrap(provider, "an answer"))

    assert make(provider, stub).send(b"{}").text == "an answer"
    assert stub.bodies == [b"{}"] * 2


@pytest.mark.parametrize("provider", PROVIDERS)
def test_no_server_a_slow_one_and_no_key(provider: str, stub: Stub) -> None:
    stub.answer(wrap(provider, "an answer"))
    gone = make(provider, stub)
    stub.server.socket.listen(0)
    slow = make(provider, stub, timeout=0.05)
    stub.server.shutdown()  # it takes connections and answers none

    with pytest.raises(GuestError, match=r"did not answer within 0.05 seconds") as caught:
        slow.send(b"{}")
    assert caught.value.spent == SENT

    stub.server.server_close()
    with pytest.raises(GuestError, match="no connection to") as caught:
        gone.send(b"{}")
    assert caught.value.spent == 0

    if provider == "anthropic":
        with pytest.raises(GuestError, match="ANTHROPIC_API_KEY"):
            make(provider, stub, key=False).send(b"{}")
    with pytest.raises(GuestError, match="OPENAI_API_KEY"):
        OpenAIGuest("m", {}, url="", timeout=1, max_output=9).send(b"{}")


@pytest.mark.parametrize("name", ["anthropic", "openai"])
def test_an_extra_that_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, name, None)

    with pytest.raises(GuestError) as caught:
        http.require_sdk(name)

    assert f'pip install "backstory[{name}]"' in caught.value.hint
