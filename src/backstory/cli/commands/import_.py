"""Import an archive, or the memory of another tool."""

import os
from typing import TYPE_CHECKING, Final

import click

from backstory.api import (
    choose_source,
    import_archive,
    import_record,
    import_source,
    is_own_file,
    list_sources,
)
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, add_common_options, open_memory, refresh_surfaces
from backstory.cli.commands.export import absolute_path
from backstory.cli.import_report import ImportedSource, SourceList, describe_present
from backstory.cli.person import refuse_agent
from backstory.imports.table import find_source, recognize_source
from backstory.model.errors import Invalid
from backstory.model.text import format_count

if TYPE_CHECKING:
    from backstory.cli.library import Imported, Memory

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
        imported = self.taken
        verb = "Would import" if self.dry_run else "Imported"
        differing = (
            f"; {imported.refused} differ from the record of the same id here and were left out"
            if imported.refused
            else ""
        )
        console.info(f"{verb} {format_count(imported.new, 'record')}; {describe_present(imported.known)}{differing}")
        self._print_removed()
        if imported.barred:
            console.info(f"{imported.barred} were rejected or forgotten here and stay out (`backstory reject --list`)")
        if imported.history:
            console.info(
                "its journal and snapshots were left out: only an archive that this machine made from this project"
                " brings them"
            )
        if imported.unsaved:
            console.warn(
                f"{format_count(imported.unsaved, 'damaged file')} could not be put into the backup",
                "`backstory doctor`",
            )
        if imported.backup:
            console.info(f"a backup of the previous memory is in `{imported.backup}`")

    def _print_removed(self) -> None:
        """Names the records that a replacement removes."""
        if not self.taken.removed:
            return
        verb = "would remove" if self.dry_run else "removed"
        end = "" if self.dry_run else "; `backstory undo` brings back what went"
        names = ", ".join(self.taken.gone[:MOST_NAMED])
        more = f" and {len(self.taken.gone) - MOST_NAMED} more" if len(self.taken.gone) > MOST_NAMED else ""
        console.info(f"{verb} {format_count(self.taken.removed, 'record')}: {names}{more}{end}")


@click.command("import")
@click.argument("names", nargs=-1, metavar="[SOURCE] [PATH]")
@click.option("--archive", default="", metavar="FILE", help="The file, as an option.")
@click.option("--from", "source", default="", metavar="SOURCE", help="The source, as an option.")
@click.option("--replace", is_flag=True, help="Replace the records here with those of the archive, after a backup.")
@click.option("--dry-run", is_flag=True, help="Check the source, and print what would be imported.")
@add_common_options
def import_(names: tuple[str, ...], archive: str, source: str, replace: bool, dry_run: bool) -> Answer:
    """Import what `export` wrote, or the memory of another tool. A backup is made, and nothing is imported twice.

    SOURCE is a tool such as `claude-md` or `mcp-memory`; without one, PATH is recognised by its name and content.
    Without either, the sources are listed. What comes from another tool is private, imported and untrusted.
    A single record file (`.md`), such as one that waits in the spool without a seal, comes in as private and imported.

    \b
    backstory import
    backstory import cursor --dry-run
    backstory import mcp-memory ~/memory.jsonl
    backstory import memory.tar.gz
    """
    source, path = _read_names((*names, archive) if archive else names, source)
    memory = open_memory()
    if not (source or path):
        return SourceList(sorted(list_sources(memory), key=lambda one: not one.paths))
    whole = absolute_path(path) if path else ""
    if source or not _is_ours(whole):
        if replace:
            raise Invalid("`--replace` is for archives of Backstory", hint=f"leave it out: `backstory import {path}`")
        answer: Answer = ImportedSource(
            import_source(memory, choose_source(memory, source, whole), dry_run=dry_run), dry_run
        )
    else:
        answer = _import_ours(memory, path, replace=replace, dry_run=dry_run)
    if not dry_run:
        refresh_surfaces(memory)
    return answer


def _read_names(names: tuple[str, ...], source: str) -> tuple[str, str]:
    """The source and the path that were typed. Raises `Invalid` for more than that."""
    if not source and names and _is_source(names):
        source, names = names[0], names[1:]
    if len(names) > 1:
        raise Invalid("too many arguments: expected a source and a path", hint="`backstory import SOURCE PATH`")
    return source, names[0] if names else ""


def _is_source(names: tuple[str, ...]) -> bool:
    """Whether the first of the names is meant as a source."""
    return len(names) == 2 or bool(find_source(names[0]) and not os.path.exists(absolute_path(names[0])))


def _is_ours(path: str) -> bool:
    """Whether a file is for `import_archive` or `import_record`, which say what is wrong with it otherwise."""
    if not os.path.exists(path) or path.endswith((".tar.gz", ".tgz")):
        return True
    if os.path.isdir(path):
        return False
    if is_own_file(path):
        return True
    return recognize_source(path) is None


def _import_ours(memory: "Memory", path: str, *, replace: bool, dry_run: bool) -> ImportedRecords:
    if replace and not dry_run:
        refuse_agent(memory.channel, f"Replace the records here by those of `{path}`?", f"backstory import {path}")
    if path.endswith(".md"):
        return ImportedRecords(import_record(memory, absolute_path(path), dry_run=dry_run), dry_run)
    return ImportedRecords(import_archive(memory, absolute_path(path), replace=replace, dry_run=dry_run), dry_run)
