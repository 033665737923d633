"""Remove Backstory from every repository."""

import os
from typing import Final

import click

from backstory.api import Memory, remove_user_files
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.command import add_common_options, who_speaks
from backstory.cli.commands.clean import Removal, remove_from_tree
from backstory.cli.person import refuse_agent
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count
from backstory.store.roots import all_roots

SECTION: Final = "Set up"


@click.command()
@click.option("--purge", is_flag=True, help="Delete all private and user memory too, after a backup of each project.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Print what would be done.")
@add_common_options
def uninstall(purge: bool, yes: bool, dry_run: bool) -> Removal:
    """Remove Backstory from every repository it was set up in. Private memory stays unless you say `--purge`."""
    roots = all_roots(data_home(os.environ))
    if not roots:
        return Removal(["Backstory is set up nowhere on this machine"], False, dry_run)
    if not dry_run:
        refuse_agent(who_speaks(), "Remove Backstory from every repository?", "backstory uninstall")
    for root in roots:
        console.info(f"  {root}")
    if not console.confirm(f"Remove Backstory from {format_count(len(roots), 'working tree')}?", yes=yes or dry_run):
        raise BackstoryError("nothing was done", hint="`backstory uninstall --dry-run` shows what would be done")
    removal = Removal([], False, dry_run)
    last: Memory | None = None
    for root in roots:
        if not os.path.isdir(root):
            removal.lines.append(f"`{root}` is not there any more; skipped")
            continue
        try:
            memory = Memory.open(root, os.environ, project_root=root, channel=who_speaks())
            tree = remove_from_tree(memory, keep_records=False, purge=purge, dry_run=dry_run)
            last = memory
        except BackstoryError as error:
            tree = Removal([f"`{root}`: {error.message}"], True, dry_run)
        removal.lines += tree.lines
        removal.partly = removal.partly or tree.partly
    if purge and last is not None and not removal.partly:
        line = remove_user_files(last, dry_run=dry_run)
        removal.lines += [line] if line else []
    return removal
