"""Hand the work over, or show the current handoff."""

from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import (
    SCOPE,
    TEXT,
    Json,
    add_common_options,
    open_memory,
    refresh_surfaces,
    split_fields,
    split_list,
)
from backstory.cli.records import record_json
from backstory.cli.remember_answer import RememberedAnswer
from backstory.model.errors import Invalid
from backstory.model.record import Record

if TYPE_CHECKING:
    from backstory.cli.library import ComposedBrief

SECTION: Final = "Daily"
NEXT: Final = "next"
"""The addressee that stands for whoever continues the work."""


class AcknowledgedHandoff(Answer):
    """A handoff that has been read and leaves the brief."""

    schema = "record"
    record: Record

    def to_json(self) -> Json:
        return {"id": self.record.id, "short": self.record.short, "status": self.record.status}

    def print_text(self) -> None:
        console.info(f'Acknowledged handoff {self.record.short} "{self.record.title}"')


class CurrentHandoff(Answer):
    """The current handoff, for a person, and what this person has handed over."""

    schema = "brief"
    composed: "ComposedBrief"
    sent: list[Record]

    def to_json(self) -> object:
        brief: Json = msgspec.to_builtins(self.composed.brief)
        return {**brief, "sent": [record_json(record) for record in self.sent]}

    def print_text(self) -> None:
        console.verbatim(self.composed.text)
        if not self.sent:
            return
        console.data()
        console.data("## What you handed over")
        for record in self.sent:
            message = record.parts.get("message", "")
            console.data()
            console.data(f"To {record.fields.get('to', '')}, on {record.made[:10]}: {message or record.title}")
            console.data(f"*({record.short}; `backstory handoff --done {record.short}` when it has been read)*")


@click.command()
@click.argument("who", required=False, metavar="[WHO]")
@click.argument("words", nargs=-1, type=TEXT, metavar="[MESSAGE]")
@click.option("--to", default="", metavar="WHO", help="For whom, as an option: a person, an agent, or `next`.")
@click.option("--message", "-m", default="", type=TEXT, metavar="TEXT", help="What to tell them, as an option.")
@click.option("--goal", "-g", default="", type=TEXT, metavar="TEXT", help="Why, for example a ticket.")
@click.option("--state", default="", type=TEXT, metavar="TEXT", help="Where the work stands.")
@click.option(
    "--next-steps",
    "--next",
    "next_steps",
    multiple=True,
    type=TEXT,
    metavar="TEXT",
    help="What comes next; `;;` separates several.",
)
@click.option("--blockers", multiple=True, type=TEXT, metavar="TEXT", help="What blocks the work.")
@click.option("--decisions", multiple=True, type=TEXT, metavar="TEXT", help="What was decided.")
@click.option(
    "--scope", type=SCOPE, default=None, help="Who sees it; `team` if the project keeps its memory in the repository."
)
@click.option("--done", default="", metavar="ID", help="Acknowledge a handoff: it leaves the brief.")
@click.option("--field", "fields", multiple=True, metavar="KEY=VALUE", help="Anything else to note.")
@add_common_options
def handoff(
    who: str | None,
    words: tuple[str, ...],
    to: str,
    message: str,
    goal: str,
    state: str,
    next_steps: tuple[str, ...],
    blockers: tuple[str, ...],
    decisions: tuple[str, ...],
    scope: str | None,
    done: str,
    fields: tuple[str, ...],
) -> RememberedAnswer | AcknowledgedHandoff | CurrentHandoff:
    """Hand the work over to WHO, with its current state. Without arguments, show the current handoff.

    WHO is a person, an agent, or `next` for whoever comes next. A message without WHO goes to `next`.

    \b
    backstory handoff alice "auth flow is 80 % done, refresh tokens are missing"
    backstory handoff next "the pool is ported" --next-steps "run the load test"
    """
    memory = open_memory()
    if done:
        record = memory.edit(done, status="acknowledged")
        refresh_surfaces(memory)
        return AcknowledgedHandoff(record)
    if who is None and not (to or message):
        from backstory.api import find_sent_handoffs

        return CurrentHandoff(memory.brief(mode="human-handoff"), find_sent_handoffs(memory))
    addressee, text = _read_address(who, words, to, message)
    remembered = memory.handoff(
        addressee,
        text,
        goal=goal,
        state=state,
        next_steps=split_list(next_steps),
        blockers=split_list(blockers),
        decisions=split_list(decisions),
        fields=split_fields(fields),
        scope=scope or "",
    )
    refresh_surfaces(memory)
    return RememberedAnswer(remembered, "Handed over:")


def _read_address(who: str | None, words: tuple[str, ...], to: str, message: str) -> tuple[str, str]:
    """For whom a handoff is and what it says. With `--to` every word belongs to the message. Raises `Invalid`.

    Three words or more in one argument, and nothing after them, are a message to whoever comes next.
    """
    if who and not (words or to or message) and len(who.split()) > 2:
        return NEXT, who
    addressees = list(filter(None, [who if to else "", *words]))
    if message and addressees:
        raise Invalid("the message is given twice", hint='give it once: `backstory handoff alice "auth flow is done"`')
    return to or who or "", message or " ".join(addressees)
