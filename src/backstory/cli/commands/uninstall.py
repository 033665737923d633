"""Remove Backstory from every repository."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.api import Memory
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.agent_files import describe_removals
from backstory.cli.command import add_common_options, current_folder, project_root, who_speaks
from backstory.cli.commands.clean import Removal, confirm_committed, describe_losses, remove_from_tree
from backstory.cli.person import refuse_agent
from backstory.deliver.user import has_user_edits, open_ledger, uninstall_user_edits
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count
from backstory.redact.gate import Gate
from backstory.store.places import resolve_project
from backstory.store.roots import all_roots

if TYPE_CHECKING:
    from backstory.cli.library import StoredMemory

SECTION: Final = "Set up"
_MOVED: Final = " (if it was moved: `backstory uninstall` in its new place)"


@click.command()
@click.option("--purge", is_flag=True, help="Delete all private and user memory too, after a backup of each project.")
@click.option("--team", is_flag=True, help="Take it out of the files that git tracks too, for the whole team.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Print what would be done.")
@add_common_options
def uninstall(purge: bool, team: bool, yes: bool, dry_run: bool) -> Removal:
    """Remove Backstory from every repository it was set up in.

    Private memory stays unless you pass `--purge`. What git tracks belongs to the team and stays, unless you pass
    `--team` or say so at the terminal.
    """
    home = data_home(os.environ)
    roots = _list_roots(home)
    ledger = open_ledger(home, os.environ, Gate())
    orphans = [project for project in api.list_projects(home) if not project.roots]
    if not roots and not has_user_edits(ledger) and not (purge and _has_memory(home)):
        return Removal([f"Backstory is set up nowhere on this machine{_describe_left(orphans)}"], False, dry_run)
    if not dry_run:
        refuse_agent(who_speaks(), "Remove Backstory from every repository?", "backstory uninstall")
    memories = [_open(root) for root in roots]
    if not (yes or dry_run):
        _list_losses(roots, memories, purge=purge)
        for project in orphans if purge else ():
            records = format_count(project.records, "private record")
            console.info(f"  {project.name}, which is set up nowhere: {records} will be deleted after a backup.")
    question = f"Remove Backstory from {format_count(len(roots), 'working tree')}?"
    console.confirm_loss(question, yes=yes or dry_run, dry_run="backstory uninstall --dry-run")
    opened = [memory for memory in memories if isinstance(memory, Memory)]
    committed = team or confirm_committed(opened, yes=yes or dry_run)
    removal = Removal([], False, dry_run)
    for root, memory in zip(roots, memories, strict=True):
        tree = _remove(root, memory, purge=purge, dry_run=dry_run, committed=committed)
        removal.trees[root] = tree.lines
        removal.lines += tree.lines
        removal.partly = removal.partly or tree.partly
    lines, partly = describe_removals(uninstall_user_edits(ledger, dry=dry_run), dry_run)
    removal.lines += lines
    removal.partly = removal.partly or partly
    if not purge and os.path.isdir(projects := os.path.join(home, "projects")):
        keep = "would keep" if dry_run else "kept"
        removal.lines.append(f"{keep} private memory in `{projects}`: `backstory uninstall --purge` deletes it")
    if purge and not removal.partly:
        removal.lines += api.purge_left_memory(home, os.environ, who_speaks(), dry_run=dry_run)
        left_over = "would leave" if dry_run else "left"
        removal.lines.append(f"{left_over} the key and the logs of this machine in `{home}`: delete the folder by hand")
    return removal


def _list_roots(home: str) -> list[str]:
    """The working trees of all projects; one that was moved is named by the current folder's path, if it is that."""
    roots = all_roots(home)
    try:
        current = resolve_project(current_folder(), os.environ, project_root=project_root())
    except BackstoryError:
        return roots
    former = api.find_former_root(current)
    return [*(root for root in roots if root != former), current.root] if former else roots


def _has_memory(home: str) -> bool:
    """Whether the data home holds private or user memory."""
    return bool(api.list_projects(home)) or os.path.isdir(os.path.join(home, "user"))


def _describe_left(orphans: "Sequence[StoredMemory]") -> str:
    """Says what memory is left of projects that are set up nowhere; empty if there is none."""
    records = sum(project.records for project in orphans)
    if not records:
        return ""
    where = f"{format_count(records, 'private record')} of {format_count(len(orphans), 'project')}"
    return f"; {where} stay in the data home: `backstory uninstall --purge` deletes them"


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


def _remove(root: str, memory: Memory | str, *, purge: bool, dry_run: bool, committed: bool) -> Removal:
    """Removes Backstory from one working tree; says why where that is not possible."""
    if not isinstance(memory, Memory):
        return Removal([memory or f"`{root}` is not there any more; skipped{_MOVED}"], bool(memory), dry_run)
    try:
        return remove_from_tree(memory, keep_records=False, purge=purge, dry_run=dry_run, committed=committed)
    except BackstoryError as error:
        return Removal([error.message], True, dry_run)
