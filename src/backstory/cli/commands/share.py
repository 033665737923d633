"""Move records into the repository."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import move_record, preview_share
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.records import record_json

if TYPE_CHECKING:
    from backstory.cli.library import Moved

SECTION: Final = "Curate"


class SharedRecords(Answer):
    """Records that were moved into the repository."""

    schema = "share"
    moved: "list[Moved]"

    def to_json(self) -> Json:
        return {"items": [{**record_json(move.record, move.path), "redacted": move.redacted} for move in self.moved]}

    def print_text(self) -> None:
        for one in self.moved:
            console.info(f'Shared {one.record.kind} {one.record.short} "{one.record.title}" in `{one.path}`')
            if one.redacted:
                console.warn("a secret was taken out on the way")
        console.info("hint: a commit shares it: `git add .backstory`; `backstory unshare ID` takes it back")


class SharePreview(Answer):
    """Record files as they would be in the repository."""

    texts: list[str]

    def print_text(self) -> None:
        for text in self.texts:
            console.data(text)


@click.command()
@click.argument("refs", nargs=-1, required=True, metavar="ID...")
@click.option("--dry-run", is_flag=True, help="Print the files as they would be in the repository.")
@add_common_options
def share(refs: tuple[str, ...], dry_run: bool) -> SharedRecords | SharePreview:
    """Move records into the repository, where the next commit carries them to the team."""
    memory = open_memory()
    if dry_run:
        return SharePreview([preview_share(memory, ref) for ref in refs])
    moved = [move_record(memory, memory.get(ref).record.id, "team") for ref in refs]
    refresh_surfaces(memory)
    return SharedRecords(moved)
