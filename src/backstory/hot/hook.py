"""The entry point of hooks, as it is written into the settings of agents: `backstory.hot.hook.main`."""

from backstory.hook.process import main

__all__ = ["main"]
