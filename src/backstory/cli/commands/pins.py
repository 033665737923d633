"""List the pinned records."""

from typing import Final

import click

from backstory.cli.command import add_common_options
from backstory.cli.records import RecordList, list_records

SECTION: Final = "Look"
MAX_PINS: Final = 1000


@click.command()
@add_common_options
def pins() -> RecordList:
    """List the pinned records, which every brief contains."""
    return list_records(tiers=("pinned",), limit=MAX_PINS)
