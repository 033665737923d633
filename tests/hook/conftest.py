"""Fixtures of this room."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from testing.hook_process import Project, project

from backstory.base.discovery import find_project
from backstory.base.fingerprint import briefs_folder, state_fingerprint

__all__ = ["project"]


@pytest.fixture
def filled(project: Project) -> Project:
    project.remember(
        "Use psycopg 3 instead of asyncpg", "Better typing support.", tags=("database",), at=("src/pool.py",)
    )
    project.remember("Deploys freeze on Fridays", "nobody is there on Saturday", kind="pattern")
    for number in range(8):
        project.remember(f"Filler about penguins {number}", "and icebergs", kind="note")
    project.indexed().close()
    return project


def prepared(project: Project, agent: str = "claude-code") -> Path:
    return Path(briefs_folder(str(project.private), os.path.realpath(project.root)), f"{agent}.json")


def prepare(project: Project, text: str, *, agent: str = "claude-code", **more: Any) -> None:
    found = find_project(str(project.root))
    assert found is not None
    brief = {"tree": found.root, "stamp": state_fingerprint(found, str(project.home)), "text": text} | more
    prepared(project, agent).parent.mkdir(parents=True, exist_ok=True)
    prepared(project, agent).write_text(json.dumps(brief))
