"""Pass the work on, or show the current handoff."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import SCOPE, TEXT, Json, add_common_options, open_memory, refresh_surfaces, split_list
from backstory.cli.remembered import RememberedAnswer
from backstory.model.record import Record

if TYPE_CHECKING:
    from backstory.cli.library import ComposedBrief

SECTION: Final = "Daily"


class AcknowledgedHandoff(Answer):
    """A handoff that has been read and leaves the brief."""

    schema = "record"
    record: Record

    def to_json(self) -> Json:
        return {"id": self.record.id, "short": self.record.short, "status": self.record.status}

    def print_text(self) -> None:
        console.info(f'Acknowledged handoff {self.record.short} "{self.record.title}"')


class CurrentHandoff(Answer):
    """The current handoff, for a person."""

    schema = "brief"
    composed: "ComposedBrief"

    def to_json(self) -> object:
        return self.composed.brief

    def print_text(self) -> None:
        console.verbatim(self.composed.text)


@click.command()
@click.argument("who", required=False, metavar="[WHO]")
@click.argument("words", nargs=-1, type=TEXT, metavar="[MESSAGE]")
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
@click.option("--scope", type=SCOPE, default=None, help="Who sees it; the team by default.")
@click.option("--done", default="", metavar="ID", help="Acknowledge a handoff: it leaves the brief.")
@add_common_options
def handoff(
    who: str | None,
    words: tuple[str, ...],
    goal: str,
    state: str,
    next_steps: tuple[str, ...],
    blockers: tuple[str, ...],
    decisions: tuple[str, ...],
    scope: str | None,
    done: str,
) -> RememberedAnswer | AcknowledgedHandoff | CurrentHandoff:
    """Pass the work on to WHO, with the state of the last checkpoint; without arguments, show the current handoff.

    \b
    backstory handoff alice "auth flow is 80 % done, refresh tokens are missing"
    """
    memory = open_memory()
    if done:
        record = memory.edit(done, status="acknowledged")
        refresh_surfaces(memory)
        return AcknowledgedHandoff(record)
    if not who:
        return CurrentHandoff(memory.brief(mode="human-handoff"))
    kept = memory.handoff(
        who,
        " ".join(words),
        goal=goal,
        state=state,
        next_steps=split_list(next_steps),
        blockers=split_list(blockers),
        decisions=split_list(decisions),
        scope=scope or "",
    )
    refresh_surfaces(memory)
    return RememberedAnswer(kept, "Handed over:")
