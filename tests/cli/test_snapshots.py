"""What snapshots say on the command line."""

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.hook.worker import REFRESH
from backstory.worker.process import run as run_worker


def test_a_changed_file_is_called_changed_also_if_the_snapshot_names_it(project: Path, run: Run) -> None:
    run("snapshot")
    for name in ("README.md", "src/db/pool.py"):
        (project / name).write_text("other\n")
    named = len(run("diff", "--json").json["stale"])
    assert named
    out = run("diff").out
    assert f"2 changed ({named} key or active)" in out
    assert "stale" not in out
    assert out.count("  changed  ") == 2


def test_the_files_beyond_the_limit_are_counted_without_a_path(project: Path, run: Run) -> None:
    for number in range(30):
        (project / f"f{number}").write_text("x\n")
    run("config", "set", "capture.max_files", "20")
    err = run("snapshot").err
    assert "files beyond the limit of 20" in err
    assert "(" not in err.partition("not in it: ")[2]


def test_many_edits_are_left_to_the_background(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command says so, its process in the background reads them, and without one they are read at once."""
    monkeypatch.setattr("backstory.hook.worker.spawn_worker", lambda *call: None)
    for number in range(60):
        (project / f"part_{number}.py").write_text("x = 1\n")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "parts")
    run("snapshot", "mend the pool")

    def edit(name: str) -> None:
        for number in range(25):
            (project / f"part_{number}.py").write_text(f"import os\n\nx = os.environ['{name}']\n")

    edit("FIRST")
    assert "FIRST" in run("snapshot", "--json").json["facts"]["variables"]
    monkeypatch.setenv("BACKSTORY_DELIVER_BACKGROUND", "true")
    edit("SECOND")
    assert "25 changed files are not read yet" in run("snapshot").err
    edit("THIRD")
    left = run("snapshot", "--json").json
    assert left["unread"] == 25
    assert "SECOND" not in left["facts"]["variables"]

    run_worker("", REFRESH, {"cwd": str(project)}, dict(os.environ))

    whole = run("snapshot", "--json").json
    assert not whole["unread"]
    assert "THIRD" in whole["facts"]["variables"]
    edit("FOURTH")
    run_worker("", REFRESH, {"cwd": str(project)}, dict(os.environ))
    assert "FOURTH" in run("snapshot", "--json").json["facts"]["variables"]
