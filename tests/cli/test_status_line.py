"""The status line as Claude Code calls it."""

import json
import os
import shlex
import subprocess
from pathlib import Path

from tests.cli.conftest import Run


def call(project: Path, cwd: Path) -> str:
    settings = json.loads((project / ".claude/settings.local.json").read_text())
    payload = json.dumps({"session_id": "s1", "cwd": str(cwd), "workspace": {"current_dir": str(cwd)}})
    words = shlex.split(settings["statusLine"]["command"])
    ran = subprocess.run(words, input=payload, capture_output=True, text=True, cwd="/", env=dict(os.environ))
    assert ran.returncode == 0 and not ran.stderr
    return ran.stdout


def test_it_shows_the_memory_of_the_folder_and_nothing_elsewhere(repo: Path, run: Run, tmp_path: Path) -> None:
    run("init", "--yes", "--agents", "claude-code", "--goal", "Ship the pool")
    assert call(repo, repo) == ""
    run("remember", "fact", "The pool holds four connections", "--at", "src/db/pool.py#Pool")
    assert call(repo, repo / "src").startswith("Backstory: Ship the pool | 1 record | brief of ")
    assert call(repo, tmp_path) == ""

    run("config", "set", "enabled", "false")
    assert call(repo, repo) == ""
    run("agents", "rm", "claude-code")
    assert not (repo / ".claude").exists()
