"""Remove tags from a record."""

from typing import Final

import click

from backstory.cli.command import add_common_options, open_memory, refresh_surfaces, split_tags
from backstory.cli.records import ChangedRecord

SECTION: Final = "Curate"


@click.command()
@click.argument("ref", metavar="ID")
@click.argument("tags", nargs=-1, required=True, metavar="TAG...")
@add_common_options
def untag(ref: str, tags: tuple[str, ...]) -> ChangedRecord:
    """Remove tags from a record."""
    memory = open_memory()
    record = memory.edit(ref, remove_tags=split_tags(tags))
    refresh_surfaces(memory)
    return ChangedRecord(record, "Untagged")
