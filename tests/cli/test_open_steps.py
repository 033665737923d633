"""The steps that sessions left open: which are listed, how they are closed, and what a merge leaves of them."""

import os
import re
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run, git

from backstory.api import Memory
from backstory.model.session import Answer, CommandRun, Commit, Prompt, Session


def keep(root: Path, number: int, *steps: str, file: str = "app.py", **fields: Any) -> None:
    """A session that ended at the commit that is checked out, and named steps."""
    memory = Memory.open(str(root), os.environ)
    commit, branch = memory.head
    day = f"2026-11-{number:02d}"
    answer = Answer(
        f"Part {number} writes `rows.csv` with a header and quotes.", f"{day}T10:00:00Z", line=9, next=steps
    )
    given = {"commit": commit, "branch": branch, "edited": (file,), "answers": (answer,), "next": steps,
             "started": f"{day}T09:00:00Z", "ended": f"{day}T10:00:00Z", "answered": True,
             "prompts": (Prompt(f"Write part {number} of the exporter", f"{day}T09:00:00Z", line=1),)}  # fmt: skip
    memory.sessions.write(Session(id=f"s{number}", agent="claude-code", **(given | fields)))


def commit(root: Path, file: str, subject: str) -> None:
    (root / file).write_text(f"{subject}\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", subject)


LABELS = ("next", "still open", "and still open", "open step", "planned before", "blocker")


def list_now(run: Run, *wishes: str) -> list[tuple[str, str]]:
    sections = run("brief", *wishes, "--json").json["sections"]
    return [(note["label"], note["text"]) for one in sections if one["name"] == "now" for note in one["notes"]]


def list_rest(run: Run) -> list[tuple[str, str]]:
    return [note for note in list_now(run) if note[0] not in LABELS]


def list_open(run: Run, *wishes: str) -> list[tuple[str, str]]:
    return [note for note in list_now(run, *wishes) if note[0] in LABELS]


STEPS = ("document the dev port", "document the test port", "write the orders test", "write the users test",
         "log retries", "log mail failures", "cache the page of prices")  # fmt: skip


def test_any_step_that_a_brief_lists_can_be_closed_and_closes_no_other(project: Path, run: Run) -> None:
    for number, step in enumerate(STEPS[:4], 1):
        keep(project, number, step)
    assert {text for _, text in list_open(run)} == set(STEPS[:4])
    rest = list_rest(run)
    run("checkpoint", "--done", "the orders")
    assert {text for _, text in list_open(run)} == {STEPS[0], STEPS[1], STEPS[3]}
    run("checkpoint", "--done", STEPS[3])
    assert STEPS[3] not in run("brief").out
    assert list_open(run) == [("still open", STEPS[1]), ("still open", STEPS[0])]
    assert list_rest(run) == rest, "closing a step says nothing about where the work stands"
    ran = run("checkpoint", "--done", "document", ok=False)
    assert "matches several open steps" in ran.err
    ran = run("checkpoint", "--done", "translate", ok=False)
    assert STEPS[1] in ran.err and STEPS[0] in ran.err


def test_a_step_that_is_named_again_is_open_again(project: Path, run: Run) -> None:
    keep(project, 1, "log retries")
    run("checkpoint", "--done", "log retries")
    assert list_open(run) == []
    keep(project, 2, "log retries", ended="2099-01-01T00:00:00Z", started="2099-01-01T00:00:00Z")
    assert list_open(run) == [("next", "log retries")]


def test_closing_a_step_of_a_session_keeps_the_checkpoint_of_other_work(project: Path, run: Run) -> None:
    run("checkpoint", "Migrate billing", "--state", "customers done", "--next", "invoices")
    keep(project, 1, "log retries", ended="2099-01-01T00:00:00Z", started="2099-01-01T00:00:00Z")
    run("checkpoint", "--done", "invoices")
    assert ("next", "log retries") in list_open(run)
    assert "invoices" not in run("brief").out


def test_steps_for_which_there_is_no_room_are_counted_and_suggested(project: Path, run: Run) -> None:
    for number, step in enumerate(STEPS, 1):
        keep(project, number, step)
    listed = list_open(run, "--budget", "1500")
    assert ("and still open", "2 more, `backstory suggest`") in listed
    advice = " ".join(row["text"] for row in run("suggest", "--json").json["advice"])
    assert all(step in advice for step in STEPS)
    assert len(list_open(run, "--budget", "6000")) == len(STEPS)


def test_a_squash_merge_of_other_work_hides_no_open_step_and_no_blocker(project: Path, run: Run) -> None:
    git(project, "switch", "-qc", "feat/delimiter")
    commit(project, "csv.py", "Detect the delimiter")
    red = CommandRun("mypy src", "types", "2026-11-01T09:30:00Z", 1, True, (), "Found 1 error in 1 file")
    keep(project, 1, "ask Simon about TSV", file="csv.py", commands=(red,))
    git(project, "switch", "-q", "main")
    git(project, "merge", "-q", "--no-edit", "feat/delimiter")
    git(project, "switch", "-qc", "fix/strict")
    commit(project, "strict.py", "wip strict")
    commit(project, "strict.py", "Keep ANY")
    keep(project, 2, "handle defaults", file="strict.py")
    git(project, "switch", "-q", "main")
    git(project, "merge", "-q", "--squash", "fix/strict")
    git(project, "commit", "-qm", "Keep ANY (#900)")
    git(project, "branch", "-qD", "fix/strict")
    git(project, "branch", "-qd", "feat/delimiter")
    assert list_open(run) == [
        ("blocker", "`mypy src`: Found 1 error in 1 file"),
        ("next", "handle defaults"),
        ("still open", "ask Simon about TSV"),
    ]
    assert "on feat/delimiter): ask Simon about TSV" in run("brief").out
    run("checkpoint", "--done", "ask Simon")
    run("checkpoint", "--done", "`mypy src`: Found 1 error")
    assert list_open(run) == [("next", "handle defaults")]


def test_a_step_that_shares_words_with_the_state_is_told(project: Path, run: Run) -> None:
    text = "One test is red, because the pipe is not in the candidates that `cli.py` passes."
    steps = ("Add the pipe to the candidates in `cli.py`", "Update the readme")
    keep(project, 1, *steps, answers=(Answer(text, "2026-11-01T10:00:00Z", line=9, next=steps),))
    assert [text for label, text in list_open(run) if label == "next"] == [*steps]


def test_a_step_is_closed_by_a_commit_of_nearly_the_same_words(project: Path, run: Run) -> None:
    keep(project, 1, "Kopfzeile beim Zählen überspringen", "Frau Meier fragen, ob leere Zeilen erlaubt sind")
    commit(project, "app.py", "Kopfzeile überspringen")
    keep(project, 2)
    assert [text for _, text in list_open(run)] == ["Frau Meier fragen, ob leere Zeilen erlaubt sind"]


def test_nothing_was_left_open_only_where_it_is_so(project: Path, run: Run) -> None:
    red = CommandRun("pytest", "test", "2026-11-01T09:30:00Z", 1, True, ("test_app.py::test_pipe",), "1 failed")
    text = "The parser is written. One test is still red: test_pipe, because the pipe is no candidate."
    answer = Answer(text, "2026-11-01T10:00:00Z", line=9, next=("update the readme",))
    keep(project, 1, "update the readme", commands=(red,), answers=(answer,))
    commit(project, "app.py", "Add the pipe")
    head = git(project, "rev-parse", "HEAD")
    green = CommandRun("pytest", "test", "2026-11-02T09:30:00Z", 0, False, (), "5 passed")
    done = Answer("The pipe is a candidate now; all tests pass.", "2026-11-02T10:00:00Z", line=9)
    made = Commit(head[:10], "Add the pipe", made="2026-11-02T09:50:00Z", line=8)
    keep(project, 2, commands=(green,), answers=(done,), commits=(made,))
    told = run("brief").out
    assert "still open" in told and "nothing was left open" not in told
    assert "still red: test_pipe" not in told or "[passes since]" in told
    run("checkpoint", "--done", "update the readme")
    assert "nothing was left open" in run("brief").out


def test_a_brief_for_a_task_names_the_other_work_and_says_nothing_twice(project: Path, run: Run) -> None:
    prompt = (Prompt("Fix the ANY column type in strict tables", "2026-11-01T09:00:00Z", line=1),)
    red = CommandRun("pytest", "test", "2026-11-01T09:30:00Z", 1, True, ("test_any",), "1 failed")
    keep(project, 1, "handle defaults in the parser", prompts=prompt, commands=(red,), title=prompt[0].text)
    assert ("next", "handle defaults in the parser") in list_now(run, "fix the ANY columns")
    told = list_now(run, "detect the pipe delimiter")
    assert told[0] == ("task", "detect the pipe delimiter")
    assert ("open step", "handle defaults in the parser") in told
    assert [text for _, text in told].count("handle defaults in the parser") == 1
    text = run("brief", "detect the pipe delimiter").out
    assert "open step (Fix the ANY column type in strict tables): handle defaults" in text
    assert re.search(r"last tests \(.*; Fix the ANY column type in strict tables\)", text)


def test_the_log_says_that_a_step_was_done(project: Path, run: Run) -> None:
    keep(project, 20, "document the dev port", "write the orders test")
    run("checkpoint", "--done", "dev port")
    run("checkpoint", "Port the pool", "--next-steps", "mend the tests;; measure under load")
    run("checkpoint", "--done", "mend the tests")
    out = run("log").out
    assert "done: document the dev port" in out
    assert "done: mend the tests" in out
    assert "checkpoint  document" not in " ".join(out.split("\n"))
