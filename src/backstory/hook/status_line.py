"""The status line of an agent: one line about the memory of the project that it works in, or nothing.

The agent calls it after every turn, with its state as JSON on standard input. What stands in the line was counted by
the last refresh of the agents' files and by the hooks of the session, so it costs a few small reads. It fails open, as
hooks do.
"""

import os
import sys

from backstory.base import deliveries
from backstory.base.discovery import data_home, find_project, is_private
from backstory.hook.fields import scan_fields
from backstory.hook.prepared import read_prepared, surfaces_path
from backstory.hook.process import is_switched_off, read_payload

MAX_GOAL = 60
"""Characters of the goal that are shown."""
MAX_PAYLOAD = 1 << 20
FOLDERS = ("workspace.current_dir", "cwd", "workspace.project_dir")
SESSION = "session_id"


def main() -> None:
    """Entry point. Never returns and never fails."""
    try:
        line = format_line(read_payload(0, MAX_PAYLOAD))
        if line:
            os.write(1, line.encode("utf-8", "replace") + b"\n")
    except BaseException as err:  # a status line never disturbs an agent
        if "BACKSTORY_DEBUG" in os.environ:
            sys.stderr.write(f"backstory: {err}\n")
    os._exit(0)


def format_line(payload: bytes) -> str:
    """The line for the folder that a payload names; empty where there is no memory."""
    fields = scan_fields(payload, {*FOLDERS, SESSION})
    named = next((fields[name] for name in FOLDERS if fields.get(name)), "")
    location = find_project(named if "\0" not in named and os.path.isdir(named) else ".")
    home = data_home(os.environ)
    if location is None or is_switched_off(location, home):
        return ""
    private = os.path.join(home, "projects", location.id)
    if not is_private(home, private):
        return ""
    state = read_prepared(surfaces_path(private, location.root), location.root)
    if not state.get("records"):
        return ""
    session = fields.get(SESSION, "")
    marks = deliveries.read_seen(deliveries.seen_file(private, session)) if session else set()
    return describe(state, deliveries.read_number(marks, deliveries.SPENT))


def describe(state: dict[str, str], spent_tokens: int = -1) -> str:
    """The line: goal, records, those that may be stale, and how many tokens the session was given.

    All but `spent_tokens` is from the last refresh. Before anything was given (-1), the size of the brief stands there.
    """
    stale = len(state.get("changed", "").split())
    parts = [_count(state["records"], "record") + (f", {stale} may be stale" if stale else "")]
    if spent_tokens >= 0:
        parts.append(f"{spent_tokens:,} tokens given")
    elif state.get("tokens"):
        parts.append(f"brief of {state['tokens']} tokens")
    goal = " ".join(state.get("goal", "").split())
    if goal:
        parts.insert(0, goal if len(goal) <= MAX_GOAL else goal[: MAX_GOAL - 1].rstrip() + "…")
    return "Backstory: " + " | ".join(parts)


def _count(number: str, noun: str) -> str:
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"
