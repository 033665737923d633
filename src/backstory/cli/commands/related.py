"""List the records linked with one."""

from importlib import import_module
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
ALIASES: Final = ("graph",)
GRAPH: Final = ("related", "trace", "edges", "link", "unlink")
"""Commands about links, which `graph` gathers."""


class GraphGroup(click.Group):
    """The commands about links under one name; each file is loaded when its command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(GRAPH)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in GRAPH:
            return None
        command: click.Command = getattr(import_module(f"backstory.cli.commands.{cmd_name}"), cmd_name)
        return command


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


@click.group("graph", cls=GraphGroup)
def alias_graph() -> None:
    """Show and change links: related, trace, edges, link, unlink."""
