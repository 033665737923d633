"""Texts of turns as a session keeps them: redacted first, then shortened, since half a secret is not recognised."""

from collections.abc import Callable
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.model.text import clean_text, one_line
from backstory.patterns.narration import split_narration

ANSWER: Final = 3_000
"""Characters that are kept of an answer or a report: its beginning and its end."""
LINE: Final = 240
RAW: Final = 20_000
"""Characters of a text that are looked at."""

Clean = Callable[[str], str]


class Shortener:
    """Redacts texts with `clean`, then shortens them."""

    def __init__(self, clean: Clean) -> None:
        self._clean = clean

    def beginning(self, text: str, limit: int) -> str:
        """The beginning of a text."""
        text = clean_text(self._clean(text[:RAW])).strip()
        return text if len(text) <= limit else text[: limit - 2].rstrip() + " …"

    def ends(self, text: str, limit: int = ANSWER) -> str:
        """The beginning and the end of a text; more of the end where it begins with what was told in passing."""
        text = clean_text(self._clean(join_ends(text))).strip()
        share = 1 if split_narration(text)[0] else 2
        return _cut_middle(text, limit * share // 3, limit * (3 - share) // 3)

    def command(self, text: str, limit: int) -> str:
        """The beginning of a command line and, of a chain that is longer, its last commands: tests come last."""
        line = clean_text(self._clean(text)).strip()
        if len(line) <= limit:
            return self.beginning(text, limit)
        starts = [match.end() for match in _CHAIN.finditer(line) if match["end"]]
        start = next((one for one in starts if len(line) - one <= limit * 2 // 3), 0)
        if not start:
            return self.beginning(text, limit)
        room = limit - (len(line) - start) - len(_LEFT_OUT)
        head = max((one for one in starts if one <= room), default=0)
        return f"{line[:head]}{_LEFT_OUT}{line[start:]}"

    def keeps(self, text: str) -> bool:
        """Whether a text holds nothing that is redacted."""
        return self._clean(text) == text

    def line(self, text: str, limit: int = LINE) -> str:
        """A text in one line."""
        return one_line(self._clean(text[:RAW]), limit)


def join_ends(text: str) -> str:
    """The beginning and the end of a long text."""
    return _cut_middle(text, RAW, RAW)


def _cut_middle(text: str, first: int, last: int) -> str:
    """The first and the last characters of a text that is longer than both. Code that is cut stays code: a fence is
    closed at the end of the one part, and opened again in front of the other."""
    if len(text) <= first + last:
        return text
    head, tail = text[:first].rstrip(), text[-last:].lstrip()
    close = f"\n{_FENCE}" if _ends_in_code(head) else ""
    reopen = f"{_FENCE}\n" if _ends_in_code(text[:-last]) else ""
    return f"{head}{close}\n…\n{reopen}{tail}"


_CHAIN: Final = Pattern(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.|(?P<end>[ \t]*(?:&&|;|\n)\s*)")
"""What is quoted in a chain of commands, and where one of them ends."""
_LEFT_OUT: Final = "…; "
_FENCE: Final = "```"


def _ends_in_code(text: str) -> bool:
    """Whether a text of Markdown ends within a fenced block."""
    return sum(line.lstrip().startswith(_FENCE) for line in text.splitlines()) % 2 == 1 if _FENCE in text else False
