"""Add tags to a record."""

from typing import Final

import click

from backstory.cli.command import add_common_options, open_memory, refresh_surfaces, split_tags
from backstory.cli.commands.tags import TagCounts, count_tags
from backstory.cli.commands.untag import remove_tags
from backstory.cli.completion import complete_record
from backstory.cli.records import ChangedRecord
from backstory.model.errors import Invalid

SECTION: Final = "Curate"
LISTING: Final = ("list", "ls")
REMOVING: Final = ("rm", "remove", "delete")


@click.command()
@click.argument("ref", required=False, default="", metavar="ID", shell_complete=complete_record)
@click.argument("tags", nargs=-1, metavar="TAG...")
@add_common_options
def tag(ref: str, tags: tuple[str, ...]) -> ChangedRecord | TagCounts:
    """Add tags to a record; `tier:NAME` sets its tier.

    `tag add ID TAG...` and `tag rm ID TAG...` do the same and the opposite; without arguments all tags are listed.
    """
    if not ref or (ref in LISTING and not tags):
        return count_tags()
    if ref in REMOVING and len(tags) > 1:
        return remove_tags(tags[0], tags[1:])
    if ref == "add" and len(tags) > 1:
        ref, tags = tags[0], tags[1:]
    if not tags:
        raise Invalid(f"no tag given for `{ref}`", hint=f"`backstory tag {ref} api`; `backstory tags` lists all")
    memory = open_memory()
    record = memory.edit(ref, add_tags=split_tags(tags))
    refresh_surfaces(memory)
    return ChangedRecord(record, "Tagged")
