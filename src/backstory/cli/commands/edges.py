"""List the links between records."""

from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.records import describe_record

if TYPE_CHECKING:
    from backstory.cli.library import Edge, Memory

SECTION: Final = "Look"


class EdgeList(Answer):
    """Links, each with its id."""

    schema = "edges"
    memory: "Memory"
    edges: "dict[str, Edge]"

    def to_json(self) -> Json:
        return {"items": [{"id": ident, **edge._asdict()} for ident, edge in self.edges.items()]}

    def print_text(self) -> None:
        console.table(
            [
                [
                    ident,
                    describe_record(self.memory, edge.source),
                    edge.relation,
                    describe_record(self.memory, edge.target),
                ]
                for ident, edge in self.edges.items()
            ],
            styles=("33",),
        )
        if not self.edges:
            console.info("no links")


@click.command()
@click.argument("either", required=False, default="", metavar="[ID]")
@click.option("--from", "source", default="", metavar="ID", help="Only links from this record.")
@click.option("--to", "target", default="", metavar="ID", help="Only links to this record.")
@add_common_options
def edges(either: str, source: str, target: str) -> EdgeList:
    """List the links between records, each with its id."""
    return list_edges(source=source, target=target, either=either)


def list_edges(*, source: str = "", target: str = "", either: str = "") -> EdgeList:
    """Lists the links from a record, to one, or of one in both directions."""
    memory = open_memory()
    matches = api.find_edges(memory, source=source, target=target, either=either)
    return EdgeList(memory, {api.make_edge_id(edge): edge for edge in matches})
