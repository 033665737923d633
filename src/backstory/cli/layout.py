"""Lays text out by the cells of a terminal: a Chinese character takes two of them, a combining accent none."""

from collections.abc import Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Final

from backstory.model.late_pattern import late_pattern

ELLIPSIS: Final = "…"
_COLUMN: Final = late_pattern(r" *[^\s`]+ {2,}")
"""What stands before the second column of a line such as `  created  .backstory/`."""
_LEAD: Final = late_pattern(r" *")
_WORDS: Final = late_pattern(r"( *)((?:`[^`]*`|[^ ])+)")
"""Words with the blanks before them; what is in backticks is one."""
NEVER_FIRST: Final = frozenset("。，、；：？！）」』】》〉…")
"""Signs that no line of Chinese or Japanese begins with."""


def measure_text(text: str) -> int:
    """The cells that a text takes on a terminal."""
    if _is_narrow(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def pad_text(text: str, width: int) -> str:
    """The text with blanks up to a width in cells."""
    return text + " " * max(0, width - measure_text(text))


def cut_text(text: str, room: int) -> str:
    """The text, or as many whole words of it as fit into the room with an ellipsis behind them."""
    if measure_text(text) <= room:
        return text
    return _take_words(text, max(1, room - 1)).rstrip(" ,;:") + ELLIPSIS


def wrap_text(text: str, room: int, *, first: str = "", rest: str = "") -> list[str]:
    """Breaks a text into lines of at most `room` cells; `first` and `rest` stand before the lines and count."""
    lines: list[str] = []
    start = first
    remaining = text.strip()
    while remaining:
        line = _take_words(remaining, max(8, room - measure_text(start)))
        lines.append(start + line.rstrip())
        remaining = remaining[len(line) :].lstrip()
        start = rest
    return lines


def fit_spans(
    spans: Sequence[tuple[str, str]], room: int, *, indent: str = "", cut: bool = False
) -> list[list[tuple[str, str]]]:
    """Breaks or cuts pieces of text, each with its style, into lines that fit into the room; the styles stay."""
    plain = "".join(text for text, _ in spans)
    if measure_text(plain) <= room:
        return [list(spans)]
    styles: list[str] = []
    for text, style in spans:
        styles += [style] * len(text)
    lead = plain[: len(plain) - len(plain.lstrip())]
    broken = [cut_text(plain, room)] if cut else wrap_text(plain, room, first=lead, rest=indent)
    fitted: list[list[tuple[str, str]]] = []
    position = 0
    for number, line in enumerate(broken):
        start = indent if number else ""
        content = line[len(start) :]
        position = plain.index(content.removesuffix(ELLIPSIS) if cut else content, position)
        fitted.append([(start, ""), *_restyle(content, styles[position : position + len(content)])])
        position += len(content)
    return fitted


def fold_remark(text: str, room: int) -> str:
    """A remark in lines of at most `room` cells, the further ones below the column that its text begins in.

    A command in backticks stays on one line, so that it can be pasted, and so does a word that is longer than a line.
    """
    return "\n".join(_fold_line(line, room) for line in text.split("\n"))


def _fold_line(text: str, room: int) -> str:
    if measure_text(text) <= room:
        return text
    lead = _COLUMN.match(text) or _LEAD.match(text)
    hang = len(lead[0]) if lead is not None and len(lead[0]) <= room // 2 else 0
    lines = [text[:hang]]
    is_empty = True
    for gap, word in _WORDS.findall(text[hang:]):
        if is_empty or measure_text(lines[-1]) + len(gap) + measure_text(word) <= room:
            lines[-1] += gap + word
        else:
            lines.append(" " * hang + word)
        is_empty = False
    return "\n".join(lines)


def _restyle(text: str, styles: Sequence[str]) -> list[tuple[str, str]]:
    """The text in pieces of one style each."""
    pieces: list[tuple[str, str]] = []
    for style, group in groupby(zip_longest(text, styles, fillvalue=""), key=itemgetter(1)):
        pieces.append(("".join(character for character, _ in group), style))
    return pieces


def _take_words(text: str, room: int) -> str:
    """The longest beginning that fits into the room and ends between two words, or within a word that is too long."""
    if measure_text(text) <= room:
        return text
    beginning = _take_cells(text, room)
    if _is_break(text, len(beginning)):
        return beginning
    end = len(beginning)
    while end and not _is_break(text, end):
        end -= 1
    return beginning[:end] or beginning


def _take_cells(text: str, room: int) -> str:
    """The longest beginning that fits into the room; one character at least."""
    if _is_narrow(text):
        return text[:room]
    from rich.cells import chop_cells

    return chop_cells(text, room)[0] or text[:1]


def _is_break(text: str, end: int) -> bool:
    """Whether a line may end before the character at `end`: at a blank, or beside a character of double width."""
    if end >= len(text) or text[end] == " ":
        return bool(text[:end].strip())
    if end == 0 or text[end] in NEVER_FIRST or measure_text(text[end]) == 0:
        return False
    return _is_wide(text[end]) or _is_wide(text[end - 1])


def _is_wide(character: str) -> bool:
    return not _is_narrow(character) and measure_text(character) == 2


def _is_narrow(text: str) -> bool:
    """Whether every character surely takes one cell, as letters of Latin and usual punctuation do."""
    return text.isascii() or all(ord(sign) < 0x300 or 0x2010 <= ord(sign) <= 0x2027 for sign in text)
