"""The list of steps that an agent keeps with a tool: what of it is open, and what is done."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.model.late_pattern import late_pattern
from backstory.model.session import PlannedStep
from backstory.model.text import one_line

MAX_STEPS: Final = 40
_MAX_TEXT: Final = 240
_LISTS: Final = ("todos", "plan", "items", "tasks", "steps", "todoList", "todo_list", "list")
_TEXTS: Final = ("content", "step", "text", "title", "subject", "description", "task", "name")
_DONE: Final = frozenset(("completed", "complete", "done", "cancelled", "canceled", "deleted", "skipped", "true"))
_LINE: Final = Pattern(r"^\s*(?:[-*+]|\d{1,2}[.)])?\s*\[(?P<box>[ xX~✓-])\]\s*(?P<text>.+)")


def update_plan(former: tuple[PlannedStep, ...], arguments: Mapping[str, Any]) -> tuple[PlannedStep, ...]:
    """The list after a call of a tool for plans with some input; the former one if the call changes nothing."""
    whole = next((arguments[name] for name in _LISTS if isinstance(arguments.get(name), list | str)), None)
    if whole is not None:
        steps = tuple(_read_lines(whole) if isinstance(whole, str) else _read_items(whole))
        return steps[:MAX_STEPS] or former
    number = str(arguments.get("taskId", arguments.get("id", "")))
    if number:
        return _set_status(former, number, arguments)
    added = _read_item(arguments)
    return (*former, added)[-MAX_STEPS:] if added else former


def open_steps(plan: Iterable[PlannedStep]) -> tuple[str, ...]:
    """The steps that are not done."""
    return tuple(step.text for step in plan if not step.done)


def find_dropped(plan: Iterable[PlannedStep]) -> Iterator[Candidate]:
    """The steps that say that they were given up, and why: `one lock per row: dropped, because readers wait`."""
    for step in plan:
        match = _DROPPED.match(step.text)
        if match:
            yield Candidate(
                kind="attempt",
                text=match["what"].strip(" .:;,–—-("),
                why=match["why"].strip(" .;)"),
                parts={"outcome": "failed"},
                quote=step.text,
                role="assistant",
                confidence=0.84,
            )


_DROPPED: Final = late_pattern(
    r"(?P<what>.{6,160}?)[\s:;,.–—(-]+(?:was |is )?(?:dropped|abandoned|discarded|reverted|rejected|given up|ruled out"
    r"|(?:did|does)(?:n't| not) (?:work|help|hold)|not (?:enough|possible|an option)|verworfen|abandonné|descartado)\b"
    r"[\s:;,–—(-]*(?P<why>(?:because|since|as|weil|da|parce que|porque|:)?\s*\S.{7,})",
    re.IGNORECASE,
)
"""A step with what became of it and the reason."""


def _read_items(items: Iterable[Any]) -> Iterator[PlannedStep]:
    for item in items:
        step = PlannedStep(one_line(item, _MAX_TEXT)) if isinstance(item, str) else _read_item(item)
        if step and step.text:
            yield step


def _read_item(item: object) -> PlannedStep | None:
    """A step given as an object: its text and its status, whatever the agent calls them."""
    if not isinstance(item, Mapping):
        return None
    text = next((item[name] for name in _TEXTS if isinstance(item.get(name), str) and item[name].strip()), "")
    return PlannedStep(one_line(text, _MAX_TEXT), _is_done(item)) if text else None


def _is_done(item: Mapping[str, Any]) -> bool:
    values = (item.get(name) for name in ("status", "state", "done", "completed"))
    return any(str(value).lower() in _DONE for value in values)


def _read_lines(text: str) -> Iterator[PlannedStep]:
    """The boxes of a list in Markdown."""
    for line in text.splitlines():
        match = _LINE.match(line)
        if match:
            yield PlannedStep(one_line(match["text"], _MAX_TEXT), match["box"] in "xX✓")


def _set_status(former: tuple[PlannedStep, ...], number: str, arguments: Mapping[str, Any]) -> tuple[PlannedStep, ...]:
    """The list with the status of one step changed. Agents that change single steps number them from 1."""
    place = int(number) - 1 if number.isdigit() else -1
    if not 0 <= place < len(former):
        return former
    return (*former[:place], replace(former[place], done=_is_done(arguments)), *former[place + 1 :])
