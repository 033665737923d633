"""Start, end and list tasks."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces, split_tags
from backstory.cli.records import ChangedRecord, RecordAnswer, RecordList, list_records, record_json
from backstory.model.errors import Invalid
from backstory.model.kinds import KINDS
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.cli.library import EndedTask, TaskState

SECTION: Final = "Capture"
OTHER_WORDS: Final = {"close": "end", "resume": "start", "status": "show", "update": "edit"}
"""A word of aictx -> ours."""


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


class TaskPage(Answer):
    """A task and, where checkpoints tell of it, how far it is."""

    schema = "record"
    record: Record
    state: "TaskState | None"

    def to_json(self) -> Json:
        state = self.state
        return {
            **record_json(self.record),
            "state": state.state.text if state and state.state else "",
            "steps": [step.text for step in state.steps] if state else [],
            "blockers": [blocker.text for blocker in state.blockers] if state else [],
        }

    def print_text(self) -> None:
        record, state = self.record, self.state
        console.data(console.bold(record.title))
        console.data(f"{record.short}  task, {record.status}, since {record.made[:10]}")
        goal = record.fields.get("goal", "")
        lines = [("goal", goal)] if goal else []
        if state is not None:
            lines += [("state", state.state.text)] if state.state else []
            lines += [("blocker", blocker.text) for blocker in state.blockers]
            lines += [("next", step.text) for step in state.steps]
        for label, text in lines:
            console.data(f"{label}: {text}")
        if record.body:
            console.data()
            console.data(record.body)


class TaskGroup(click.Group):
    """`backstory task` with the words of aictx for its commands."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, OTHER_WORDS.get(cmd_name, cmd_name))


@click.group(cls=TaskGroup)
def task() -> None:
    """Start, end and list tasks. Ending a task sorts its working notes."""


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
    type=click.Choice((*KINDS["task"].statuses[1:], "resolved")),
    default="done",
    show_default=True,
    help="How it ended; `resolved` is `done`.",
)
@add_common_options
def task_end(words: tuple[str, ...], status: str) -> EndReport:
    """End a task.

    Its working decisions become reference, its other working notes go off-context.
    """
    from backstory.api import end_task

    memory = open_memory()
    ended = end_task(memory, " ".join(words), status=status)
    refresh_surfaces(memory)
    return EndReport(ended, ended.task.status)


@task.command("done")
@click.argument("words", nargs=-1, metavar="[NAME]")
@add_common_options
def task_done(words: tuple[str, ...]) -> EndReport:
    """End a task as done, like `task end`."""
    from backstory.api import end_task

    memory = open_memory()
    ended = end_task(memory, " ".join(words))
    refresh_surfaces(memory)
    return EndReport(ended, ended.task.status)


@task.command("show")
@click.argument("words", nargs=-1, metavar="[NAME]")
@add_common_options
def task_show(words: tuple[str, ...]) -> TaskPage:
    """Show a task and where it stands, by default the open one."""
    from backstory.api import find_task, read_work

    memory = open_memory()
    record = find_task(memory, " ".join(words))
    return TaskPage(record, read_work(memory).find_task(record.title))


@task.command("edit")
@click.argument("words", nargs=-1, metavar="[NAME]")
@click.option("--status", type=click.Choice(("open", "blocked", "paused")), default=None, help="Its status.")
@click.option("--tag", "--tags", "tags", multiple=True, metavar="TAG", help="A tag to add.")
@add_common_options
def task_edit(words: tuple[str, ...], status: str | None, tags: tuple[str, ...]) -> ChangedRecord:
    """Change the status or tags of a task, by default the open one.

    \b
    backstory task edit "retry webhooks" --status paused
    """
    from backstory.api import find_task

    if not status and not tags:
        raise Invalid("nothing to change is given", hint="`backstory task edit --status paused`, or `--tag TAG`")
    memory = open_memory()
    record = find_task(memory, " ".join(words))
    changed = memory.edit(record.id, status=status or "", add_tags=split_tags(tags))
    refresh_surfaces(memory)
    return ChangedRecord(changed, "Changed")


@task.command("list")
@add_common_options
def task_list() -> RecordList:
    """List the tasks."""
    return list_records(("task",))
