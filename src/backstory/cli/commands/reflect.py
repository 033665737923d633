"""Show patterns in recent runs: recurring errors, loops, untested edits."""

from typing import TYPE_CHECKING, Final

import click

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory
from backstory.cli.numbers import Whole

if TYPE_CHECKING:
    from backstory.api import Remark

SECTION: Final = "Advise"


class RemarkList(Answer):
    """What past runs show, each with the runs that show it."""

    schema = "reflect"
    listed_in = "remarks"
    remarks: "tuple[Remark, ...]"

    def to_json(self) -> Json:
        return {"remarks": [row._asdict() for row in self.remarks]}

    def print_text(self) -> None:
        if not self.remarks:
            console.info("the last runs show nothing of note")
        for row in self.remarks:
            console.line(f"{row.kind.replace('_', ' ')}: {row.text}")


@click.command()
@click.option(
    "-n", "--limit", type=Whole(1), default=20, show_default=True, help="How many of the last runs to look at."
)
@add_common_options
def reflect(limit: int) -> RemarkList:
    """Show patterns in recent runs.

    Names recurring errors, loops, files that are edited again, and untested edits.
    """
    from backstory.api import reflect_on_runs

    return RemarkList(reflect_on_runs(open_memory(), limit=limit))
