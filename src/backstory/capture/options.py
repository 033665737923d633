"""What a person picks from a list of options that the agent has offered: `b`, `2.`, `the second one`."""

import re
from collections.abc import Mapping
from typing import Final

from backstory.capture.candidate import Candidate
from backstory.capture.patterns import Pattern
from backstory.model.text import one_line

_ITEM: Final = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(?:\*\*)?(?:option |variant |way |plan |ansatz )?\(?(?P<mark>[a-h]|\d)[.):](?:\*\*)?[ \t]+"
    r"(?P<text>\S.*)$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that is one of several options."""
_WITHIN: Final = re.compile(
    r"(?:^|[\s(;,])\(?(?P<mark>[a-h]|\d)\)[ \t]+(?P<text>[^;\n]+?)"
    r"(?=[;,]?\s+(?:(?:or|and|oder) )?\(?(?:[a-h]|\d)\)\s|[;.?]|$)"
)
"""Options within a sentence: `a) in the store, b) in the client`."""
_PICK: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|yes|hm+|then|so|i(?:'d| would)? (?:go|went) (?:with|for)|i (?:take|pick|choose|want)"
    r"|let's (?:go with|take|do)|go with|take|do|use|rather|nimm|dann|lieber|prends?)[\s,:]+)*"
    r"(?:option |variant |number |nr\.? |the )?\(?(?P<mark>[a-h]|\d|first|second|third|last)\b\)?"
    r"(?: (?:one|option|way|variant|please|then))*(?=\s*(?:$|[.,;:!)–—-]))"
)
_ORDINALS: Final = {"first": 0, "second": 1, "third": 2, "last": -1}
_MAX_TEXT: Final = 240
_TELLING: Final = 4
"""Words from which a question says what it is about."""
_SHORT: Final = 60
"""Characters of an option below which the question stands before it."""
MAX_PROMPT: Final = 400
"""Characters of a prompt that may be a pick."""


def find_options(answer: str) -> dict[str, str]:
    """The options that an answer offers last: mark in lower case -> text.

    Empty for an answer that asks nothing, and for one whose marks do not run from the first on.
    """
    if "?" not in answer and "option" not in answer.lower():
        return {}
    for pattern in (_ITEM, _WITHIN):
        options = _read_last_run(pattern, answer)
        if len(options) > 1:
            return options
    return {}


def _read_last_run(pattern: re.Pattern[str], answer: str) -> dict[str, str]:
    """The last marks that follow one another from `a` or `1`."""
    run: dict[str, str] = {}
    for match in pattern.finditer(answer):
        mark = match["mark"].lower()
        if mark in ("a", "1"):
            run = {}
        elif not run or ord(mark) != ord(list(run)[-1]) + 1:
            continue
        run[mark] = one_line(match["text"].replace("**", "").strip(" ;,"), _MAX_TEXT)
    return run


def find_pick(prompt: str, options: Mapping[str, str], question: str = "") -> Candidate | None:
    """The decision of a prompt that begins with the mark of an option; None for any other.

    `question` is what the agent asked with them: a short option says little without it.
    """
    if not options or len(prompt) > MAX_PROMPT:
        return None
    line = " ".join(prompt.split())
    match = _PICK.match(line.lower())
    if not match:
        return None
    mark = match["mark"]
    if mark in _ORDINALS:
        mark = list(options)[_ORDINALS[mark]] if len(options) > abs(_ORDINALS[mark]) - 1 else ""
    if mark not in options:
        return None
    text = options[mark].rstrip(" .;,")
    others = [other_text for other, other_text in options.items() if other != mark]
    rest = line[match.end() :].strip(" .,;:–—-")
    return Candidate(
        kind="decision",
        text=f"{question} {text}" if len(text) < _SHORT and len(question.split()) >= _TELLING else text,
        why=rest,
        parts={"alternatives": [one_line(other, 120) for other in others]},
        tags=("accepted",),
        quote=line,
        role="user",
        confidence=0.86,
    )
