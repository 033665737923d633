"""Packs the events of a session into a token budget: which of them are kept, and how much of each.

What was asked, what failed and what was said last comes before the rest, and newer events before older ones. Repeats
are told once, and output of tools is cut down to the lines that say something.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.model.text import one_line
from backstory.recall.text.shorten import shorten_text

Strategy = Literal["balanced", "aggressive", "tail"]

LONG: Final[dict[Strategy, float]] = {"balanced": 0.15, "aggressive": 0.05}
"""Largest part of the budget that one event may take."""
SHORTEST: Final = 16
"""Tokens that an event gets at least, in the smallest budget too."""
_FAILURE: Final = 60
"""Tokens that what failed may have: the message is what the next reader needs."""
_FEW_WORDS: Final = 2
"""Words of a result that tells nothing: `ok`."""
NOISE: Final = ("call", "result")
"""Events that `aggressive` leaves out unless they failed."""

_FRAME_LINE: Final = re.compile(r"\s*(?:at [\w.$<>]|File \"|[\w./-]+\.\w{1,5}:\d+: in |\d+: 0x|\s+\^+)")
_FAULT: Final = re.compile(
    r"(?i)\b(?:error|fail\w*|panic\w*|assert\w*|exception|fatal|denied|refused|undefined)\b|\w+Error\b"
)
_BARE: Final = re.compile(r"\W*(?:FAIL(?:ED)?|ERRORS?|FAILURES?)(?:\s+[\w./-]+\s+[\d.]+m?s)?\W*", re.IGNORECASE)
"""A line that says that something failed, and not what."""
_AT_PLACE: Final = re.compile(
    r"\s+\S+\.\w{1,5}:\d+|\s*E\s{2,}\S|\s+(?:expected|actual|got|want|message)\b", re.IGNORECASE
)
"""A line that says where something failed, and what was wrong."""
_TERM: Final = re.compile(r"[\w./-]+\.\w{1,5}(?::\d+)?|\w+(?:Error|Exception)\b|\btest_\w+|\b\d+(?:\.\d+)?\b")
"""What must not get lost: files with their lines, names of errors and tests, numbers."""


class Event(NamedTuple):
    """Something that happened in a session."""

    time: str
    """UTC, ISO 8601; empty if it is not known."""
    kind: str
    """`you`, `agent`, `call`, `result`, `summary`, or the kind of an event of the journal."""
    text: str
    failed: bool = False
    refs: tuple[str, ...] = ()
    """Files that it is about."""
    is_aside: bool = False
    """Whether it is a question beside the work, or the answer to one."""


class Packed(NamedTuple):
    """The events that are kept, oldest first, and how many of all are not."""

    events: list[Event]
    left_out: int


def pack_events(events: Sequence[Event], budget: int, strategy: Strategy, *, dedupe: bool = True) -> Packed:
    """The events that fit into a budget of tokens."""
    if strategy == "tail":
        newest_first = range(len(events) - 1, -1, -1)
        return _make_packed(events, _take(newest_first, events, budget), len(events))
    rest = _drop_noise(events) if strategy == "aggressive" else list(events)
    rest = _count_repeats(rest) if dedupe else rest
    most = max(SHORTEST, int(budget * LONG[strategy]))
    short = [
        event._replace(text=_shorten(compress_text(event.text), max(most, _FAILURE) if event.failed else most))
        for event in rest
    ]
    agent = [number for number, event in enumerate(short) if event.kind == "agent" and not event.is_aside]
    order = sorted(range(len(short)), key=lambda number: (0 if number in agent[-1:] else _rank(short[number]), -number))
    return _make_packed(short, _take(order, short, budget), len(events))


def compress_text(text: str) -> str:
    """A text without repeated lines, and stack traces without all but their last frame.

    It stays as it is where the lines that name a fault would lose a file, a name or a number.
    """
    lines = _collapse_repeats(_drop_frames(text.splitlines()))
    short = "\n".join(lines)
    faults = "\n".join(line for line in text.splitlines() if _FAULT.search(line))
    return short if set(_TERM.findall(faults)) <= set(_TERM.findall(short)) else text


def _shorten(text: str, tokens: int) -> str:
    """The beginning of a text, or the lines that name a fault where there are some."""
    if estimate_tokens(text) <= tokens:
        return text
    faults = "\n".join(_list_faults(text.splitlines()))
    if faults and estimate_tokens(faults) <= tokens:
        return faults
    return shorten_text(faults, tokens) or shorten_text(text, tokens) or _cut_words(faults or text, tokens)


def _list_faults(lines: Sequence[str]) -> list[str]:
    """The lines that name a fault, each with those below it that say where and what: `cache_test.go:41: expired`."""
    faults: list[str] = []
    follows = False
    for line in lines:
        is_fault = _FAULT.search(line) is not None
        if (is_fault and not _BARE.fullmatch(line)) or (follows and _AT_PLACE.match(line)):
            faults.append(line)
            follows = True
        else:
            follows = follows and line[:1].isspace()
    return faults


def _cut_words(text: str, tokens: int) -> str:
    """The first words of a text that fit."""
    words = text.split()
    while words and estimate_tokens(" ".join(words)) + 1 > tokens:
        words = words[: max(0, min(len(words) - 1, len(words) * 9 // 10))]
    return " ".join([*words, "…"]) if words else ""


def format_event(event: Event) -> str:
    """An event as it is printed; further lines are indented."""
    time = f"{event.time[11:16]} " if len(event.time) > 15 else ""
    failed = " failed" if event.failed else ""
    refs = f" ({', '.join(event.refs)})" if event.refs else ""
    return f"- {time}{event.kind}{failed}: {event.text}{refs}".replace("\n", "\n  ")


def _take(order: Sequence[int], events: Sequence[Event], budget: int) -> list[int]:
    """The numbers of the events that fit in this order."""
    chosen: list[int] = []
    left = budget
    for number in order:
        cost = estimate_tokens(format_event(events[number])) + 1
        if events[number].text and cost <= left:
            chosen.append(number)
            left -= cost
    return chosen


def _make_packed(events: Sequence[Event], chosen: Sequence[int], total: int) -> Packed:
    return Packed([events[number] for number in sorted(chosen)], total - len(chosen))


def _rank(event: Event) -> int:
    """How early an event is taken: faults, prompts, the rest, and at last what tells nothing or is beside the work."""
    if event.is_aside or (event.kind == "result" and not event.failed and len(event.text.split()) <= _FEW_WORDS):
        return 3
    return 0 if event.failed else 1 if event.kind == "you" else 2


def _drop_noise(events: Sequence[Event]) -> list[Event]:
    """The events without tool calls and results that succeeded and what is beside the work, each on one line."""
    return [
        event._replace(text=one_line(compress_text(event.text)))
        for event in events
        if event.failed or not (event.kind in NOISE or event.is_aside)
    ]


def _count_repeats(events: Sequence[Event]) -> list[Event]:
    """The events without earlier ones that say the same; the last says how often."""
    counts: dict[tuple[str, str], int] = {}
    for event in events:
        counts[event.kind, event.text] = counts.get((event.kind, event.text), 0) + 1
    last: list[Event] = []
    seen: set[tuple[str, str]] = set()
    for event in reversed(events):
        key = (event.kind, event.text)
        if key not in seen:
            seen.add(key)
            last.append(event._replace(text=f"{event.text} ({counts[key]} times)") if counts[key] > 1 else event)
    return last[::-1]


def _drop_frames(lines: Sequence[str]) -> list[str]:
    """The lines without the frames of a stack trace, but for the last of each."""
    rest: list[str] = []
    for number, line in enumerate(lines):
        follows = number + 1 < len(lines) and _is_frame(lines[number + 1])
        if not (_is_frame(line) and follows):
            rest.append(line)
    return rest


def _is_frame(line: str) -> bool:
    return _FRAME_LINE.match(line) is not None


def _collapse_repeats(lines: Sequence[str]) -> list[str]:
    """The lines with each run of equal ones told once."""
    rest: list[str] = []
    count = 1
    for line in lines:
        if rest and line == rest[-1].removesuffix(f" ({count} times)"):
            count += 1
            rest[-1] = f"{line} ({count} times)"
        else:
            count = 1
            rest.append(line)
    return rest
