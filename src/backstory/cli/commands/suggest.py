"""Suggest what to do next, from past runs and the current work."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, split_list
from backstory.model.run import TASK_TYPES

if TYPE_CHECKING:
    from backstory.api import Advice

SECTION: Final = "Advise"
ALIASES: Final = ("next",)


class AdviceList(Answer):
    """Suggestions, each with what it rests on."""

    schema = "suggest"
    listed_in = "advice"
    advice: "tuple[Advice, ...]"

    def to_json(self) -> Json:
        return {"advice": [row._asdict() for row in self.advice]}

    def print_text(self) -> None:
        if not self.advice:
            console.info("nothing to suggest yet")
        for row in self.advice:
            source = f"  {', '.join(map(_name_source, row.sources[-2:]))}" if row.sources else ""
            console.line(f"{row.kind.replace('_', ' ')}: {row.text}", console.dim(source))


def _name_source(source: str) -> str:
    """A path in full, and the end of an id."""
    return source if "/" in source or "." in source else source[-12:]


@click.command()
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--for", "--task", "--request", "task", default="", metavar="TEXT", help="The task.")
@click.option("--file", "--files", "files", multiple=True, metavar="PATH", help="A file that it is about.")
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="The type of the task.")
@click.option("-n", "--limit", type=click.IntRange(1), default=10, show_default=True, help="At most this many.")
@add_common_options
def suggest(words: tuple[str, ...], task: str, files: tuple[str, ...], task_type: str | None, limit: int) -> AdviceList:
    """Suggest what to do next: open steps, red tests, open failures, what worked for tasks like this one."""
    return _suggest(task or " ".join(words), files, task_type or "", limit)


@click.command("next")
@click.option("--for", "--task", "--request", "task", default="", metavar="TEXT", help="The task.")
@click.option("--file", "--files", "files", multiple=True, metavar="PATH", help="A file that it is about.")
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="The type of the task.")
@add_common_options
def alias_next(task: str, files: tuple[str, ...], task_type: str | None) -> AdviceList:
    """Say what to do next: the first of what `suggest` shows."""
    return _suggest(task, files, task_type or "", 1)


def _suggest(task: str, files: tuple[str, ...], task_type: str, limit: int) -> AdviceList:
    from backstory.api import suggest_work

    return AdviceList(suggest_work(open_memory(), task, files=split_list(files), task_type=task_type, limit=limit))
