"""Where the work stands, from the command line: `docs/work-state.md` rule by rule."""

import json
import os
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.cli.conftest import Run, git
from tests.cli.test_graph import keep, titles

from backstory.api import Channel, Memory, ingest_transcript, write_checkpoint


def now(run: Run, *wishes: str) -> list[tuple[str, str]]:
    """Label and text of the notes under Now."""
    sections = run("brief", *wishes, "--json").json["sections"]
    notes = [note for section in sections if section["name"] == "now" for note in section["notes"]]
    return [(note["label"], note["text"]) for note in notes]


def test_an_automatic_checkpoint_displaces_nothing(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKSTORY_CAPTURE_GUARD_MINUTES", "0")
    run("checkpoint", "Migrate billing", "--state", "Customers table done", "--next-steps", "invoices")
    (project / "src" / "db" / "pool.py").write_text("x = 1\n")
    memory = Memory.open(str(project), os.environ)
    assert write_checkpoint(memory, "auto-idle") is not None
    told = now(run)
    assert told[:2] == [("task", "Migrate billing"), ("state", "Customers table done")]
    assert ("since then", "1 file changed: src/db/pool.py") in told
    assert ("next", "invoices") in told
    run("handoff", "next", "yours")
    handoff = run("list", "handoff", "--json").json["items"][0]
    assert handoff["parts"]["state"] == "Customers table done", "a handoff takes what was written, too"


def test_steps_and_blockers_stay_until_they_are_done(project: Path, run: Run) -> None:
    run("checkpoint", "one", "--state", "s1", "--blockers", "waiting for key", "--next", "step aaa;; step bbb")
    run("checkpoint", "two", "--state", "s2")
    assert now(run) == [
        ("task", "two"), ("state", "s2"), ("open blocker", "waiting for key"), ("open step", "step aaa"),
        ("open step", "step bbb"),
    ]  # fmt: skip
    assert "open step (one): step aaa" in run("brief").out
    ran = run("checkpoint", "--done", "aaa", "--json").json
    assert ran["title"] == "one", "the work of that step goes on"
    assert now(run)[0] == ("task", "one")
    assert ("next", "step bbb") in now(run)
    assert "step aaa" not in run("brief").out
    run("checkpoint", "--done", "waiting for key", "--done", "step bbb")
    assert not [text for label, text in now(run) if label in ("next", "blocker", "open step", "open blocker")]


def test_a_step_that_is_not_open_and_one_that_means_two(project: Path, run: Run) -> None:
    run("checkpoint", "one", "--next", "step aaa;; step bbb")
    ran = run("checkpoint", "--done", "zzz", ok=False)
    assert ran.code == 1
    assert "no open step or blocker matches `zzz`" in ran.err
    assert '`backstory checkpoint --done "step aaa"`; also open: step bbb' in ran.err
    ran = run("checkpoint", "--done", "step", ok=False)
    assert "matches several open steps" in ran.err
    assert len(titles(run, "checkpoint")) == 1, "nothing was written"


def test_nothing_stands_under_the_name_of_another_task(project: Path, run: Run) -> None:
    run("checkpoint", "Port CLI tests to click 8.2", "--state", "12 of 40 tests ported", "--blockers", "click 8.2")
    told = now(run, "rotate the session signing key")
    assert told[0] == ("task", "rotate the session signing key")
    assert "12 of 40 tests ported" not in [text for _, text in told]
    assert ("state", "12 of 40 tests ported") in now(run, "port the CLI tests")


def test_done_ends_the_work_and_its_task_and_the_other_way_round(project: Path, run: Run) -> None:
    run("task", "start", "Retry payments")
    run("checkpoint", "auth flow", "--goal", "Retry payments", "--state", "s")
    told = now(run)
    assert [text for _, text in told].count("Retry payments") + run("brief").out.count("Retry payments") == 1
    run("checkpoint", "auth flow", "--status", "done")
    assert now(run) == [("done", "auth flow")]
    assert run("list", "task", "--status", "open", "--json").json["total"] == 1, "that task has another name"
    run("checkpoint", "Retry payments", "--next", "load test")
    run("checkpoint", "Retry payments", "--status", "done")
    assert run("list", "task", "--status", "open", "--json").json["total"] == 0
    run("task", "start", "Search")
    run("checkpoint", "Search", "--next", "measure")
    run("task", "done")
    assert now(run) == [("done", "Search")]


def test_tasks_can_be_shown_changed_and_ended_as_resolved(project: Path, run: Run) -> None:
    assert "no task open on this branch" in run("task", "show", ok=False).err
    run("task", "start", "Retry", "--goal", "SHOP-1")
    run("checkpoint", "Retry", "--state", "half", "--next", "jitter", "--blockers", "sandbox")
    shown = run("task", "show").out
    for line in ("goal: SHOP-1", "state: half", "next: jitter", "blocker: sandbox"):
        assert line in shown
    data = run("task", "show", "Retry", "--json").json
    assert (data["state"], data["steps"], data["blockers"]) == ("half", ["jitter"], ["sandbox"])
    assert "nothing to change" in run("task", "edit", ok=False).err
    run("task", "edit", "--status", "blocked", "--tag", "net")
    task = run("list", "task", "--json").json["items"][0]
    assert (task["status"], task["tags"]) == ("blocked", ["net"])
    run("task", "end", "Retry", "--status", "resolved")
    assert run("list", "task", "--status", "done", "--json").json["total"] == 1


def test_approaches_say_how_they_went_and_nothing_is_kept_twice(project: Path, run: Run) -> None:
    for _ in range(2):
        run("checkpoint", "limits", "--approaches", "ContextVar: leaks;; tried JWT - failed;; a queue (worked)",
            "--decisions", "use JWT because it is small")  # fmt: skip
    attempts = run("list", "attempt", "--json").json["items"]
    outcomes = {item["title"]: item.get("fields", {}).get("outcome", "") for item in attempts}
    assert outcomes == {"ContextVar: leaks": "", "JWT": "failed", "a queue": "worked"}
    assert len(titles(run, "decision")) == run("list", "decision", "--json").json["total"] == 1
    run("checkpoint", "limits", "--approaches", "ContextVar: leaks - failed")
    assert [
        i["fields"]["outcome"] for i in run("list", "attempt", "--json").json["items"] if "leaks" in i["title"]
    ] == ["failed"], "what is known now replaces what was not known"
    text = run("brief", "--for", "claude-code").out
    assert not re.search(r"<working>.*<attempt", text, re.DOTALL)


def test_a_link_answers_a_question_until_its_record_is_retracted(project: Path, run: Run) -> None:
    question = keep(run, "question", "Which cache?")
    assert ("next", "Which cache?") in now(run)
    fact = keep(run, "fact", "Redis is the cache", "--link", f"answers:{question}")
    assert titles(run, "question", "--status", "open") == set()
    assert titles(run, "question", "--status", "answered") == {"Which cache?"}
    assert titles(run, "--query", "status:answered") == {"Which cache?"}
    assert run("show", question, "--json").json["status"] == "answered"
    assert "Which cache?" not in run("brief").out
    run("retract", fact)
    assert titles(run, "question", "--status", "open") == {"Which cache?"}


def test_an_answer_on_another_branch_answers_nothing_here(project: Path, run: Run) -> None:
    question = keep(run, "question", "Which cache?")
    git(project, "checkout", "-qb", "other")
    keep(run, "fact", "Redis is the cache", "--link", f"answers:{question}")
    assert titles(run, "question", "--status", "open") == set()
    git(project, "checkout", "-q", "main")
    assert titles(run, "question", "--status", "open") == {"Which cache?"}


@pytest.mark.parametrize("who", ["next", "anyone", "team", ""])
def test_a_handoff_for_whoever_comes_next(project: Path, run: Run, who: str) -> None:
    run("handoff", who, "the pool is ported")
    assert "the pool is ported" in run("brief").out
    assert run("list", "handoff", "--json").json["items"][0].get("fields", {}).get("to", "") == ""


def test_a_handoff_to_somebody_else(project: Path, run: Run) -> None:
    run("checkpoint", "auth", "--state", "PRIVSTATE")
    ran = run("handoff", "--to", "dave", "--message", "second message", "--state", "half way")
    assert "it is private: dave reads it once it is in the repository" in ran.err
    assert not list((project / ".backstory" / "memory").rglob("*handoff*/*.md"))
    assert now(run) == [("task", "auth"), ("state", "PRIVSTATE")]
    page = run("handoff").out
    assert "To dave" in page
    assert "second message" in page
    assert run("handoff", "--json").json["sent"][0]["fields"]["to"] == "dave"
    git(project, "config", "user.name", "Dave")
    git(project, "config", "user.email", "dave@example.org")
    assert "second message" in run("brief").out
    assert "given twice" in run("handoff", "dave", "one", "--message", "two", ok=False).err
    assert "no message given" in run("handoff", "dave", ok=False).err
    assert "no message given" in run("handoff", "Dave Grohl", ok=False).err


def test_a_handoff_of_words_alone_is_for_whoever_comes_next(project: Path, run: Run) -> None:
    run("handoff", "the pool is ported, the load test is missing")
    git(project, "config", "user.name", "Dave")
    git(project, "config", "user.email", "dave@example.org")
    assert "the load test is missing" in run("brief").out


def test_a_handoff_to_an_agent_is_in_its_brief(project: Path, run: Run) -> None:
    run("handoff", "claude-code", "hello claude")
    assert "hello claude" in run("brief", "--for", "claude-code").out
    assert "hello claude" not in run("brief").out


def test_a_team_handoff_says_that_a_private_state_goes_along(repo: Path, run: Run) -> None:
    run("init", "--yes", "--no-agents", "--team")
    run("checkpoint", "auth", "--state", "half way")
    ran = run("handoff", "dave", "yours")
    assert "it holds the state of your private checkpoint" in ran.err
    assert run("list", "handoff", "--json").json["items"][0]["scope"] == "team"


def test_commits_since_a_checkpoint(project: Path, run: Run) -> None:
    git(project, "checkout", "-qb", "f")
    run("checkpoint", "On f", "--state", "red")
    for subject in ("green", "two"):
        git(project, "commit", "-q", "--allow-empty", "-m", subject)
    assert ("since then", "2 commits: two; green") in now(run)
    assert "since then: 2 commits: two; green" in run("brief").out
    assert "Since then: 2 commits: two; green." in run("brief", "--for", "human").out
    assert "Since then: 2 commits: two; green" in run("brief", "--for", "copilot").out


def test_status_says_what_of_the_work_still_holds(project: Path, run: Run) -> None:
    run("checkpoint", "one", "--state", "two red", "--blockers", "no key", "--next", "mend them;; write the docs")
    run("checkpoint", "--done", "mend them")
    checkpoint = run("status", "--json").json["checkpoint"]
    assert (checkpoint["state"], checkpoint["next"], checkpoint["blockers"]) == (
        "two red",
        ["write the docs"],
        ["no key"],
    )
    run("checkpoint", "--status", "done")
    ended = run("status", "--json").json["checkpoint"]
    assert (ended["status"], ended["state"], ended["next"], ended["blockers"]) == ("done", "", [], [])
    assert "one  (done, just now)" in run("status").out


def test_the_hint_of_a_step_holds_nothing_that_a_shell_runs(project: Path, run: Run) -> None:
    run("checkpoint", "Release", "--blockers", "run `touch pwned` and $(touch pwned) before the release")
    hint = run("checkpoint", "--done", "zzz", ok=False).err
    part = re.findall(r'checkpoint --done "([^"]*)"', hint)[0]
    assert part
    assert not set(part) & set("`$\\")
    run("checkpoint", "--done", part)


def test_a_task_that_was_started_after_the_checkpoint_is_the_work_at_hand(project: Path, run: Run) -> None:
    run("checkpoint", "Move the carts", "--state", "the table is there", "--next-steps", "fill it")
    run("task", "start", "Sign the invoices")
    now = run("brief").out.split("## ")[1]
    assert "- task: Sign the invoices" in now, now
    assert "- open step (Move the carts): fill it" in now, now
    assert "the table is there" not in now, now
    assert "task: Sign the invoices" in run("recall", "what are we working on?").out
    run("task", "end", "Sign the invoices")
    assert "- task: Move the carts" in run("brief").out
    run("task", "start", "Sign the invoices")
    run("checkpoint", "Move the carts", "--state", "it is filled")
    assert "- task: Move the carts" in run("brief").out


def work_in_session(project: Path, branch: str = "main") -> None:
    """A session after everything else that was recorded; it says where it stopped and what is next."""
    said = "The old signer is gone and the tests pass. Next steps: 1. document the new signer 2. bump the version"
    answer = [{"type": "text", "text": said}]
    second = datetime.now(UTC) + timedelta(seconds=1)
    rows = [
        {"type": kind, "uuid": kind, "sessionId": "3f0c6c1e", "gitBranch": branch, "cwd": str(project),
         "timestamp": f"{second:%Y-%m-%dT%H:%M:%S}.{minute}00Z", "message": {"role": kind, "content": content, **more}}
        for minute, kind, content, more in (
            (1, "user", "Remove the old signer and run the tests", {}),
            (2, "assistant", answer, {"stop_reason": "end_turn"}),
        )
    ]  # fmt: skip
    path = project.parent / "3f0c6c1e.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    memory = Memory.open(str(project), os.environ, channel=Channel("stated", "claude-code", "3f0c6c1e"))
    ingest_transcript(memory, "claude-code", str(path), "3f0c6c1e")


@pytest.mark.parametrize("scope", ["private", "team"])
def test_a_handoff_passes_on_what_was_done_last(project: Path, run: Run, scope: str) -> None:
    """A checkpoint from before the last session says where the work stood, and not where it stands."""
    run("checkpoint", "Port the signer", "--state", "half of it is ported", "--next-steps", "remove the old signer")
    work_in_session(project)
    ran = run("handoff", "bob", "please go on", "--scope", scope)
    parts = run("list", "handoff", "--json").json["items"][0]["parts"]
    assert "half of it" not in json.dumps(parts) and "remove the old" not in json.dumps(parts)
    if scope == "private":
        assert "The old signer is gone" in parts["state"]
        assert parts["next"] == ["document the new signer", "bump the version"]
    else:  # nobody said it for the team
        assert "old signer" not in json.dumps(parts)
        assert "where the work stands is left out" in ran.err and "`--state`" in ran.err
    run("handoff", "bob", "and this", "--scope", scope, "--state", "all ported", "--next-steps", "a release")
    said = [one["parts"] for one in run("list", "handoff", "--json").json["items"]]
    assert any(one["state"] == "all ported" and one["next"] == ["a release"] for one in said)


def test_a_brief_of_another_branch_says_what_was_done_last_on_it(project: Path, run: Run) -> None:
    git(project, "checkout", "-qb", "feat/signer")
    run("checkpoint", "Port the signer", "--state", "half of it is ported", "--next-steps", "remove the old signer")
    work_in_session(project, "feat/signer")
    here = now(run)
    git(project, "checkout", "-q", "main")
    assert now(run, "--branch", "feat/signer") == here
    assert "The old signer is gone" in json.dumps(here) and "half of it" not in json.dumps(here)
