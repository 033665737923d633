"""A project with files of other tools, and a memory to import them into."""

from tests.cli.conftest import Run, home, machine, project, repo, run, tmp_path

__all__ = ["Run", "home", "machine", "project", "repo", "run", "tmp_path"]
