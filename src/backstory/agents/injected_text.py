"""Cuts out of a text what nobody said: what Backstory, hooks and the agent's program put into it."""

import re
from collections.abc import Sequence
from typing import Final

from backstory.model.late_pattern import late_pattern

_OPENING: Final = late_pattern(r'(?:<|&lt;)backstory-context id=\\*"([^"\\<>]*)\\*"(?:>|&gt;)')
"""Gemini CLI and Qwen Code write entities for the brackets of what hooks give them."""
REMINDERS: Final = ("system-reminder", "system_reminder")
"""Tags that programs of many agents put around words of their own."""
CLAUDE_TAGS: Final = (
    *REMINDERS, "command-name", "command-message", "command-args", "command-contents", "local-command-stdout",
    "local-command-stderr", "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr", "task-notification",
    "user-memory-input", "user-prompt-submit-hook", "session-start-hook", "post-tool-use-hook", "ide_opened_file",
    "ide_selection", "ide_diagnostics", "new-diagnostics", "teammate-message", "tick", "fork-boilerplate",
)  # fmt: skip
"""Elements that Claude Code puts into a person's row."""
SYNTHETIC: Final = ("Caveat: The messages below", "[Request interrupted by user")
"""How rows begin that Claude Code writes in the person's name."""
CONTINUED: Final = "This session is being continued from a previous conversation"
"""How its summary begins, with which a session goes on after a compaction."""
NO_ANSWER: Final = "No response requested."
"""The reply of an agent that has nothing to answer."""


def cut_injected(text: str, tags: Sequence[str] = REMINDERS) -> str:
    """`text` without Backstory's fenced words and without the elements of `tags`; stripped."""
    if "<" in text or "&lt;" in text:
        text = cut_elements(cut_own(text), tags)
    return text.strip()


def cut_own(text: str) -> str:
    """`text` without what Backstory fenced. A fence that is not closed goes to the end of the text."""
    if "backstory-context id=" not in text:
        return text
    parts, place = [], 0
    while opening := _OPENING.search(text, place):
        parts.append(text[place : opening.start()])
        name = re.escape(opening[1])
        closing = re.compile(rf'(?:<|&lt;)/backstory-context id=\\*"{name}\\*"(?:>|&gt;)').search(text, opening.end())
        end = closing.end() if closing else _end_of(text, "</backstory-context>", opening.end())
        if end < 0:
            return "".join(parts)
        place = end
    return "".join((*parts, text[place:]))


def cut_elements(text: str, tags: Sequence[str]) -> str:
    """`text` without the elements `<tag ...>...</tag>`. One that is not closed stays, unless a text begins with it."""
    for tag in tags:
        opening = f"<{tag}"
        if opening in text:
            text = _cut_element(text, opening, f"</{tag}>")
    return text


def _cut_element(text: str, opening: str, closing: str) -> str:
    parts, place = [], 0
    while (start := text.find(opening, place)) >= 0:
        if text[start + len(opening) : start + len(opening) + 1] not in (">", " ", "\n", "\t"):
            parts.append(text[place : start + len(opening)])
            place = start + len(opening)
            continue
        end = _end_of(text, closing, start)
        if end < 0:
            if not text[:start].strip():
                return ""
            break
        parts.append(text[place:start])
        place = end
    return "".join((*parts, text[place:]))


def _end_of(text: str, closing: str, start: int) -> int:
    end = text.find(closing, start)
    return end + len(closing) if end >= 0 else -1
