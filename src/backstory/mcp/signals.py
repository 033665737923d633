"""The signals that end a server."""

import os
import signal
from collections.abc import Callable

import anyio


async def call_at_signal(act: Callable[[], object]) -> None:
    """Calls a function at the first signal that asks the process to end. Windows has none that can be received."""
    if os.name != "posix":
        return
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            act()
            return
