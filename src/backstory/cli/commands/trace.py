"""Show where a record came from."""

from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.completion import complete_record
from backstory.cli.records import describe_record

if TYPE_CHECKING:
    from backstory.cli.library import GraphStep, Memory, OriginEnd

SECTION: Final = "Look"


class TracedPaths(Answer):
    """Paths over links, from a record to its sources or to what followed from it."""

    schema = "trace"
    memory: "Memory"
    paths: "list[list[GraphStep]]"
    ends: "list[OriginEnd]"
    """The person, agent, session, commit or text that the record itself comes from."""
    reverse: bool

    def to_json(self) -> Json:
        return {
            "paths": [[step._asdict() for step in path] for path in self.paths],
            "ends": [end._asdict() for end in self.ends],
        }

    def print_text(self) -> None:
        for path in self.paths:
            for step in path:
                relation = f"{step.via.replace('_', ' ')} " if step.via else ""
                console.data(f"{'  ' * step.depth}{relation}{describe_record(self.memory, step.id)}")
        for end in self.ends:
            console.data(api.format_end(end))
        if not self.paths and (self.reverse or not self.ends):
            console.info("no record followed from it" if self.reverse else "no source is recorded")


@click.command()
@click.argument("ref", metavar="ID", shell_complete=complete_record)
@click.option("--reverse", is_flag=True, help="Show what followed from it, instead of where it came from.")
@add_common_options
def trace(ref: str, reverse: bool) -> TracedPaths:
    """Show the paths from a record to its sources, and its own origin."""
    memory = open_memory()
    ends = [] if reverse else api.find_ends(memory, memory.get(ref).record)
    return TracedPaths(memory, api.trace_sources(memory, ref, reverse=reverse), ends, reverse)
