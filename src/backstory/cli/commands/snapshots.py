"""List the snapshots."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.numbers import Whole
from backstory.cli.snapshots import snapshot_name
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import SnapshotSummary

SECTION: Final = "Capture"


class SnapshotList(Answer):
    """Snapshots, newest first."""

    schema = "snapshots"
    total: int
    shown: "list[SnapshotSummary]"

    def to_json(self) -> Json:
        return {"total": self.total, "items": self.shown}

    def print_text(self) -> None:
        console.table(
            [
                [
                    snapshot_name(snapshot.id),
                    snapshot.made[:16].replace("T", " "),
                    format_count(snapshot.files, "file"),
                    snapshot.branch,
                    snapshot.goal,
                ]
                for snapshot in self.shown
            ],
            styles=("33", "2"),
        )
        if not self.total:
            console.info("no snapshot yet; `backstory snapshot` takes one")


@click.command()
@click.option("--limit", "-n", type=Whole(1), default=20, show_default=True, help="Maximum number to show.")
@add_common_options
def snapshots(limit: int) -> SnapshotList:
    """List the snapshots, newest first."""
    return list_snapshots(limit)


def list_snapshots(limit: int) -> SnapshotList:
    """The newest snapshots."""
    summaries = open_memory().snapshots.summaries()
    return SnapshotList(len(summaries), summaries[:limit])
