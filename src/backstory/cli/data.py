"""The store as a whole: index, export, import."""

import os
from typing import TYPE_CHECKING

import click

from backstory.cli import console
from backstory.cli.command import SCOPE, common, here, open_memory
from backstory.cli.remember import refresh_surfaces
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.kinds import SCOPES
from backstory.model.text import counted

if TYPE_CHECKING:
    from backstory.store.archive import Exported

MAX_NAMED = 10
"""Files that are named one by one."""


@click.group()
def index() -> None:
    """The derived search index; it can be deleted at any time."""


@index.command("rebuild")
@common
def index_rebuild() -> None:
    """Build the index anew from the files; no record is touched."""
    rebuild_index()


@click.command("index:rebuild")
@common
def index_alias_index_rebuild() -> None:
    """Build the index anew from the files."""
    rebuild_index()


def rebuild_index() -> None:
    """Rebuilds and says what is in it."""
    memory = open_memory()
    done = memory.index.rebuild(memory.stores, memory.gate)
    if done.memory:
        raise BackstoryError(
            f"the index cannot be kept in `{memory.index.path}`: {done.memory}",
            hint=f"look at the folder's permissions and its room: `ls -ld {memory.project.private}`, "
            f"`df -h {memory.project.private}`",
        )
    counts = memory.counts()
    if console.State.json:
        console.document("index", {"records": counts["total"], "digest": memory.index.digest()})
    else:
        console.talk(f"Rebuilt the index: {counted(counts['total'], 'record')}")


@click.command("export")
@click.option(
    "--output",
    "-o",
    "output",
    default="",
    metavar="FILE",
    help="The archive (.tar.gz), or a JSON file with --json; `-` is stdout.",
)
@click.option(
    "--private",
    is_flag=True,
    help="Private and user records, journal and snapshots too; otherwise the team's records only.",
)
@click.option("--scope", type=SCOPE, multiple=True, help="These scopes.")
@common
@click.pass_context
def export(ctx: click.Context, output: str, private: bool, scope: tuple[str, ...]) -> None:
    """Write the memory to a portable archive, or all records as JSON."""
    from backstory.memory.transfer import export_json, export_tar

    memory = open_memory()
    scopes = tuple(scope) or (SCOPES if private else ("team",))
    kept = [s for s in SCOPES if s not in scopes and next(iter(memory.stores[s].files()), None)]
    left = f"{' and '.join(kept)} records were left out" if kept and not scope else ""
    if console.State.json and not output.endswith((".tar.gz", ".tgz")):
        done = export_json(memory, scopes)
        if output in ("", "-"):
            console.raw(done.text)
            _name_left_out(ctx, done)
            return
        from backstory.store.files import write_atomic

        write_atomic(_target(output), done.text.encode(), mode=0o600)
    elif output:
        done = export_tar(memory, scopes, _target(output))
    else:
        raise Invalid("no file was named", hint="`backstory export -o memory.tar.gz`, or `backstory export --json`")
    if console.State.json:
        items = [one._asdict() for one in done.left_out]
        path = _target(output)
        console.document("export", {"path": path, "records": done.records, "scopes": scopes, "left_out": items})
    else:
        console.talk(f"Wrote {output}: {counted(done.records, 'record')} ({', '.join(scopes)})")
        if left:
            console.talk(f"hint: {left}; `--private` takes them along")
    _name_left_out(ctx, done)


def _name_left_out(ctx: click.Context, done: "Exported") -> None:
    """Names what is not in an export, and ends with the exit code for it."""
    if done.only_here:
        console.warn(f"it {done.only_here}: only this machine takes it in", "export each scope: `--scope team`")
    for one in done.left_out[:MAX_NAMED]:
        console.warn(f"`{one.path}` was left out: {one.why}")
    if len(done.left_out) > MAX_NAMED:
        console.warn(f"and {len(done.left_out) - MAX_NAMED} more were left out")
    if done.left_out:
        console.talk("hint: `backstory doctor --deep` says what is wrong with them")
        ctx.exit(int(Exit.PARTLY))


@click.command("import")
@click.argument("file", required=False, metavar="FILE")
@click.option("--archive", default="", metavar="FILE", help="The file, as an option.")
@click.option("--replace", is_flag=True, help="Take the archive's records in place of those here, after a backup.")
@click.option("--dry-run", is_flag=True, help="Check it and say what would come in.")
@common
def import_(file: str | None, archive: str, replace: bool, dry_run: bool) -> None:
    """Take in what `export` wrote. It is checked as a whole first, a backup is made, ids never double.

    A single record file (`.md`), such as one that waits in the spool without a seal, comes in as private and imported.
    """
    from backstory.memory.transfer import import_archive, import_record

    path = archive or file or ""
    if not path:
        raise Invalid("no file was named", hint="`backstory import memory.tar.gz`")
    memory = open_memory()
    if path.endswith(".md"):
        taken = import_record(memory, _absolute(path), dry_run=dry_run)
    else:
        taken = import_archive(memory, _absolute(path), replace=replace, dry_run=dry_run)
    if not dry_run:
        refresh_surfaces(memory)
    if console.State.json:
        console.document("import", taken._asdict())
        return
    verb = "Would take in" if dry_run else "Took in"
    console.talk(
        f"{verb} {counted(taken.new, 'record')}; {taken.known} were here already"
        + (f"; {taken.refused} differ from the record of the same id here and were left out" if taken.refused else "")
    )
    if taken.barred:
        console.talk(f"{taken.barred} were rejected or forgotten here and stay out (`backstory reject --list`)")
    if taken.history:
        console.talk(
            "its journal and snapshots were left out: only an archive that this machine made from this project"
            " brings them"
        )
    if taken.unsaved:
        console.warn(f"{counted(taken.unsaved, 'damaged file')} could not be put into the backup", "`backstory doctor`")
    if taken.backup:
        console.talk(f"a backup of what was here is in `{taken.backup}`")


def _target(path: str) -> str:
    """Where a file is to be written, in a folder that is there."""
    whole = _absolute(path)
    folder = os.path.dirname(whole)
    if not os.path.isdir(folder):
        raise BackstoryError(f"no folder `{folder}`", hint=f"`mkdir -p {folder}` makes it")
    return whole


def _absolute(path: str) -> str:
    return os.path.join(here(), os.path.expanduser(path))
