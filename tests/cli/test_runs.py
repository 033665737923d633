"""Commands about runs: observed, started, finished, and what they teach."""

import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

from backstory.model.session import Answer, CommandRun, Prompt, Session

PASS = (sys.executable, "-c", "print('3 passed in 0.1s')")
FAIL = (sys.executable, "-c", "import sys; print('boom', file=sys.stderr); sys.exit(3)")


def test_an_observed_command_keeps_its_output_and_exit_code(project: Path, run: Run) -> None:
    passed = run("run", "--", *PASS)
    assert (passed.code, passed.out) == (0, "3 passed in 0.1s\n")
    assert "Outcome: success" in passed.err
    failed = run("run", "--", *FAIL, ok=False)
    assert (failed.code, failed.out) == (3, "")
    assert "boom" in failed.err and "Outcome: failure" in failed.err


def test_with_json_stdout_is_one_document(project: Path, run: Run) -> None:
    for words in (("run", "--json"), ("internal", "run-execution", "--json")):
        ran = run(*words, "--", *FAIL, ok=False)
        assert ran.code == 3
        assert (ran.json["exit_code"], ran.json["run"]["commands"][0]["exit_code"]) == (3, 3)
        assert ran.json["run"]["provenance"]["commands"] == "runtime_observed"


@pytest.mark.parametrize(("words", "code"), [(("no-such-program",), 127), (("./README.md",), 126)])
def test_a_command_that_cannot_be_started_ends_as_in_a_shell(
    project: Path, run: Run, words: tuple[str, ...], code: int
) -> None:
    assert run("run", "--", *words, ok=False).code == code
    assert not run("run", "list", "--json").json["runs"]


def test_a_secret_that_a_command_prints_is_not_kept(project: Path, run: Run, tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    run("run", "--", sys.executable, "-c", f"print('ValueError: {token}'); raise SystemExit(1)", ok=False)
    kept = "".join(path.read_text() for path in (tmp_path / "data").rglob("runs/*/*.json"))
    assert kept and token not in kept


def test_a_run_is_started_observed_and_finished(project: Path, run: Run) -> None:
    ident = run("run", "start", "--task", "Fix the pool", "--file", "src/db/pool.py").out.strip()
    run("run", "--", *FAIL, ok=False)
    (project / "src" / "db" / "pool.py").write_text("class Pool:\n    pass\n")
    done = run("run", "finish", "--outcome", "success", "--summary", "the pool is fixed", "--json").json
    assert done["run"]["id"] == ident
    assert done["run"]["edited"] == ["src/db/pool.py"]
    assert done["run"]["provenance"]["outcome"] == "explicit"
    assert done["run"]["provenance"]["edited"] == "runtime_observed"
    assert done["agent_summary_text"].startswith("Outcome: success; edited src/db/pool.py; 1 command, 1 failed")
    hint = run("run", "start", "--task", "Fix the pool again", "--json").json["execution_hint"]
    assert (hint["run"], hint["entry_point"]) == (ident, "src/db/pool.py")


def test_finishing_without_an_open_run_needs_something_to_keep(project: Path, run: Run) -> None:
    refused = run("run", "finish", ok=False)
    assert "no run is open" in refused.err and "backstory run start" in refused.err
    assert run("run", "list", "--json").json["runs"] == []
    assert (
        run("run", "finish", "--summary", "the pool is fixed", "--json").json["run"]["summary"] == "the pool is fixed"
    )


def test_a_run_that_failed_is_kept_and_never_offered(project: Path, run: Run) -> None:
    run("run", "start", "--task", "Fix the pool")
    run("run", "finish", "--outcome", "failure", "--files-edited", "src/db/pool.py")
    assert run("run", "start", "--task", "Fix the pool", "--json").json["execution_hint"] is None
    assert run("reuse", "Fix the pool", "--json").json["strategies"] == []
    failed = run("strategies", "Fix the pool", "--include-failed", "--json").json["failed"]
    assert [row["goal"] for row in failed] == ["Fix the pool"]


def test_what_is_not_said_and_not_seen_is_unknown(project: Path, run: Run) -> None:
    run("run", "start", "hm, hm")
    done = run("run", "finish", "--json").json["run"]
    assert (done["outcome"], done["provenance"]["outcome"], done["provenance"].get("tests")) == (
        "unknown",
        "unknown",
        None,
    )


def keep_session(run: Run, tmp_path: Path) -> None:
    """A session as it is after a transcript was taken in."""
    import os

    from backstory.api import Memory

    memory = Memory.open(os.getcwd(), os.environ)
    red = CommandRun("pytest -q", "test", "2026-11-20T10:01:00Z", 1, True, ("tests/a.py::x",), "1 failed",
                     ("KeyError: 'user_id'",), ("src/db/pool.py",), 3)  # fmt: skip
    again = CommandRun("pytest -q", "test", "2026-11-20T10:03:00Z", 1, True, ("tests/a.py::x",), "1 failed",
                       ("KeyError: 'user_id'",), (), 5)  # fmt: skip
    lint = CommandRun("ruff check .", "lint", "2026-11-20T10:04:00Z", 0, line=6)
    memory.sessions.write(
        Session(
            id="s-1",
            agent="codex",
            branch="main",
            started="2026-11-20T10:00:00Z",
            ended="2026-11-20T10:05:00Z",
            prompts=(Prompt("Fix the login", "2026-11-20T10:00:00Z", 1),),
            commands=(red, again, lint),
            edited=("src/db/pool.py",),
            next=("look at the cookie",),
            turns=7,
        )
    )


def test_what_is_open_on_another_branch_names_it(project: Path, run: Run, tmp_path: Path) -> None:
    keep_session(run, tmp_path)
    git(project, "switch", "-qc", "other")

    advice = [(row["kind"], row["text"]) for row in run("suggest", "--json").json["advice"]]

    assert ("next_step", "look at the cookie (on main)") in advice
    failures = [text for kind, text in advice if kind == "failure"]
    assert failures, advice
    assert all(text.endswith("(on main)") for text in failures)


def test_sessions_bring_runs_failures_and_advice(project: Path, run: Run, tmp_path: Path) -> None:
    keep_session(run, tmp_path)
    (kept,) = run("run", "list", "--json").json["runs"]
    assert (kept["goal"], kept["outcome"], kept["session"]) == ("Fix the login", "failure", "s-1")
    advice = [(row["kind"], row["text"]) for row in run("suggest", "--json").json["advice"]]
    assert advice[:2] == [("next_step", "look at the cookie"), ("red_test", "still red: tests/a.py::x")]
    assert run("next").out.startswith("next step: look at the cookie")
    assert "failed: failed" not in run("suggest").out and "failure: failed" not in run("suggest").out
    usage = run("report", "real-usage", "--json").json
    assert (usage["runs"], usage["tests"], usage["tests_failed"], usage["failures_open"]) == (1, 2, 2, 1)
    assert "KeyError: 'user_id'" in run("report", "real-usage").out
    assert "fix" in run("run", "show", kept["id"]).out


def test_the_page_of_a_session_says_what_is_next_before_the_conversation(
    project: Path, run: Run, tmp_path: Path
) -> None:
    keep_session(run, tmp_path)
    page = run("show", "s-1").out
    parts = ["  look at the cookie", "  src/db/pool.py", "  pytest -q", "you: Fix the login"]
    assert [page.index(part) for part in parts] == sorted(page.index(part) for part in parts)


def test_the_page_of_a_long_session_shows_what_failed_before_what_looked_around(project: Path, run: Run) -> None:
    import os

    from backstory.api import Memory

    moment = "2026-11-20T10:01:00Z"
    failed = CommandRun("npx tsc --noEmit", "types", moment, 2, True, (), "1 error", ("a.ts(4,1): error TS2345: no",))
    looks = [CommandRun(f"grep -rn name{number} src", "other", moment, 0) for number in range(40)]
    reply = "Done.\n\n<backstory:remember kind='fact'>A</backstory:remember>\n\n\n<ctx:status/>\n\nNext: b."
    session = Session(
        id="s-1", agent="codex", branch="main", started=moment, ended=moment, commands=(failed, *looks),
        prompts=(Prompt("Make it strict", moment, 1),), answers=(Answer(reply, moment, 9),), answered=True,
    )  # fmt: skip
    Memory.open(os.getcwd(), os.environ).sessions.write(session)
    page = run("show", "s-1").out
    assert "ran (11 more)\n  npx tsc --noEmit [failed: 1 error]\n  grep -rn name11 src\n" in page
    assert "agent: Done.\n\nNext: b." in page
    assert "failed    2026-11-20  npx tsc --noEmit" in run("recall", "TS2345").out
    assert "failed  " not in run("recall", "TS9999", ok=False).out


def test_a_run_is_shown_by_the_id_that_the_list_prints(project: Path, run: Run, tmp_path: Path) -> None:
    keep_session(run, tmp_path)
    ident = run("run", "list").out.split()[0]
    assert "Fix the login" in run("run", "show", ident).out


def test_the_steps_of_a_later_session_come_before_those_of_an_older_checkpoint(
    project: Path, run: Run, tmp_path: Path
) -> None:
    import os

    from backstory.api import Memory, write_session_checkpoint

    older = Session(
        id="s-0",
        agent="claude-code",
        title="Fix the login",
        branch="main",
        started="2026-11-20T09:00:00Z",
        ended="2026-11-20T09:05:00Z",
        edited=("src/db/pool.py",),
        next=("read the log",),
        turns=2,
    )
    assert write_session_checkpoint(Memory.open(os.getcwd(), os.environ), older) is not None
    assert run("next").out.startswith("next step: read the log")
    keep_session(run, tmp_path)
    assert run("next").out.startswith("next step: look at the cookie")
    run("checkpoint", "Fix the login", "--next-steps", "ask Ada")
    assert run("next").out.startswith("next step: ask Ada")


def test_reflection_tells_facts(project: Path, run: Run, tmp_path: Path) -> None:
    assert "nothing of note" in run("reflect").err
    keep_session(run, tmp_path)
    for _ in range(2):
        run("run", "start", "--task", "Change the pool")
        run("run", "finish", "--outcome", "success", "--files-edited", "src/db/pool.py")
    kinds = {row["kind"] for row in run("reflect", "--json").json["remarks"]}
    assert kinds == {"untested_edit", "reopened_file"}


@pytest.mark.parametrize(
    "words",
    [("run", "start"), ("run", "finish", "--outcome", "splendid"), ("run", "show", "nothing"), ("run", "--")],
)
def test_what_is_missing_is_named(project: Path, run: Run, words: tuple[str, ...]) -> None:
    ran = run(*words, ok=False)
    assert ran.code != 0 and "error:" in ran.err and ran.out == ""


def test_without_a_command_its_usage_is_shown(project: Path, run: Run) -> None:
    assert run("run").out.startswith("Usage: backstory run")


def test_forgetting_reaches_runs(project: Path, run: Run, tmp_path: Path) -> None:
    run("run", "start", "--task", "The zebrafish pool is ported")
    run("run", "finish", "--outcome", "success", "--files-edited", "src/db/pool.py")
    kept = run("remember", "fact", "The zebrafish pool is ported", "--json").json
    (path,) = (tmp_path / "data").rglob("runs/*/*.json")
    assert "zebrafish" in path.read_text()
    run("forget", kept["id"], "--yes")
    assert not path.exists() or "zebrafish" not in path.read_text()


def test_show_shows_a_run_too(project: Path, run: Run) -> None:
    run("run", "--", *PASS)
    whole = run("run", "list", "--json").json["runs"][0]["id"]
    shown = run("run", "list").out.split()[0]
    for ref in (whole, shown):
        assert run("show", ref).out == run("run", "show", ref).out
    assert run("show", shown, "--json").json["schema"] == "backstory.run/1"


@pytest.mark.parametrize(
    ("goal", "is_offered"),
    [
        ("retry_locked it is", False), ("OK, the second one it is.", False), ("make sure it is retried", True),
        ("say what it is", True),
        ("say in the manual what it is", True), ("add retries to the writer", True),
    ],
)  # fmt: skip
def test_an_answer_that_picks_from_an_offer_is_no_task_to_begin_like(
    project: Path, run: Run, goal: str, is_offered: bool
) -> None:
    run("run", "start", goal)
    run("run", "finish", "--outcome", "success", "--files-edited", "src/db/pool.py", "--task-type", "feature")
    text = run("suggest", goal).out
    assert ("a task like this began in `src/db/pool.py`" in text) is is_offered


def test_the_last_session_is_no_task_like_itself(project: Path, run: Run) -> None:
    import os

    from backstory.api import Memory

    memory = Memory.open(os.getcwd(), os.environ)
    for number, goal in enumerate(("Add retries to the writer", "Add retries to the reader"), 1):
        green = CommandRun("pytest -q", "test", f"2026-11-2{number}T10:01:00Z", 0, line=3)
        memory.sessions.write(
            Session(
                id=f"s-{number}",
                agent="codex",
                branch="main",
                started=f"2026-11-2{number}T10:00:00Z",
                ended=f"2026-11-2{number}T10:05:00Z",
                prompts=(Prompt(goal, f"2026-11-2{number}T10:00:00Z", 1),),
                commands=(green,),
                edited=("src/db/pool.py",),
                turns=7,
            )
        )
    text = run("suggest").out
    assert "began in `src/db/pool.py`: Add retries to the writer" in text
    assert "began in `src/db/pool.py`: Add retries to the reader" not in text
    assert "began in `src/db/pool.py`: Add retries to the reader" in run("suggest", "Add retries to the reader").out
