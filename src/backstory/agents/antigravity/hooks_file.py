"""Antigravity's file of hooks: the mistakes for which it drops the whole file, without a word.

The rules are those that were measured with its command line 1.1 and published by others. It compares the names of
events without regard to case, and ignores members that it does not know.
"""

import json
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from backstory.agents.hook_table import HOOK_ROWS

TITLE: Final = "Antigravity"
PATH: Final = HOOK_ROWS["antigravity"].project
USER_PATH: Final = HOOK_ROWS["antigravity"].user
GROUPED: Final = frozenset(("pretooluse", "posttooluse"))
FLAT: Final = frozenset(("preinvocation", "postinvocation", "stop", "sessionstart"))
LARGEST: Final = 2**31 - 1
"""Seconds of a time limit."""


def find_mistake(data: bytes) -> str:
    """The first mistake in the file; empty for a file that is read."""
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_refuse)
    except (UnicodeDecodeError, ValueError, RecursionError):
        return "it is strict JSON, and a comment, a comma at the end or half a value is none"
    return next(_list_mistakes(value), "")


def _refuse(word: str) -> Any:
    raise ValueError(word)


def _list_mistakes(value: Any) -> Iterator[str]:
    if not isinstance(value, dict):
        yield "it has to be an object of named hooks"
        return
    if "enabled" in value:
        yield "`enabled` stands at its top, where only names of hooks do"
    for name, hook in value.items():
        if not isinstance(hook, dict):
            yield f"`{name}` has to be an object"
            continue
        if not isinstance(hook.get("enabled", True), bool):
            yield f"`enabled` of `{name}` has to be true or false"
        for event, entries in hook.items():
            if event.lower() in GROUPED | FLAT:
                yield from _check_event(f"`{event}` of `{name}`", entries, is_grouped=event.lower() in GROUPED)


def _check_event(place: str, entries: Any, *, is_grouped: bool) -> Iterator[str]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        yield f"{place} has to be a list of objects"
        return
    handlers = entries
    if is_grouped:
        if not all(isinstance(entry.get("matcher", ""), str) for entry in entries):
            yield f"a `matcher` in {place} has to be a text"
        lists = [entry.get("hooks", []) for entry in entries]
        if not all(isinstance(one, list) and all(isinstance(handler, dict) for handler in one) for one in lists):
            yield f"`hooks` in {place} has to be a list of objects"
            return
        handlers = list(chain.from_iterable(lists))
    for handler in handlers:
        yield from _check_handler(place, handler)


def _check_handler(place: str, handler: dict[str, Any]) -> Iterator[str]:
    kind = handler.get("type", "command")
    if kind not in ("command", "prompt"):
        yield f"`type` in {place} has to be `command` or `prompt`"
    strange = ("prompt", "model") if kind == "command" else ("command",)
    for name in strange:
        if name in handler:
            yield f"`{name}` in {place} does not go with its `type`"
    limit = handler.get("timeout", 1)
    if isinstance(limit, bool) or not isinstance(limit, int) or not -LARGEST - 1 <= limit <= LARGEST:
        yield f"`timeout` in {place} has to be a whole number"
