"""List the records linked to one."""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, current_folder, open_memory
from backstory.cli.numbers import Whole
from backstory.cli.records import describe_record
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import AreaMemory, GraphStep, Memory

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names; any other word is what `related` is asked about."""
        if args and args[0] not in GRAPH and not args[0].startswith("-"):
            args = [GRAPH[0], *args]
        return super().resolve_command(ctx, args)


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


class RelatedToPath(Answer):
    """What runs and records say about a file or a folder."""

    schema = "area"
    memory: "Memory"
    area: "AreaMemory"

    def to_json(self) -> Json:
        area = self.area
        return {
            **area._asdict(),
            "files": [{"path": path, "runs": runs} for path, runs in area.files],
            "together": [{"path": path, "runs": runs} for path, runs in area.together],
            "failures": [failure._asdict() for failure in area.failures],
            "records": [
                {"id": row.record.id, "kind": row.record.kind, "title": row.record.title} for row in area.records
            ],
        }

    def print_text(self) -> None:
        from backstory.capture.sessions.failures import describe_failure

        area = self.area
        for row in area.records:
            console.data(describe_record(self.memory, row.record.id))
        if area.runs:
            console.data(f"{format_count(area.runs, 'run')} edited something in {area.path}")
        for title, counts in (("edited", area.files), ("edited with it", area.together)):
            console.table([[f"  {title}", path or ".", format_count(runs, "run")] for path, runs in counts])
        for command in area.tests:
            console.data(f"  passed  {command}")
        for failure in area.failures:
            console.data(f"  {describe_failure(failure)}")
        if not (area.records or area.runs):
            console.info(f"the memory has nothing about {area.path} yet; `backstory map {area.path}` shows its code")


@click.command()
@click.argument("ref", metavar="ID|PATH")
@click.option("--depth", type=Whole(1, 20), default=1, show_default=True, help="How many links away.")
@add_common_options
def related(ref: str, depth: int) -> RelatedRecords | RelatedToPath:
    """List the records linked to one, or show what is remembered about a path.

    Links are followed in both directions. For a path, it shows what runs and records say about it.

    \b
    backstory related 7q4t9w2r --depth 2
    backstory related src/db
    """
    memory = open_memory()
    if "/" in ref or "." in ref or os.path.isdir(ref):
        path = os.path.join(current_folder(), ref)
        return RelatedToPath(memory, api.find_area(memory, path if os.path.exists(path) else ref))
    return RelatedRecords(memory, api.find_related(memory, ref, depth))


@click.group("graph", cls=GraphGroup)
def alias_graph() -> None:
    """Show and change links. `graph ID` is `graph related ID`."""
