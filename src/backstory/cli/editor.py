"""Opens a text or a file in the editor that `VISUAL` or `EDITOR` names."""

import os
import sys

import click

from backstory.cli import console
from backstory.cli.command import who_speaks
from backstory.model.errors import BackstoryError, Invalid


def has_editor() -> bool:
    """Whether an editor may be opened: at a terminal always, elsewhere for a script that names one."""
    if sys.stdin.isatty() and sys.stderr.isatty():
        return True
    return bool(os.environ.get("VISUAL") or os.environ.get("EDITOR")) and not who_speaks().agent


def edit_text(text: str) -> str:
    """The text as it is when the editor closes. Raises `BackstoryError` when the editor fails."""
    console.end_progress()
    try:
        return click.edit(text, extension=".md") or text
    except click.ClickException as error:
        raise _editor_failed(error) from None


def edit_file(path: str) -> None:
    """Opens a file in the editor and waits until it closes. Raises `Invalid` without one, or `BackstoryError`."""
    if not has_editor():
        raise Invalid("there is no terminal to edit at", hint=f"edit `{path}` yourself, or set `EDITOR`")
    console.end_progress()
    try:
        click.edit(filename=path)
    except click.ClickException as error:
        raise _editor_failed(error) from None


def _editor_failed(error: click.ClickException) -> BackstoryError:
    return BackstoryError(f"the editor failed: {error.message}", hint="`EDITOR=nano` names another one")
