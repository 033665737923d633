"""An agent that reads the brief in its instruction file is not given it again by its hook."""

import json

import pytest
from tests.e2e.conftest import World

CODEX = {"session_id": "s1", "hook_event_name": "SessionStart", "source": "startup"}


def start(world: World, **more: str) -> str:
    """The output of Codex's hook for the start of a session."""
    return world.run("hook", "codex", "session-start", given=json.dumps(CODEX | {"cwd": str(world.root)} | more)).out


@pytest.fixture
def told(world: World) -> World:
    """A project whose brief has several sections, so that the file has them in another order than the hook."""
    world.repository()
    world.run("init", "--yes", "--agents", "codex")
    for title in ("Use psycopg 3", "Keep one pool", "Pin the linter"):
        world.run("remember", "decision", title, "--why", "measured")
    world.run("remember", "failure", "The pool leaks a connection an hour")
    world.run("checkpoint", "Port the pool", "--state", "two tests are red", "--next-steps", "mend them")
    return world


def test_the_hook_is_silent_where_the_file_tells_it(told: World) -> None:
    text = (told.root / "AGENTS.md").read_text()
    assert text.index("Keep one pool") < text.index("two tests are red"), "what changes often comes last in a file"
    assert "Use psycopg 3" not in start(told)


@pytest.mark.parametrize("change", ["gone", "older", "cut"])
def test_it_speaks_where_the_file_does_not(told: World, change: str) -> None:
    path = told.root / "AGENTS.md"
    older = path.read_text()
    if change == "gone":
        path.unlink()
    elif change == "older":
        told.run("checkpoint", "Port the pool", "--state", "all tests are green")
        path.write_text(older)
    else:
        path.write_text(older[: older.index("two tests are red")])
    given = start(told)
    assert "Use psycopg 3" in given and ("all tests are green" if change == "older" else "two tests are red") in given


def test_a_brief_that_is_behind_is_given(told: World) -> None:
    """The file tells what was true before the commit."""
    (told.root / "more.py").write_text("x = 1\n")
    told.git("add", "more.py")
    told.git("commit", "-q", "-m", "more")
    assert "Use psycopg 3" in start(told)
