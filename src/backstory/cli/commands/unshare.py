"""Move records back out of the repository."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import move_record
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.records import record_json

if TYPE_CHECKING:
    from backstory.cli.library import Moved

SECTION: Final = "Curate"


class UnsharedRecords(Answer):
    """Records that were moved into the private memory."""

    schema = "unshare"
    moved: "list[Moved]"

    def to_json(self) -> Json:
        return {"items": [{**record_json(move.record, move.path), "history": move.history} for move in self.moved]}

    def print_text(self) -> None:
        for one in self.moved:
            console.info(f'Unshared {one.record.kind} {one.record.short} "{one.record.title}"')
            if one.history:
                console.warn("git tracks the file: its history, and whatever was pushed, still holds the text")


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@add_common_options
def unshare(refs: tuple[str, ...]) -> UnsharedRecords:
    """Move records back out of the repository, into your private memory."""
    memory = open_memory()
    moved = [move_record(memory, memory.get(ref).record.id, "private") for ref in refs]
    refresh_surfaces(memory, at_once=True)
    return UnsharedRecords(moved)
