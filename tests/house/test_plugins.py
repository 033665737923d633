"""The plugins that `scripts/plugins.py` generates: they parse, have one version, and step back where others answer."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from backstory._version import VERSION
from backstory.agents.claude_code import dialect
from backstory.hook.process import _others_answer

ROOT = Path(__file__).resolve().parents[2]
PLUGINS = ROOT / "plugins"
COMMANDS = ("backstory", "handoff", "remember")


def read(path: str) -> Any:
    return json.loads((ROOT / path).read_text())


def test_all_have_the_version_of_the_package() -> None:
    market = read(".claude-plugin/marketplace.json")["plugins"][0]
    manifest = read("plugins/claude-code/.claude-plugin/plugin.json")
    assert (ROOT / market["source"]).samefile(PLUGINS / "claude-code") and market["name"] == manifest["name"]
    codex = read(".agents/plugins/marketplace.json")["plugins"][0]
    codex_manifest = read(f"{codex['source']['path']}/.codex-plugin/plugin.json")
    assert codex_manifest["name"] == codex["name"]
    extension = read("plugins/gemini/gemini-extension.json")
    assert {one["version"] for one in (market, manifest, codex_manifest, extension)} == {VERSION}


def test_the_manifest_of_codex_names_files_that_are_there() -> None:
    manifest = read("plugins/codex/.codex-plugin/plugin.json")
    for key in ("skills", "mcpServers", "hooks"):
        assert (PLUGINS / "codex" / manifest[key]).exists()


@pytest.mark.parametrize("agent", ["claude-code", "codex", "gemini"])
def test_every_hook_is_silent_without_the_program_and_says_that_it_is_a_plugins(agent: str) -> None:
    groups = [group for groups in read(f"plugins/{agent}/hooks/hooks.json")["hooks"].values() for group in groups]
    commands = [hook["command"] for group in groups for hook in group["hooks"]]
    assert len(commands) >= 5
    for command in commands:
        guard, _, call = command.partition("; ")
        assert guard == "command -v backstory >/dev/null 2>&1 || exit 0"
        assert call.startswith(f"backstory hook {agent} ") and call.endswith(" --plugin 2>/dev/null || exit 0")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_skill_is_a_command_of_both(name: str) -> None:
    skill = (PLUGINS / f"claude-code/skills/{name}/SKILL.md").read_text()
    command = tomllib.loads((PLUGINS / f"gemini/commands/{name}.toml").read_text())
    assert skill.startswith(f"---\nname: {name}\n")
    body = skill.split("---\n", 2)[2].strip()
    assert command["prompt"].strip() == body.replace("$ARGUMENTS", "{{args}}") and "{{args}}" in command["prompt"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("repo/.claude/settings.local.json", "backstory.hot.hook"),
        ("repo/.claude/settings.json", "backstory hook claude-code stop --team"),
        ("home/.claude/settings.json", "backstory.hot.hook"),
    ],
)
def test_the_hooks_of_a_plugin_step_back(path: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    words = ["claude-code", "stop", "--plugin"]
    assert not _others_answer(words, dialect, str(tmp_path / "repo"))  # type: ignore[arg-type]
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(text)
    assert _others_answer(words, dialect, str(tmp_path / "repo"))  # type: ignore[arg-type]
