"""List the decisions."""

from typing import Final

import click

from backstory.cli.command import add_common_options, all_branches_option
from backstory.cli.numbers import Whole
from backstory.cli.records import RecordList, list_records

SECTION: Final = "Look"


@click.command()
@click.option("--limit", "-n", type=Whole(1), default=20, show_default=True, help="Maximum number to show.")
@all_branches_option
@add_common_options
def decisions(limit: int, all_branches: bool) -> RecordList:
    """List the decisions, newest first."""
    return list_records(("decision",), limit=limit, all_branches=all_branches)
