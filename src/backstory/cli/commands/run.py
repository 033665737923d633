"""Run a command and record the result; start, finish and show runs."""

import os
import shlex
from typing import TYPE_CHECKING, Final

import click

from backstory.cli.command import add_common_options, open_memory, split_list
from backstory.cli.numbers import Whole
from backstory.cli.runs import FinalizedAnswer, ObservedAnswer, PreparedAnswer, RunList, RunPage
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.run import TASK_TYPES

if TYPE_CHECKING:
    from backstory.cli.library import Memory

SECTION: Final = "Capture"
ALIASES: Final = ("internal", "prepare", "finalize")
OBSERVED: Final = "command"


class RunGroup(click.Group):
    """A group whose words after `--` are a command to run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] == ["run-execution"]:  # as `internal run-execution -- CMD`
            args = [OBSERVED, *args[1:]]
        elif "--" in args and not any(word in self.commands for word in args[: args.index("--")]):
            args = [OBSERVED, *args]
        return super().parse_args(ctx, args)


@click.group(cls=RunGroup)
def run() -> None:
    """Run a command and record the result (`run -- CMD`); start, finish and show runs.

    \b
    backstory run -- pytest -q
    """


@run.command(OBSERVED, hidden=True)
@click.option("--task", "--request", "goal", default="", metavar="TEXT", help="What it is for.")
@click.option("--agent-id", "--agent", default="", hidden=True)
@click.option("--execution-id", "--id", "ident", default="", hidden=True)
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="The type of the task.")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- CMD...")
@add_common_options
def run_command(goal: str, agent_id: str, ident: str, task_type: str | None, words: tuple[str, ...]) -> ObservedAnswer:
    """Run a command, pass its output and exit code through, and record how it ended."""
    from backstory.api import keep_command, prepare_execution
    from backstory.cli.command_output import observe_command
    from backstory.cli.console import State

    memory = open_memory()
    if goal:
        prepare_execution(memory, goal, task_type=task_type or "", ident=ident)
    started, before = memory.stamp(), _changes(memory)
    observed = observe_command(words, cwd=os.getcwd(), quiet_stdout=State.json)
    try:
        files = sorted(path for path, mark in _changes(memory).items() if before.get(path) != mark)
        line = shlex.join(words)
        record = keep_command(memory, line, observed.output, observed.exit_code, started=started, files=files)
    except (BackstoryError, OSError) as error:  # the command has run: nothing may hide how it ended
        return ObservedAnswer(None, observed.exit_code, str(error))
    return ObservedAnswer(record, observed.exit_code)


def _changes(memory: "Memory") -> dict[str, tuple[int, int]]:
    """Files that differ from HEAD, with the time and size by which a further change shows."""
    if not memory.project.git_dir:
        return {}
    marks: dict[str, tuple[int, int]] = {}
    for change in memory.git.state(commits=0, oids=False).changes:
        try:
            status = os.stat(os.path.join(memory.project.root, change.path))
            marks[change.path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            marks[change.path] = (0, 0)
    return marks


@run.command("start")
@click.argument("words", nargs=-1, metavar="[TASK]")
@click.option("--task", "--request", "goal", default="", metavar="TEXT", help="What is to be done.")
@click.option("--file", "--files", "files", multiple=True, metavar="PATH", help="A file that it is about.")
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="Its type; by default from its words.")
@click.option("--id", "--execution-id", "ident", default="", hidden=True)
@add_common_options
def run_start(
    words: tuple[str, ...], goal: str, files: tuple[str, ...], task_type: str | None, ident: str
) -> PreparedAnswer:
    """Start a run of a task, and show what worked before for tasks like it.

    \b
    backstory run start --task "retry webhooks" --file src/webhooks.py
    """
    from backstory.api import prepare_execution

    text = goal or " ".join(words)
    if not text:
        raise Invalid("a run needs a task", hint='`backstory run start --task "retry webhooks"`')
    return PreparedAnswer(
        prepare_execution(open_memory(), text, files=split_list(files), task_type=task_type or "", ident=ident)
    )


@run.command("finish")
@click.argument("ident", default="", metavar="[ID]")
@click.option("--outcome", "--status", default="", metavar="WORD", help="success, failure, partial or unknown.")
@click.option("--summary", default="", metavar="TEXT", help="What was done, in a sentence.")
@click.option("--files-opened", "opened", multiple=True, metavar="PATH", help="A file that was read.")
@click.option("--files-edited", "edited", multiple=True, metavar="PATH", help="A file that was edited.")
@click.option("--files-reopened", "reopened", multiple=True, hidden=True)
@click.option("--commands", "--commands-executed", "commands", multiple=True, metavar="CMD", help="A command that ran.")
@click.option("--tests", "--tests-executed", "tests", multiple=True, metavar="TEST", help="A test that was run.")
@click.option(
    "--errors", "--notable-errors", "--error", "errors", multiple=True, metavar="TEXT", help="An error that came up."
)
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="The type of the task.")
@add_common_options
def run_finish(
    ident: str,
    outcome: str,
    summary: str,
    opened: tuple[str, ...],
    edited: tuple[str, ...],
    reopened: tuple[str, ...],
    commands: tuple[str, ...],
    tests: tuple[str, ...],
    errors: tuple[str, ...],
    task_type: str | None,
) -> FinalizedAnswer:
    """Finish a run. What you leave out is taken from what was observed since it started.

    \b
    backstory run finish --outcome success --summary "webhooks are retried"
    """
    from backstory.api import Stated, finalize_execution, require_run_outcome

    stated = Stated(
        require_run_outcome(outcome),
        summary,
        (*opened, *reopened),
        edited,
        commands,
        tests,
        errors,
        task_type or "",
    )
    return FinalizedAnswer(finalize_execution(open_memory(), ident, stated))


@run.command("list")
@click.option("-n", "--limit", type=Whole(1), default=20, show_default=True, help="Maximum number to show.")
@click.option("--outcome", default="", metavar="WORD", help="Filter by outcome: success, failure, partial or unknown.")
@click.option("--task-type", type=click.Choice(TASK_TYPES), default=None, help="Filter by type.")
@add_common_options
def run_list(limit: int, outcome: str, task_type: str | None) -> RunList:
    """List runs, newest first: those of sessions and those that were observed."""
    from backstory.api import list_runs, require_run_outcome

    runs = list_runs(open_memory(), limit=limit, outcome=require_run_outcome(outcome) or "", task_type=task_type or "")
    return RunList(runs, is_filtered=bool(outcome or task_type))


@run.command("show")
@click.argument("ref", default="", metavar="[ID]")
@add_common_options
def run_show(ref: str) -> RunPage:
    """Show a run, by default the newest."""
    from backstory.api import find_run

    return RunPage(find_run(open_memory(), ref))


alias_internal = run
alias_prepare = run_start
alias_finalize = run_finish
