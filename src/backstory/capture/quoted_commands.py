"""Commands that a prompt gives on a line of their own, as a part of what it says: `run it so` and the command."""

import re
from collections.abc import Container, Iterable, Sequence
from typing import Final

from backstory.capture.candidate import Candidate
from backstory.capture.prose import read_sentences
from backstory.capture.working_commands import purpose_of
from backstory.model.text import one_line

_LONGEST: Final = 200
"""Characters of a command that is quoted."""
_MOST: Final = 2
"""Commands of a prompt that are quoted. One with more pastes a script or a log."""
_OPTION: Final = re.compile(r"^[\w./=-]+(?: [\w./=-]+){0,4} --?[a-zA-Z][\w-]*")
"""An option, which no prose has."""
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
        command = text.strip("`")
        is_code = f"`{command}`" == text or _OPTION.search(text) is not None
        is_own = text in own and not (is_code and _is_short(command))
        if last >= 0 and not is_own and "`" not in command and _is_short(command):
            quoted[place] = last
        elif not is_own:
            quoted.pop(before, None)  # the first line of a script
        last, before = place if is_own else -1, place
    if not quoted or len(quoted) > _MOST:
        return prompt
    for place, behind in quoted.items():
        lines[behind] = f"{lines[behind].rstrip()} `{lines[place].strip().strip('`')}`"
    dropped = frozenset([place + step for place in quoted for step in (-1, 0, 1)])
    kept = (place for place in range(len(lines)) if place not in dropped or not _is_code(lines, place, quoted))
    return "\n".join([lines[place] for place in kept])


def _is_short(command: str) -> bool:
    """Whether a line is a command that tests, checks or builds."""
    return len(command) <= _LONGEST and purpose_of(command) is not None


def add_commands(rules: Sequence[Candidate], prompt: str) -> list[Candidate]:
    """The rules, each whose last words a command follows on a line of its own with that command."""
    if not rules or "\n" not in prompt:
        return list(rules)
    lines = quote_commands(prompt).splitlines()
    return [rule._replace(text=f"{rule.text} {_find_command(rule, lines)}".rstrip()) for rule in rules]


def _find_command(rule: Candidate, lines: Iterable[str]) -> str:
    """The command behind the words of a rule, as code; empty where there is none."""
    last = rule.quote.rstrip(" :.")
    if not rule.quote.rstrip(" :.").endswith(rule.text.rstrip(" :.")[-_TAIL:]):
        return ""
    for line in lines:
        before, mark, command = line.rpartition(" `")
        if mark and command.endswith("`") and before.rstrip(" :.").endswith(last):
            return f"`{command}"
    return ""


_TAIL: Final = 20
"""Characters at the end of a rule by which it is the end of its sentence."""


def _is_code(lines: list[str], place: int, quoted: Container[int]) -> bool:
    """Whether a line is a quoted command, or a fence around one."""
    return place in quoted or lines[place].strip().startswith(_FENCES)
