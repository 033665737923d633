"""Fixtures of this room."""

from testing.hook_process import project

__all__ = ["project"]
