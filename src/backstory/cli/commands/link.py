"""Link two records."""

from typing import Final

import click

from backstory import api
from backstory.cli.command import add_common_options, open_memory, refresh_surfaces
from backstory.cli.records import RecordAnswer, describe_record

SECTION: Final = "Curate"


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--type", "relation", default="relates_to", show_default=True, metavar="RELATION", help="The relation.")
@add_common_options
def link(source: str, target: str, relation: str) -> RecordAnswer:
    """Link two records: FROM depends_on, derived_from, part_of, answers, contradicts, relates_to, caused_by TO."""
    memory = open_memory()
    record = api.add_link(memory, source, target, relation)
    refresh_surfaces(memory)
    verb = relation.lower().replace("_", " ")
    return RecordAnswer(record, f"Linked {describe_record(memory, source)} {verb} {describe_record(memory, target)}")
