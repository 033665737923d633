"""The entry point of hooks, as it is written into the settings of agents: `backstory.hot.hook.main`."""

from backstory.base.module_loader import load_quickly

load_quickly()
from backstory.hook.process import main  # noqa: E402 - the modules of the hook are loaded quickly too

__all__ = ["main"]
