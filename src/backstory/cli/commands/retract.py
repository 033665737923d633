"""Take a record back; the history keeps it."""

from typing import Final

import click

from backstory.cli.command import add_common_options, open_memory, refresh_surfaces
from backstory.cli.completion import complete_record
from backstory.cli.records import ChangedRecord

SECTION: Final = "Curate"
ALIASES: Final = ("delete",)


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...", shell_complete=complete_record)
@add_common_options
def retract(refs: tuple[str, ...]) -> list[ChangedRecord]:
    """Take a record back. It leaves briefs and recall; the history keeps it and `backstory undo` brings it back."""
    memory = open_memory()
    records = [memory.retract(memory.get(ref).record.id) for ref in refs]
    refresh_surfaces(memory, at_once=True)
    return [ChangedRecord(record, "Retracted") for record in records]
