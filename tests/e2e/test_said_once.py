"""An agent that reads the brief in its instruction file is not given it again by its hook."""

import json

import pytest
from tests.e2e.conftest import World, eventually

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


def leave_event(world: World) -> None:
    """A session was killed after its prompt: its event waits, and the next start is answered by the worker."""
    start(world, session_id="killed")
    prompt = CODEX | {"session_id": "killed", "hook_event_name": "UserPromptSubmit", "prompt": "hm", "turn_id": "1"}
    world.run("hook", "codex", "prompt", given=json.dumps(prompt | {"cwd": str(world.root)}))
    assert list((world.private / "spool").glob("*.jsonl")), "an event waits"
    world.await_workers()


def test_the_hook_is_silent_after_a_session_that_was_killed_and_left_nothing(told: World) -> None:
    leave_event(told)
    assert "Use psycopg 3" not in start(told)
    assert "Use psycopg 3" in start(told, source="compact"), "what it has read may be gone"


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
    given = start(told)
    assert "Use psycopg 3" in given and "The brief in `AGENTS.md` is older: this one replaces it." in given


@pytest.fixture
def switched(told: World) -> World:
    """Back on the first branch, whose brief the file held before the last session on the other one wrote it."""
    told.git("switch", "-q", "-c", "rates")
    told.git("commit", "-q", "--allow-empty", "-m", "rates")
    told.run("remember", "decision", "Round the rates up")
    assert "Round the rates up" in (told.root / "AGENTS.md").read_text()
    told.git("switch", "-q", "main")
    return told


def test_a_brief_of_another_branch_is_named_as_replaced(switched: World) -> None:
    """Without git's hooks nobody writes the file between the switch and the start."""
    given = start(switched)

    assert "Use psycopg 3" in given and "Round the rates up" not in given
    assert "The brief in `AGENTS.md` is of branch `rates`, which is not checked out: this one replaces it." in given


def test_the_file_follows_the_first_start_after_a_switch(switched: World) -> None:
    start(switched)
    eventually(lambda: "Round the rates up" not in (switched.root / "AGENTS.md").read_text())

    assert start(switched) == ""


def test_a_start_of_an_agent_without_such_a_file_brings_the_files_of_the_others_up_to_date(told: World) -> None:
    told.run("agents", "add", "claude-code")
    told.git("switch", "-q", "-c", "rates")
    told.git("commit", "-q", "--allow-empty", "-m", "rates")
    told.run("remember", "decision", "Round the rates up")
    told.git("switch", "-q", "main")
    payload = json.dumps({"session_id": "s1", "cwd": str(told.root), "source": "startup"})
    given = told.run("hook", "claude-code", "session-start", given=payload).out

    assert "Use psycopg 3" in given and "replaces" not in given
    eventually(lambda: "Round the rates up" not in (told.root / "AGENTS.md").read_text())
