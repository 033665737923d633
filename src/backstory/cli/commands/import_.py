"""Take in an archive."""

from typing import TYPE_CHECKING, Final

import click

from backstory.api import import_archive, import_record
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.commands.export import absolute_path
from backstory.cli.person import refuse_agent
from backstory.model.errors import Invalid
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import Imported

SECTION: Final = "Store"
MOST_NAMED: Final = 5
"""Records that are named when a replacement removes them."""


class ImportedRecords(Answer):
    """What an archive brought, or would bring."""

    schema = "import"
    taken: "Imported"
    dry_run: bool

    def to_json(self) -> Json:
        return self.taken._asdict()

    def print_text(self) -> None:
        taken = self.taken
        verb = "Would take in" if self.dry_run else "Took in"
        differing = (
            f"; {taken.refused} differ from the record of the same id here and were left out" if taken.refused else ""
        )
        console.info(f"{verb} {format_count(taken.new, 'record')}; {taken.known} were here already{differing}")
        self._print_removed()
        if taken.barred:
            console.info(f"{taken.barred} were rejected or forgotten here and stay out (`backstory reject --list`)")
        if taken.history:
            console.info(
                "its journal and snapshots were left out: only an archive that this machine made from this project"
                " brings them"
            )
        if taken.unsaved:
            console.warn(
                f"{format_count(taken.unsaved, 'damaged file')} could not be put into the backup", "`backstory doctor`"
            )
        if taken.backup:
            console.info(f"a backup of the previous memory is in `{taken.backup}`")

    def _print_removed(self) -> None:
        """Names the records that a replacement removes."""
        if not self.taken.removed:
            return
        verb = "would remove" if self.dry_run else "removed"
        end = "" if self.dry_run else "; `backstory undo` brings back what went"
        shown = ", ".join(self.taken.gone[:MOST_NAMED])
        more = f" and {len(self.taken.gone) - MOST_NAMED} more" if len(self.taken.gone) > MOST_NAMED else ""
        console.info(f"{verb} {format_count(self.taken.removed, 'record')}: {shown}{more}{end}")


@click.command("import")
@click.argument("file", required=False, metavar="FILE")
@click.option("--archive", default="", metavar="FILE", help="The file, as an option.")
@click.option("--replace", is_flag=True, help="Replace the records here by the archive's, after a backup.")
@click.option("--dry-run", is_flag=True, help="Check it and say what would come in.")
@add_common_options
def import_(file: str | None, archive: str, replace: bool, dry_run: bool) -> ImportedRecords:
    """Take in what `export` wrote. The whole file is checked first, a backup is made, and ids never double.

    A single record file (`.md`), such as one that waits in the spool without a seal, comes in as private and imported.
    """
    path = archive or file or ""
    if not path:
        raise Invalid("no file given", hint="`backstory import memory.tar.gz`")
    memory = open_memory()
    if replace and not dry_run:
        refuse_agent(memory.channel, f"Replace the records here by those of `{path}`?", f"backstory import {path}")
    if path.endswith(".md"):
        taken = import_record(memory, absolute_path(path), dry_run=dry_run)
    else:
        taken = import_archive(memory, absolute_path(path), replace=replace, dry_run=dry_run)
    if not dry_run:
        refresh_surfaces(memory)
    return ImportedRecords(taken, dry_run)
