"""Outline the code for an agent."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import describe_symbol, locate_symbol, map_code
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.numbers import Whole
from backstory.model.errors import Invalid
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.library import CodeMap, MapExtras, Row, SymbolPage

SECTION: Final = "Look"


class MapAnswer(Answer):
    """An outline of the code within a budget."""

    schema = "map"
    code: "CodeMap"
    text: str
    extras: "MapExtras"

    def to_json(self) -> Json:
        code, extras, past = self.code, self.extras, self.extras.past
        history = past and {
            **past._asdict(),
            "together": [file._asdict() for file in past.together],
            "reverts": [revert._asdict() for revert in past.reverts],
        }
        body: Json = {
            **code._asdict(),
            "files": [
                {**file._asdict(), "symbols": [symbol._asdict() for symbol in file.symbols]} for file in code.files
            ],
            "surface": [exposed._asdict() for exposed in extras.surface],
            "packages": [package._asdict() for package in extras.packages],
            "past": history,
        }
        del body["beside"]
        return body

    def print_text(self) -> None:
        for line in self.text.rstrip("\n").split("\n"):
            console.line(line, cut=True)


class SymbolAnswer(Answer):
    """One symbol with its callers, its tests and the records about it."""

    schema = "symbol"
    page: "SymbolPage"
    text: str
    records: "list[Row]"

    def to_json(self) -> Json:
        page = self.page
        return {
            **page._asdict(),
            "symbol": page.symbol._asdict(),
            "callers": [place._asdict() for place in page.callers],
            "tests": [place._asdict() for place in page.tests],
            "callees": [place._asdict() for place in page.callees],
            "records": [
                {"id": row.record.id, "kind": row.record.kind, "title": row.record.title} for row in self.records
            ],
        }

    def print_text(self) -> None:
        console.data(self.text.rstrip("\n"))
        if self.records:
            console.data("\nrecords about it:")
        for row in self.records:
            console.data(f"  {row.record.short} {row.record.kind} {one_line(row.record.title, 100)}")


@click.command("map")
@click.argument("target", required=False, default="", metavar="[PATH[:LINE|#SYMBOL]]")
@click.option("--for", "goal", default="", metavar="GOAL", help="What you want to do; its symbols come first.")
@click.option(
    "--budget",
    type=Whole(100),
    default=None,
    metavar="TOKENS",
    help="Token budget; by default 1500.",
)
@click.option("--surface", is_flag=True, help="Include routes, commands, names of environment variables, and packages.")
@add_common_options
def map_(target: str, goal: str, budget: int | None, surface: bool) -> MapAnswer | SymbolAnswer:
    """Outline the code for an agent.

    Shows the symbols that matter most, with their signatures.

    \b
    backstory map --for "retry webhooks"
    backstory map src/db
    backstory map src/db/pool.py#Pool
    """
    memory = open_memory()
    path, symbol = locate_symbol(memory, target)
    if target.endswith("#"):
        raise Invalid(f"`{target}` names no symbol", hint=f"`backstory map {path}` lists the symbols of the file")
    if symbol:
        return SymbolAnswer(*describe_symbol(memory, path, symbol))
    return MapAnswer(*map_code(memory, goal=goal, path=path, budget=budget or 0, wide=surface))
