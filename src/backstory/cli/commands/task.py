"""Start, end and list pieces of work."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces, split_tags
from backstory.cli.records import RecordAnswer, RecordList, list_records, record_json
from backstory.model.kinds import KINDS
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.library import EndedTask

SECTION: Final = "Capture"


class EndReport(Answer):
    """A task that ended, and what became of its working notes."""

    schema = "task"
    ended: "EndedTask"
    status: str

    def to_json(self) -> Json:
        return {
            "task": record_json(self.ended.task),
            "kept": [record.id for record in self.ended.kept],
            "shelved": [record.id for record in self.ended.shelved],
        }

    def print_text(self) -> None:
        task = self.ended.task
        console.info(f'Task {task.short} "{task.title}" is {self.status}')
        for records, what in ((self.ended.kept, "kept as reference"), (self.ended.shelved, "moved off-context")):
            for record in records:
                console.info(f"  {what}: {record.short} {record.kind} {one_line(record.title, 70)}")


@click.group()
def task() -> None:
    """Start, end and list pieces of work. Ending a task sorts its working notes."""


@task.command("start")
@click.argument("words", nargs=-1, required=True, metavar="NAME")
@click.option("--goal", "-g", default="", metavar="TEXT", help="Why it is done.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag.")
@add_common_options
def task_start(words: tuple[str, ...], goal: str, tags: tuple[str, ...]) -> RecordAnswer:
    """Start a task, or resume it."""
    from backstory.api import start_task

    memory = open_memory()
    record = start_task(memory, " ".join(words), goal=goal, tags=tuple(split_tags(tags)))
    refresh_surfaces(memory)
    return RecordAnswer(record, f'Task {record.short} "{record.title}" is open')


@task.command("end")
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option(
    "--status",
    type=click.Choice(KINDS["task"].statuses[1:]),
    default="done",
    show_default=True,
    help="How it ended.",
)
@add_common_options
def task_end(words: tuple[str, ...], status: str) -> EndReport:
    """End a task: its working decisions become reference, its other working notes go off-context."""
    from backstory.api import end_task

    memory = open_memory()
    ended = end_task(memory, " ".join(words), status=status)
    refresh_surfaces(memory)
    return EndReport(ended, status)


@task.command("list")
@add_common_options
def task_list() -> RecordList:
    """List the tasks."""
    return list_records(("task",))
