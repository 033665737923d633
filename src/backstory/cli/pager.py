"""Shows output that is longer than the terminal in a pager: `$PAGER`, or `less`. `PAGER=cat` turns it off."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

import click

from backstory.cli import console

LESS: Final = "FRX"
"""Options of `less` where `LESS` sets none: end when all fits, show colours, leave the text on the screen."""


def has_pager() -> bool:
    """Whether a person reads along at a terminal and wants a pager."""
    from backstory.cli.command import who_speaks

    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    return os.environ.get("PAGER", "less").strip() not in ("", "cat") and not who_speaks().agent


@contextmanager
def page_output() -> Iterator[None]:
    """Holds back what is printed, and shows it in the pager if it does not fit on the screen."""
    console.State.held = []
    try:
        yield
    finally:
        buffered, console.State.held = console.State.held or [], None
        if _fits("".join(text for stream, text in buffered if stream is sys.stdout)):
            for stream, text in buffered:
                console.write(stream, text)
        else:
            _show(buffered)


def _fits(text: str) -> bool:
    try:
        return text.count("\n") < os.get_terminal_size(sys.stdout.fileno()).lines
    except (OSError, ValueError):
        return True


def _show(buffered: list[tuple[TextIO, str]]) -> None:
    """Shows the data in the pager, and the remarks after it."""
    os.environ.setdefault("LESS", LESS)
    sys.stdout.flush()
    text = "".join(text for stream, text in buffered if stream is sys.stdout).removesuffix("\n")
    click.echo_via_pager(text, color=console.has_colours(sys.stdout))
    for stream, text in buffered:
        if stream is not sys.stdout:
            console.write(stream, text)
