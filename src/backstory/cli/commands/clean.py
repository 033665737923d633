"""Remove Backstory from this repository."""

import os
import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory import api, deliver
from backstory.api import Memory
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.agent_files import describe_removals
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, current_folder, open_memory, project_root, who_speaks
from backstory.cli.person import confirm_channel, refuse_agent
from backstory.deliver.surfaces import hold_refresh_lock, stop_refreshing
from backstory.git.command_line import git_at
from backstory.model.errors import Exit, NoProject
from backstory.model.text import format_count
from backstory.store.places import InitPlace, init_root

if TYPE_CHECKING:
    from backstory.cli.library import StoredMemory

SECTION: Final = "Set up"


class Removal(Answer):
    """What was removed, or would be, and whether something had to stay."""

    schema = "clean"
    lines: list[str]
    partly: bool
    dry_run: bool
    trees: dict[str, list[str]] = msgspec.field(default_factory=dict)
    """The lines by working tree, where there are several."""

    def to_json(self) -> Json:
        return {"done": self.lines, "partly": self.partly, "dry_run": self.dry_run, "trees": self.trees}

    def print_text(self) -> None:
        for root, lines in self.trees.items():
            console.info(f"in `{root}`:")
            for line in lines:
                console.info(f"  {line}")
        for line in self.lines[sum(map(len, self.trees.values())) :]:
            console.info(line)

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.partly else Exit.DONE


@click.command()
@click.option("--keep-records", is_flag=True, help="Keep `.backstory/`.")
@click.option("--purge", is_flag=True, help="Delete this project's private memory too, after a backup.")
@click.option("--team", is_flag=True, help="Take it out of the files that git tracks too, for the whole team.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Print what would be done.")
@add_common_options
def clean(keep_records: bool, purge: bool, team: bool, yes: bool, dry_run: bool) -> Removal:
    """Remove Backstory from this repository, and restore your files byte for byte.

    What git tracks belongs to the team and stays, unless you pass `--team` or say so at the terminal. Of
    `.backstory/` nothing that git tracks is removed.
    """
    try:
        memory = open_memory()
    except NoProject:
        return _purge_left_memory(yes=yes, dry_run=dry_run) if purge else _name_left_memory()
    if not dry_run:
        refuse_agent(memory.channel, f"Remove Backstory from `{memory.project.root}`?", "backstory clean")
    losses = describe_losses(memory, purge=purge, keep_records=keep_records)
    question = f"Remove Backstory from `{memory.project.root}`?{losses}"
    console.confirm_loss(question, yes=yes or dry_run, dry_run="backstory clean --dry-run")
    committed = team or confirm_committed([memory], yes=yes or dry_run)
    return remove_from_tree(memory, keep_records=keep_records, purge=purge, dry_run=dry_run, committed=committed)


def confirm_committed(memories: Sequence[Memory], *, yes: bool) -> bool:
    """Asks on a terminal whether it goes from the files that git tracks too. Without one, or with `yes`: no."""
    paths = [
        memory.project.root if len(memories) > 1 else path
        for memory in memories
        for path in deliver.list_committed(memory.project, gate=memory.gate, environ=os.environ)
    ]
    if not paths or yes:
        return False
    names = ", ".join(f"`{path}`" for path in dict.fromkeys(paths))
    where = f"git's files in {names}" if len(memories) > 1 else f"{names}, which git tracks,"
    return console.confirm_removal(f"Take it out of {where} too? The next commit takes it from the whole team.")


def describe_losses(memory: Memory, *, purge: bool, keep_records: bool = False) -> str:
    """Says in a sentence what goes with a removal; empty if no records are concerned."""
    losses = api.count_losses(memory)
    parts: list[str] = []
    if losses.uncommitted and not keep_records:
        parts.append(f"{format_count(losses.uncommitted, 'team record')} not in git will be moved to the trash")
    if losses.private:
        fate = "be deleted after a backup" if purge else "stay in the data home"
        parts.append(f"{format_count(losses.private, 'private record')} will {fate}")
    return " " + ", ".join(parts) + "." if parts else ""


def _find_left() -> "tuple[InitPlace, StoredMemory | None]":
    """The memory that an earlier `clean` of this repository left, if it is beyond doubt."""
    place = init_root(current_folder(), os.environ, project_root=project_root())
    home = data_home(os.environ)
    match = api.find_memory(home, place.root, os.environ).match
    return place, api.find_stored(home, match.id) if match else None


def _name_left_memory() -> Removal:
    """Raises `NoProject`, unless a memory was left here: that is named."""
    place, stored = _find_left()
    if stored is None:
        raise NoProject(place.root)
    count = format_count(stored.records, "record")
    line = f"Backstory is not set up in `{place.root}`; its private memory ({count}) stays in `{stored.private}`"
    return Removal([f"{line}: `backstory clean --purge` deletes it"], False, False)


def _purge_left_memory(*, yes: bool, dry_run: bool) -> Removal:
    """Deletes the memory that an earlier `clean` left. Raises `NoProject` where none was."""
    place, stored = _find_left()
    if stored is None:
        raise NoProject(place.root)
    count = format_count(stored.records, "record")
    if dry_run:
        return Removal([f"would delete private memory ({count}) in `{stored.private}`, after a backup"], False, True)
    question = f"Delete the private memory of `{place.root}` ({count})?"
    channel = confirm_channel(stored.home, who_speaks(), question, "backstory clean --purge", yes=yes)
    backup = api.forget_project(stored, os.environ, channel)
    return Removal([f"deleted private memory ({count}); a backup is in `{backup}`"], False, False)


def remove_from_tree(
    memory: Memory, *, keep_records: bool, purge: bool, dry_run: bool, committed: bool = False
) -> Removal:
    """Removes everything of Backstory from one working tree. `committed`: also out of the files that git tracks."""
    backup = ""
    with ExitStack() as stack:
        if not dry_run:
            stack.enter_context(hold_refresh_lock(memory))
            stop_refreshing(memory)
            api.note_moved_tree(memory.project)
        tracked = deliver.list_committed(memory.project, gate=memory.gate, environ=os.environ) if committed else []
        changed = deliver.list_own_changes(memory.project, tracked, gate=memory.gate, environ=os.environ)
        steps = deliver.uninstall_surfaces(
            memory.project, gate=memory.gate, environ=os.environ, committed=committed, dry=dry_run
        )
        reason = _find_reason_to_stay(memory, steps, keep_records=keep_records)
        if reason:
            stays = "would stay" if dry_run else "stays for now"
            removed = [f"`{memory.project.team}` {stays}: {reason}, then `backstory clean` again"]
        else:
            backup = api.back_up_project(memory, dry_run=dry_run) if purge else ""
            removed = api.remove_project_files(memory, keep_records=keep_records, purge=purge, dry_run=dry_run)
    # A purge removes the folder that holds the lock, and some systems refuse that while the lock is held.
    if purge and not reason:
        removed += api.purge_project(memory, backup, dry_run=dry_run)
    lines, partly = describe_removals(steps, dry_run)
    lines += _name_tracked(memory, steps, tracked, changed)
    return Removal(lines + removed, partly or bool(reason), dry_run)


def _find_reason_to_stay(memory: Memory, steps: Sequence[deliver.Step], *, keep_records: bool) -> str:
    """Says what has to be done before `.backstory/` can go; empty if nothing has."""
    if any(step.verb == "refused" for step in steps):
        return "mend that file"
    waiting = 0 if keep_records else api.count_waiting(memory)
    if not waiting:
        return ""
    verb = "is" if waiting == 1 else "are"
    where = os.path.join(memory.project.local, "spool")
    return f"{format_count(waiting, 'record')} in `{where}` {verb} stored nowhere else; `backstory doctor` says why"


def _name_tracked(
    memory: Memory, steps: "Sequence[deliver.Step]", tracked: Sequence[str], changed: Sequence[str]
) -> list[str]:
    """Lines on the files of the team that the removal changes, or one on those that it leaves.

    `tracked` are the files that git had with our part, `changed` those of them with uncommitted changes of the person.
    """
    if any(step.verb == "kept" for step in steps):
        root = memory.project.root
        is_there = os.path.join(os.path.realpath(current_folder()), "").startswith(os.path.join(root, ""))
        program = "backstory" if is_there else f"backstory --project-root {shlex.quote(root)}"
        first = "" if memory.git.tracked(".backstory/config.toml") else f"`{program} init --team`, then "
        off = f"`{program} config set enabled false` switches the memory off for you alone"
        return [f"hint: {first}`{program} clean --team` takes it out of the files that git tracks too; {off}"]
    if not tracked:
        return []
    git = git_at(memory.project.root)
    names = ", ".join(f"`{path}`" for path in tracked)
    line = f"git tracks {names}: to commit this takes it from the whole team"
    unchanged = [path for path in tracked if path not in changed]
    if unchanged:
        line += f", `{git} restore {' '.join(map(shlex.quote, unchanged))}` keeps it for them"
    lines = [line]
    for path in changed:
        choose = f"`{git} restore -p {shlex.quote(path)}` asks which change goes"
        lines.append(f"warning: `{path}` holds uncommitted changes of yours too, which `git restore` deletes; {choose}")
    return lines
