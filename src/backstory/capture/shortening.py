"""Texts of turns as a session keeps them: redacted first, then shortened, since half a secret is not recognised."""

from collections.abc import Callable
from typing import Final

from backstory.model.text import clean_text, one_line

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
        """The beginning and the end of a text."""
        text = clean_text(self._clean(join_ends(text))).strip()
        if len(text) <= limit:
            return text
        return f"{text[: limit * 2 // 3].rstrip()}\n…\n{text[-(limit // 3) :].lstrip()}"

    def line(self, text: str, limit: int = LINE) -> str:
        """A text in one line."""
        return one_line(self._clean(text[:RAW]), limit)


def join_ends(text: str) -> str:
    """The beginning and the end of a long text."""
    return text if len(text) <= 2 * RAW else f"{text[:RAW]}\n…\n{text[-RAW:]}"
