"""List the records linked with one."""

from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.records import describe_record

if TYPE_CHECKING:
    from backstory.cli.library import GraphStep, Memory

SECTION: Final = "Look"


class RelatedRecords(Answer):
    """Records reached over links, each with its distance."""

    schema = "related"
    memory: "Memory"
    steps: "list[GraphStep]"

    def to_json(self) -> Json:
        return {"items": [step._asdict() for step in self.steps]}

    def print_text(self) -> None:
        for step in self.steps:
            indent = "  " * (step.depth - 1)
            console.data(f"{indent}{step.via.replace('_', ' ')}  {describe_record(self.memory, step.id)}")
        if not self.steps:
            console.info("no linked records")


@click.command()
@click.argument("ref", metavar="ID")
@click.option("--depth", type=click.IntRange(1, 20), default=1, show_default=True, help="How many links away.")
@add_common_options
def related(ref: str, depth: int) -> RelatedRecords:
    """List the records linked with one, in both directions."""
    memory = open_memory()
    return RelatedRecords(memory, api.find_related(memory, ref, depth))
