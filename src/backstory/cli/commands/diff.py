"""Show what changed since the last snapshot."""

from typing import Final

import click

from backstory.cli.command import add_common_options
from backstory.cli.snapshots import ComparisonReport, DriftReport, compare_snapshots, report_drift

SECTION: Final = "Capture"
ALIASES: Final = ("diff-summary",)


@click.command()
@click.argument("ref", required=False, default="", metavar="[SNAPSHOT]")
@click.argument("other", required=False, default="", metavar="[SNAPSHOT]")
@click.option("--since", "since_", default="", metavar="ID", help="The snapshot; the latest by default.")
@click.option("--summary", is_flag=True, help="Print the counts only.")
@add_common_options
def diff(ref: str, other: str, since_: str, summary: bool) -> DriftReport | ComparisonReport:
    """Show what changed since the last snapshot, since the one named, or between two."""
    if other or (since_ and ref):
        return compare_snapshots(since_ or ref, other or ref, summary=summary)
    return report_drift(since_ or ref, summary=summary)


@click.command("diff-summary")
@add_common_options
def alias_diff_summary() -> DriftReport:
    """Print the counts of what changed since the last snapshot."""
    return report_drift("", summary=True)
