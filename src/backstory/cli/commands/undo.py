"""Take back the last change to the memory."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.person import confirm_person
from backstory.model.errors import NotAPerson

if TYPE_CHECKING:
    from backstory.cli.library import Undone

SECTION: Final = "Curate"


class UndoneChange(Answer):
    """The change that was taken back."""

    schema = "undo"
    change: "Undone"

    def to_json(self) -> Json:
        return {"verb": self.change.verb, "titles": self.change.titles, "made": self.change.made}

    def print_text(self) -> None:
        titles = ", ".join(f'"{title}"' for title in self.change.titles)
        console.info(f"Took back: {self.change.verb} {titles}")


@click.command()
@add_common_options
def undo() -> UndoneChange:
    """Take back the last change to the memory; again takes back the one before."""
    memory = open_memory()
    try:
        change = memory.undo()
    except NotAPerson:  # the last change was a rejection
        confirm_person(memory, "Take back the last rejection?", "backstory undo")
        change = memory.undo()
    refresh_surfaces(memory, at_once=True)
    return UndoneChange(change)
