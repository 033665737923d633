"""Pin a record or a file to every brief."""

from typing import Final

import click

from backstory.cli.command import add_common_options, open_memory, refresh_surfaces
from backstory.cli.records import ChangedRecord
from backstory.cli.remember_answer import RememberedAnswer
from backstory.model.errors import Invalid, NotFound

SECTION: Final = "Curate"


@click.command()
@click.argument("what", required=False, metavar="[ID|PATH]")
@click.option("--path", default="", metavar="PATH", help="A file that every brief should name.")
@click.option("--note", default="", metavar="TEXT", help="Why the file matters.")
@add_common_options
def pin(what: str | None, path: str, note: str) -> ChangedRecord | RememberedAnswer:
    """Put a record, or a file with a note, into every brief."""
    target = path or what or ""
    if not target:
        raise Invalid(
            "no record or file to pin given", hint="`backstory pin ID`, or `backstory pin src/app.py --note TEXT`"
        )
    memory = open_memory()
    if not path and not note:
        try:
            row = memory.get(target)
        except NotFound:
            pass  # a path, then
        else:
            record = memory.edit(row.record.id, tier="pinned")
            refresh_surfaces(memory)
            return ChangedRecord(record, "Pinned")
    remembered = memory.pin_file(target, note)
    refresh_surfaces(memory)
    return RememberedAnswer(remembered, "Pinned")
