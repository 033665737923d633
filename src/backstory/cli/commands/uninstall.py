"""Remove Backstory from every repository."""

import os
from collections.abc import Sequence
from typing import Final

import click

from backstory.api import Memory, remove_user_files
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.agent_files import describe_removals
from backstory.cli.command import add_common_options, who_speaks
from backstory.cli.commands.clean import Removal, describe_losses, remove_from_tree
from backstory.cli.person import refuse_agent
from backstory.deliver.user import has_user_edits, open_ledger, uninstall_user_edits
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count
from backstory.redact.gate import Gate
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
    ledger = open_ledger(data_home(os.environ), os.environ, Gate())
    if not roots and not has_user_edits(ledger):
        return Removal(["Backstory is set up nowhere on this machine"], False, dry_run)
    if not dry_run:
        refuse_agent(who_speaks(), "Remove Backstory from every repository?", "backstory uninstall")
    memories = [_open(root) for root in roots]
    if not (yes or dry_run):
        _list_losses(roots, memories, purge=purge)
    question = f"Remove Backstory from {format_count(len(roots), 'working tree')}?"
    console.confirm_loss(question, yes=yes or dry_run, dry_run="backstory uninstall --dry-run")
    removal = Removal([], False, dry_run)
    last: Memory | None = None
    for root, memory in zip(roots, memories, strict=True):
        tree = _remove(root, memory, purge=purge, dry_run=dry_run)
        removal.trees[root] = tree.lines
        removal.lines += tree.lines
        removal.partly = removal.partly or tree.partly
        last = memory if isinstance(memory, Memory) else last
    lines, partly = describe_removals(uninstall_user_edits(ledger, dry=dry_run), dry_run)
    removal.lines += lines
    removal.partly = removal.partly or partly
    if not purge and os.path.isdir(projects := os.path.join(data_home(os.environ), "projects")):
        keep = "would keep" if dry_run else "kept"
        removal.lines.append(f"{keep} private memory in `{projects}`: `backstory uninstall --purge` deletes it")
    if purge and last is not None and not removal.partly:
        line = remove_user_files(last, dry_run=dry_run)
        removal.lines += [line] if line else []
    return removal


def _list_losses(roots: Sequence[str], memories: Sequence[object], *, purge: bool) -> None:
    """Prints what is lost in each working tree."""
    for root, memory in zip(roots, memories, strict=True):
        losses = describe_losses(memory, purge=purge) if isinstance(memory, Memory) else ""
        console.info(f"  {root}{losses and ':'}{losses}")


def _open(root: str) -> Memory | str:
    """The memory of a working tree, or the reason why it cannot be opened; empty when the tree is gone."""
    if not os.path.isdir(root):
        return ""
    try:
        return Memory.open(root, os.environ, project_root=root, channel=who_speaks())
    except BackstoryError as error:
        return error.message


def _remove(root: str, memory: Memory | str, *, purge: bool, dry_run: bool) -> Removal:
    """Removes Backstory from one working tree; says why where that is not possible."""
    if not isinstance(memory, Memory):
        return Removal([memory or f"`{root}` is not there any more; skipped"], bool(memory), dry_run)
    try:
        return remove_from_tree(memory, keep_records=False, purge=purge, dry_run=dry_run)
    except BackstoryError as error:
        return Removal([error.message], True, dry_run)
