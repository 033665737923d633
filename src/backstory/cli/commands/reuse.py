"""Show how similar tasks were done before."""

from typing import Final

import click

from backstory.cli.command import Json, add_common_options, open_memory, split_list
from backstory.cli.numbers import Whole
from backstory.cli.runs import StrategyList
from backstory.model.run import TASK_TYPES

SECTION: Final = "Advise"
ALIASES: Final = ("strategies",)


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--for", "--task", "--request", "task", default="", metavar="TEXT", help="The task.")
@click.option("--file", "--files", "files", multiple=True, metavar="PATH", help="A file that it is about.")
@click.option("--error", "errors", multiple=True, metavar="TEXT", help="A line of the error you got.")
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="The type of the task.")
@click.option("-n", "--limit", type=Whole(1), default=3, show_default=True, help="Maximum number to show.")
@click.option("--explain", is_flag=True, help="Show what each signal adds to a score.")
@click.option("--include-failed", is_flag=True, help="Include what was tried and failed.")
@add_common_options
def reuse(
    words: tuple[str, ...],
    task: str,
    files: tuple[str, ...],
    errors: tuple[str, ...],
    task_type: str | None,
    limit: int,
    explain: bool,
    include_failed: bool,
) -> StrategyList:
    """Show how similar tasks were done before. Only what worked is offered."""
    from backstory.api import list_failed_strategies, reuse_strategies

    memory = open_memory()
    ranked = reuse_strategies(
        memory,
        task or " ".join(words),
        files=split_list(files),
        task_type=task_type or "",
        errors=errors,
        limit=limit,
    )
    failed: tuple[Json, ...] = ()
    if include_failed:
        failed = tuple(strategy._asdict() for strategy in list_failed_strategies(memory))
    return StrategyList(ranked, failed, explain)
