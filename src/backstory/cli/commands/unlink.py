"""Remove a link."""

from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.model.ids import short_id

if TYPE_CHECKING:
    from backstory.cli.library import Edge

SECTION: Final = "Curate"


class RemovedEdges(Answer):
    """The links that were removed."""

    schema = "edges"
    edges: "list[Edge]"

    def to_json(self) -> Json:
        return {"removed": [edge._asdict() for edge in self.edges]}

    def print_text(self) -> None:
        for edge in self.edges:
            console.info(f"Removed {short_id(edge.source)} {edge.relation} {short_id(edge.target)}")


@click.command()
@click.argument("source", metavar="EDGE|FROM")
@click.argument("target", required=False, default="", metavar="[TO]")
@click.option("--type", "relation", default="", metavar="RELATION", help="Only this relation.")
@add_common_options
def unlink(source: str, target: str, relation: str) -> RemovedEdges:
    """Remove a link, by its id (`backstory edges`) or between two records."""
    return remove_edges(source, target, relation=relation)


def remove_edges(source: str, target: str = "", *, relation: str = "") -> RemovedEdges:
    """Removes a link by its id, or the links between two records."""
    memory = open_memory()
    removed = api.remove_links(memory, source, target, relation.lower())
    refresh_surfaces(memory)
    return RemovedEdges(removed)
