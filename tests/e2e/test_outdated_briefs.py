"""A session that starts right after a change gets the prepared brief, brought up to date by what is certain."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import Machine, World, eventually
from tests.e2e.test_hooks import Transcript

from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.hook.outdated import ADDED, BEHIND


def start(world: World) -> str:
    """What a session is told that starts now."""
    payload = {"session_id": "s1", "cwd": str(world.root), "hook_event_name": "SessionStart", "source": "startup"}
    return world.injected("session-start", payload)


def prepared(world: World) -> Path:
    (path,) = world.private.glob("briefs/*/claude-code.json")
    return path


@pytest.fixture
def briefed(machine: Machine) -> World:
    """A project with a few records whose brief is prepared."""

    def set_up(world: World) -> None:
        world.repository()
        world.run("init", "--yes", "--agents", "claude-code")
        for title in ("Use psycopg 3", "Keep one pool", "Deploys freeze on Fridays", "Pin the linter"):
            world.run("remember", "decision", title, "--why", "measured", "--at", "src/db/pool.py")
        world.run("checkpoint", "Port the pool", "--state", "two tests are red", "--next-steps", "mend them")
        assert "Port the pool" in start(world)

    return machine("briefed", set_up)


def run_meanwhile(world: World, *argv: str) -> Any:
    """Runs a command whose refresh of the prepared brief is still to come."""
    path = prepared(world)
    data = path.read_bytes()
    ran = world.run(*argv)
    path.write_bytes(data)
    return ran


def short_id(world: World, title: str) -> str:
    items = world.run("list", "--json", "--limit", "100").json["items"]
    return str(next(item["short"] for item in items if item["title"] == title))


def test_a_record_that_came_since_is_added(briefed: World) -> None:
    run_meanwhile(briefed, "remember", "decision", "Log in UTC", "--why", "servers differ")

    told = start(briefed)

    assert BEHIND in told and ADDED in told
    assert told.index(ADDED) < told.index("Log in UTC")
    assert "Use psycopg 3" in told and "two tests are red" in told
    assert estimate_tokens(told) * ESTIMATE_RESERVE <= 1200
    first, last = told.splitlines()[0], told.rstrip().splitlines()[-1]
    assert first.partition("id=")[2] == last.partition("id=")[2]


@pytest.mark.parametrize("command", ["retract", "reject"])
def test_a_record_that_no_longer_holds_is_left_out(briefed: World, command: str) -> None:
    run_meanwhile(briefed, command, short_id(briefed, "Keep one pool"))

    told = start(briefed)

    assert BEHIND in told and "Keep one pool" not in told and "Use psycopg 3" in told


def test_a_record_that_was_superseded_gives_way(briefed: World) -> None:
    run_meanwhile(briefed, "remember", "decision", "Two pools", "--supersedes", short_id(briefed, "Keep one pool"))

    told = start(briefed)

    assert BEHIND in told and "Two pools" in told and "Keep one pool" not in told


def test_a_record_whose_tags_changed_is_told_once(briefed: World) -> None:
    run_meanwhile(briefed, "tag", short_id(briefed, "Keep one pool"), "database")

    told = start(briefed)

    assert BEHIND in told and told.count("Keep one pool") == 1


def test_a_record_file_that_went_behind_our_back_is_left_out(briefed: World) -> None:
    (path,) = briefed.private.glob("memory/decision/*keep-one-pool*.md")
    path.unlink()

    assert "Keep one pool" not in start(briefed)


def commit(world: World) -> None:
    (world.root / "src" / "db" / "more.py").write_text("x = 1\n")
    world.commit("more of it")


def merge(world: World) -> None:
    world.git("switch", "-qc", "side")
    commit(world)
    world.git("switch", "-q", "main")
    world.git("merge", "-q", "--no-ff", "-m", "merge side", "side")


def pull(world: World) -> None:
    world.git("switch", "-qc", "side")
    commit(world)
    world.git("switch", "-q", "main")
    world.git("pull", "-q", "--ff", ".", "side")


def amend(world: World) -> None:
    world.git("commit", "-q", "--amend", "-m", "another start")


@pytest.mark.parametrize("move", [commit, merge, pull, amend])
def test_after_head_moved_on_nothing_is_said_of_git_that_was_true_before(
    briefed: World, move: Callable[[World], None]
) -> None:
    before = start(briefed)
    former = briefed.git("rev-parse", "HEAD")[:7]
    assert f"main at {former}" in before
    move(briefed)

    told = start(briefed)

    assert BEHIND in told and "Use psycopg 3" in told and "two tests are red" in told
    assert former not in told
    assert f"main at {briefed.git('rev-parse', 'HEAD')[:7]}" in told


def edit_pool(world: World) -> None:
    """A session edits a file and ends."""
    path = world.root / "src" / "db" / "pool.py"
    path.write_text(path.read_text().replace("return 1", "return 2"))
    said = Transcript(world)
    change = {"file_path": str(path), "old_string": "return 1", "new_string": "return 2"}
    said.asks("make the pool give out two connections in src/db/pool.py")
    said.row("assistant", [{"type": "tool_use", "id": "t1", "name": "Edit", "input": change}])
    said.result("The file was updated.")
    said.says("The pool in `src/db/pool.py` gives out two connections, the third `get` waits.")
    ended = {"session_id": "s1", "cwd": str(world.root), "hook_event_name": "SessionEnd", "reason": "other"}
    world.hook("session-end", ended | {"transcript_path": str(said.path)})
    eventually(lambda: "pool.py (not committed)" in prepared(world).read_text())


def stage(world: World) -> None:
    world.git("add", "-A")


def commit_all(world: World) -> None:
    world.commit("two connections")


@pytest.mark.parametrize("move", [stage, commit_all])
def test_after_a_commit_in_a_terminal_no_file_is_said_to_wait_for_one(
    machine: Machine, move: Callable[[World], None]
) -> None:
    world = machine("edited", lambda world: (world.repository(), world.run("init", "--yes", "--agents", "claude-code")))
    edit_pool(world)
    move(world)

    told = start(world)

    assert BEHIND in told and "edited in this work" in told and "pool.py" in told
    assert "not committed" not in told


def test_what_was_popped_in_a_terminal_is_not_said_to_be_stashed(machine: Machine) -> None:
    world = machine("edited", lambda world: (world.repository(), world.run("init", "--yes", "--agents", "claude-code")))
    edit_pool(world)
    world.git("stash", "push", "-qm", "two connections")
    start(world)
    eventually(lambda: "stashed" in prepared(world).read_text())
    world.git("stash", "pop", "-q")

    told = start(world)

    assert BEHIND in told and "edited in this work" in told
    assert "stashed" not in told


def test_code_that_was_edited_since_is_named(briefed: World) -> None:
    path = briefed.root / "src" / "db" / "pool.py"
    path.write_text(path.read_text().replace("return 1", "return 2"))

    assert "Edited since: src/db/pool.py." in start(briefed)


def test_a_branch_that_is_checked_out_again_gets_its_own_brief(briefed: World) -> None:
    briefed.git("switch", "-qc", "feature")
    commit(briefed)
    briefed.run("remember", "decision", "Feature flags in TOML", "--why", "one file")
    assert "Feature flags in TOML" in start(briefed)
    briefed.git("switch", "-q", "main")

    told = start(briefed)

    assert "Use psycopg 3" in told and "Feature flags in TOML" not in told
    eventually(lambda: "Feature flags" not in prepared(briefed).read_text())
    briefed.git("switch", "-q", "feature")
    assert "Feature flags in TOML" in start(briefed)


@pytest.fixture
def branched(briefed: World) -> World:
    """A branch with a commit and a record of its own; the trunk has gone on since, and the brief is prepared."""
    briefed.git("switch", "-qc", "feature")
    commit(briefed)
    briefed.git("switch", "-q", "main")
    (briefed.root / "README.md").write_text("More.\n")
    briefed.commit("main goes on")
    briefed.run("remember", "decision", "Only main knows it", "--why", "made after the fork")
    briefed.git("switch", "-q", "feature")
    briefed.run("remember", "decision", "Feature flags in TOML", "--why", "one file")
    briefed.run("checkpoint", "Read the flags", "--state", "half of them")
    assert "Feature flags in TOML" in start(briefed) and BEHIND not in start(briefed)
    return briefed


def rebase(world: World) -> None:
    world.git("rebase", "-q", "main")


def rebase_and_go_on(world: World) -> None:
    rebase(world)
    (world.root / "README.md").write_text("Still more.\n")
    world.commit("goes on")


@pytest.mark.parametrize("move", [rebase, rebase_and_go_on, amend])
def test_after_commits_were_rewritten_the_trunk_before_the_fork_is_still_told(
    branched: World, move: Callable[[World], None]
) -> None:
    move(branched)

    told = start(branched)

    assert BEHIND in told and "Use psycopg 3" in told and "Feature flags in TOML" in told
    assert "Only main knows it" not in told and "<changes>" not in told
    assert f"feature at {branched.git('rev-parse', 'HEAD')[:7]}" in told


def test_what_a_rewritten_merge_brought_is_not_told_before_it_is_looked_at(branched: World) -> None:
    branched.git("switch", "-qc", "other", "main~1")
    (branched.root / "other.txt").write_text("other\n")
    branched.commit("other work")
    branched.run("remember", "decision", "Other things too", "--why", "of another branch")
    branched.git("switch", "-q", "feature")
    branched.git("merge", "-q", "--no-ff", "-m", "merge other", "other")
    start(branched)
    eventually(lambda: "Other things too" in prepared(branched).read_text())
    branched.git("reset", "-q", "--hard", "HEAD~1")

    told = start(branched)

    assert BEHIND in told and "Other things too" not in told and "Use psycopg 3" in told


def new_branch(world: World) -> None:
    world.git("switch", "-qc", "new")


def note_progress(world: World) -> None:
    run_meanwhile(world, "checkpoint", "Port the pool", "--state", "one test is red")


def configure(world: World) -> None:
    config = world.root / ".backstory" / "config.toml"
    config.write_text(config.read_text() + "\n")


@pytest.mark.parametrize("change", [new_branch, note_progress, configure])
def test_where_little_is_certain_the_brief_is_composed_anew(briefed: World, change: Callable[[World], None]) -> None:
    change(briefed)

    told = start(briefed)

    assert BEHIND not in told and "Port the pool" in told
    assert ("one test is red" in told) is (change is note_progress)


def test_nothing_of_a_forgotten_record_is_left_in_the_briefs_of_other_branches(briefed: World) -> None:
    briefed.git("switch", "-qc", "feature")
    start(briefed)
    ident = short_id(briefed, "Keep one pool")
    kept = list(briefed.private.glob("briefs/*/claude-code@*.json"))
    assert kept and "Keep one pool" in kept[0].read_text()

    briefed.run("forget", ident, "--yes")

    assert not any("Keep one pool" in path.read_text() for path in briefed.private.glob("briefs/*/*.json"))
