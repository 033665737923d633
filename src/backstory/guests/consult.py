"""Sends a prompt to the guest: shows it instead, counts what it takes, and refuses it where that is over the limit."""

from typing import NamedTuple

import msgspec

from backstory.api import Memory
from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.guests.choice import make_guest
from backstory.guests.guest import SENT, Guest, GuestError, Prompt, Reply
from backstory.guests.prices import parse_prices, sum_cost
from backstory.model.errors import BackstoryError
from backstory.settings import Settings
from backstory.store.model_usage import ModelCall, ModelUsage


class Preview(NamedTuple):
    """What would be sent, and where to. Nothing was."""

    body: bytes
    place: str
    model: str
    tokens: int
    """An estimate of the tokens of the prompt."""


class UsageReport(NamedTuple):
    """What the calls of a month took."""

    month: str
    calls: int
    tokens_in: int
    tokens_out: int
    limit: int
    cost: float | None
    """Dollars; None where a model has no price."""


def choose_guest(memory: Memory) -> Guest:
    """The guest that the person has named. Raises `BackstoryError` where there is none."""
    return make_guest(memory.settings, memory.environ)


def preview_prompt(memory: Memory, prompt: Prompt) -> Preview:
    """The bytes that `send_prompt` would send."""
    guest = choose_guest(memory)
    return Preview(guest.encode(prompt), guest.place, guest.model, _estimate(prompt))


def send_prompt(memory: Memory, prompt: Prompt) -> Reply:
    """Sends a prompt and returns the whole reply, its text redacted.

    Raises `GuestError`, and `BackstoryError` before anything is sent where the call could go over `model.limit`.
    """
    guest = choose_guest(memory)
    body = guest.encode(prompt)
    usage = ModelUsage(memory.project.user)
    tokens_in = _estimate(prompt)
    call = ModelCall(
        id=memory.new_id(),
        made=memory.stamp(),
        model=guest.model,
        task=prompt.task,
        project=memory.project.id,
        tokens_in=tokens_in,
        tokens_out=memory.settings.get("model.max_output"),
        estimated=True,
    )
    usage.reserve(call, lambda calls: _ensure_within_limit(memory, calls, call))
    try:
        reply = guest.send(body)
    except GuestError as error:
        spent = tokens_in if error.spent == SENT else error.spent
        usage.settle(_change(call, tokens_in=spent, tokens_out=0, estimated=error.spent == SENT))
        raise
    except BackstoryError:
        usage.settle(_change(call, tokens_in=0, tokens_out=0, estimated=False))
        raise
    counts = reply.tokens_in > 0
    usage.settle(
        _change(
            call,
            model=reply.model,
            tokens_in=reply.tokens_in if counts else tokens_in,
            tokens_out=reply.tokens_out if counts else estimate_tokens(reply.text),
            estimated=not counts,
        )
    )
    return reply._replace(text=memory.gate.clean(reply.text))


def report_model_usage(settings: Settings, user_folder: str, month: str) -> UsageReport:
    """What the calls of a month (`2026-11`) took. `user_folder` is that of the data home."""
    calls = ModelUsage(user_folder).read_month(month)
    return UsageReport(
        month,
        len(calls),
        sum(call.tokens_in for call in calls),
        sum(call.tokens_out for call in calls),
        settings.get("model.limit"),
        sum_cost(calls, parse_prices(settings.get("model.prices"))),
    )


def _ensure_within_limit(memory: Memory, calls: list[ModelCall], call: ModelCall) -> None:
    spent, limit = sum(one.tokens for one in calls), memory.settings.get("model.limit")
    if spent + call.tokens > limit:
        raise BackstoryError(
            f"nothing was sent: {spent:,} tokens of this month and up to {call.tokens:,} more would be over the limit"
            f" of {limit:,}",
            hint=f"raise it: `backstory config set model.limit {limit * 2} --user`",
        )


def _estimate(prompt: Prompt) -> int:
    return int(estimate_tokens(f"{prompt.instructions}\n{prompt.material}") * ESTIMATE_RESERVE)


def _change(call: ModelCall, **values: object) -> ModelCall:
    return msgspec.structs.replace(call, **values)
