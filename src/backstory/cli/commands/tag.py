"""Add tags to a record."""

from typing import Final

import click

from backstory.cli.command import add_common_options, open_memory, refresh_surfaces, split_tags
from backstory.cli.records import ChangedRecord

SECTION: Final = "Curate"


@click.command()
@click.argument("ref", metavar="ID")
@click.argument("tags", nargs=-1, required=True, metavar="TAG...")
@add_common_options
def tag(ref: str, tags: tuple[str, ...]) -> ChangedRecord:
    """Add tags to a record; `tier:NAME` sets its tier."""
    memory = open_memory()
    record = memory.edit(ref, add_tags=split_tags(tags))
    refresh_surfaces(memory)
    return ChangedRecord(record, "Tagged")
