"""`doctor`: checks everything, names what is wrong and mends what can be mended."""

import os
from typing import TYPE_CHECKING

import click

from backstory.cli import console
from backstory.cli.command import common, here, open_memory, project_root
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.ids import short
from backstory.model.text import counted

if TYPE_CHECKING:
    from backstory.memory.checks import Check

_MARKS = {"ok": ("ok", "32"), "warn": ("warn", "33"), "fail": ("fail", "31")}


@click.command()
@click.option("--fix", is_flag=True, help="Mend what can be mended; nothing is deleted without --keep.")
@click.option("--deep", is_flag=True, help="Read every file again: rot, secrets, wrong index entries.")
@click.option(
    "--keep",
    type=click.IntRange(1),
    default=None,
    metavar="N",
    help="With --fix: delete all but the newest N snapshots, and those that a record names.",
)
@click.option("--yes", "-y", is_flag=True, help="Do not ask before deleting snapshots.")
@click.option("--native", is_flag=True, hidden=True, help="Accepted for those who come from ContextDB.")
@common
@click.pass_context
def doctor(ctx: click.Context, fix: bool, deep: bool, keep: int | None, yes: bool, native: bool) -> None:
    """Check records, index, settings, hooks and agents' files. Exit code 4 when a check fails."""
    if keep and not fix:
        raise Invalid(
            "`--keep` deletes snapshots, which is for `--fix`", hint=f"`backstory doctor --fix --keep {keep}`"
        )
    if keep:
        prune(keep, yes=yes)
        if console.State.json:
            return
    ctx.exit(examine(fix=fix, deep=deep))


@click.command("cleanup")
@click.option("--keep", type=click.IntRange(1), default=10, show_default=True, metavar="N", help="Snapshots that stay.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Only say what would go.")
@common
def doctor_alias_cleanup(keep: int, yes: bool, dry_run: bool) -> None:
    """Delete all but the newest snapshots; those that a record names stay."""
    prune(keep, yes=yes, dry_run=dry_run)


def prune(keep: int, *, yes: bool, dry_run: bool = False) -> None:
    """Deletes old snapshots after asking, and says what stayed."""
    from backstory.memory.snapshots import prune_snapshots as delete

    memory = open_memory()
    found = delete(memory, keep, dry_run=True)
    count = len(found.deleted)
    asked = dry_run or not count or console.confirm(f"Delete {counted(count, 'snapshot')}", yes=yes, default=True)
    if count and asked and not dry_run:
        found = delete(memory, keep)
    done = count > 0 and asked and not dry_run
    if console.State.json:
        console.document("prune", {"done": done, "deleted": found.deleted, "stayed": found.stayed})
        return
    word = "Deleted" if done else "Would delete" if dry_run else "Left"
    console.talk(f"{word} {count:,} snapshot{'s' * (count != 1)}")
    for one, why in found.stayed.items():
        console.talk(f"snap-{short(one)} stays: {why}")


def custody() -> "list[Check]":
    """What keeps every command from using the data home: each fault, not only the first."""
    from backstory.memory.checks import Check
    from backstory.store.custody import find_faults
    from backstory.store.places import resolve

    project = resolve(here(), os.environ, project_root=project_root())
    found = find_faults(project.home, project.private, project.user)
    return [Check("permissions", "fail", fault.what, fault.hint) for fault in found]


def examine(*, fix: bool, deep: bool) -> int:
    """Runs the checks (and the mending, then again), prints them; returns the exit code."""
    from backstory.deliver.surfaces import checks as surface_checks
    from backstory.deliver.surfaces import repair
    from backstory.memory.checks import fix_problems as mend

    try:
        memory = open_memory()
        found = memory.checks(deep=deep) + surface_checks(memory)
    except BackstoryError:
        found = custody()
        if not found:
            raise
        fix = False
    done: list[str] = []
    if fix and any(c.fixable and c.status != "ok" for c in found):
        done = mend(memory, found) + repair(memory, found)
        memory = open_memory()
        found = memory.checks(deep=deep) + surface_checks(memory)
    failed = [c for c in found if c.status == "fail"]
    if console.State.json:
        import msgspec

        console.document(
            "doctor",
            {
                "ok": not failed,
                "checks": [{"hint": "", "fixable": False, **msgspec.to_builtins(c)} for c in found],
                "done": done,
            },
        )
        return Exit.FINDINGS if failed else Exit.DONE
    for line in done:
        console.talk(f"mended: {line}")
    for check in found:
        word, colour = _MARKS[check.status]
        painted = f"\x1b[{colour}m{word:<4}\x1b[0m" if console.coloured(__import__("sys").stdout) else f"{word:<4}"
        console.raw(f"{painted}  ")
        console.out(f"{check.name:<12} {check.detail}")
        if check.hint and check.status != "ok":
            console.out(f"{'':<18} {console.dim(check.hint)}")
    return Exit.FINDINGS if failed else Exit.DONE
