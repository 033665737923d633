"""What the tools of Codex that start sub-agents and wait for them answer, in JSON.

`spawn_agent` gives `{"agent_id": ...}`, `wait` gives `{"status": {ID: {"completed": REPORT}}, "timed_out": false}`.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

MAX_HANDLE: Final = 400
"""Characters of an answer that only names the sub-agent."""


def read_handle(text: str) -> str:
    """The id of the sub-agent that a call started, of an answer that says no more; empty for any other text."""
    if len(text) > MAX_HANDLE or '"agent_id"' not in text:
        return ""
    ident = _decode(text).get("agent_id")
    return ident if isinstance(ident, str) else ""


def read_reports(text: str) -> Iterator[tuple[str, str]]:
    """Yields (id, report) of the sub-agents whose end a call waited for."""
    status = _decode(text).get("status") if '"completed"' in text else None
    for ident, state in status.items() if isinstance(status, dict) else ():
        report = state.get("completed") if isinstance(state, dict) else None
        if isinstance(report, str) and report.strip():
            yield ident, report


def _decode(text: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
