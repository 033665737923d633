"""The manual page of the program, from the commands themselves, in the language of `man`."""

from collections.abc import Iterator

import click

from backstory._version import VERSION
from backstory.cli.table import SECTIONS
from backstory.model.errors import EXIT_MEANINGS
from backstory.settings import VARIABLES


def format_man_page(root: click.Group, ctx: click.Context) -> str:
    """The page: `backstory help --man > backstory.1`."""
    return "\n".join(_lines(root, ctx)) + "\n"


def _lines(root: click.Group, ctx: click.Context) -> Iterator[str]:
    yield f'.TH BACKSTORY 1 "" "backstory {VERSION}" "User Commands"'
    yield from (".SH NAME", r"backstory \- project memory for AI-assisted development")
    yield from (".SH SYNOPSIS", ".B backstory", r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGS\fR]...")
    yield from (".SH DESCRIPTION", _escape(root.help or ""))
    yield ".SH OPTIONS"
    yield from _format_options(root, ctx)
    yield ".SH COMMANDS"
    yield from _format_commands(root, ctx)
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_MEANINGS.items():
        yield from (".TP", f".B {int(code)}", _escape(meaning))
    yield ".SH ENVIRONMENT"
    for name, meaning in VARIABLES.items():
        yield from (".TP", f".B {_escape(name)}", _escape(meaning))


def _format_commands(root: click.Group, ctx: click.Context) -> Iterator[str]:
    for title, commands in SECTIONS.items():
        yield f".SS {_escape(title)}"
        for name in commands:
            command = root.get_command(ctx, name)
            if command is not None and not command.hidden:
                with click.Context(command, info_name=name, parent=ctx) as inner:
                    yield from _format_command(command, inner)


def _format_command(command: click.Command, ctx: click.Context) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(ctx))
    yield from (".TP", rf"\fB{_escape(ctx.info_name or '')}\fR {_escape(usage)}".rstrip())
    yield _escape((command.help or command.get_short_help_str()).partition("\f")[0])
    yield ".RS"
    yield from _format_options(command, ctx)
    yield ".RE"


def _format_options(command: click.Command, ctx: click.Context) -> Iterator[str]:
    for parameter in command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None:
            yield from (".TP", rf"\fB{_escape(record[0])}\fR", _escape(record[1]))


def _escape(text: str) -> str:
    """Text in which nothing reads as a request: backslashes, hyphens and the signs that begin a line."""
    lines = text.replace("\\", r"\e").replace("-", r"\-").strip().splitlines()
    return "\n".join(
        rf"\&{line.strip()}" if line.strip().startswith((".", "'")) else line.strip() or ".PP" for line in lines
    )
