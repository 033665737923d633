"""Commands that the person turned down: `never run tox here`."""

import re
from collections.abc import Container, Iterable, Sequence
from itertools import chain
from typing import Final

from backstory.capture.commands.commands import classify_command
from backstory.capture.text.patterns import Pattern
from backstory.patterns.verdicts import judged

_INSTEAD: Final = Pattern(
    r"`([^`\n]{2,120})`[^`\n.]{0,40}\b(?:instead of|not|rather than)\s+`([^`\n]{2,120})`", re.IGNORECASE
)
_NEVER: Final = Pattern(
    r"\b(?:never|don'?t|do not|stop|avoid)\s+(?:use|run|call|using|running|calling)\s+`([^`\n]{2,120})`", re.IGNORECASE
)
_GOAL: Final = Pattern(
    r"\b(?:never|don['’]?t|do not|stop|avoid)\s+(?:ever |please )?"
    r"(?:run|start|use|call|execute|launch|running|starting|using|calling|executing)\s+(?:the )?"
    r"`?([A-Za-z][\w-]*:[\w:-]*\w)\b",
    re.IGNORECASE,
)
"""`don't start spotless:apply here`: the goal or script that a program is given."""
_LEFT_ALONE: Final = Pattern(
    r"\b(?:leave|keep (?:away|off) from|stay (?:away|off) from|lass"
    r"|hands off)\s+`?(?P<left>[A-Za-z][\w./-]*(?: [\w./:-]+){0,3}?)`?"
    r"(?: alone| out| weg| in ruhe)\b",
    re.IGNORECASE,
)
"""`leave npm test alone`"""
_TURNED_DOWN: Final = Pattern(
    r"\b(?:instead of|rather than|not|never|don'?t|do not|no more|statt|nicht|pas|no)\s+"
    r"(?:(?:run|use|call|with|plain|just|mit)\s+)*"
    r"(?!to\b)([A-Za-z][\w./-]*(?: [\w./:-]*[\w/:-]){0,3})",
    re.IGNORECASE,
)
"""What a person turns down without quoting it; only what is a command counts."""
_CONFINES: Final = Pattern(
    r"\b(?:(?:confine|limit|restrict) (?:yourself|it|this|them|the (?:runs?|tests?))(?: \w+){0,4}? to"
    r"|stick (?:to|with))\s+`?([\w./-]+ [^`\n]{2,120})",
    re.IGNORECASE,
)
"""`confine yourself to ...`: a command in whose place its program is not to do more."""
_FAULT: Final = (
    r"(?:[^`\n.;!?]{0,60}?,? (?:and |so |but )?(?:it|that|which) )?(?:just |simply |always |still |also )*"
    r"(?:never (?:exits?|ends?|returns?|stops?|finishes|terminates|comes back)|(?:does(?:n['’]t| not)|doesnt) (?:exit"
    r"|end|return"
    r"|stop|finish|terminate)|hangs\b|blocks forever|keeps running|(?:runs|takes) (?:forever|ages|an eternity)"
    r"|takes (?:way |far |much )?too long|is (?:a |an |the |only |just )*(?:[\w-]+ )?(?:watch(?:er)?(?: mode| task"
    r"| build)?"
    r"|broken|useless|unusable|(?:way |far |much )?too slow)\b)"
    r"(?!.{0,90}\b(?:find out|why|fix (?:it|that|this)|debug|investigate|look into|repair|since (?:yesterday|this|the"
    r"|last|we)|after"
    r" (?:the|my|your|we|you))\b)"
)
"""What is said of a command that is of no use."""
_SLOW: Final = (
    r"(?:just |always |still |also )*(?:takes (?:(?:about|around|over|more than|almost|nearly|up to|at least|some|like"
    r"|roughly|well over)"
    r" )*(?:\d+|an?|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|half an)[ -]?(?:m\b|min\w*"
    r"|h\b|hours?|minutes?)"
    r"|(?:fails|is red|does(?:n['’]t| not) work|doesnt work) (?:here|anyway|in this|on (?:this|my)|offline|without"
    r"|from the)\b)"
)
"""What is said of one that is given up where another is to be used henceforth."""
_UNFIT: Final = Pattern(rf"`([^`\n]{{2,120}})` {_FAULT}", re.IGNORECASE)
_UNFIT_BARE: Final = Pattern(rf"\b([A-Za-z][\w./-]*(?: [\w./:-]*[\w/:-]){{0,3}}?) {_FAULT}", re.IGNORECASE)
_TOO_SLOW: Final = Pattern(rf"`([^`\n]{{2,120}})` {_SLOW}", re.IGNORECASE)
_TOO_SLOW_BARE: Final = Pattern(rf"\b([A-Za-z][\w./-]*(?: [\w./:-]*[\w/:-]){{0,3}}?) {_SLOW}", re.IGNORECASE)
_REPLACED: Final = Pattern(
    r"\bfrom (?:now|today|tomorrow|this point|here|\w+day) on\b|\bfrom now\b|\bonly (?:run|use)\b|\balways (?:that"
    r"|this) one\b"
    r"|\binstead\b|\bevery time\b",
    re.IGNORECASE,
)
_WIDER: Final = ("build", "check", "test", "tests", "verify", "all", "ci")
_VERBS: Final = frozenset(("make", "build", "run", "start", "check", "test", "lint", "just", "go", "compile", "format"))
_TASKS: Final = frozenset(("test", "tests", "check", "lint", "build", "vet", "run", "unit", "ci"))
REFUSABLE: Final = ("test", "lint", "types", "build", "run")


def find_refused(prompts: Iterable[str], programs: Container[str]) -> list[str]:
    """Commands that a person said not to use: "use `X` instead of `Y`", "uv run pytest, never python -m pytest".

    Where nothing is quoted, only words that begin with one of `programs` are looked at.
    """
    refused: list[str] = []
    for text in prompts:
        refused += _cut(text, _place_quoted(text))
        refused += filter(None, (_find_command(words, programs) for words in _cut(text, _place_turned_down(text))))
        for words in _cut(text, _place_confined(text)):
            program = words.split()[0]
            wider = (f"{program} {task}" for task in _WIDER) if program in programs else ()
            refused += [command for command in wider if not words.startswith(command)]
    return refused


def _cut(text: str, places: Sequence[int]) -> list[str]:
    """The parts of a text that begin and end at these places."""
    return [text[start:end] for start, end in zip(places[::2], places[1::2], strict=True)]


@judged
def _place_quoted(text: str) -> list[int]:
    """Where each command that a person quotes as one not to use begins and ends."""
    unfit = (_UNFIT, _TOO_SLOW) if _REPLACED.search(text) else (_UNFIT,)
    spans = [match.span(1) for pattern in unfit for match in pattern.finditer(text)]
    spans += [match.span(2) for match in _INSTEAD.finditer(text)]
    spans += [match.span(1) for pattern in (_NEVER, _GOAL) for match in pattern.finditer(text)]
    return list(chain.from_iterable(spans))


@judged
def _place_confined(text: str) -> list[int]:
    """Where each command begins and ends to which a person confines the agent."""
    return list(chain.from_iterable(match.span(1) for match in _CONFINES.finditer(text)))


@judged
def _place_turned_down(text: str) -> list[int]:
    """Where what a person turns down or calls of no use without quoting it begins and ends."""
    matches = chain(_TURNED_DOWN.finditer(text), _LEFT_ALONE.finditer(text), _UNFIT_BARE.finditer(text))
    if _REPLACED.search(text):
        matches = chain(matches, _TOO_SLOW_BARE.finditer(text))
    return list(chain.from_iterable(match.span(1) for match in matches))


def _find_command(words: str, programs: Container[str]) -> str:
    """The command that some words begin with; empty for words that are none, such as `make the change`."""
    parts = words.split()
    if parts[0] not in programs:
        return ""
    least = 2 if parts[0].lower() in _VERBS else 1
    if least > 1 and (len(parts) < least or parts[1] not in _TASKS):
        return ""
    beginnings = (" ".join(parts[:count]) for count in range(least, len(parts) + 1))
    return next((one for one in beginnings if classify_command(one) in REFUSABLE), "")
