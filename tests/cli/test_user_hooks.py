"""`init --user`: hooks in the home folder for all repositories, and out of it again."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

MINE = '{\n  // mine\n  "model": "opus"}'


@pytest.fixture
def settings(home: Path) -> Path:
    path = home / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text(MINE)
    return path


def test_hooks_go_into_the_home_folder_and_come_out_byte_for_byte(repo: Path, run: Run, settings: Path) -> None:
    assert "settings.json" in run("init", "--user", "--dry-run").out
    assert settings.read_text() == MINE
    added = run("init", "--user", "--json").json
    commands = [f"~/.claude/skills/{name}/SKILL.md" for name in ("backstory", "handoff", "remember")]
    assert added["touched"] == ["~/.claude/settings.json", *commands]
    text = settings.read_text()
    assert "claude-code session-start --user" in text and "Bash(backstory recall:*)" in text and "// mine" in text
    assert not (repo / ".backstory").exists(), "no repository is set up by it"
    assert "nothing to do" in run("init", "--user").err
    run("agents", "rm", "claude", "--global")
    assert settings.read_text() == MINE


@pytest.mark.parametrize(
    "options",
    [("--no-agents",), ("--no-hooks",), ("--git-hooks",), ("--team",), ("--new-identity",), ("--goal", "x")],
)
def test_options_about_the_repository_write_nothing_into_the_home_folder(
    repo: Path, run: Run, settings: Path, options: tuple[str, ...]
) -> None:
    refused = run("init", "--user", *options, ok=False)
    assert refused.code == 2 and f"`--user` cannot be combined with `{options[0]}`" in refused.err
    assert settings.read_text() == MINE
    assert not (repo / ".backstory").exists()


@pytest.mark.parametrize(
    "agent",
    [
        "amp",
        "antigravity",
        "cline",
        "codex",
        "copilot",
        "crush",
        "cursor",
        "droid",
        "gemini",
        "goose",
        "grok",
        "kilo",
        "kimi",
        "kiro",
        "opencode",
        "pi",
        "qwen",
        "windsurf",
    ],
)
def test_each_agent_has_its_place(repo: Path, run: Run, home: Path, agent: str) -> None:
    before = sorted(home.rglob("*"))
    added = run("agents", "add", agent, "--global", "--json").json
    for path in added["touched"]:
        assert (home / path.removeprefix("~/")).exists()
    assert added["touched"] and "--user" in (home / added["touched"][0].removeprefix("~/")).read_text()
    run("uninstall", "--yes")
    assert sorted(home.rglob("*")) == before


@pytest.mark.parametrize(
    ("agent", "command", "argument"),
    [
        ("claude-code", ".claude/skills/remember/SKILL.md", "$ARGUMENTS"),
        ("gemini", ".gemini/commands/remember.toml", "{{args}}"),
        ("opencode", ".config/opencode/commands/remember.md", "$ARGUMENTS"),
        ("qwen", ".qwen/commands/remember.md", "{{args}}"),
        ("codex", ".codex/skills/remember/SKILL.md", "what the prompt says"),
        ("copilot", ".copilot/skills/remember/SKILL.md", "what the prompt says"),
        ("droid", ".factory/commands/remember.md", "$ARGUMENTS"),
        ("cline", "Documents/Cline/Workflows/remember.md", "what the prompt says"),
        ("cursor", ".cursor/commands/remember.md", "$ARGUMENTS"),
    ],
)
def test_slash_commands_come_with_them_beside_those_of_the_person(
    repo: Path, run: Run, home: Path, agent: str, command: str, argument: str
) -> None:
    own = home / command.replace("remember", "handoff")
    own.parent.mkdir(parents=True)
    own.write_text("mine\n")
    before = sorted(home.rglob("*"))
    added = run("agents", "add", agent, "--global", "--json", ok=False)
    assert added.code == 0 and f"~/{command}" in added.json["touched"]
    text = (home / command).read_text()
    assert f"memory of the project: {argument}" in text and "backstory remember decision" in text
    assert own.read_text() == "mine\n"
    run("uninstall", "--yes")
    assert sorted(home.rglob("*")) == before and own.read_text() == "mine\n"


def test_a_file_that_does_not_parse_is_refused(repo: Path, run: Run, settings: Path) -> None:
    settings.write_text("{")
    refused = run("init", "--user", ok=False)
    assert refused.code == 3 and "settings.json" in refused.err
    assert settings.read_text() == "{"


def test_uninstall_takes_them_out_beside_the_projects(repo: Path, run: Run, settings: Path) -> None:
    run("init", "--yes", "--agents", "claude-code")
    run("init", "--user")
    done = json.loads(run("uninstall", "--yes", "--json").out)["done"]
    assert "restored `~/.claude/settings.json`" in done
    assert "removed `~/.claude/skills/backstory/SKILL.md`" in done, "a file of ours is not restored but removed"
    assert settings.read_text() == MINE


def test_options_that_exclude_each_other_are_named(repo: Path, run: Run) -> None:
    assert run("agents", "add", "codex", "--global", "--team", ok=False).code == 2


@pytest.mark.parametrize(
    ("agent", "path", "member"),
    [
        ("claude-code", ".mcp.json", "mcpServers"), ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("vscode", ".vscode/mcp.json", "servers"), ("opencode", "opencode.json", "mcp"),
        ("zed", ".zed/settings.json", "context_servers"), ("amp", ".amp/settings.json", "amp.mcpServers"),
    ],
)  # fmt: skip
def test_a_team_has_the_server_in_a_committed_file(repo: Path, run: Run, agent: str, path: str, member: str) -> None:
    run("init", "--yes", "--no-agents")
    file = repo / path
    file.parent.mkdir(exist_ok=True)
    own = f'{{\n   "{member}": {{ "other": {{"command": "x"}} }}\n}}'
    file.write_text(own)
    assert path in run("agents", "add", agent, "--mcp", "--team", "--dry-run").out and file.read_text() == own
    assert run("agents", "add", agent, "--mcp", "--team", "--json").json["touched"] == [path]
    servers = json.loads(file.read_text())[member]
    assert "backstory" in json.dumps(servers["backstory"]) and str(repo) not in json.dumps(servers["backstory"])
    assert path not in (repo / ".git/info/exclude").read_text(), "git sees it"
    assert "nothing to do" in run("agents", "add", agent, "--mcp", "--team").err
    run("init", "--yes", "--agents", "claude-code")
    assert "backstory" in json.loads(file.read_text())[member], "another set-up leaves it to the team"
    checks = run("doctor", "--fix", "--json", ok=False).json["checks"]
    assert {check["agent"] for check in checks if "agent" in check} == {"claude-code"}, "a server is no set-up"
    run("agents", "rm", agent, "--mcp", "--team")
    assert file.read_text() == own


def test_a_file_with_hooks_of_the_persons_own_is_not_the_teams(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "gemini")
    before = (repo / ".gemini/settings.json").read_bytes()
    added = run("agents", "add", "gemini", "--mcp", "--team")
    assert "holds your own hooks" in added.err and (repo / ".gemini/settings.json").read_bytes() == before
    assert run("agents", "rm", "gemini", "--team", "--global", ok=False).code == 2
    assert run("agents", "add", "pi", "--mcp", "--team", ok=False).code == 2


def test_every_agent_on_the_machine_is_set_up(repo: Path, run: Run, home: Path) -> None:
    config = home / ".kimi-code/config.toml"
    config.parent.mkdir()
    config.write_text('model = "mine"')
    (home / ".pi/agent").mkdir(parents=True)
    touched = run("init", "--user", "--json").json["touched"]
    assert "~/.kimi-code/config.toml" in touched and "~/.pi/agent/extensions/backstory.ts" in touched
    run("uninstall", "--yes")
    assert config.read_text() == 'model = "mine"'


def test_all_means_every_agent(repo: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "all")
    agents = run("agents", "list", "--all", "--json").json["agents"]
    assert [agent["name"] for agent in agents if not agent["set_up"]] == []
    assert (repo / ".kiro/hooks/backstory.json").exists() and (repo / ".clinerules/backstory.md").exists()


def test_doctor_checks_the_home_folder_where_there_is_no_project(repo: Path, run: Run, settings: Path) -> None:
    assert run("doctor", ok=False).code == 10
    run("init", "--user")
    checks = {check["name"]: check for check in run("doctor", "--json").json["checks"]}
    assert (checks["project"]["status"], checks["hook-start"]["status"]) == ("warn", "ok")
    assert "no project memory in" in checks["project"]["detail"]
    settings.write_text(MINE)
    assert "`~/.claude/settings.json` (claude-code, all repositories) was removed" in run("doctor").out
    assert not (repo / ".backstory").exists()


def test_the_list_of_the_home_folder_needs_no_project(
    tmp_path: Path, home: Path, run: Run, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)

    def row() -> dict[str, object]:
        agents = run("agents", "list", "--global", "--json").json["agents"]
        return next(agent for agent in agents if agent["name"] == "claude-code")

    assert (row()["set_up"], row()["paths"]) == ("no", [])
    run("agents", "add", "claude", "--global")
    assert row()["set_up"] == "yes"
    assert "~/.claude/settings.json" in row()["paths"]
    assert "~/.claude/settings.json" in run("agents", "list", "--global").out


def test_status_and_doctor_count_hooks_in_the_home_folder(project: Path, run: Run, home: Path) -> None:
    """They reach an agent in every worktree, also in one that has no file of ours."""
    git(project, "worktree", "add", "-q", str(project.parent / "beside"), "-b", "beside")
    assert "none gets it" in run("status").out
    run("init", "--user", "--agents", "claude-code")

    state = run("status", "--json").json
    assert (state["agents"], state["user_agents"]) == ([], ["claude-code"])
    assert "claude-code  (by hooks in your home folder)" in run("status").out
    said = run("doctor").out
    assert "hooks in your home folder tell claude-code, in all repositories and worktrees" in said
    assert "another worktree" not in said
    run("agents", "rm", "claude", "--global")
    assert run("status", "--json").json["user_agents"] == []


def test_a_new_worktree_says_that_no_agent_is_told_there(
    project: Path, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that are kept out of git do not come with `git worktree add`."""
    run("init", "--agents", "claude-code", "--yes")
    beside = project.parent / "beside"
    git(project, "worktree", "add", "-q", str(beside), "-b", "beside")
    monkeypatch.chdir(beside)

    assert "none gets it in this worktree yet  (`backstory init` sets them up here)" in run("status").out
    said = run("doctor").out
    assert "no agent is told about the memory in this worktree" in said
    assert "`backstory init --user` in all worktrees" in said
    run("init", "--yes")
    assert "claude-code" in run("status").out
    assert "in this worktree" not in run("doctor").out
