"""Fixtures of this room."""

from testing.repositories import environ, make_repo, repo

__all__ = ["environ", "make_repo", "repo"]
