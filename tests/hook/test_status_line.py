"""The status line: what it shows, where it stays empty, and that it takes nobody else's place."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from testing.hook_process import Project

from backstory.agents.base import Launch, Place, Surface
from backstory.agents.claude_code.surfaces import surfaces
from backstory.agents.qwen.surfaces import surfaces as qwen_surfaces
from backstory.agents.status_line import status_line
from backstory.base import deliveries
from backstory.edits.change import Hooks
from backstory.edits.values import Value, apply, revert, state
from backstory.hook.prepared import surfaces_path
from backstory.hook.status_line import MAX_GOAL, describe

OURS = [Value((), {"type": "command", "command": "ours"}, "statusLine", yielding=True)]
THEIRS = b'{\n  "statusLine": {"type": "command", "command": "theirs"}\n}\n'


def command(place: Place, list_surfaces: Callable[[Place], list[Surface]] = surfaces) -> list[Any]:
    change = next(one for one in list_surfaces(place) if one.kind == "hooks").build(None)  # type: ignore[arg-type]
    assert isinstance(change, Hooks)
    return [value for value in change.values if value.key == "statusLine"]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"records": "1"}, "Backstory: 1 record"),
        ({"records": "12", "changed": "A B", "tokens": "850"},
         "Backstory: 12 records, 2 may be stale | brief of 850 tokens"),
        ({"records": "2", "goal": "ship\n the pool"}, "Backstory: ship the pool | 2 records"),
        ({"records": "2", "goal": "x" * 99}, f"Backstory: {'x' * (MAX_GOAL - 1)}… | 2 records"),
    ],
)  # fmt: skip
def test_the_line_says_goal_and_counts(fields: dict[str, str], line: str) -> None:
    assert describe(fields) == line


def test_the_line_tells_what_the_session_was_given(project: Project) -> None:
    """After a session start the tokens of the brief count, after a prompt those of its answer as well."""
    marks = deliveries.seen_file(str(project.private), "s1")
    deliveries.add_seen(marks, [f"{deliveries.SPENT}850"])
    deliveries.add_seen(marks, [f"{deliveries.SPENT}1207"])
    path = Path(surfaces_path(str(project.private), os.path.realpath(project.root)))
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"tree": os.path.realpath(project.root), "stamp": "", "text": "", "records": "2"}))
    for session, line in (("s1", b"Backstory: 2 records | 1,207 tokens given\n"), ("s2", b"Backstory: 2 records\n")):
        payload = json.dumps({"session_id": session, "workspace": {"current_dir": str(project.root)}})
        code = "from backstory.hot.status_line import main; main()"
        environ = {"HOME": str(project.home.parent), "BACKSTORY_HOME": str(project.home)}
        ran = subprocess.run([sys.executable, "-c", code], input=payload.encode(), env=environ, capture_output=True)
        assert ran.stdout == line, ran.stderr


def test_another_status_line_stays(tmp_path: Path) -> None:
    assert apply(THEIRS, OURS) == (THEIRS, {"added": [], "created": [], "inner": []})
    out, memo = apply(b'{"model": "opus"}', OURS)
    assert json.loads(out)["statusLine"]["command"] == "ours" and state(out, was=memo) == "present"
    assert apply(out, OURS, was=memo) == (out, memo)
    assert revert(out, was=memo) == b'{"model": "opus"}'

    place = Place(str(tmp_path / "repo"), str(tmp_path / "home"), Launch("/bin/python", ("/site",)))
    assert command(place) == [status_line(place.launch)]
    for path in ("home/.claude/settings.json", "repo/.claude/settings.json"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_bytes(THEIRS)
        assert command(place) == []
        (tmp_path / path).unlink()


def test_a_new_command_of_ours_takes_the_place_of_the_former() -> None:
    out, memo = apply(b"{}\n", OURS)
    newer = [OURS[0]._replace(value={"type": "command", "command": "newer"})]
    again, memo = apply(out, newer, was=memo)
    assert json.loads(again)["statusLine"]["command"] == "newer"
    assert revert(again, was=memo) == b"{}\n"


def test_qwen_shows_the_line_unless_the_person_has_one(tmp_path: Path) -> None:
    """Version 0.15 hands the command `session_id` and `workspace.current_dir`, as Claude Code does."""
    place = Place(str(tmp_path / "repo"), str(tmp_path / "home"), Launch("/bin/python", ("/site",)))
    assert command(place, qwen_surfaces) == [status_line(place.launch, ("ui",))]
    settings = tmp_path / "home/.qwen/settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"ui": {"statusLine": {"type": "command", "command": "theirs"}}}')
    assert command(place, qwen_surfaces) == []
