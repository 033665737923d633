"""List the pinned records."""

from typing import Final

import click

from backstory.cli import console
from backstory.cli.command import add_common_options
from backstory.cli.records import RecordList, list_records

SECTION: Final = "Look"
MAX_PINS: Final = 1000


class PinList(RecordList):
    """The pinned records."""

    def print_text(self) -> None:
        if self.total or self.elsewhere:
            super().print_text()
        else:
            console.info("nothing is pinned; `backstory pin ID` or `backstory pin PATH` pins something")


@click.command()
@add_common_options
def pins() -> RecordList:
    """List the pinned records, which every brief contains."""
    pinned = list_records(tiers=("pinned",), limit=MAX_PINS)
    return PinList(pinned.rows, pinned.total, pinned.doubts, with_code=True, elsewhere=pinned.elsewhere)
