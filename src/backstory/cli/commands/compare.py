"""Compare two snapshots."""

from typing import Final

import click

from backstory.cli.command import add_common_options, open_memory
from backstory.cli.snapshots import ComparisonReport, compare_snapshots
from backstory.model.errors import Invalid, NotFound

SECTION: Final = "Capture"
ALIASES: Final = ("compare-snapshots",)


@click.command()
@click.argument("old", required=False, default="", metavar="[SNAPSHOT]")
@click.argument("new", required=False, default="", metavar="[SNAPSHOT]")
@click.option("--from-snapshot", "--from", "first", default="", metavar="ID", help="The older one.")
@click.option("--to-snapshot", "--to", "second", default="", metavar="ID", help="The newer one; the latest by default.")
@click.option("--summary", is_flag=True, help="Print the counts only.")
@add_common_options
def compare(old: str, new: str, first: str, second: str, summary: bool) -> ComparisonReport:
    """Compare two snapshots.

    Shows files, branch, commits, goal, and records opened and closed.

    \b
    backstory compare snap-7q3m9x2a snap-k4v81c0d
    """
    refs = [ref for ref in (first, old, new, second) if ref]
    if len(refs) > 2:
        raise Invalid(f"{len(refs)} snapshots given, expected two", hint="`backstory compare OLDER NEWER`")
    if refs:
        return compare_snapshots(refs[0], refs[1] if len(refs) > 1 else "", summary=summary)
    ids = open_memory().snapshots.ids()
    if len(ids) < 2:
        raise NotFound("there are fewer than two snapshots to compare", hint="`backstory snapshot` takes one")
    return compare_snapshots(ids[1], ids[0], summary=summary)
