"""Saves the state of clients that have gone quiet."""

from collections.abc import Callable, Sequence
from typing import Final

import anyio
import anyio.to_thread

from backstory.mcp.session import Session

LONGEST_PAUSE: Final = 60.0
"""Seconds between two looks at the clock."""
SHORTEST_PAUSE: Final = 0.2
FIRST_PAUSE: Final = 1.0
"""Seconds between two looks for a first call."""


async def save_when_idle(list_sessions: Callable[[], Sequence[Session]]) -> None:
    """Saves the state of each session once after a stretch of calls, when none has come for as long as it asks for."""
    while True:
        pause = LONGEST_PAUSE
        for session in list_sessions():
            if not session.calls:
                pause = min(pause, FIRST_PAUSE)
                continue
            limit = await anyio.to_thread.run_sync(session.read_idle_limit)
            if limit:
                pause = min(pause, max(limit / 5, SHORTEST_PAUSE))
            if limit and session.unsaved and session.now() - session.last_call >= limit:
                await anyio.to_thread.run_sync(session.save, "auto-idle")
        await anyio.sleep(pause)
