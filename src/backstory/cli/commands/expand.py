"""Show the records behind a summary."""

from typing import Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.completion import complete_record
from backstory.cli.records import record_json
from backstory.model.record import Record

SECTION: Final = "Curate"


class SummarySources(Answer):
    """The records that a summary was made of."""

    schema = "expand"
    records: list[Record]

    def to_json(self) -> Json:
        return {"items": [record_json(record) for record in self.records]}

    def print_text(self) -> None:
        for record in self.records:
            console.data(console.bold(record.title), f"\n{record.short}  {record.kind}, {record.tier}")
            if record.body:
                console.data(record.body)
            console.data()
        if not self.records:
            console.info("no source is recorded")


@click.command()
@click.argument("ref", metavar="ID", shell_complete=complete_record)
@add_common_options
def expand(ref: str) -> SummarySources:
    """Show the records behind a summary."""
    return SummarySources(api.find_sources(open_memory(), ref))
