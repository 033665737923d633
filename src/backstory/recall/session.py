"""What happened lately, from the journal: repeats counted, errors kept longest."""

from collections.abc import Sequence
from typing import Final

from backstory.model.event import Event
from backstory.model.text import one_line
from backstory.recall.content import Note

MOST: Final = 12
"""Most statements, at most half of them errors that came earlier; `aggressive` takes the errors and a third."""
_TEXTS: Final = ("text", "message", "error", "command", "path", "file", "title", "name", "tool")
_QUIET: Final = frozenset({"session.start", "session.end", "reply", "delivery", "compact", "snapshot"})


def notes(events: Sequence[Event], strategy: str) -> list[Note]:
    """Statements about `events` (oldest first), in their order. Label: the event's kind; `detail`: how often."""
    runs: dict[tuple[str, str], tuple[int, int, str]] = {}
    for index, event in enumerate(events):
        text = _text(event)
        if not text or event.kind in _QUIET:
            continue
        count = runs.get((event.kind, text), (0, 0, ""))[0]
        runs[event.kind, text] = count + 1, index, event.made
    told = sorted((last, kind, text, count, made) for (kind, text), (count, last, made) in runs.items())
    if strategy == "tail":
        told = told[-MOST:]
    else:
        errors = [one for one in told if one[1] == "error"][-MOST // 2 :]
        others = [one for one in told if one[1] != "error"]
        told = errors + others[len(errors) - MOST if strategy == "balanced" else -MOST // 3 :]
    return [
        Note(label=kind, text=text, detail=f"{count} times" if count > 1 else "", made=one_line(made))
        for _, kind, text, count, made in sorted(told)
    ]


def _text(event: Event) -> str:
    for name in _TEXTS:
        value = event.data.get(name)
        if isinstance(value, str) and (text := one_line(value, 160)):
            return text
    return ""
