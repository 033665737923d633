"""Decides what an agent may change of the rules, preferences and personas that a person stated.

These steer agents, so an agent neither replaces them, nor takes them back, nor hides them. It asks the person, whose
own words replace a rule as soon as a prompt says them.
"""

from typing import TYPE_CHECKING

from backstory.model.errors import NotAPerson
from backstory.model.kinds import AGENTS_CHANNELS, KINDS

if TYPE_CHECKING:
    from backstory.memory.kernel.workspace import Channel
    from backstory.model.record import Record


def is_persons(record: "Record") -> bool:
    """Whether a record says what a person told agents once and for all, in a prompt or as a record."""
    steers = record.kind in KINDS and KINDS[record.kind].group == "identity"
    return steers and record.origin.how in ("explicit", "observed")


def may_replace(channel: "Channel", record: "Record") -> bool:
    """Whether a channel may replace, take back or hide a record."""
    return not (channel.agent and channel.how in AGENTS_CHANNELS and is_persons(record))


def ensure_may_replace(channel: "Channel", record: "Record", command: str) -> None:
    """Raises `NotAPerson` where an agent would change what a person told it once and for all."""
    if not may_replace(channel, record):
        raise NotAPerson(
            f"{record.kind} `{record.short}` says what the person told agents, and this is {channel.agent}",
            hint=f"ask the person: what they say in a prompt replaces it, or they run `{command}`",
        )
