"""Commands that a prompt gives on a line of their own, as a part of what it says: `run it so` and the command."""

from collections.abc import Container
from typing import Final

from backstory.capture.prose import read_sentences
from backstory.capture.working_commands import purpose_of
from backstory.model.text import one_line

_LONGEST: Final = 200
"""Characters of a command that is quoted."""
_MOST: Final = 2
"""Commands of a prompt that are quoted. One with more pastes a script or a log."""
_FENCES: Final = ("```", "~~~")


def quote_commands(prompt: str) -> str:
    """The prompt with the commands that test, check or build and stand on a line behind its own words as code in them.

    Such a line is no prose, so that the sentences of a prompt leave it out, though it is what the words before it are
    about. Behind anything else it is pasted.
    """
    lines = prompt.splitlines()
    if len(lines) < 2:
        return prompt
    own = one_line(" ".join([one.text for one in read_sentences(prompt, person=True)]))
    quoted: dict[int, int] = {}
    last = before = -1
    for place, line in enumerate(lines):
        text = line.strip()
        if not text or text.startswith(_FENCES):
            continue
        is_own = text in own
        if last >= 0 and not is_own and "`" not in text and len(text) <= _LONGEST and purpose_of(text) is not None:
            quoted[place] = last
        elif not is_own:
            quoted.pop(before, None)  # the first line of a script
        last, before = place if is_own else -1, place
    if not quoted or len(quoted) > _MOST:
        return prompt
    for place, behind in quoted.items():
        lines[behind] = f"{lines[behind].rstrip()} `{lines[place].strip()}`"
    dropped = frozenset([place + step for place in quoted for step in (-1, 0, 1)])
    kept = (place for place in range(len(lines)) if place not in dropped or not _is_code(lines, place, quoted))
    return "\n".join([lines[place] for place in kept])


def _is_code(lines: list[str], place: int, quoted: Container[int]) -> bool:
    """Whether a line is a quoted command, or a fence around one."""
    return place in quoted or lines[place].strip().startswith(_FENCES)
