import json
from pathlib import Path
from typing import Any

from backstory.agents.base import EVENTS, Detected, Launch, Place, Surface
from backstory.agents.codex import surfaces as codex
from backstory.agents.hook_settings import OR_NOTHING
from backstory.edits.change import Hooks

LAUNCH = Launch("/opt/py/bin/python", ("/site",))


def wanted(**options: Any) -> list[Surface]:
    return codex.surfaces(Place("/repo", "/home/ada", LAUNCH, **options))


def kinds(surfaces: list[Surface]) -> list[tuple[str, str, bool]]:
    return [(surface.kind, surface.path, surface.shared) for surface in surfaces]


def test_one_hooks_file_for_a_person_or_for_a_team() -> None:
    assert kinds(wanted()) == [
        ("hooks", ".codex/hooks.json", False),
        ("file", ".codex/rules/backstory.rules", False),
        ("block", "AGENTS.md", False),
    ]
    assert kinds(wanted(team=True)) == [("hooks", ".codex/hooks.json", True), ("block", "AGENTS.md", True)]
    assert kinds(wanted(hooks=False)) == [("block", "AGENTS.md", False)]
    assert all("/hooks" in surface.note for surface in wanted() if surface.kind == "hooks")


def test_every_event_has_its_hook_within_the_limits_of_codex() -> None:
    for team in (False, True):
        hooks = wanted(team=team)[0].build(None)  # type: ignore[arg-type]
        assert isinstance(hooks, Hooks)
        silent = {"pre-tool", "tool-failure"}
        assert {hook.name for hook in codex.HOOKS} == set(EVENTS) - silent
        entries = json.loads(json.dumps(hooks.entries))
        for event, groups in entries.items():
            (handler,) = groups[0]["hooks"]
            assert 0 < handler["timeout"] <= (3 if event == "SessionEnd" else 10)
            assert set(handler) == {"type", "command", "timeout"}, "the definition that Codex asks the person to trust"
        assert entries["SessionStart"][0]["matcher"] == "startup|resume|clear|compact"


def test_a_teams_command_is_silent_without_backstory_and_never_changes() -> None:
    hooks = wanted(team=True)[0].build(None)  # type: ignore[arg-type]
    assert isinstance(hooks, Hooks)
    commands = [group["hooks"][0]["command"] for groups in hooks.entries.values() for group in groups]  # type: ignore
    call = "backstory hook codex session-start --team"
    assert commands[0] == f"command -v backstory >/dev/null 2>&1 || exit 0; {call}{OR_NOTHING}"
    assert not any("/opt/py" in command or "claude" in command.lower() for command in commands)


def test_detects_by_home_and_project(tmp_path: Path) -> None:
    home, root = tmp_path / "home", tmp_path / "repo"
    (home / ".codex").mkdir(parents=True)
    root.mkdir()
    assert codex.detect(str(root), {"PATH": ""}, str(home)) == Detected(False, False, ())
    (home / ".codex/config.toml").touch()
    assert codex.detect(str(root), {"PATH": ""}, str(home)).installed
    moved = {"CODEX_HOME": str(tmp_path / "moved")}
    assert codex.detect(str(root), moved, str(home)) == Detected(False, False, ())
    (root / ".codex").mkdir()
    assert codex.detect(str(root), moved, str(home)) == Detected(False, True, (".codex",))
