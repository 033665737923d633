"""Rules in what a person pasted from the agent's answer: they ask about it, and lay down nothing.

One line of the answer that a person gives back is their choice; so is what stands behind an announcement.
"""

from collections.abc import Sequence
from typing import Final

from backstory.capture.text import announcements
from backstory.capture.text.candidate import Candidate
from backstory.model.late_pattern import late_pattern

_WORD: Final = late_pattern(r"\w+")
_FEWEST_LINES: Final = 3
"""Lines of a prompt that stand in the answer from which they were pasted."""
_MIN_WORDS: Final = 3


def drop_pasted(statements: Sequence[Candidate], prompt: str, answer: str) -> list[Candidate]:
    """The statements of a prompt without rules that stand in a passage of the answer before it."""
    if not answer or prompt.count("\n") < _FEWEST_LINES - 1 or all(one.kind != "rule" for one in statements):
        return list(statements)
    words = _join_words(answer)
    lines = [(line, _join_words(line)) for line in prompt.splitlines()]
    pasted = [one for line, one in lines if one.count(" ") > _MIN_WORDS and one in words]
    own = [line.lower() for line, one in lines if one.strip() and one not in words]
    if len(pasted) < _FEWEST_LINES or any(map(_announces, own)):
        return list(statements)
    return [
        one for one in statements if one.kind != "rule" or not any(_join_words(one.quote) in line for line in pasted)
    ]


def _announces(line: str) -> bool:
    """Whether a line makes rules of what stands below it."""
    return bool(
        announcements.ANNOUNCEMENT.search(line)
        or announcements.NAMES_RULES.match(line)
        or announcements.RULES_FOLLOW.search(line)
        or announcements.LASTS.search(line)
    )


def _join_words(text: str) -> str:
    """The words of a text between blanks, without its signs."""
    return f" {' '.join(_WORD.findall(text.lower()))} "
