import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from backstory.agents import base
from backstory.agents.base import Detected, Launch, Place, Texts
from backstory.agents.claude_code import surfaces as claude_code
from backstory.agents.claude_code.dialect import NAME
from backstory.agents.directives import parse_with_refusals, to_draft
from backstory.agents.hook_settings import entry_marks, personal_command, personal_hooks, team_command, team_hooks
from backstory.edits.change import Block, Hooks

LAUNCH = Launch("/opt/my py/bin/python", ('/opt/it\'s "here"/ä', "/site"))


def place(root: Path, **options: Any) -> Place:
    return Place(str(root), str(root / "home"), LAUNCH, **options)


def where(found: list[base.Surface]) -> list[tuple[str, str, bool]]:
    return [(s.kind, s.path, s.shared) for s in found]


def test_detects_by_program_home_and_project(tmp_path: Path) -> None:
    home, root = tmp_path / "home", tmp_path / "my.repo"
    root.mkdir()
    (home / ".claude/projects" / claude_code.encode_folder(str(root))).mkdir(parents=True)
    found = claude_code.detect(str(root), {"PATH": ""}, str(home))
    assert found.installed and found.used_here
    moved = {"CLAUDE_CONFIG_DIR": str(tmp_path / "moved")}
    assert claude_code.detect(str(root), moved, str(home)) == Detected(False, False, ())
    (root / "CLAUDE.md").touch()
    assert claude_code.detect(str(root), moved, str(home)) == Detected(False, True, ("CLAUDE.md",))


def test_surfaces_of_a_person_and_of_a_team(tmp_path: Path) -> None:
    own = ("hooks", ".claude/settings.local.json", False)
    assert where(claude_code.surfaces(place(tmp_path))) == [own, ("block", "CLAUDE.local.md", False)]
    assert where(claude_code.surfaces(place(tmp_path, hooks=False))) == [("block", "CLAUDE.local.md", False)]
    shared = ("hooks", ".claude/settings.json", True)
    assert where(claude_code.surfaces(place(tmp_path, team=True))) == [own, shared, ("block", "CLAUDE.md", True)]
    assert where(claude_code.surfaces(place(tmp_path, team=True, hooks=False))) == [("block", "CLAUDE.md", True)]


def group(groups: Any) -> dict[str, Any]:
    assert len(groups) == 1
    found: dict[str, Any] = groups[0]
    return found


def test_every_moment_has_its_hook_with_a_timeout(tmp_path: Path) -> None:
    for hooks in (personal_hooks(NAME, claude_code.HOOKS, LAUNCH), team_hooks(NAME, claude_code.HOOKS)):
        assert isinstance(hooks, Hooks)
        assert {m.name for m in claude_code.HOOKS} == set(base.EVENTS)
        assert {*hooks.entries} == {m.event for m in claude_code.HOOKS}
        for groups in hooks.entries.values():
            handler = group(groups)["hooks"][0]
            assert handler["type"] == "command" and 0 < handler["timeout"] <= 10
            assert any(mark in handler["command"] for mark in entry_marks(NAME))
    start = group(personal_hooks(NAME, claude_code.HOOKS, LAUNCH).entries["SessionStart"])
    assert start["matcher"] == "startup|resume|clear|compact"


def test_the_command_survives_shell_and_python_whatever_the_paths_hold(tmp_path: Path) -> None:
    odd = tmp_path / 'it\'s "odd" $HOME `x` ä😀 \\ %'
    (odd / "backstory/hot").mkdir(parents=True)
    for name in ("backstory/__init__.py", "backstory/hot/__init__.py"):
        (odd / name).touch()
    (odd / "backstory/hot/hook.py").write_text(
        "import sys\ndef main(): print(sys.argv[1:], sys.flags.isolated, sys.flags.no_site)\n"
    )
    python = odd / "python"
    python.symlink_to(sys.executable)
    command = personal_command(NAME, "stop", Launch(str(python), (str(odd),)))
    env = {"PATH": os.defpath, "LC_ALL": "C", "PYTHONPATH": "/nowhere"}
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, env=env, cwd=tmp_path)
    assert (ran.stdout, ran.stderr) == ("['claude-code', 'stop'] 1 1\n", "")
    again = json.loads(json.dumps(command))
    assert shlex.split(again)[0] == str(python)


def team(tmp_path: Path, *, installed: bool, own: bool) -> str:
    (tmp_path / "repo/.claude").mkdir(parents=True)
    (tmp_path / "bin").mkdir()
    if installed:
        program = tmp_path / "bin/backstory"
        program.write_text('#!/bin/sh\necho "$@"\n')
        program.chmod(0o755)
    if own:
        (tmp_path / "repo/.claude/settings.local.json").write_text('{"command": "x backstory.hot.hook y"}')
    env = {"PATH": f"{tmp_path}/bin:{os.defpath}", "CLAUDE_PROJECT_DIR": str(tmp_path / "repo")}
    command = team_command(NAME, "stop", guard=claude_code.GUARD)
    ran = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, env=env)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_the_teams_hook_runs_where_backstory_is_installed(tmp_path: Path) -> None:
    assert team(tmp_path, installed=True, own=False) == "hook claude-code stop --team\n"


def test_the_teams_hook_is_silent_without_backstory(tmp_path: Path) -> None:
    assert team(tmp_path, installed=False, own=False) == ""


def test_the_teams_hook_steps_back_for_a_persons_own(tmp_path: Path) -> None:
    assert team(tmp_path, installed=True, own=True) == ""


@pytest.mark.parametrize("hooks", [True, False])
def test_instructions_are_short_and_say_how(hooks: bool) -> None:
    text = claude_code.instructions(hooks=hooks)
    assert len(text.encode()) <= 900
    for words in ('backstory recall "', "backstory why", "backstory checkpoint", base.HANDOFF):
        assert words in text
    (directive,) = parse_with_refusals(claude_code.DIRECTIVE).directives
    draft = to_draft(directive)
    assert draft is not None and draft.kind == "decision" and draft.title == "Use psycopg 3"
    assert draft.body == "typed rows\n\n## Alternatives\n- asyncpg"
    assert [(anchor.path, anchor.symbol) for anchor in draft.anchors] == [("src/pool.py", "Pool")]
    assert (f"@{base.HANDOFF}" in text) is not hooks
    assert f"`@{base.HANDOFF}" not in text, "an import in a code span is not followed"


def test_instructions_do_not_move(tmp_path: Path) -> None:
    block = claude_code.surfaces(place(tmp_path))[-1]
    assert not block.moving
    assert block.build(Texts("one")) == block.build(Texts("two")) == Block(claude_code.instructions(hooks=True))


def test_folder_names_are_those_of_claude_code() -> None:
    assert claude_code.encode_folder("/home/me/my.repo_x") == "-home-me-my-repo-x"
    assert claude_code.encode_folder("C:\\Users\\me\\p") == "C--Users-me-p"
    assert len(claude_code.encode_folder("/" + "x" * 300)) == 200
