"""List, adopt, merge and forget the projects on this machine."""

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click

from backstory import api
from backstory.api import Memory
from backstory.base.discovery import data_home, locate_project
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import (
    Json,
    add_common_options,
    current_folder,
    open_memory,
    project_root,
    refresh_surfaces,
    who_speaks,
)
from backstory.cli.import_report import describe_present
from backstory.cli.person import confirm_channel, confirm_person
from backstory.model.dates import format_age
from backstory.model.errors import BackstoryError
from backstory.model.text import format_count
from backstory.store.places import init_root, resolve_project
from backstory.store.trust import find_clone, has_records

if TYPE_CHECKING:
    from backstory.cli.library import MergeCounts, StoredMemory

SECTION: Final = "Set up"


class ProjectList(Answer):
    """The projects of this machine; `current` is the id of the one around the current folder."""

    schema = "projects"
    projects: "list[StoredMemory]"
    current: str

    def to_json(self) -> Json:
        return {
            "projects": [
                {**project._asdict(), "short": project.short, "here": project.id == self.current}
                for project in self.projects
            ]
        }

    def print_text(self) -> None:
        if not self.projects:
            console.info("no projects on this machine yet")
            return
        now = time.time()
        rows = [
            [
                project.short,
                project.name + (" (here)" if project.id == self.current else ""),
                format_count(project.records, "private record"),
                format_age(project.used, now) if project.used else "never used",
                _place(project),
            ]
            for project in self.projects
        ]
        console.table(rows, styles=("36",))


class AdoptedProject(Answer):
    """The memory that a repository has now."""

    schema = "projects-adopt"
    id: str
    name: str
    root: str
    records: int

    def print_text(self) -> None:
        records = format_count(self.records, "private record")
        console.info(f"`{self.root}` has the memory of `{self.name}` now: {records}")
        console.info("hint: `backstory init` gives it to your agents")


class MergedProject(Answer):
    """What came in from another project."""

    schema = "projects-merge"
    merged: "MergeCounts"
    name: str

    def to_json(self) -> Json:
        return self.merged._asdict()

    def print_text(self) -> None:
        merged = self.merged
        console.info(
            f"Imported {format_count(merged.new, 'record')} of `{self.name}`; {describe_present(merged.known)}"
        )
        if merged.barred:
            console.info(f"{merged.barred} were rejected or forgotten here and stay out (`backstory reject --list`)")
        went = "its own folder is removed" if merged.removed else "it stays as it is, since it is still in use"
        console.info(f"{went}; a backup is in `{merged.backup}`")


class ForgottenProject(Answer):
    """A project whose private memory was deleted."""

    schema = "projects-forget"
    id: str
    name: str
    backup: str

    def print_text(self) -> None:
        console.info(f"Deleted the private memory of `{self.name}`; a backup is in `{self.backup}`")


@click.group(invoke_without_command=True)
@add_common_options
@click.pass_context
def projects(ctx: click.Context) -> ProjectList | None:
    """List the projects on this machine.

    Subcommands give a repository the memory of one, merge two, or delete one.

    \b
    backstory projects
    backstory projects adopt 7q4t9w2r     this repository is that project
    backstory projects merge 7q4t9w2r     bring that project's private records here
    """
    return None if ctx.invoked_subcommand else _list_projects()


@projects.command("list")
@add_common_options
def projects_list() -> ProjectList:
    """List the projects on this machine, most recently used first."""
    return _list_projects()


@projects.command("adopt")
@click.argument("project")
@add_common_options
def projects_adopt(project: str) -> AdoptedProject:
    """Give this repository the memory of a project, as after a fork or a move."""
    stored = api.find_stored(data_home(os.environ), project)
    place = init_root(current_folder(), os.environ, project_root=project_root())
    question = f"Give `{place.root}` the memory of `{stored.name}` ({format_count(stored.records, 'record')})?"
    channel = confirm_channel(stored.home, who_speaks(), question, f"backstory projects adopt {stored.short}")
    adopted = api.adopt_project(place, stored, os.environ, channel)
    _bind_clone(place.root)
    return AdoptedProject(stored.id, stored.name, adopted.root, stored.records)


@projects.command("merge")
@click.argument("project")
@add_common_options
def projects_merge(project: str) -> MergedProject:
    """Bring the private memory of another project into this one. `backstory undo` takes the records out again."""
    stored = api.find_stored(data_home(os.environ), project)
    memory = open_memory()
    question = f"Bring the private memory of `{stored.name}` into this project?"
    confirm_person(memory, question, f"backstory projects merge {stored.short}")
    merged = api.merge_project(memory, stored)
    refresh_surfaces(memory)
    return MergedProject(merged, stored.name)


@projects.command("forget")
@click.argument("project")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@add_common_options
def projects_forget(project: str, yes: bool) -> ForgottenProject:
    """Delete the private memory of a project that no working tree uses.

    Makes a backup first.
    """
    stored = api.find_stored(data_home(os.environ), project)
    channel = who_speaks()
    if not stored.roots:
        question = f"Delete the memory of `{stored.name}` ({format_count(stored.records, 'private record')})?"
        channel = confirm_channel(stored.home, channel, question, f"backstory projects forget {stored.short}", yes=yes)
    backup = api.forget_project(stored, os.environ, channel)
    return ForgottenProject(stored.id, stored.name, backup)


def _bind_clone(root: str) -> None:
    """Lets the next `init` recognise the clone, unless others' records are in it: those wait for `backstory trust`."""
    memory = Memory.open(root, os.environ, project_root=root, channel=who_speaks())
    project = memory.project
    if has_records(project) or find_clone(project.private, project.common_dir):
        return
    try:
        api.trust_clone(memory, follow=False)
    except (BackstoryError, OSError) as error:
        console.warn(f"this clone could not be marked as yours: {error}", "`backstory trust` does it later")


def _list_projects() -> ProjectList:
    folder = project_root() or current_folder()
    current_id = locate_project(folder).id
    if current_id:
        with suppress(BackstoryError):
            api.note_moved_tree(resolve_project(folder, os.environ, project_root=project_root()))
    return ProjectList(api.list_projects(data_home(os.environ)), current_id)


def _place(project: "StoredMemory") -> str:
    """Where a project is set up; otherwise where it was cloned from."""
    if project.roots:
        more = f" and {len(project.roots) - 1} more" if len(project.roots) > 1 else ""
        return project.roots[0] + more
    return f"set up nowhere; cloned from {project.remotes[-1]}" if project.remotes else "set up nowhere"
