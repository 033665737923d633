"""The entry point of git's hooks, as it is written into their scripts: `backstory.hot.git.main`."""

from backstory.worker.git_hook import main

__all__ = ["main"]
