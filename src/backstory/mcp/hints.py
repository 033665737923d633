"""Puts the hints of errors and notes into the terms of MCP: an agent calls tools, and may have no shell."""

import re
from typing import Final

_IN_BRIEF: Final = (
    (re.compile(r"(ne in full: )`backstory show ID`"), r"\1`recall` with `ids`"),
    (re.compile(r"(… \()`backstory show (\w+)`\)"), r"\1`recall` `ids` \2)"),
    (re.compile(r"^(\d[\d,]* more records?: )`backstory list`", re.MULTILINE), r"\1`recall`"),
)
"""Where a brief says how to read more: in its last line, and behind a record that it shortened. No text gets longer."""
_COMMANDS: Final = tuple(
    (re.compile(pattern), tool)
    for pattern, tool in (
        (r"`backstory show ([\w-]+)`", r'`recall` with `ids` ["\1"]'),
        (r'`backstory recall "([^"`]*)"`', r'`recall` with `query` "\1"'),
        (r"`backstory list task`", '`recall` with `kinds` ["task"]'),
        (r"`backstory list`", "`recall`"),
        (r"`backstory (why|map) ([^`]+)`", r'`\1` with `target` "\2"'),
        (r'`backstory checkpoint --done "([^`]*)"`', r'`checkpoint` with `done` ["\1"]'),
        (r"`backstory (ask|brief|files|map|status)`", r"`\1`"),
        (r"`backstory run list` shows them", "`run_start` returned the id"),
        (r",? or an id of `backstory snapshots`", ""),
    )
)
_OPTION: Final = re.compile(r"`--([a-z][a-z-]*)(?: ([^`]*))?`")


def name_tools(hint: str) -> str:
    """A hint with the tools and arguments of the server in place of command lines and options.

    What only a command can do is left to the user, and the hint says so.
    """
    for pattern, tool in _COMMANDS:
        hint = pattern.sub(tool, hint)
    if "`backstory " in hint:
        return f"for the user, in a terminal: {hint}"
    return _OPTION.sub(_name_argument, hint)


def name_tools_in_brief(text: str) -> str:
    """A brief that names the tool where it says how to read more. Recorded text stays as it is."""
    for pattern, tool in _IN_BRIEF:
        text = pattern.sub(tool, text)
    return text


def _name_argument(match: re.Match[str]) -> str:
    name = match[1].replace("-", "_")
    return f"`{name}` {match[2]}" if match[2] else f"`{name}`"
