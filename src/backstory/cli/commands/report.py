"""Show figures about the memory."""

from typing import Final, TypedDict, cast

import click

from backstory.api import memory_stats
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, open_memory
from backstory.cli.times import parse_since
from backstory.model.text import format_count, one_line

SECTION: Final = "Set up"
MAX_ROWS: Final = 15
"""Rows of one table."""


class Figures(TypedDict):
    """Counts of records, each by one property, and totals."""

    kinds: dict[str, int]
    tiers: dict[str, int]
    scopes: dict[str, int]
    channels: dict[str, int]
    authors: dict[str, int]
    agents: dict[str, int]
    ages: dict[str, int]
    staleness: dict[str, int]
    use: dict[str, int]
    states: dict[str, int]
    total: int
    tokens: int
    conflicts: int
    foreign: int


class Report(Answer):
    """The figures as tables."""

    schema = "report"
    figures: Figures

    def to_json(self) -> object:
        return self.figures

    def print_text(self) -> None:
        figures = self.figures
        console.data(f"standing: {format_count(figures['total'], 'record')}, about {figures['tokens']:,} tokens")
        for title, counts in (
            ("kinds", figures["kinds"]),
            ("tiers", figures["tiers"]),
            ("scopes", figures["scopes"]),
            ("channels", figures["channels"]),
            ("authors", figures["authors"]),
            ("agents", figures["agents"]),
            ("ages", figures["ages"]),
            ("staleness", figures["staleness"]),
            ("use", figures["use"]),
            ("states", figures["states"]),
        ):
            _print_counts(title, counts)
        if figures["conflicts"]:
            console.data(f"\n{figures['conflicts']} conflicts; `backstory lint` names them")
        if figures["foreign"]:
            console.data(f"\n{figures['foreign']} foreign; `backstory trust --show` names them")


def _print_counts(title: str, counts: dict[str, int]) -> None:
    if not counts:
        return
    console.data(console.bold(f"\n{title}"))
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:MAX_ROWS]
    console.table([[f"{count:>7,}", one_line(name, 80)] for name, count in rows])


@click.command()
@click.option("--since", "after", default="", metavar="WHEN", help="Only made since: a date, or an age such as 7d.")
@add_common_options
def report(after: str) -> Report:
    """Show figures about the memory: by kind, tier, scope, channel, author, age, staleness and use."""
    memory = open_memory()
    since = parse_since(after, memory.now()) if after else ""
    return Report(cast(Figures, memory_stats(memory, since=since)))
