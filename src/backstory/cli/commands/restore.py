"""Show what changed since a snapshot; no file is touched."""

from typing import Final

import click

from backstory.cli.command import add_common_options
from backstory.cli.snapshots import DriftReport, report_drift

SECTION: Final = "Capture"


@click.command()
@click.option("--snapshot-id", "--since", "ref", default="", metavar="ID", help="The snapshot; the latest by default.")
@click.option("--summary", is_flag=True, help="Print the counts only.")
@add_common_options
def restore(ref: str, summary: bool) -> DriftReport:
    """Show what changed since a snapshot; no file is touched.

    Lists changed, missing, new and renamed files, the branch, and the commits between.
    """
    return report_drift(ref, summary=summary)
