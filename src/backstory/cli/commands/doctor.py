"""Check the set-up, and repair it."""

import os
from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory import api
from backstory.api import fix_problems as repair_memory
from backstory.base.discovery import data_home
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, current_folder, open_memory, project_root
from backstory.cli.numbers import Whole
from backstory.deliver.checks import check_surfaces, repair_surfaces
from backstory.deliver.dry_start import check_home, check_starts
from backstory.deliver.outdated import repair_home
from backstory.deliver.user import open_ledger
from backstory.model.errors import BackstoryError, Exit, Invalid, NoProject
from backstory.model.ids import short_id
from backstory.model.text import format_count
from backstory.redact.gate import Gate
from backstory.store.permissions import find_faults
from backstory.store.places import resolve_project

if TYPE_CHECKING:
    from backstory.cli.library import Check, PrunedSnapshots

SECTION: Final = "Set up"
ALIASES: Final = ("cleanup",)
INDENT: Final = " " * 19
"""Before what goes on below a check."""
COLOURS: Final = {"ok": "32", "warn": "33", "fail": "31"}


class Examination(Answer):
    """The checks, and what was repaired."""

    schema = "doctor"
    checks: "list[Check]"
    repaired: list[str]

    def to_json(self) -> Json:
        return {
            "ok": not self._has_failed(),
            "checks": [{"hint": "", "fixable": False, **msgspec.to_builtins(check)} for check in self.checks],
            "done": self.repaired,
        }

    def print_text(self) -> None:
        for line in self.repaired:
            console.info(f"repaired: {line}")
        for check in self.checks:
            status = console.Span(f"{check.status:<4}", COLOURS[check.status])
            console.line(status, f"  {check.name:<12} {check.detail}", indent=INDENT)
            if check.hint and check.status != "ok":
                console.line(INDENT, console.dim(check.hint), indent=INDENT)

    def _has_failed(self) -> bool:
        return any(check.status == "fail" for check in self.checks)

    @property
    def exit_code(self) -> Exit:
        return Exit.FINDINGS if self._has_failed() else Exit.DONE


class PruneReport(Answer):
    """Old snapshots that were deleted, or would be."""

    schema = "prune"
    pruned: "PrunedSnapshots"
    done: bool
    dry_run: bool

    def to_json(self) -> Json:
        return {"done": self.done, "deleted": self.pruned.deleted, "stayed": self.pruned.stayed}

    def print_text(self) -> None:
        verb = "Deleted" if self.done else "Would delete" if self.dry_run else "Left"
        console.info(f"{verb} {format_count(len(self.pruned.deleted), 'snapshot')}")
        for ident, reason in self.pruned.stayed.items():
            console.info(f"snap-{short_id(ident)} stays: {reason}")


@click.command()
@click.option("--fix", is_flag=True, help="Repair what can be repaired; nothing is deleted without --keep.")
@click.option("--deep", is_flag=True, help="Read every file again: damage, secrets, wrong index entries.")
@click.option(
    "--keep",
    type=Whole(1),
    default=None,
    metavar="N",
    help="With --fix: delete all but the newest N snapshots, and those that a record names.",
)
@click.option("--yes", "-y", is_flag=True, help="Do not ask before deleting snapshots.")
@click.option("--native", is_flag=True, hidden=True, help="Has no effect; accepted for ContextDB's command lines.")
@add_common_options
def doctor(fix: bool, deep: bool, keep: int | None, yes: bool, native: bool) -> list[Answer]:
    """Check records, index, settings, hooks and agents' files. Exit code 4 when a check fails."""
    if keep and not fix:
        hint = f"`backstory doctor --fix --keep {keep}`"
        raise Invalid("`--keep` needs `--fix`, because it deletes snapshots", hint=hint)
    answers: list[Answer] = []
    if keep:
        answers.append(prune(keep, yes=yes))
        if console.State.json:
            return answers
    answers.append(examine_setup(fix=fix, deep=deep))
    return answers


@click.command("cleanup")
@click.option("--keep", type=Whole(1), default=10, show_default=True, metavar="N", help="Snapshots that stay.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Only say what would be deleted.")
@add_common_options
def alias_cleanup(keep: int, yes: bool, dry_run: bool) -> PruneReport:
    """Delete all but the newest snapshots; those that a record names stay."""
    return prune(keep, yes=yes, dry_run=dry_run)


def prune(keep: int, *, yes: bool, dry_run: bool = False) -> PruneReport:
    """Deletes all but the newest `keep` snapshots, after asking."""
    memory = open_memory()
    planned = api.prune_snapshots(memory, keep, dry_run=True)
    if dry_run or not planned.deleted:
        return PruneReport(planned, False, dry_run)
    if not console.confirm(f"Delete {format_count(len(planned.deleted), 'snapshot')}", yes=yes, default=True):
        return PruneReport(planned, False, dry_run)
    return PruneReport(api.prune_snapshots(memory, keep), True, dry_run)


def examine_setup(*, fix: bool, deep: bool) -> Examination:
    """Runs all checks. With `fix` it repairs what it can, and checks again."""
    try:
        memory = open_memory()
        checks = memory.checks(deep=deep) + check_surfaces(memory)
    except BackstoryError as error:
        is_outside = isinstance(error, NoProject)
        mended = repair_home(open_ledger(data_home(os.environ), os.environ, Gate())) if fix and is_outside else []
        checks = _check_home(error) if isinstance(error, NoProject) else _check_permissions()
        if not checks:
            raise
        return Examination(checks, mended)
    repaired: list[str] = []
    if fix and any(check.fixable and check.status != "ok" for check in checks):
        repaired = repair_memory(memory, checks) + repair_surfaces(memory, checks)
        memory = open_memory()
        checks = memory.checks(deep=deep) + check_surfaces(memory)
    return Examination(checks, repaired)


def _check_home(error: NoProject) -> "list[Check]":
    """The checks that need no project: the hooks and servers in the home folder."""
    from backstory.api import Check

    checks = check_home(os.environ, Gate())
    if not checks:
        return []
    return [Check("project", "warn", error.message, error.hint), *checks, *check_starts(os.environ, Gate())]


def _check_permissions() -> "list[Check]":
    """All faults that keep commands from using the data home, not only the first."""
    from backstory.api import Check

    project = resolve_project(current_folder(), os.environ, project_root=project_root())
    faults = find_faults(project.home, project.private, project.user)
    return [Check("permissions", "fail", fault.what, fault.hint) for fault in faults]
