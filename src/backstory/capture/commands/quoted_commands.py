"""Commands that a prompt gives on a line of their own, as a part of what it says: `run it so` and the command."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from backstory.capture.commands.working_commands import purpose_of
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.prose import read_sentences
from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line

_LONGEST: Final = 200
"""Characters of a command that is quoted."""
_MOST: Final = 2
"""Commands of a prompt that are quoted. One with more pastes a script or a log."""
_OPTION: Final = late_pattern(r"^[\w./=-]+(?: [\w./=-]+){0,4} --?[a-zA-Z][\w-]*")
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
        if last >= 0 and not is_own and "`" not in command and _is_short(command) and _may_quote(lines, place, last):
            quoted[place] = last
        elif not is_own:
            quoted.pop(before, None)  # the first line of a script
        last, before = place if is_own else -1, place
    if not quoted or len(quoted) > _MOST:
        return prompt
    dropped = set(quoted)
    for place, behind in quoted.items():
        lines[behind] = f"{lines[behind].rstrip()} `{lines[place].strip().strip('`')}`"
        dropped.update(_list_fences(lines, place))
    return "\n".join([line for place, line in enumerate(lines) if place not in dropped])


def _is_short(command: str) -> bool:
    """Whether a line is a command that tests, checks or builds."""
    return len(command) <= _LONGEST and purpose_of(command) is not None


def _may_quote(lines: list[str], place: int, behind: int) -> bool:
    """Whether a command may be taken out of its line: it has no fence or both, and no code is open before it."""
    fences = sum(lines[one].strip().startswith(_FENCES) for one in (place - 1, place + 1) if one < len(lines))
    return fences == len(_list_fences(lines, place)) and lines[behind].count("`") % 2 == 0


def _list_fences(lines: list[str], place: int) -> tuple[int, ...]:
    """The places of the fences around a line: both of a block that holds nothing else, or none."""
    if place + 1 == len(lines):
        return ()
    opening, closing = lines[place - 1].strip(), lines[place + 1].strip()
    return (
        (place - 1, place + 1) if closing in _FENCES and opening.startswith(closing) and "`" not in opening[3:] else ()
    )


def add_commands(rules: Sequence[Candidate], prompt: str) -> list[Candidate]:
    """The rules, each with the command that follows on a line of its own where the last word leads to one."""
    if "\n" not in prompt or not any(_LEADS.search(rule.quote) for rule in rules):
        return list(rules)
    lines = quote_commands(prompt).splitlines()
    return [rule._replace(text=f"{rule.text} {_find_command(rule, lines)}".rstrip()) for rule in rules]


def _find_command(rule: Candidate, lines: Iterable[str]) -> str:
    """The command behind the words of a rule, as code; empty where there is none."""
    last = rule.quote.rstrip(" :")
    if not _LEADS.search(last) or not last.endswith(rule.text.rstrip(" :")[-_TAIL:]):
        return ""
    for line in lines:
        before, mark, command = line.rpartition(" `")
        if mark and command.endswith("`") and before.rstrip(" :").endswith(last):
            return f"`{command}"
    return ""


_LEADS: Final = late_pattern(
    r"\b(?:with|so|this|that|using|via|run|running|like|need|use|only|is|mit|nur|avec|ainsi|ça|con|así|esto"
    r"|com|assim|isto"
    r"|così|questo|met|zo)\s*:?\s*$",
    re.IGNORECASE,
)
"""How words end that a command completes: `we only need`."""
_TAIL: Final = 20
"""Characters at the end of a rule by which it is the end of its sentence."""
