"""Put several records into one."""

from typing import Final

import click

from backstory import api
from backstory.api import split_title
from backstory.cli.command import add_common_options, open_memory, refresh_surfaces, text_or_stdin
from backstory.cli.records import RecordAnswer

SECTION: Final = "Curate"


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@click.option("--body", "--content", "body", default=None, metavar="TEXT", help="The summary; `-` reads stdin.")
@click.option(
    "--archive", "--archive-sources", is_flag=True, help="Move the sources off-context; they are never deleted."
)
@add_common_options
def summarize(refs: tuple[str, ...], body: str | None, archive: bool) -> RecordAnswer:
    """Put several records into one summary, which links to all of them."""
    memory = open_memory()
    title, rest = split_title(memory.gate.clean(text_or_stdin(body, what="summary")))
    record = api.summarize(memory, refs, title, rest, archive=archive)
    refresh_surfaces(memory)
    moved = " and moved them off-context" if archive else ""
    return RecordAnswer(record, f'Summarized {len(refs)} records in {record.short} "{record.title}"{moved}')
