"""Remove Backstory from this repository."""

import os
from contextlib import ExitStack
from typing import Final

import click

from backstory import api, deliver
from backstory.api import Memory
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.person import refuse_agent
from backstory.deliver.surfaces import hold_refresh_lock
from backstory.model.errors import BackstoryError, Exit

SECTION: Final = "Set up"


class Removal(Answer):
    """What was removed, or would be, and whether something had to stay."""

    schema = "clean"
    lines: list[str]
    partly: bool
    dry_run: bool

    def to_json(self) -> Json:
        return {"done": self.lines, "partly": self.partly, "dry_run": self.dry_run}

    def print_text(self) -> None:
        for line in self.lines:
            console.info(line)

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.partly else Exit.DONE


@click.command()
@click.option("--keep-records", is_flag=True, help="Keep `.backstory/`.")
@click.option("--purge", is_flag=True, help="Delete this project's private memory too, after a backup.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Print what would be done.")
@add_common_options
def clean(keep_records: bool, purge: bool, yes: bool, dry_run: bool) -> Removal:
    """Remove Backstory from this repository: every foreign file is given back byte for byte."""
    memory = open_memory()
    if not dry_run:
        refuse_agent(memory.channel, f"Remove Backstory from `{memory.project.root}`?", "backstory clean")
    if not console.confirm(f"Remove Backstory from `{memory.project.root}`?", yes=yes or dry_run):
        raise BackstoryError("nothing was done", hint="`backstory clean --dry-run` shows what would be done")
    return remove_from_tree(memory, keep_records=keep_records, purge=purge, dry_run=dry_run)


def remove_from_tree(memory: Memory, *, keep_records: bool, purge: bool, dry_run: bool) -> Removal:
    """Removes everything of Backstory from one working tree."""
    # A purge removes the folder that holds the lock, and some systems refuse that while the lock is held.
    with ExitStack() as stack:
        if not dry_run:
            stack.enter_context(hold_refresh_lock(memory))
        steps = deliver.uninstall_surfaces(memory.project, gate=memory.gate, environ=os.environ, dry=dry_run)
        removed = (
            [] if purge else api.remove_project_files(memory, keep_records=keep_records, purge=False, dry_run=dry_run)
        )
    if purge:
        removed = api.remove_project_files(memory, keep_records=keep_records, purge=True, dry_run=dry_run)
    lines: list[str] = []
    partly = False
    for step in steps:
        if step.verb in ("gone", "restored", "changed"):
            lines.append(f"{'would restore' if dry_run else 'restored'} `{step.path}`")
        elif step.verb in ("refused", "left"):
            lines.append(f"{'would leave' if dry_run else 'left'} `{step.path}` as it is: {step.note}")
            partly = True
    return Removal(lines + removed, partly, dry_run)
