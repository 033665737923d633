"""Texts of Codex's rollouts: what a person wrote of one, and what a tool returned, without what the program adds."""

import re
from typing import Any, Final

from backstory.agents.exit_codes import find_exit_code
from backstory.agents.injected_text import REMINDERS, cut_injected
from backstory.agents.json_rows import integer_of, object_of, parse_object, text_of

_TAGS: Final = (
    *REMINDERS, "environment_context", "user_instructions", "turn_aborted", "user_shell_command", "skill",
    "INSTRUCTIONS", "subagent_notification", "personality_spec", "model_switch", "goal_context",
    "permissions instructions", "collaboration_mode", "apps_instructions", "skills_instructions",
    "plugins_instructions", "hook_prompt",
    "image", "hook_context", "recommended_plugins",
)  # fmt: skip
_SYNTHETIC: Final = (
    "# AGENTS.md instructions", "Warning: apply_patch was requested via", "Warning: The maximum number of",
    "Another language model started to solve this problem", "The following is the Codex agent history",
)  # fmt: skip
_REQUEST: Final = "## My request for Codex:"
_HEADER: Final = re.compile(
    r"(?:Chunk ID: .*\n)?(?:Wall time: .*\n)?(?:(?:Process exited with code|Exit code:) (-?\d{1,10})\n"
    r"|Process running with session ID .*\n)?(?:Wall time: .*\n)?(?:Original token count: .*\n)?"
    r"(?:Total output lines: .*\n)?Output:\n"
)
FAILURES: Final = (
    "failed in sandbox", "execution error", "apply_patch verification failed", "aborted by user", "unsupported call",
    "exec_command failed", "failed to parse function arguments", "error:", "Error:", "tool call error",
    "patch rejected", "exec command rejected", "unable to locate image",
)  # fmt: skip


def person_text(text: str) -> str:
    """The person's part of a text sent in their name; empty if a program wrote it."""
    text = cut_injected(text, _TAGS)
    if text.startswith(_SYNTHETIC):
        return ""
    if text.startswith("# Context from my IDE setup:") and _REQUEST in text:
        text = text.partition(_REQUEST)[2].strip()
    return text


def content_text(content: object) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else [content]
    return "\n".join(filter(None, (text_of(block, "text") for block in blocks)))


def says_failure(item: dict[str, Any]) -> bool:
    """Whether a result names itself one of a failure."""
    if item.get("success") is False or text_of(item, "status") in ("failed", "error"):
        return True
    return "Err" in object_of(item, "result")


def read_output(value: object) -> tuple[str, int | None, bool | None]:
    """Text of a result, exit code, and whether it went well where it says so."""
    good = None
    if isinstance(value, dict):
        good = value.get("success") if isinstance(value.get("success"), bool) else None
        value = content_text(value.get("content")) or content_text(value) or text_of(value, "output")
    text = content_text(value)
    return *(_wrapped_output(text) or _cut_headers(text)), good


def _wrapped_output(text: str) -> tuple[str, int | None] | None:
    """Text and exit code of an output that is written as an object; None for any other."""
    if not text.startswith("{") or '"output"' not in text[:200000]:
        return None
    parsed = parse_object(text.encode("utf-8", "replace"))
    if parsed is None or not isinstance(parsed.get("output"), str):
        return None
    return parsed["output"], integer_of(object_of(parsed, "metadata").get("exit_code", parsed.get("exit_code")))


def _cut_headers(text: str) -> tuple[str, int | None]:
    code, headers = None, 0
    while headers < 2 and (header := _HEADER.match(text)):  # a command that is handled by another tool has two
        text, headers = text[header.end() :], headers + 1
        code = int(header[1]) if header[1] else code
    return text, code if headers else find_exit_code(text)
