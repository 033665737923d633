"""Hooks in the moment in which an installer replaces the package: success, and not a word."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from testing.hook_process import Project

import backstory
from backstory.agents.base import Launch
from backstory.agents.hook_settings import hook_program, personal_command, team_command

SOURCE = Path(backstory.__file__).parent
PARTS = (
    "", "hot", "hot/hook.py", "base", "base/module_file.py", "base/dialect.py", "hook", "hook/process.py",
    "agents/claude_code", "hook/failure_log.py",
)  # fmt: skip
"""What is damaged, below the package."""


def remove(path: Path) -> None:
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def cut(path: Path) -> None:
    """Leaves each module as an installer may have it when it is stopped in the middle of a line."""
    for file in path.rglob("*.py") if path.is_dir() else [path]:
        file.write_text(file.read_text()[: file.stat().st_size // 2] + "\n(")


def empty(path: Path) -> None:
    """Leaves each module without the names that the modules of the other version ask for."""
    for file in path.rglob("*.py") if path.is_dir() else [path]:
        file.write_text("")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that may be taken apart."""
    target = tmp_path / "replaced" / "backstory"
    shutil.copytree(SOURCE, target, ignore=shutil.ignore_patterns("__pycache__", "redact", "capture", "patterns"))
    return target


def run_shell(command: str, project: Project, **environ: str) -> subprocess.CompletedProcess[bytes]:
    payload = {"session_id": "s1", "cwd": str(project.root), "prompt": "which database driver do we use?"}
    return subprocess.run(
        ["/bin/sh", "-c", command], input=json.dumps(payload).encode(), capture_output=True, cwd=project.root,
        env=project.environ | environ, timeout=60,
    )  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="the shell of the test")
@pytest.mark.parametrize("damage", [remove, cut, empty])
@pytest.mark.parametrize("part", PARTS)
def test_a_hook_ends_with_success_in_silence(
    project: Project, package: Path, part: str, damage: Callable[[Path], None]
) -> None:
    """Any part may be missing, cut or of another version: which one is a matter of the moment."""
    launch = Launch(sys.executable, (str(package.parent), project.site[1]))
    damage(package / part)
    for event in ("session-start", "prompt", "stop"):
        ran = run_shell(personal_command("claude-code", event, launch), project)
        assert (ran.returncode, ran.stderr) == (0, b""), (part, event)


@pytest.mark.skipif(os.name == "nt", reason="the shell of the test")
@pytest.mark.parametrize("module", ["backstory.hot.hook", "backstory.hot.git", "backstory.hot.status_line"])
def test_without_the_package_every_entry_point_ends_with_success(project: Project, module: str) -> None:
    program = hook_program(Launch(sys.executable, ("/nowhere",)), module)
    ran = subprocess.run([*program, "claude-code", "prompt"], input=b"{}", capture_output=True, cwd=project.root)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="the shell of the test")
def test_a_teams_hook_ends_with_success_where_the_program_fails(project: Project, tmp_path: Path) -> None:
    """The program is on the `PATH`, and its package is gone: the installer's script prints a trace and fails."""
    program = tmp_path / "bin" / "backstory"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable} -I\nfrom backstory_that_is_gone import main\n")
    program.chmod(0o755)
    ran = run_shell(team_command("claude-code", "prompt"), project, PATH=f"{program.parent}{os.pathsep}/usr/bin:/bin")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="the shell of the test")
def test_what_failed_is_in_the_log_of_failures(project: Project, package: Path) -> None:
    (package / "hook" / "process.py").unlink()
    launch = Launch(sys.executable, (str(package.parent), project.site[1]))
    run_shell(personal_command("claude-code", "prompt", launch), project)
    assert "hook claude-code prompt: ModuleNotFoundError" in (project.home / "hook.log").read_text()
