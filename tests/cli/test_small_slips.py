"""What a command says fits what is there: one and many, what changed and what did not, what was and what never was."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


def test_a_command_that_changes_nothing_leaves_nothing_to_take_back(project: Path, run: Run) -> None:
    """`undo` takes back the last command that changed the memory, so a second `retract` may not stand before it."""
    short = run("remember", "fact", "Deploys run on Mondays", "--json").json["short"]
    run("retract", short)
    run("retract", short)
    run("edit", short, "--untag", "nothing")
    run("undo")
    assert "Deploys run on Mondays" in run("list").out


def test_the_past_is_told_in_a_sentence(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as before:  # a commit of the second in which something is remembered has it
        before.setenv("GIT_COMMITTER_DATE", "2021-01-01T00:00:00Z")
        git(project, "commit", "--allow-empty", "-qm", "earlier")
    git(project, "commit", "--allow-empty", "-qm", "later")
    run("remember", "fact", "Deploys run on Mondays")
    for when in ("HEAD~1", "90d", "2020-01-01"):
        told = run("brief", "--as-of", when).out
        assert "Nothing was remembered " in told
        assert " of at " not in told
        assert "as of" not in told


def test_a_filter_without_a_hit_is_no_empty_memory(project: Path, run: Run) -> None:
    assert "no run yet" in run("run", "list").err
    run("run", "--", "true")
    assert "no run matches" in run("run", "list", "--outcome", "failed").err
    assert "no run matches" in run("run", "list", "--task-type", "docs").err
    assert run("run", "list", "--outcome", "nonsense", ok=False).code == 2
    assert run("run", "list", "--outcome", "done").out


def test_a_task_that_ended_is_not_unknown(project: Path, run: Run) -> None:
    run("task", "start", "Port the pool")
    run("task", "end", "Port the pool")
    for command in (["task", "end", "port the pool"], ["task", "show", "Port the pool"]):
        ran = run(*command, ok=False)
        assert "the task `Port the pool` is done already" in ran.err
    assert "no task `Port the pond`" in run("task", "end", "Port the pond", ok=False).err


def test_one_and_many_have_their_words(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "fact", "Deploys run on Mondays", "--tag", "ops")
    assert run("status", "--storage").out.splitlines()[-1].startswith("1 tag, 0 links, about ")
    run("run", "--", "true")
    assert (
        "success: 1 run, 1 success, 1 command, 0 commands failed" in run("report", "real-usage", "--by", "outcome").out
    )
    rules = tmp_path / "CLAUDE.md"
    rules.write_text("# Notes\n\n## Decisions\n\n- Use psycopg 3, not asyncpg.\n- Keep one pool per process.\n")
    told = run("import", "claude-md", str(rules), "--dry-run").err
    assert " (2 " in told
    assert "2 decision)" not in told
    assert "2 rule)" not in told


def test_a_path_is_asked_for_by_its_name(project: Path, run: Run) -> None:
    """A path has several words; a record about it fits by the path, not by one of them."""
    run("remember", "decision", "Pools are never shared", "--at", "src/db/pool.py")
    ran = run("recall", "src/db/pool.py")
    assert "Pools are never shared" in ran.out
    assert "nothing has more than one of these words" not in ran.err


def test_what_a_person_is_to_run_has_the_options_that_were_typed(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BACKSTORY_PERSON_TOKEN", raising=False)
    short = run("remember", "fact", "Deploys run on Mondays", "--json").json["short"]
    assert f"`backstory forget {short} --history`" in run("forget", short, "--history", ok=False).err


def test_a_session_that_never_had_a_transcript_has_lost_none(project: Path, run: Run) -> None:
    run("session", "new", "--agent", "codex-cli", "--goal", "Port the importer")
    assert "it has no transcript: this is what Backstory stored" in run("session", "show", "latest", "--turns").err
