"""Add events to a session."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import TEXT, Json, add_common_options, open_memory, split_fields, split_tags, text_or_stdin
from backstory.model.ids import short_id

if TYPE_CHECKING:
    from backstory.model.event import Event

SECTION: Final = "Capture"
ALIASES: Final = ("event:add",)


class EventAnswer(Answer):
    """An event that was added."""

    schema = "event"
    event: "Event"

    def to_json(self) -> Json:
        event = self.event
        return {"id": event.id, "kind": event.kind, "session": event.session, "made": event.made, "data": event.data}

    def print_text(self) -> None:
        console.info(f"Added {self.event.kind} {short_id(self.event.id)} to session `{self.event.session}`")


@click.group()
def event() -> None:
    """Add events to a session of an agent without hooks and transcripts."""


@event.command("add")
@click.argument("words", nargs=-1, metavar="[TEXT]")
@click.option("--session", default="latest", show_default=True, metavar="ID", help="The session.")
@click.option("--role", default="", metavar="ROLE", help="Who: user, assistant, tool or system.")
@click.option("--kind", default="", metavar="KIND", help="What: prompt, reply, tool, edit, command, error or note.")
@click.option("--text", default="", type=TEXT, metavar="TEXT", help="The text, as an option; `-` reads stdin.")
@click.option("--ref", "--refs", "refs", multiple=True, metavar="PATH", help="A file that it is about.")
@click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="KEY=VALUE",
    help="Anything else to note; for a command, `exit_code` and `output`.",
)
@add_common_options
def event_add(
    words: tuple[str, ...],
    session: str,
    role: str,
    kind: str,
    text: str,
    refs: tuple[str, ...],
    fields: tuple[str, ...],
) -> EventAnswer:
    """Add an event to a session.

    \b
    backstory event add --session ID --role user --kind prompt "fix the login"
    """
    from backstory.api import add_event

    memory = open_memory()
    body = text_or_stdin(text or " ".join(words), what="text of the event")
    values = split_fields(fields)
    return EventAnswer(add_event(memory, session, body, role=role, kind=kind, refs=split_tags(refs), fields=values))


alias_event_add = event_add
