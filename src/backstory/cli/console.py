"""Prints for people and pipes: data on stdout, remarks on stderr. Control characters in stored text are removed."""

import errno
import os
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO

import click
import msgspec

from backstory.model.errors import BackstoryError, Exit
from backstory.model.text import clean_text, escape_json


class State:
    """How this process prints; the options of the command line set it."""

    json = False
    quiet = False
    refreshed = False
    """Whether the command has had the agents' files brought up to date."""


def data(text: str = "", *, end: str = "\n") -> None:
    """Prints a line of data on stdout."""
    _write(sys.stdout, clean_text(text) + end)


def verbatim(text: str) -> None:
    """Prints data on stdout as it is: the caller made it safe (briefs, JSON)."""
    _write(sys.stdout, text)


def info(text: str = "") -> None:
    """Prints a remark on stderr; nothing with `--quiet`."""
    if not State.quiet:
        _write(sys.stderr, _paint(clean_text(text)) + "\n")


def warn(text: str, hint: str = "") -> None:
    """Prints a warning on stderr, also with `--quiet`."""
    _write(sys.stderr, f"{_style('warning:', '33')} {clean_text(text)}\n")
    if hint:
        _write(sys.stderr, f"{_style('hint:', '36')} {clean_text(hint)}\n")


def document(schema: str, value: object) -> None:
    """Prints one JSON document on stdout, `schema` first."""
    body = msgspec.to_builtins(value)
    whole = (
        {"schema": f"backstory.{schema}/1", **body}
        if isinstance(body, dict)
        else {"schema": f"backstory.{schema}/1", "items": body}
    )
    verbatim(json_text(msgspec.json.format(msgspec.json.encode(whole), indent=2)) + "\n")


def json_text(data: bytes) -> str:
    """Decodes JSON for printing; control and invisible characters are escaped."""
    return escape_json(data.decode("utf-8", "surrogatepass").encode("utf-8", "replace").decode())


def error(problem: BackstoryError, argv: Sequence[str] = ()) -> None:
    """Prints an error and its hint on stderr, or as a JSON document on stdout with `--json`."""
    if State.json or "--json" in argv:
        body = {"error": {"message": problem.message, "hint": problem.hint, "code": int(problem.code)}}
        verbatim(json_text(msgspec.json.encode(body)) + "\n")
        return
    _write(sys.stderr, f"{_style('error:', '1;31')} {clean_text(problem.message)}\n")
    if problem.hint:
        _write(sys.stderr, f"\n{_style('hint:', '36')} {clean_text(problem.hint)}\n")


def usage(problem: click.ClickException, argv: Sequence[str]) -> None:
    """Prints the error for a command line that click does not understand."""
    ctx = getattr(problem, "ctx", None)
    path = ctx.command_path if ctx is not None else "backstory"
    message = problem.format_message().rstrip(".")
    message = message[:1].lower() + message[1:]
    error(BackstoryError(message.replace("'", "`"), hint=f"`{path} --help` shows its options", code=Exit.USAGE), argv)


def os_error(problem: OSError) -> BackstoryError:
    """The message for an error of the file system, with a hint."""
    name = problem.filename if isinstance(problem.filename, str) else os.fsdecode(problem.filename or b"")
    where = f" `{name}`" if name else ""
    reason = (problem.strerror or str(problem)).lower()
    hints = {
        errno.ENOSPC: "free some space; no partial file was left",
        errno.EDQUOT: "free some space; no partial file was left",
        errno.EACCES: "check the permissions with `ls -ld`, or set `BACKSTORY_HOME` to a folder of yours",
        errno.EPERM: "check the permissions with `ls -ld`, or set `BACKSTORY_HOME` to a folder of yours",
        errno.EROFS: "the file system is read-only; set `BACKSTORY_HOME` to a folder that can be written",
    }
    return BackstoryError(
        f"could not use{where}: {reason}", hint=hints.get(problem.errno or 0, "`backstory doctor` checks the set-up")
    )


def crash(problem: BaseException, argv: Sequence[str]) -> None:
    """Prints one line about an internal error and writes a report, which passes the redaction gate."""
    from backstory.cli.crash_report import write_report

    path = write_report(problem, argv)
    hint = (
        f"a report is in `{path}`; it holds no content of yours"
        if path
        else "run again with `BACKSTORY_DEBUG=1` to see the trace"
    )
    if os.environ.get("BACKSTORY_DEBUG"):
        import traceback

        traceback.print_exception(problem)
    error(BackstoryError(f"something went wrong inside backstory ({type(problem).__name__})", hint=hint), argv)


def confirm(question: str, *, yes: bool, default: bool = True) -> bool:
    """Asks on a terminal. Without one the answer is `default`, so no command waits for input."""
    if yes:
        return True
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        return default
    return click.confirm(clean_text(question), default=default, err=True)


def table(rows: Iterable[Sequence[str]], *, gap: int = 2, styles: Sequence[str] = ()) -> None:
    """Rows in aligned columns on stdout; the last column is not padded. Widths count terminal cells roughly."""
    grid = [[clean_text(cell).replace("\n", " ") for cell in row] for row in rows]
    if not grid:
        return
    widths = _column_widths(grid)
    room = terminal_width() if sys.stdout.isatty() else 0
    for row in grid:
        cells, last = row[:-1], row[-1:]
        if room:
            left = room - sum(widths[: len(cells)]) - gap * len(cells)
            last = [_cut_cell(cell, left) for cell in last]
        padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=False)] + last
        for column, style in enumerate(styles[: len(padded)]):
            if style:
                padded[column] = _style(padded[column], style, sys.stdout)
        _write(sys.stdout, (" " * gap).join(padded).rstrip() + "\n")


def _column_widths(grid: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column: that of its longest cell. Rows may have different numbers of cells."""
    widths: list[int] = []
    for row in grid:
        widths += [0] * (len(row) - len(widths))
        for column, cell in enumerate(row):
            widths[column] = max(widths[column], len(cell))
    return widths


def _cut_cell(cell: str, room: int) -> str:
    """A cell that fits into the room. Where there is hardly any it stays whole, and the terminal wraps it."""
    return cell if len(cell) <= room or room < 12 else cell[: room - 1] + "…"


def terminal_width() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 100


def bold(text: str) -> str:
    return _style(text, "1", sys.stdout)


def dim(text: str) -> str:
    return _style(text, "2", sys.stdout)


def coloured(text: str, code: str) -> str:
    """The text in a colour, given as its ANSI code, where stdout has colours."""
    return _style(text, code, sys.stdout)


def _has_colours(stream: TextIO) -> bool:
    """Whether to colour: NO_COLOR and FORCE_COLOR decide, else whether the stream is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _style(text: str, code: str, stream: TextIO | None = None) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if _has_colours(stream or sys.stderr) else text


def _paint(text: str) -> str:
    for word, code in (("hint:", "36"), ("warning:", "33")):
        if text.startswith(word):
            return _style(word, code) + text[len(word) :]
    return text


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "replace").decode(encoding))
