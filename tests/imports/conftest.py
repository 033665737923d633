"""A project with files of other tools, and a memory to import them into."""

from tests.cli.conftest import Run, home, project, repo, run

__all__ = ["Run", "home", "project", "repo", "run"]
