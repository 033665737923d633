"""Measure Backstory on your own repository."""

import sys
from typing import Any, Final, TypedDict, cast

import click

from backstory.api import measure_recall, measure_relevance
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import add_common_options, open_memory
from backstory.cli.numbers import Whole
from backstory.model.ids import short_id
from backstory.model.text import format_count, one_line

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


class RecallFigures(TypedDict):
    """How well each method found the records that answer past questions."""

    questions: int
    commits: int
    prompts: int
    records: int
    left_out: int
    methods: dict[str, dict[str, float]]
    differences: dict[str, dict[str, float]]
    with_prompt: dict[str, int]
    missed: list[dict[str, Any]]


class RecallBench(Answer):
    """The figures of `bench recall`."""

    schema = "bench-recall"
    figures: RecallFigures
    shows_misses: bool

    def to_json(self) -> object:
        return self.figures

    def print_text(self) -> None:
        figures = self.figures
        sources = f"{figures['commits']} commits, {figures['prompts']} prompts"
        console.data(f"{figures['questions']} past questions ({sources}), {figures['records']:,} records")
        rows = [
            [
                name,
                *(f"{row[metric] * 100:5.1f}" for metric in METRICS),
                f"{row['MRR_low'] * 100:.0f}-{row['MRR_high'] * 100:.0f}",
            ]
            for name, row in figures["methods"].items()
        ]
        console.table([["", *METRICS, "MRR, 95 %"], *rows])
        for name, row in figures["differences"].items():
            low, high = row["MRR_low"] * 100, row["MRR_high"] * 100
            verdict = "" if low > 0 or high < 0 else ": no clear difference"
            console.data(
                f"recall against {name}: MRR {row['MRR'] * 100:+.1f} (95 %: {low:+.1f} to {high:+.1f}){verdict}"
            )
        shown = figures["with_prompt"]
        console.data(f"As a prompt: {shown['right']} bring a right record, {shown['silent']} bring no record")
        if figures["left_out"]:
            console.data(f"Left out: {format_count(figures['left_out'], 'question')} with the title of a right record")
        for miss in figures["missed"] if self.shows_misses else ():
            console.data(f"\n{miss['source']}: {one_line(miss['question'], _MAX_QUESTION)}")
            for record in miss["expected"]:
                place = f"place {record['place']}" if record["place"] else "not listed"
                console.data(f"  expected  {short_id(record['id'])}  {record['title']} ({place})")
            first = miss["first"]
            console.data(f"  first     {short_id(first['id'])}  {first['title']}" if first else "  first     nothing")
        if figures["missed"] and not self.shows_misses:
            console.info("hint: `backstory bench recall --misses` lists the questions without an answer")


_MAX_QUESTION: Final = 200


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


@bench.command("recall")
@click.option(
    "--questions",
    "--limit",
    "-n",
    "count",
    type=Whole(5, 2000),
    default=100,
    show_default=True,
    help="Past questions that are asked.",
)
@click.option("--misses", is_flag=True, help="List the questions whose records are not among the first ten.")
@add_common_options
def bench_recall(count: int, misses: bool) -> RecallBench:
    """Measure how well `recall` finds the records that answer your past questions.

    The messages of commits ask for the older records about the files that they changed, and prompts for what was
    recorded in answer to them. It compares `recall` with plain text search and with the newest first, and changes
    nothing.
    """
    memory = open_memory()
    progress = ProgressBar("measuring") if sys.stderr.isatty() and not console.State.json else None
    figures = measure_recall(memory, count, tell=progress.show if progress else None)
    if progress:
        progress.clear()
    return RecallBench(cast(RecallFigures, figures), misses)


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
