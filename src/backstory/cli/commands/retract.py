"""Take a record back; the history keeps it."""

from typing import Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.command import add_common_options, open_memory, refresh_surfaces
from backstory.cli.completion import complete_record
from backstory.cli.records import ChangedRecord
from backstory.model.record import Record

SECTION: Final = "Curate"
ALIASES: Final = ("delete",)


class RetractedRecord(ChangedRecord):
    """A record that was taken back, and those that it had replaced and that hold again."""

    restored: list[Record]

    def print_text(self) -> None:
        super().print_text()
        for record in self.restored:
            console.info(f'in force again: {record.kind} {record.short} "{record.title}"')
            console.info(f"hint: `backstory retract {record.short}` takes it back too")


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...", shell_complete=complete_record)
@add_common_options
def retract(refs: tuple[str, ...]) -> list[RetractedRecord]:
    """Take a record back. It leaves briefs and recall; the history keeps it and `backstory undo` brings it back."""
    memory = open_memory()
    records = api.retract_records(memory, refs)
    refresh_surfaces(memory, at_once=True)
    return [RetractedRecord(record, "Retracted", api.list_restored(memory, record.id)) for record in records]
