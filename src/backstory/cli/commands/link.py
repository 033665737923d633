"""Link two records."""

from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from backstory import api
from backstory.cli.command import add_common_options, open_memory, refresh_surfaces
from backstory.cli.records import RecordAnswer, describe_record
from backstory.model.errors import Invalid

if TYPE_CHECKING:
    from backstory.cli.commands.edges import EdgeList
    from backstory.cli.commands.unlink import RemovedEdges

SECTION: Final = "Curate"
REMOVING: Final = ("rm", "remove", "delete")


@click.command()
@click.argument("words", nargs=-1, metavar="FROM TO")
@click.option("--type", "relation", default="relates_to", show_default=True, metavar="RELATION", help="The relation.")
@click.option("--from", "source", default="", metavar="ID", help="List the links from this record.")
@click.option("--to", "target", default="", metavar="ID", help="List the links to this record.")
@add_common_options
def link(words: tuple[str, ...], relation: str, source: str, target: str) -> "RecordAnswer | RemovedEdges | EdgeList":
    """Link two records.

    FROM depends_on, derived_from, part_of, answers, contradicts, relates_to or caused_by TO.

    `link add FROM TO` does the same, and `link rm FROM TO` removes a link.
    """
    if source or target:
        from backstory.cli.commands.edges import list_edges

        return list_edges(source=source, target=target)
    verb = words[0] if words and words[0] in ("add", *REMOVING) else ""
    words = words[1:] if verb else words
    if verb in REMOVING and words:
        from backstory.cli.commands.unlink import remove_edges

        origin = click.get_current_context().get_parameter_source("relation")
        return remove_edges(*words[:2], relation="" if origin == ParameterSource.DEFAULT else relation)
    if len(words) != 2:
        raise Invalid("a link needs two records", hint="`backstory link 7q4t9w2r 3k8m2p5x --type depends_on`")
    return _add_link(words[0], words[1], relation)


def _add_link(source: str, target: str, relation: str) -> RecordAnswer:
    memory = open_memory()
    record = api.add_link(memory, source, target, relation)
    refresh_surfaces(memory)
    verb = relation.lower().replace("_", " ")
    return RecordAnswer(record, f"Linked {describe_record(memory, source)} {verb} {describe_record(memory, target)}")
