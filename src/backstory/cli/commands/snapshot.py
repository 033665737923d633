"""Capture the state of the repository."""

from typing import Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.snapshots import snapshot_json, snapshot_name
from backstory.model.snapshot import Skipped, Snapshot
from backstory.model.text import format_count

SECTION: Final = "Capture"
MAX_SKIPPED: Final = 3
"""Left-out files that are named."""


class TakenSnapshot(Answer):
    """A snapshot that was just taken."""

    schema = "snapshot"
    taken: Snapshot

    def to_json(self) -> Json:
        return snapshot_json(self.taken)

    def print_text(self) -> None:
        snapshot = self.taken
        where = f" on {snapshot.git.branch}" if snapshot.git.branch else ""
        goal = f', goal "{snapshot.goal}"' if snapshot.goal else ""
        changed = f"{len(snapshot.git.changes)} changed"
        files = format_count(snapshot.files, "file")
        console.info(f"Took {snapshot_name(snapshot.id)}: {files}, {changed}{where}{goal}")
        if unread := snapshot.extra.get("unread"):
            console.info(f"{unread} changed files are not read yet: their routes, variables and ranks are older")
        if snapshot.skipped:
            names = ", ".join(map(_describe_skipped, snapshot.skipped[:MAX_SKIPPED]))
            more = "…" if len(snapshot.skipped) > MAX_SKIPPED else ""
            console.info(f"not in it: {names}{more}")


def _describe_skipped(skip: Skipped) -> str:
    """A path that was left out and why, or what is said of many."""
    return skip.reason if skip.path == "." else f"{skip.path} ({skip.reason})"


@click.command()
@click.argument("words", nargs=-1, metavar="[GOAL]")
@click.option("--goal", "-g", default="", metavar="TEXT", help="What you are working on; stays until replaced.")
@add_common_options
def snapshot(words: tuple[str, ...], goal: str) -> TakenSnapshot:
    """Capture the state of the repository, and bring the handoff up to date."""
    goal = goal or " ".join(words)
    memory = open_memory()
    captured = memory.snapshot(goal, defer=bool(memory.settings.get("deliver.background")))
    refresh_surfaces(memory)
    return TakenSnapshot(captured)
