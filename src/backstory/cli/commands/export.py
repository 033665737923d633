"""Write the memory to an archive."""

import os
import shlex
from typing import TYPE_CHECKING, Final

import click

from backstory.api import export_json, export_tar, is_export
from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import SCOPE, Json, add_common_options, current_folder, open_memory
from backstory.cli.record_export import ExportedForm, export_form
from backstory.model.errors import BackstoryError, Exit, Invalid
from backstory.model.kinds import SCOPES
from backstory.model.text import format_count
from backstory.store.files import write_atomic

if TYPE_CHECKING:
    from backstory.cli.library import Exported, Memory

SECTION: Final = "Store"
MAX_NAMED: Final = 10
"""Left-out files that are named one by one."""


class ExportedRecords(Answer):
    """What was written, where, and what was left out."""

    schema = "export"
    exported: "Exported"
    scopes: tuple[str, ...]
    output: str
    other_scopes: list[str]
    """Scopes with records that were not asked for."""
    is_private: bool = False
    """Whether private records were written although nobody named a scope."""

    def to_json(self) -> Json:
        exported = self.exported
        items = [file._asdict() for file in exported.left_out]
        path = absolute_path(self.output)
        return {"path": path, "records": exported.records, "scopes": self.scopes, "left_out": items}

    def print_json(self) -> None:
        super().print_json()
        _warn_of_left_out(self.exported)

    def print_text(self) -> None:
        console.info(f"Wrote {self.output}: {format_count(self.exported.records, 'record')} ({', '.join(self.scopes)})")
        if self.other_scopes:
            console.info(f"hint: {' and '.join(self.other_scopes)} records were left out; `--private` includes them")
        elif self.is_private:
            console.info("hint: the team has no records, so these are your private ones: keep the file to yourself")
        _warn_of_left_out(self.exported)

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.exported.left_out else Exit.DONE


class ExportedText(Answer):
    """All records as lines of JSON on stdout."""

    exported: "Exported"

    def print_text(self) -> None:
        console.verbatim(self.exported.text)
        _warn_of_left_out(self.exported)

    @property
    def exit_code(self) -> Exit:
        return Exit.PARTLY if self.exported.left_out else Exit.DONE


@click.command()
@click.option(
    "--output",
    "-o",
    "output",
    default="",
    metavar="FILE",
    help="The archive (.tar.gz), or a JSON file with --json; by default the records as JSON on stdout.",
)
@click.option(
    "--private",
    is_flag=True,
    help="Private and user records, journal and snapshots too; by default the team's records, if there are any.",
)
@click.option("--scope", type=SCOPE, multiple=True, help="Export these scopes.")
@click.option(
    "--to",
    "form",
    default="",
    metavar="FORMAT",
    help="Records in the format of another tool: markdown, jsonl, adr, basic-memory, mcp-memory, claude-md.",
)
@click.option("--untrusted", is_flag=True, help="With --to: include untrusted records.")
@click.option("--replace", is_flag=True, help="With --to: replace existing files.")
@click.option("--dry-run", is_flag=True, help="With --to: list the files; write none.")
@add_common_options
def export(
    output: str, private: bool, scope: tuple[str, ...], form: str, untrusted: bool, replace: bool, dry_run: bool
) -> ExportedRecords | ExportedText | ExportedForm:
    """Write the memory to an archive, as JSON, or in another tool's format.

    With --to it writes the team's records only, unless --private or --scope asks for others.

    \b
    backstory export -o memory.tar.gz
    backstory export --to adr -o docs/adr
    backstory export --to claude-md --private > CLAUDE.md
    """
    memory = open_memory()
    if form:
        scopes = scope or (SCOPES if private else ("team",))
        return export_form(memory, form, scopes, output, untrusted=untrusted, replace=replace, dry_run=dry_run)
    if untrusted or replace or dry_run:
        raise Invalid(
            "`--untrusted`, `--replace` and `--dry-run` need `--to`",
            hint="`backstory export --to markdown -o FOLDER --dry-run`",
        )
    target = _target_path(output) if output not in ("", "-") else ""
    scopes = scope or _choose_scopes(memory, private=private)
    others = [] if scope else _scopes_with_records(memory, scopes)
    _ensure_something(memory, scopes, is_needed=bool(target) and not private)
    if not output or (console.State.json and not output.endswith((".tar.gz", ".tgz"))):
        exported = export_json(memory, scopes)
        if output in ("", "-"):
            return ExportedText(exported)

        write_atomic(target, exported.text.encode(), mode=0o600, in_worktree=True)
    else:
        exported = export_tar(memory, scopes, target or _target_path(output))
    return ExportedRecords(exported, scopes, output, others, not (scope or private) and "private" in scopes)


def _choose_scopes(memory: "Memory", *, private: bool) -> tuple[str, ...]:
    """The team's records; all of them where the team has none, since the memory is one person's then."""
    return SCOPES if private or not _has_records(memory, "team") else ("team",)


def _ensure_something(memory: "Memory", scopes: tuple[str, ...], *, is_needed: bool) -> None:
    if is_needed and not any(_has_records(memory, name) for name in scopes):
        raise _nothing_to_export(memory, scopes)


def _scopes_with_records(memory: "Memory", without: tuple[str, ...]) -> list[str]:
    return [scope for scope in SCOPES if scope not in without and _has_records(memory, scope)]


def _has_records(memory: "Memory", scope: str) -> bool:
    return next(iter(memory.stores[scope].files()), None) is not None


def _nothing_to_export(memory: "Memory", scopes: tuple[str, ...]) -> BackstoryError:
    others = _scopes_with_records(memory, scopes)
    existing = f"there are {' and '.join(others)} records: " if others else ""
    hint = (
        f"{existing}`backstory export --private -o memory.tar.gz`" if others else "`backstory list` shows what there is"
    )
    return BackstoryError(f"there are no {' or '.join(scopes)} records to export, so nothing was written", hint=hint)


def _warn_of_left_out(exported: "Exported") -> None:
    if exported.only_local:
        console.warn(f"it {exported.only_local}: only this machine can import it", "export each scope: `--scope team`")
    for file in exported.left_out[:MAX_NAMED]:
        console.warn(f"`{file.path}` was left out: {file.why}")
    if len(exported.left_out) > MAX_NAMED:
        console.warn(f"and {len(exported.left_out) - MAX_NAMED} more were left out")
    if exported.left_out:
        console.info("hint: `backstory doctor --deep` says what is wrong with them")


def _target_path(path: str) -> str:
    """The absolute path of a file to write.

    Raises `BackstoryError` when its folder does not exist, and when the file is something else than an earlier export.
    """
    whole = absolute_path(path)
    if os.path.isdir(whole):
        raise BackstoryError(
            f"`{path}` is a folder, and a file is expected",
            hint=f"`backstory export -o {os.path.join(path, 'memory.tar.gz')}`",
        )
    folder = os.path.dirname(whole)
    if not os.path.isdir(folder):
        raise BackstoryError(f"the folder `{folder}` does not exist", hint=f"`mkdir -p {folder}` makes it")
    if os.path.isfile(whole) and not is_export(whole):
        raise BackstoryError(
            f"`{path}` exists and is not an export of Backstory, so it is not replaced",
            hint=f"name another file, or move it out of the way: `mv {shlex.quote(path)} {shlex.quote(path)}.old`",
        )
    return whole


def absolute_path(path: str) -> str:
    """The absolute form of a path that was typed."""
    return os.path.join(current_folder(), os.path.expanduser(path))
