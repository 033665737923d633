"""Take back the last command that changed the memory."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.commands.unshare import TRACKED
from backstory.cli.person import confirm_person
from backstory.model.errors import NotAPerson
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import Undone

SECTION: Final = "Curate"
MOST_TITLES: Final = 5


class UndoneChange(Answer):
    """The change that was taken back."""

    schema = "undo"
    change: "Undone"

    def to_json(self) -> Json:
        change = self.change
        return {
            "verb": change.verb,
            "titles": change.titles,
            "made": change.made,
            "restored": change.restored,
            "tracked": change.tracked,
        }

    def print_text(self) -> None:
        count = f", {format_count(len(self.change.titles), 'record')}:" if len(self.change.titles) > 1 else ""
        console.info(f"Took back: {self.change.verb}{count} {_quote(self.change.titles)}".rstrip())
        if self.change.tracked:
            what = "the file" if len(self.change.tracked) == 1 else format_count(len(self.change.tracked), "file")
            console.warn(TRACKED.format(what))
        if self.change.command.startswith(("ingest", "init")):
            console.info("hint: the sessions stay; `backstory extract SESSION` takes records out of one again")
        if self.change.restored:
            count = format_count(len(self.change.restored), "record")
            console.info(f"{count} that it had removed came back: {_quote(self.change.restored)}")


def _quote(titles: tuple[str, ...]) -> str:
    """Titles in quotation marks; of many the first few, and how many more there are."""
    quoted = ", ".join(f'"{title}"' for title in titles[:MOST_TITLES])
    return f"{quoted} and {len(titles) - MOST_TITLES} more" if len(titles) > MOST_TITLES else quoted


@click.command()
@add_common_options
def undo() -> UndoneChange:
    """Take back the last command that changed the memory.

    Takes back all its changes. Run it again to take back the command before.
    """
    memory = open_memory()
    try:
        change = memory.undo()
    except NotAPerson:  # the last change was a rejection
        confirm_person(memory, "Take back the last rejection?", "backstory undo")
        change = memory.undo()
    refresh_surfaces(memory, at_once=True)
    return UndoneChange(change)
