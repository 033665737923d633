"""`export --to`: writes records in the format of another tool, to a folder, a file or stdout."""

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from backstory.cli import console
from backstory.cli.answer import Answer
from backstory.cli.command import Json, current_folder
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.text import format_count
from backstory.store.files import make_folder, read_file, write_atomic

if TYPE_CHECKING:
    from backstory.cli.library import Memory, RecordExport


class ExportedForm(Answer):
    """Files in the format of another tool, and what stayed behind."""

    schema = "export-form"
    result: "RecordExport"
    scopes: tuple[str, ...]
    output: str
    dry_run: bool

    def to_json(self) -> Json:
        result = self.result
        files = [{"path": file.path or self.output, "bytes": len(file.text.encode())} for file in result.files]
        left_out = {"untrusted": result.untrusted, "replaced": result.replaced, "kinds": result.other_kinds}
        return {
            "form": result.form.name, "path": self.output, "records": result.records, "scopes": self.scopes,
            "files": files, "left_out": left_out, "links_left_out": result.links, "dry_run": self.dry_run,
        }  # fmt: skip

    def print_text(self) -> None:
        result = self.result
        if not self.output:
            console.verbatim(result.files[0].text)
        elif self.dry_run:
            for file in result.files:
                console.data(f"would write {os.path.join(self.output, file.path) if file.path else self.output}")
        if self.output:
            verb = "Would write" if self.dry_run else "Wrote"
            count = format_count(result.records, "record")
            console.info(f"{verb} {self.output}: {count} as {result.form.name} ({', '.join(self.scopes)})")
        self._print_left_out()

    def _print_left_out(self) -> None:
        result = self.result
        if result.untrusted:
            console.info(f"left out: {format_count(result.untrusted, 'untrusted record')}")
            if not result.form.instructs:
                console.info("hint: `--untrusted` includes them; `backstory list` marks them")
        if result.replaced:
            console.info(f"left out: {format_count(result.replaced, 'record')} that another record replaced")
        if result.other_kinds:
            console.info(
                f"left out: {format_count(result.other_kinds, 'record')} of kinds that the format does not have"
            )
        if result.links:
            console.info(f"left out: {format_count(result.links, 'link')} to records that are not in the export")


def export_form(
    memory: "Memory", name: str, scopes: tuple[str, ...], output: str, *, untrusted: bool, replace: bool, dry_run: bool
) -> ExportedForm:
    """Writes the records of some scopes in a form. Raises `BackstoryError` instead of replacing files unasked."""
    from backstory.api import choose_form, export_records

    form = choose_form(name)
    result = export_records(memory, form, scopes, untrusted=untrusted)
    output = "" if output == "-" else output
    if not output and form.is_folder and not dry_run:
        raise Invalid(f"`{form.name}` is a folder", hint=f"name it: `backstory export --to {form.name} -o FOLDER`")
    if not result.files:
        raise _nothing_to_write(result, scopes)
    if output and not dry_run:
        base = os.path.join(current_folder(), os.path.expanduser(output))
        _write(result, scopes, base, output, replace=replace)
    return ExportedForm(result, scopes, output or (form.name if dry_run else ""), dry_run)


def _nothing_to_write(result: "RecordExport", scopes: tuple[str, ...]) -> BackstoryError:
    name = result.form.name
    if result.untrusted:
        hint = "`backstory trust ID` trusts a record"
    elif "private" not in scopes:
        hint = f"private records too: `backstory export --to {name} --private -o PATH`"
    else:
        hint = f"`{name}` holds {', '.join(result.form.kinds)}; `backstory list` shows what there is"
    return BackstoryError(f"there are no {' or '.join(scopes)} records to write as `{name}`", hint=hint)


def _write(result: "RecordExport", scopes: tuple[str, ...], base: str, typed: str, *, replace: bool) -> None:
    """Writes all files, or none where one that is there would be replaced unasked."""
    targets = [(os.path.join(base, *file.path.split("/")) if file.path else base, file) for file in result.files]
    _ensure_place(result, base, typed)
    present = [path for path, file in targets if os.path.lexists(path) and _differs(path, file.text)]
    if present and not replace:
        raise BackstoryError(
            f"{format_count(len(present), 'file')} would be replaced, such as `{present[0]}`",
            hint="`--replace` replaces them; another name: `-o PATH`",
        )
    mode = 0o644 if scopes == ("team",) else 0o600
    if result.form.is_folder:
        make_folder(base, 0o755 if scopes == ("team",) else 0o700)
    before = {path for path, _ in targets if os.path.lexists(path)} | _list_folders(base)
    try:
        for path, file in targets:
            data, inside = file.text.encode("utf-8", "replace"), base if file.path else ""
            write_atomic(path, data, mode=mode, base=inside, in_worktree=True)
    except BaseException:
        _take_back([path for path, _ in targets if path not in before], _list_folders(base) - before)
        raise


def _list_folders(base: str) -> set[str]:
    """The folders below one, without it if it is empty: an export made it."""
    folders = {folder for folder, _, _ in os.walk(base)} - {base}
    return folders | {base} if os.path.isdir(base) and os.listdir(base) else folders


def _take_back(files: Iterable[str], folders: Iterable[str]) -> None:
    """Removes the files and folders that an export has begun to write."""
    for path in files:
        with suppress(OSError):
            os.unlink(path)
    for folder in sorted(folders, reverse=True):
        with suppress(OSError):
            os.rmdir(folder)


def _ensure_place(result: "RecordExport", base: str, typed: str) -> None:
    """Raise `BackstoryError` where a form cannot be written to a place, or the place is git's or Backstory's own."""
    parts = os.path.realpath(base).split(os.sep)
    own = next((name for name in (".git", ".backstory") if name in parts), "")
    if own:
        raise BackstoryError(f"`{typed}` is in `{own}`, which other tools do not read", hint="name another: `-o PATH`")
    if result.form.is_folder:
        if os.path.lexists(base) and not os.path.isdir(base):
            raise BackstoryError(f"`{typed}` is a file, and a folder is expected", hint="name a folder: `-o FOLDER`")
    elif os.path.isdir(base):
        raise BackstoryError(
            f"`{typed}` is a folder, and a file is expected", hint=f"`-o {os.path.join(typed, 'FILE')}`"
        )
    elif os.path.exists(base) and not os.path.isfile(base):
        raise BackstoryError(f"`{typed}` is not a regular file", hint="without `-o` the text goes to stdout")


def _differs(path: str, text: str) -> bool:
    """Whether a file holds something else than a text. Anything but a regular file does."""
    data = text.encode("utf-8", "replace")
    try:
        return read_file(path, limit=len(data)) != data
    except BackstoryError:
        return True
