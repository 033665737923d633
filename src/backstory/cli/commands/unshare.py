"""Move records back out of the repository."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import list_own_shared, move_records
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.completion import complete_record
from backstory.cli.records import record_json
from backstory.model.errors import Invalid
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import Memory, Moved

SECTION: Final = "Curate"
TRACKED: Final = "git tracks {}: its history, and whatever was pushed, still holds the text"


class UnsharedRecords(Answer):
    """Records that were moved into the private memory."""

    schema = "unshare"
    moved: "list[Moved]"

    def to_json(self) -> Json:
        return {"items": [{**record_json(move.record, move.path), "history": move.history} for move in self.moved]}

    def print_text(self) -> None:
        for one in self.moved:
            console.info(f'Unshared {one.record.kind} {one.record.short} "{one.record.title}"')
            if one.history:
                console.warn(TRACKED.format("the file"))
        if not self.moved:
            console.info("no record in the repository is yours")


@click.command()
@click.argument("refs", nargs=-1, metavar="ID...", shell_complete=complete_record)
@click.option("--all", "everything", is_flag=True, help="All records in the repository that you wrote.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@add_common_options
def unshare(refs: tuple[str, ...], everything: bool, yes: bool) -> UnsharedRecords:
    """Move records back out of the repository, into your private memory."""
    if bool(refs) == everything:
        raise Invalid(
            "name the records, or `--all` of yours",
            hint="`backstory list --scope team` shows their ids: `backstory unshare ID`",
        )
    memory = open_memory()
    if everything:
        return unshare_all(memory, yes=yes)
    moved = move_records(memory, refs, "private")
    refresh_surfaces(memory, at_once=True)
    return UnsharedRecords(moved)


def unshare_all(memory: "Memory", *, yes: bool) -> UnsharedRecords:
    """Moves the person's own records out of the repository. Those of others stay."""
    records = list_own_shared(memory)
    if records and not yes:
        console.confirm_on_terminal(f"Move {format_count(len(records), 'record')} out of the repository?")
    moved = move_records(memory, [record.id for record in records], "private")
    refresh_surfaces(memory, at_once=True)
    return UnsharedRecords(moved)
