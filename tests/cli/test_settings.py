"""`config`: values are checked when they are set, and `enabled` is the person's own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.base.discovery import find_project
from backstory.hook.process import is_switched_off


@pytest.mark.parametrize(
    ("key", "value", "limits"),
    [
        ("brief.budget", "10", "a number from 200 to 16000, found `10`"),
        ("brief.budget", "lots", "a number from 200 to 16000, found `lots`"),
        ("brief.budget", "-5", "a number from 200 to 16000, found `-5`"),
        ("brief.min_budget", "20000", "a number from 1 to 16000"),
        ("brief.max_budget", "20000", "a number from 200 to 16000"),
        ("log.count", "-1", "a number from 1 to 10000, found `-1`"),
    ],
)
def test_a_value_out_of_its_limits_is_refused(project: Path, run: Run, key: str, value: str, limits: str) -> None:
    ran = run("config", "set", key, value, ok=False)
    assert (ran.code, limits in ran.err) == (2, True), ran.err
    assert "warning" not in run("status").err


def test_limits_follow_the_settings_in_force(project: Path, run: Run) -> None:
    run("config", "set", "brief.min_budget", "100")
    run("config", "set", "brief.budget", "150")
    assert "from 1 to 150" in run("config", "set", "brief.min_budget", "200", ok=False).err
    run("config", "set", "--user", "brief.max_budget", "30000")
    run("config", "set", "brief.budget", "20000")
    assert "from 20000 to 30000" in run("config", "set", "brief.max_budget", "40000", ok=False).err
    for command in ("status", "config", "brief"):
        assert "warning" not in run(command).err


def test_an_unknown_setting_is_named_first(project: Path, run: Run) -> None:
    ran = run("config", "set", "nope.key", "1", ok=False)
    assert (ran.code, "unknown setting `nope.key`" in ran.err) == (2, True)
    assert "did you mean `brief.budget`?" in run("config", "set", "brief.budgt", "1000", ok=False).err


def _writes() -> tuple[tuple[str, ...], ...]:
    return (
        ("remember", "fact", "x"), ("note", "x"), ("checkpoint", "c", "--state", "s"), ("handoff", "bob", "x"),
        ("snapshot",), ("task", "start", "x"), ("pin", "README.md"), ("memo", "add", "x"),
    )  # fmt: skip


def _files(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*.md") if "handoff" not in path.name)


def test_switched_off_nothing_new_is_written(project: Path, run: Run, tmp_path: Path) -> None:
    short = run("remember", "fact", "from before", "--json").json["short"]
    before, config = _files(tmp_path), (project / ".backstory" / "config.toml").read_text()
    run("config", "set", "enabled", "false")
    for argv in _writes():
        ran = run(*argv, ok=False)
        assert (ran.code, "switched off" in ran.err, "enabled true" in ran.err) == (1, True, True), argv
    assert _files(tmp_path) == before
    assert len(run("snapshots", "--json").json["items"]) == 1
    assert (project / ".backstory" / "config.toml").read_text() == config
    assert run("show", short).out and "switched off" in run("status").out
    run("config", "set", "enabled", "true")
    run("remember", "fact", "x")


def test_one_command_can_be_let_through(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("config", "set", "enabled", "false")
    monkeypatch.setenv("BACKSTORY_ENABLED", "true")
    run("remember", "fact", "x")


def test_switched_off_is_the_persons_own_unless_it_is_said_for_the_team(project: Path, run: Run, home: Path) -> None:
    location, data = find_project(str(project)), os.environ["BACKSTORY_HOME"]
    assert location is not None
    config = project / ".backstory" / "config.toml"
    assert not is_switched_off(location, data)
    run("config", "set", "enabled", "false")
    assert run("config", "get", "enabled", "--json").json["from"] == "private"
    assert "enabled" not in config.read_text()
    assert git(project, "status", "--porcelain", "--", ".backstory/config.toml") in ("", "?? .backstory/config.toml")
    assert is_switched_off(location, data)
    run("config", "unset", "enabled")
    assert not is_switched_off(location, data)
    run("trust")
    run("config", "set", "enabled", "false", "--team")
    assert "enabled = false" in config.read_text()
    assert is_switched_off(location, data)
    run("config", "set", "enabled", "true")  # for me it stays on
    assert not is_switched_off(location, data)
    run("remember", "fact", "x")
    assert run("config", "set", "enabled", "false", "--team", "--user", ok=False).code == 2


def test_the_hook_is_silent_while_the_person_has_switched_off(project: Path, run: Run) -> None:
    run("remember", "fact", "The zebra cache is warm")
    payload = json.dumps({"session_id": "s1", "cwd": str(project), "source": "startup"})

    def start() -> str:
        command = [sys.executable, "-m", "backstory", "hook", "claude-code", "session-start"]
        return subprocess.run(command, input=payload, capture_output=True, text=True, check=True).stdout

    assert "zebra" in start()
    run("config", "set", "enabled", "false")
    assert start() == ""


def test_unset_says_where_nothing_was_set(project: Path, run: Run) -> None:
    run("config", "set", "brief.budget", "900")
    assert "is no longer set" in run("config", "unset", "brief.budget").err
    again = run("config", "unset", "brief.budget")
    assert "was not set in" in again.err and "`backstory config`" in again.err


def test_a_configuration_file_of_another_program_gives_one_warning(project: Path, run: Run) -> None:
    config = project / ".backstory" / "config.toml"
    lines = ["[tool]", 'name = "x"', "[a]", "foo = 1", "bar = 2", "baz = 3", "[b]", "q = 1"]
    config.write_text(config.read_text() + "\n".join(lines) + "\n")
    told = run("status").err
    assert told.count("warning:") == 1
    assert "5 settings are not understood and passed over: `tool.name` (line " in told and "and 2 more" in told
    assert run("doctor", "--json", ok=False).out.count("no such setting") >= 5


def test_a_single_mistake_is_named_with_what_may_be_meant(project: Path, run: Run) -> None:
    config = project / ".backstory" / "config.toml"
    config.write_text(config.read_text() + "[brief]\nbugdet = 900\n")
    told = run("status").err
    assert told.count("warning:") == 1 and "did you mean `brief.budget`?" in told
