"""`backstory agents`: what each agent gets, and its files in and out again."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from backstory.base.journal_lines import append_line, event_line


def row(run: Run, name: str) -> dict[str, object]:
    agents = run("agents", "list", "--json").json["agents"]
    (agent,) = [agent for agent in agents if agent["name"] == name]
    return dict(agent)


@pytest.fixture
def project(repo: Path, run: Run) -> Path:
    run("init", "--yes", "--agents", "claude-code")
    return repo


def test_the_matrix_tells_what_is_set_up_and_what_is_not(project: Path, run: Run) -> None:
    claude, codex = row(run, "claude-code"), row(run, "codex")
    assert (claude["set_up"], claude["in_use"], claude["fired"]) == ("yes", True, "")
    assert {"hooks", "block"} <= {*claude["possible"]}  # type: ignore[misc]
    assert ".claude/settings.local.json" in claude["paths"]  # type: ignore[operator]
    assert (codex["set_up"], codex["paths"]) == ("no", [])
    printed = run("agents").out
    assert "claude-code" in printed and "codex" not in printed
    assert "codex" in run("agents", "list", "--all").out


def test_the_matrix_names_the_last_event_of_a_hook(project: Path, run: Run) -> None:
    (private,) = (project.parent / "data" / "projects").iterdir()
    line = event_line("prompt", session="s1", agent="claude-code", data={})
    spool = private / "spool" / "s1.jsonl"
    spool.parent.mkdir(exist_ok=True)
    append_line(str(spool), line, False)
    assert row(run, "claude-code")["event"] == "prompt"
    assert "(prompt)" in run("agents").out


def test_a_part_that_is_missing_is_named(project: Path, run: Run) -> None:
    (project / ".claude/settings.local.json").unlink()
    claude = row(run, "claude-code")
    assert claude["set_up"] == "partly"
    assert "settings.local.json" in str(claude["faults"])


def test_a_plugin_of_the_person_is_complete_without_the_plugin_of_a_team(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "opencode")
    opencode = row(run, "opencode")
    assert (opencode["set_up"], opencode["faults"]) == ("yes", [])
    assert opencode["paths"] == [".opencode/plugins/backstory.js", "AGENTS.md"]

    (repo / ".opencode/plugins/backstory.js").write_text("// by hand\n")
    opencode = row(run, "opencode")
    assert opencode["set_up"] == "partly"
    assert "is not the plugin that this version writes" in str(opencode["faults"])


def test_an_agent_is_added_and_taken_out_byte_for_byte(project: Path, run: Run) -> None:
    hooks = project / ".codex/hooks.json"
    hooks.parent.mkdir()
    hooks.write_text('{"hooks": {}}')
    (project / ".gitignore").write_text(".codex/\n")
    claude = (project / ".claude/settings.local.json").read_bytes()
    assert "+" in run("agents", "add", "codex", "--dry-run").out
    assert hooks.read_text() == '{"hooks": {}}'
    added = run("agents", "add", "codex", "--json").json
    assert ".codex/hooks.json" in added["touched"] and "backstory" in hooks.read_text()
    assert row(run, "codex")["set_up"] == "yes"
    assert "nothing to do" in run("agents", "add", "codex").err
    planned = run("agents", "rm", "codex", "--dry-run").err
    assert "would restore `.codex/hooks.json`" in planned and "would remove `.codex/rules/backstory.rules`" in planned
    out = run("agents", "rm", "codex").err.splitlines()
    assert {"restored `.codex/hooks.json`", "removed `.codex/rules/backstory.rules`"} <= {*out}
    assert "edited `.git/info/exclude`" in out and not [line for line in out if str(project) in line]
    assert hooks.read_text() == '{"hooks": {}}'
    assert row(run, "codex")["set_up"] == "no"
    assert (project / ".claude/settings.local.json").read_bytes() == claude, "the other agent keeps its own"
    assert "nothing to do" in run("agents", "rm", "codex").err


@pytest.mark.parametrize("arguments", [("list",), ("add", "gemini"), ("rm", "gemini")])
def test_outside_of_a_project_the_hint_names_what_needs_none(repo: Path, run: Run, arguments: tuple[str, ...]) -> None:
    refused = run("agents", *arguments, ok=False)
    assert refused.code == 10 and f"`backstory agents {' '.join(arguments)} --global`" in refused.err
    assert run("agents", *arguments, "--global").code == 0


def test_a_name_that_nobody_has_is_refused(project: Path, run: Run) -> None:
    refused = run("agents", "add", "nobody", ok=False)
    assert refused.code == 2 and "agents are" in refused.err


def test_an_agent_cannot_take_the_memory_away(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("agents", "rm", "claude-code", ok=False).code != 0
    assert (project / ".claude/settings.local.json").exists()
