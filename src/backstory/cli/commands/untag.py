"""Remove tags from a record."""

from typing import Final

import click

from backstory.cli import console
from backstory.cli.command import add_common_options, open_memory, refresh_surfaces, split_tags
from backstory.cli.records import ChangedRecord
from backstory.model.errors import NotFound

SECTION: Final = "Curate"


@click.command()
@click.argument("ref", metavar="ID")
@click.argument("tags", nargs=-1, required=True, metavar="TAG...")
@add_common_options
def untag(ref: str, tags: tuple[str, ...]) -> ChangedRecord:
    """Remove tags from a record."""
    return remove_tags(ref, tags)


def remove_tags(ref: str, tags: tuple[str, ...]) -> ChangedRecord:
    """Removes tags, and names those that the record does not have. Raises `NotFound` if it has none of them."""
    memory = open_memory()
    names = split_tags(tags)
    old = memory.get(ref).record
    absent = [name for name in names if name not in (*old.tags, f"tier:{old.tier}")]
    if len(absent) == len(names):
        has = f"it has {', '.join(old.tags)}" if old.tags else "it has no tags"
        raise NotFound(f"{old.kind} {old.short} has no tag `{absent[0]}`", hint=f"{has}: `backstory show {old.short}`")
    if absent:
        console.info(f"there was no tag `{'`, `'.join(absent)}`")
    record = memory.edit(old.id, remove_tags=names)
    refresh_surfaces(memory)
    return ChangedRecord(record, "Untagged")
