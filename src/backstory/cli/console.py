"""Prints for people and pipes: data on stdout, remarks on stderr. Control characters in stored text are removed."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import islice, zip_longest
from typing import Final, NamedTuple, TextIO

import click
import msgspec

from backstory.model.errors import BackstoryError, Invalid
from backstory.model.late_pattern import late_pattern
from backstory.model.text import clean_text, escape_json

MIN_ROOM: Final = 12
"""Cells below which a column is not cut: the terminal wraps it."""
LONGEST_NAME: Final = 300
"""Characters of a name that an error shows."""
LONGEST_HINT: Final = 1_000
"""Characters of a command that a hint shows: it is to be pasted."""


_PIECES: Final = late_pattern(r"[^\s\"'`\\/:@&=?;]{8,}")
MOST_PIECES: Final = 256
"""Pieces of one command line that are looked for in what it prints."""
_ID: Final = late_pattern(r"[0-9A-HJKMNP-TV-Z]{8,26}|[0-9a-f]{7,64}|[0-9T:.Z+-]+")
"""Ids, commits and times, which are repeated all the time and are no secrets by themselves."""
_PRIVATE_USE: Final = 0xF0000
_SHORT_ID: Final = late_pattern(r"(?<![\w.-])(?=[a-z]*[0-9])[0-9a-hjkmnp-tv-z]{8}(?![\w-])")


class State:
    """How this process prints; the options of the command line set it."""

    json = False
    quiet = False
    refreshed = False
    """Whether the command has had the agents' files brought up to date."""
    template = ""
    """The template of `--format`; empty to print text or JSON."""
    pager = True
    """Whether long output may go through a pager."""
    held: list[tuple[TextIO, str]] | None = None
    """The output held back for the pager."""
    typed: frozenset[str] = frozenset()
    """Pieces of the command line that could be secrets: output that repeats one goes through the redaction gate."""
    sentences = ""
    """The words of the command line, without ids of records."""
    on_output: list[Callable[[], None]] = []  # noqa: RUF012 - one console a process
    """Called once, before the first output: it takes the sign of progress off the terminal."""

    @classmethod
    def reset(cls, argv: Sequence[str] = ()) -> None:
        """Forgets the options of an earlier command line; `argv` is the new one."""
        words = [word for word in argv if not _SHORT_ID.fullmatch(word)]
        cls.sentences = " ".join(words).lower()
        pieces = (piece for word in words for piece in _PIECES.findall(word))
        telling = (piece for piece in pieces if not (piece.isalpha() and piece.islower()) and not _ID.fullmatch(piece))
        cls.typed = frozenset(islice(telling, MOST_PIECES))
        cls.json = cls.quiet = False
        cls.refreshed = False
        cls.template, cls.pager, cls.held = "", True, None
        cls.on_output.clear()


class Span(NamedTuple):
    """A piece of a line and its style, an ANSI code, which counts where stdout has colours."""

    text: str
    code: str = ""

    def __str__(self) -> str:
        return self.text


def data(*spans: str | Span, end: str = "\n") -> None:
    """Prints a line of data on stdout."""
    _write(sys.stdout, "".join(_render_span(span) for span in spans) + end)


def line(*spans: str | Span, indent: str = "", cut: bool = False) -> None:
    """Prints a line of data. On a terminal that is too narrow it goes on below, behind `indent`, or is `cut` there."""
    pieces = [_as_span(span) for span in spans]
    room = screen_width()
    if room:
        from backstory.cli.layout import fit_spans

        for fitted in fit_spans([(piece.text, piece.code) for piece in pieces], room, indent=indent, cut=cut):
            data(*(Span(text, code) for text, code in fitted))
    else:
        data(*pieces)


def _as_span(span: str | Span) -> Span:
    """The span without what could move a cursor or break the line."""
    text, code = span if isinstance(span, Span) else (span, "")
    return Span(clean_text(text).replace("\n", " "), code)


def _render_span(span: str | Span) -> str:
    return coloured(clean_text(span.text), span.code) if isinstance(span, Span) else clean_text(span)


def verbatim(text: str) -> None:
    """Prints data on stdout as it is: the caller made it safe (briefs, JSON)."""
    _write(sys.stdout, text)


def info(text: str = "") -> None:
    """Prints a remark on stderr; nothing with `--quiet`."""
    if not State.quiet:
        _write(sys.stderr, _format_remark(text))


def warn(text: str, hint: str = "") -> None:
    """Prints a warning on stderr, also with `--quiet`."""
    _write(sys.stderr, _format_remark(f"warning: {text}"))
    if hint:
        _write(sys.stderr, _format_remark(f"hint: {hint}"))


def _format_remark(text: str) -> str:
    """A remark as it is printed: at a terminal in lines that fit, with its first word in colour."""
    text = clean_text(text)
    if sys.stderr.isatty() and 0 < (room := terminal_width(sys.stderr)) < len(text):  # 0: it does not say
        from backstory.cli.layout import fold_remark

        text = fold_remark(text, room)
    return _paint(text) + "\n"


def misread(reason: str) -> None:
    """Says that a text with the look of a query was read as plain words."""
    info(f"searched as plain words, because it is not a query: {reason} (`backstory help query`)")


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
    """Prints an error and its hint on stderr, or as a JSON document on stdout with `--json`.

    Where stdout takes nothing more (a full disk), it goes to stderr. Where nobody reads any more (`| head`), the exit
    code says it.
    """
    with suppress(OSError):
        if not ((State.json or "--json" in argv) and _print_error_document(problem)):
            _print_error(problem)


def _print_error_document(problem: BackstoryError) -> bool:
    """Prints an error as JSON. False where stdout does not take it."""
    body = {"error": {"message": problem.message, "hint": problem.hint, "code": int(problem.code)}}
    try:
        verbatim(json_text(msgspec.json.encode(body)) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        return True
    except OSError:
        return False
    return True


def _print_error(problem: BackstoryError) -> None:
    _write(sys.stderr, _format_remark(f"error: {_shorten(_unwrap(problem.message), LONGEST_NAME)}"))
    if problem.hint:
        _write(sys.stderr, "\n" + _format_remark(f"hint: {_shorten(problem.hint, LONGEST_HINT)}"))


def _unwrap(text: str) -> str:
    """A text whose quotations are on one line each."""
    return re.sub(r"`([^`]*)`", lambda one: f"`{' '.join(one[1].splitlines())}`", text) if "\n" in text else text


def _shorten(text: str, limit: int) -> str:
    """A text whose quotations are cut: a name may be a whole file that somebody pasted."""
    long = rf"`([^`]{{{limit}}})[^`]+`"
    return text if len(text) <= limit else re.sub(long, r"`\1…`", text)


def no_memory() -> BackstoryError:
    """The error of a process that may not have the memory it needs."""
    return BackstoryError("not enough memory", hint="`ulimit -v` shows the limit")


def crash(problem: BaseException, argv: Sequence[str]) -> None:
    """Prints one line about an internal error and writes a report, which passes the redaction gate."""
    try:
        from backstory.cli.crash_report import write_report

        path = write_report(problem, argv)
    except MemoryError:  # what went wrong was most likely that, whatever Python calls it
        error(no_memory(), argv)
        return
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
    end_progress()
    return click.confirm(clean_text(question), default=default, err=True)


def confirm_loss(question: str, *, yes: bool, dry_run: str = "") -> None:
    """Asks on a terminal before something is removed; the default is no.

    `dry_run` is the command that shows what would be done. Raises BackstoryError unless the answer is yes, and Invalid
    without a terminal to ask on.
    """
    if yes:
        return
    shows = f"; `{dry_run}` shows what would be done" if dry_run else ""
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        raise Invalid("nothing was done: there is no terminal to ask at", hint=f"`--yes` skips the question{shows}")
    end_progress()
    if not click.confirm(clean_text(question), default=False, err=True):
        raise BackstoryError("nothing was done", hint=f"`--yes` skips the question{shows}")


def confirm_removal(question: str) -> bool:
    """Asks on a terminal whether something more is to be removed. Without one, and by default, it is not."""
    if not sys.stdin.isatty() or not sys.stderr.isatty():
        return False
    end_progress()
    return click.confirm(clean_text(question), default=False, err=True)


def confirm_on_terminal(question: str, *, dry_run: str = "") -> None:
    """Asks on a terminal before something that can be taken back; a script is not asked. See `confirm_loss`."""
    confirm_loss(question, yes=not (sys.stdin.isatty() and sys.stderr.isatty()), dry_run=dry_run)


def table(
    rows: Iterable[Sequence[str]],
    *,
    gap: int = 2,
    styles: Sequence[str] = (),
    tails: Sequence[str] = (),
    wrap: bool = False,
) -> None:
    """Prints rows in columns that are aligned by terminal cells; the last column is not padded.

    On a terminal the last column is cut at a word, or goes on below with `wrap`, as whole rows do where it has hardly
    any room. Row by row, `tails` follow the last column and are never cut.
    """
    grid = [[clean_text(cell).replace("\n", " ") for cell in row] for row in rows]
    if not grid:
        return
    from backstory.cli import layout

    widths = _column_widths(grid)
    room = screen_width()
    for cells, tail in zip_longest(grid, tails, fillvalue=""):
        padded = [layout.pad_text(cell, width) + " " * gap for cell, width in zip(cells[:-1], widths, strict=False)]
        start = sum(map(layout.measure_text, padded))
        remaining = room - start - layout.measure_text(tail)
        fits = remaining >= MIN_ROOM
        last = layout.cut_text(cells[-1], remaining) if fits and not wrap else cells[-1]
        spans = [Span(text, code) for text, code in zip_longest([*padded, last], styles, fillvalue="")]
        line(*spans[: len(cells)], Span(tail, "33"), indent=" " * (start if fits else gap + 2))


def _column_widths(grid: Sequence[Sequence[str]]) -> list[int]:
    """The width of each column in cells: that of its longest cell. Rows may have different numbers of cells."""
    from backstory.cli.layout import measure_text

    widths: list[int] = []
    for row in grid:
        widths += [0] * (len(row) - len(widths))
        for column, cell in enumerate(row):
            widths[column] = max(widths[column], measure_text(cell))
    return widths


def screen_width() -> int:
    """The width that lines are cut to: that of the terminal; 0 where stdout is none, since then nothing is cut."""
    return terminal_width() if sys.stdout.isatty() else 0


def terminal_width(stream: TextIO | None = None) -> int:
    """The columns of the terminal that a stream, by default stdout, goes to; 100 without one."""
    try:
        return os.get_terminal_size((stream or sys.stdout).fileno()).columns
    except (OSError, ValueError):
        return 100


def bold(text: str) -> Span:
    return Span(text, "1")


def dim(text: str) -> Span:
    return Span(text, "2")


def coloured(text: str, code: str) -> str:
    """The text in a colour, given as its ANSI code, where stdout has colours."""
    return _style(text, code, sys.stdout) if text and code else text


def has_colours(stream: TextIO) -> bool:
    """Whether to colour: NO_COLOR and FORCE_COLOR decide, else whether the stream is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def _style(text: str, code: str, stream: TextIO | None = None) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if has_colours(stream or sys.stderr) else text


def _paint(text: str) -> str:
    for word, code in (("hint:", "36"), ("warning:", "33"), ("error:", "1;31")):
        if text.startswith(word):
            return _style(word, code) + text[len(word) :]
    return text


def end_progress() -> None:
    """Takes the sign of progress off the terminal, before output and before a question."""
    while State.on_output:
        State.on_output.pop()()


def _without_secrets(text: str, repeated: Sequence[str]) -> str:
    """The text without the secrets in it, in whatever case it repeats these pieces of the command line."""
    from backstory.redact.gate import Gate  # only where the command line is repeated

    gate = Gate()
    ids = [one for one in dict.fromkeys(_SHORT_ID.findall(text)) if one not in State.sentences]
    for number, one in enumerate(ids):  # beside the title of a rule about passwords, an id looks like one
        text = text.replace(one, chr(_PRIVATE_USE + number))
    text = gate.clean(text)
    for number, one in enumerate(ids):
        text = text.replace(chr(_PRIVATE_USE + number), one)
    for piece in repeated:
        clean = gate.clean(piece)
        if clean != piece:
            text = re.sub(re.escape(piece), lambda _: clean, text, flags=re.IGNORECASE)  # noqa: B023
    return text


def _write(stream: TextIO, text: str) -> None:
    end_progress()
    lower = text.lower() if State.typed else ""
    repeated = [piece for piece in State.typed if piece.lower() in lower]
    if repeated:
        text = _without_secrets(text, repeated)
    if State.held is not None:
        State.held.append((stream, text))
        return
    if stream is sys.stderr:
        _flush_data()
    write(stream, text)


def _flush_data() -> None:
    """Lets the data that was printed so far come before a remark where both go to one file."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()


def write(stream: TextIO, text: str) -> None:
    """Writes to a stream; what its encoding does not know becomes a question mark."""
    try:
        stream.write(text)
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "replace").decode(encoding))
