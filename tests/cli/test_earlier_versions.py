"""Files of agents that an earlier version of Backstory wrote: `doctor` names them, and `doctor --fix` mends them."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from backstory.agents import base
from backstory.agents.base import Texts
from backstory.agents.gemini import surfaces as gemini
from backstory.agents.hook_settings import MILLISECONDS, HookEvent, personal_hooks, user_surface
from backstory.api import Memory
from backstory.deliver.tree import FOLDER
from backstory.deliver.user import open_ledger
from backstory.edits.ledger import Ledger
from backstory.edits.values import Value

SETTINGS = ".gemini/settings.json"
ALLOWED = [Value(("tools", "allowed"), f"run_shell_command(backstory {name})") for name in ("recall", "why")]
"""What earlier versions added to the settings of Gemini CLI, which then denied all other commands."""


def write_old_project(repo: Path, events: Any, values: Any) -> None:
    memory = Memory.open(str(repo), os.environ)
    ledger = Ledger(os.path.join(memory.project.private, FOLDER), str(repo), memory.gate)
    hooks = personal_hooks("gemini", events, base.launch(), MILLISECONDS, values)
    ledger.apply(SETTINGS, hooks, agents=("gemini",))


def write_old_home(repo: Path, values: Any) -> None:
    memory = Memory.open(str(repo), os.environ)
    ledger = open_ledger(memory.project.home, os.environ, memory.gate)
    surface = user_surface("gemini", gemini.HOOKS, SETTINGS, base.launch(), MILLISECONDS, values=values)
    ledger.apply(os.path.join(ledger.root, SETTINGS), surface.build(Texts()), agents=("gemini",), within=ledger.root)


def warnings(run: Run) -> list[str]:
    checks = run("doctor", "--json", ok=False).json["checks"]
    return [check["detail"] for check in checks if check["status"] != "ok" and "earlier" in check["detail"]]


def test_a_fresh_set_up_is_of_this_version(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "all")
    assert warnings(run) == []
    run("init", "--user", "--yes", "--agents", "all", ok=False)
    assert warnings(run) == []


def test_rules_that_an_earlier_version_added_are_named_and_taken_out(repo: Path, run: Run) -> None:
    (repo / ".gemini").mkdir()
    (repo / SETTINGS).write_text('{"tools": {"allowed": ["run_shell_command(ls)"]}}\n')
    (repo / ".git/info/exclude").write_text("/.gemini/\n")
    run("init", "--yes", "--agents", "gemini")
    write_old_project(repo, gemini.HOOKS, ALLOWED)
    assert "backstory recall" in (repo / SETTINGS).read_text()
    (told,) = warnings(run)
    assert told == f"`{SETTINGS}` (gemini) is of an earlier version of Backstory: its `tools.allowed`"
    assert "`backstory doctor --fix` writes it again" in run("doctor").out
    assert f"repaired: `{SETTINGS}`" in run("doctor", "--fix").err
    settings = json.loads((repo / SETTINGS).read_text())
    assert settings["tools"]["allowed"] == ["run_shell_command(ls)"], "the person's own rule stays"
    assert warnings(run) == []
    run("clean", "--yes")
    assert (repo / SETTINGS).read_text() == '{"tools": {"allowed": ["run_shell_command(ls)"]}}\n'


def test_a_hook_that_this_version_does_not_have_is_named_and_taken_out(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "gemini")
    write_old_project(repo, (*gemini.HOOKS, HookEvent("pre-compact", "PreCompress", 5)), ())
    (told,) = warnings(run)
    assert told.endswith("its hook for PreCompress")
    run("doctor", "--fix")
    assert warnings(run) == [] and "PreCompress" not in (repo / SETTINGS).read_text()


def test_another_interpreter_is_no_other_version(repo: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("init", "--yes", "--agents", "gemini")
    text = (repo / SETTINGS).read_text()
    memory = Memory.open(str(repo), os.environ)
    ledger = Ledger(os.path.join(memory.project.private, FOLDER), str(repo), memory.gate)
    other = base.launch()._replace(python="/bin/sh")
    ledger.apply(SETTINGS, personal_hooks("gemini", gemini.HOOKS, other, MILLISECONDS, ()), agents=("gemini",))
    assert (repo / SETTINGS).read_text() != text
    assert warnings(run) == []


@pytest.mark.parametrize("inside", [True, False])
def test_files_in_the_home_folder_are_mended_too(
    repo: Path, home: Path, run: Run, inside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", "--yes", "--agents", "gemini")
    write_old_home(repo, ALLOWED)
    if not inside:
        monkeypatch.chdir(home)
    (told,) = warnings(run)
    assert told.startswith(f"`~/{SETTINGS}` (gemini, all repositories)") and told.endswith("`tools.allowed`")
    assert "policies/backstory.toml` (gemini) is not there" in run("doctor").out
    run("doctor", "--fix")
    assert warnings(run) == [] and "is not there" not in run("doctor").out
    assert "allowed" not in (home / SETTINGS).read_text()
    assert (home / ".gemini/policies/backstory.toml").exists()


def test_a_file_that_the_person_deleted_stays_away(repo: Path, home: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "gemini")
    run("init", "--user", "--yes", "--agents", "gemini")
    (home / ".gemini/policies/backstory.toml").unlink()
    assert "policies/backstory.toml` (gemini) is not there" not in run("doctor", ok=False).out
    run("doctor", "--fix", ok=False)
    assert not (home / ".gemini/policies/backstory.toml").exists()
