"""Measure Backstory on your own repository."""

import sys
from typing import Final, TypedDict, cast

import click

from backstory.api import measure_relevance
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, open_memory
from backstory.cli.numbers import Whole

SECTION: Final = "Set up"
METRICS: Final = ("hit@1", "hit@5", "hit@10", "MRR", "recall@10")


class RelevanceFigures(TypedDict):
    """How well each method found the files that past commits changed."""

    tasks: int
    files: int
    methods: dict[str, dict[str, float]]


class RelevanceBench(Answer):
    """The figures of `bench relevance`."""

    schema = "bench-relevance"
    figures: RelevanceFigures

    def to_json(self) -> object:
        return self.figures

    def print_text(self) -> None:
        console.data(f"{self.figures['tasks']} past commits as tasks, {self.figures['files']:,} files")
        rows = [
            [name, *(f"{row[metric] * 100:5.1f}" for metric in METRICS)]
            for name, row in self.figures["methods"].items()
        ]
        console.table([["", *METRICS], *rows])


@click.group()
def bench() -> None:
    """Measure Backstory on your own repository."""


@bench.command("relevance")
@click.option(
    "--tasks", "count", type=Whole(5, 2000), default=100, show_default=True, help="Past commits used as tasks."
)
@add_common_options
def bench_relevance(count: int) -> RelevanceBench:
    """Measure how well `files --for` finds what your past commits changed.

    Compares it with recency and with plain text search.
    """
    memory = open_memory()
    progress = ProgressBar("measuring") if sys.stderr.isatty() and not console.State.json else None
    figures = measure_relevance(memory, count, tell=progress.show if progress else None)
    if progress:
        progress.clear()
    return RelevanceBench(cast(RelevanceFigures, figures))


class ProgressBar:
    """A bar on stderr, for a terminal."""

    WIDTH: Final = 30

    def __init__(self, what: str) -> None:
        self.what = what

    def show(self, done: int, total: int) -> None:
        """Draws the bar."""
        full = self.WIDTH * done // max(total, 1)
        sys.stderr.write(f"\r{self.what} [{'#' * full}{'.' * (self.WIDTH - full)}] {done}/{total}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Removes the bar from the screen."""
        sys.stderr.write("\r\x1b[K")
