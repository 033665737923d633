"""Replace a record with another."""

from typing import Final

import click

from backstory import api
from backstory.cli import console
from backstory.cli.command import add_common_options, open_memory, refresh_surfaces
from backstory.cli.completion import complete_record
from backstory.cli.records import RecordAnswer, describe_record
from backstory.model.ids import short_id

SECTION: Final = "Curate"


class Supersession(RecordAnswer):
    """The record that replaces another, and a warning for each one that replaces it too."""

    warnings: list[tuple[str, str]]

    def print_text(self) -> None:
        super().print_text()
        for warning, hint in self.warnings:
            console.warn(warning, hint)


@click.command()
@click.argument("old", metavar="OLD", shell_complete=complete_record)
@click.argument("new", metavar="NEW", shell_complete=complete_record)
@add_common_options
def supersede(old: str, new: str) -> Supersession:
    """Replace the record OLD with NEW.

    OLD leaves briefs and recall, and stays in the history.
    """
    memory = open_memory()
    record = api.supersede(memory, old, new)
    refresh_surfaces(memory)
    rivals = [ident for ident in api.latest_successors(memory).get(memory.get(old).record.id, []) if ident != record.id]
    warnings = [
        (
            f"{describe_record(memory, ident)} replaces it too",
            f"resolve it: `backstory supersede {short_id(ident)} {record.short}`",
        )
        for ident in rivals
    ]
    return Supersession(record, f"{describe_record(memory, new)} replaces {describe_record(memory, old)}", warnings)
