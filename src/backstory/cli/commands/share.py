"""Move records into the repository."""

from typing import TYPE_CHECKING, Final

import click
import msgspec

from backstory.api import list_shareable, move_records, preview_share, share_all
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.commands.unshare import UnsharedRecords, unshare_all
from backstory.cli.completion import complete_record
from backstory.cli.records import record_json
from backstory.git.command_line import git_at_record
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import Memory, Moved

SECTION: Final = "Curate"


class SharedRecords(Answer):
    """Records that were moved into the repository, and those that have to stay."""

    schema = "share"
    moved: "list[Moved]"
    left: dict[str, str]
    """Short id and title of a record that stays, and why."""

    def to_json(self) -> Json:
        items = [{**record_json(move.record, move.path), "redacted": move.redacted} for move in self.moved]
        return {"items": items, "left": self.left}

    def print_text(self) -> None:
        for one in self.moved:
            console.info(f'Shared {one.record.kind} {one.record.short} "{one.record.title}" in `{one.path}`')
            if one.redacted:
                console.warn("a secret was redacted")
        for name, why in self.left.items():
            console.warn(f"{name} stays private: {why}")
        if self.moved:
            git, first = git_at_record(self.moved[0].path), self.moved[0].record.short
            back = f"`backstory unshare {first}`" if len(self.moved) == 1 else "`backstory undo`"
            it = "it" if len(self.moved) == 1 else "them"
            console.info(f"hint: a commit shares {it}: `{git} add .backstory`; {back} takes {it} back")
        elif not self.left:
            console.info("there is nothing to share: no private record was stated on purpose")

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.left else Exit.DONE


class SharePreview(Answer):
    """Record files as they would be in the repository, and the records that have to stay."""

    schema = "share-preview"
    texts: list[str]
    left: dict[str, str] = msgspec.field(default_factory=dict)

    def to_json(self) -> Json:
        return {"items": [{"text": text} for text in self.texts], "left": self.left}

    def print_text(self) -> None:
        for text in self.texts:
            console.data(text)
        for name, why in self.left.items():
            console.warn(f"{name} stays private: {why}")


@click.command()
@click.argument("refs", nargs=-1, metavar="[ID]...", shell_complete=complete_record)
@click.option("--all", "everything", is_flag=True, help="All private records that were stated on purpose (default).")
@click.option("--stop", is_flag=True, help="Move your records back out of the repository.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--dry-run", is_flag=True, help="Print the files as they would be in the repository.")
@add_common_options
def share(
    refs: tuple[str, ...], everything: bool, stop: bool, yes: bool, dry_run: bool
) -> SharedRecords | SharePreview | UnsharedRecords:
    """Move records into the repository.

    The next commit carries them to the team.

    Without ID it moves all that you and your agents stated on purpose. Rules, preferences and what was only observed
    or inferred stay private.
    """
    if refs and (everything or stop):
        raise Invalid("`--all` and `--stop` take no ID", hint="leave one of them out: `backstory share ID`")
    memory = open_memory()
    if stop:
        return unshare_all(memory, yes=yes)
    if dry_run:
        return SharePreview([preview_share(memory, ref) for ref in refs]) if refs else _preview_all(memory)
    if refs:
        moved = move_records(memory, refs, "team")
        refresh_surfaces(memory)
        return SharedRecords(moved, {})
    return _share_all(memory, yes=yes)


def _preview_all(memory: "Memory") -> SharePreview:
    texts: list[str] = []
    skipped: dict[str, str] = {}
    for record in list_shareable(memory):
        try:
            texts.append(preview_share(memory, record.id))
        except BackstoryError as error:
            skipped[f'{record.short} "{record.title}"'] = str(error)
    return SharePreview(texts, skipped)


def _share_all(memory: "Memory", *, yes: bool) -> SharedRecords:
    records = list_shareable(memory)
    if records and not yes:
        count = format_count(len(records), "record")
        console.confirm_on_terminal(f"Move {count} into the repository?", dry_run="backstory share --dry-run")
    moved, skipped = share_all(memory)
    refresh_surfaces(memory)
    return SharedRecords(moved, skipped)
