"""The entry point of the status line, as it is written into settings of agents: `backstory.hot.status_line.main`."""

from backstory.hook.status_line import main

__all__ = ["main"]
