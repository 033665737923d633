"""Taking in what is on the machine: once, whole, and said."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run, git


def write(home: Path, project: Path, session: str, *said: tuple[str, str], day: int = 20) -> Path:
    """A transcript of Claude Code where Claude Code keeps it."""
    folder = home / ".claude" / "projects" / str(project).replace("/", "-").replace("_", "-").replace(".", "-")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{session}.jsonl"
    rows: list[Any] = []
    for number, (role, text) in enumerate(said, 1):
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        rows.append(
            {"type": role, "uuid": f"{session}-{number}", "sessionId": session, "cwd": str(project),
             "timestamp": f"2026-11-{day:02d}T10:{number:02d}:00.000Z", "message": {"role": role, "content": content}}
        )  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def sessions(project: Path, home: Path) -> list[Path]:
    elsewhere = home / "elsewhere"
    elsewhere.mkdir()
    write(home, elsewhere, "eeee", ("user", "Not here"))
    return [
        write(home, project, "aaaa", ("user", "Add retries"), ("assistant", "Done."), day=19),
        write(home, project, "bbbb", ("user", "Add docs"), ("assistant", "Written."), day=20),
    ]


def listed(run: Run) -> list[str]:
    return [item["id"] for item in run("session", "list", "--json").json["items"]]


def test_the_sessions_of_this_project_are_taken_in_once(sessions: list[Path], run: Run) -> None:
    assert "2 sessions, 2 prompts" in run("ingest").err
    assert listed(run) == ["bbbb", "aaaa"]
    assert "nothing to ingest" in run("ingest").err
    assert run("ingest", "--json").json["sessions"] == []
    with sessions[0].open("a") as handle:
        row = json.loads(sessions[0].read_text().splitlines()[-1]) | {"uuid": "more"}
        handle.write(json.dumps(row) + "\n")
    assert [one["id"] for one in run("ingest-chat", "--auto", "--json").json["sessions"]] == ["aaaa"]
    assert run("session", "show", "aaaa", "--json").json["turns"] == 3


def test_what_commits_state_is_offered_and_taken_in_without_a_session(project: Path, run: Run) -> None:
    message = "Use one queue\n\nWe decided to keep one queue because two were out of step."
    git(project, "commit", "-q", "--allow-empty", "-m", message)
    run("clean", "--yes")
    offered = run("init", "--yes")
    assert "1 decision or revert in commit messages can be ingested" in offered.err
    assert "`backstory ingest`" in offered.err
    assert "Ingested 1 record from commit messages" in run("ingest").err
    assert "nothing to ingest" in run("ingest").err
    assert run("recall", "queue", "--json").json["items"][0]["title"] == "Use one queue"
    run("clean", "--yes")
    assert run("init", "--yes", "--json").json["commit_statements"] == 0


def test_a_review_lists_what_waits_whoever_said_it_and_counts_the_rest(project: Path, home: Path, run: Run) -> None:
    asked = "From now on run the tests with -x. Let's go with psycopg 3 instead of asyncpg because of the types."
    answer = "I tried `autocommit=True` and reverted it, because a failed import left half of the rows behind."
    write(home, project, "aaaa", ("user", asked), ("assistant", answer))
    run("ingest")
    review = run("ingest", "--review", "--json").json
    assert {(item["kind"], item["how"]) for item in review["items"]} == {
        ("decision", "observed"),
        ("attempt", "inferred"),
    }
    assert review["counting"] == {"rule": 1}
    told = run("ingest", "--review")
    assert "2 records to review" in told.err
    assert "recorded, without a review: 1 rule" in told.err
    decision = next(item["id"] for item in review["items"] if item["kind"] == "decision")
    run("edit", decision, "--tier", "reference")
    assert [item["kind"] for item in run("ingest", "--review", "--json").json["items"]] == ["attempt"]


def test_a_folder_is_searched_where_agents_hide_their_sessions(sessions: list[Path], home: Path, run: Run) -> None:
    kept = home / "copy"
    for folder in (".specstory/history", ".git/logs"):
        (kept / folder).mkdir(parents=True)
        (kept / folder / f"{folder[1]}.jsonl").write_text(sessions[0].read_text().replace("aaaa", f"in{folder[1]}"))
    (kept / ".aider.chat.history.md").write_text("\n# aider chat started at 2026-06-09 14:01:00\n\n#### add a retry\n")
    run("ingest", str(kept))
    assert sorted(listed(run)) == ["aider-2026-06-09T140100", "ins"], "nothing of git's folder"


def test_a_plan_writes_nothing(sessions: list[Path], run: Run) -> None:
    plan = run("ingest", "--dry-run", "--json").json["items"]
    assert [item["session"] for item in plan] == ["aaaa", "bbbb"]
    assert listed(run) == []


def test_what_is_chosen_is_taken_in(sessions: list[Path], run: Run) -> None:
    assert run("ingest", "--agent", "nobody", ok=False).code == 2
    run("ingest", "--since", "2099-01-01")
    assert listed(run) == []
    run("ingest", "--agent", "claude-code", "--all")
    assert len(listed(run)) == 2


def test_files_and_folders(sessions: list[Path], home: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Pool\n\nKeep it at twenty.\n")
    run("ingest", "--file", str(sessions[0]))
    assert listed(run) == ["aaaa"]
    run("ingest", str(home / ".claude" / "projects"))
    assert sorted(listed(run)) == ["aaaa", "bbbb", "eeee"], "a file that is named may be of another project"
    assert run("ingest", str(tmp_path / "missing"), ok=False).code == 1


def test_one_damaged_file_stops_no_other(sessions: list[Path], run: Run) -> None:
    with sessions[0].open("ab") as handle:
        handle.write(b'{"torn\n\xff\xff\n')
    ran = run("ingest")
    assert len(listed(run)) == 2
    assert "could not be read" in ran.err


def test_a_file_is_kept_as_a_source(project: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("# The pool\n\nKeep it at twenty.\n")
    run("ingest", str(path), "--as", "source", "--tag", "db")
    (item,) = run("list", "source", "--json").json["items"]
    assert (item["title"], item["tags"]) == ("The pool", ["db"])
    path.write_bytes(b"\0" * 100)
    assert run("ingest", str(path), "--as", "source", ok=False).code == 2
    assert run("ingest", "--as", "source", ok=False).code == 2


def test_a_review_of_nothing(project: Path, run: Run) -> None:
    assert run("ingest", "--review", "--json").json["items"] == []
    assert "nothing to review" in run("ingest", "--review").err


def test_a_subagent_goes_into_its_session(project: Path, home: Path, run: Run) -> None:
    path = write(home, project, "aaaa", ("user", "Add retries"), ("assistant", "Done."))
    own = path.with_suffix("") / "subagents" / "agent-a7.jsonl"
    own.parent.mkdir(parents=True)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    texts = ("Find the callers", "Two callers.")
    for number, row in enumerate(rows):
        row |= {"isSidechain": True, "agentId": "a7", "uuid": f"a7-{number}"}
        content = texts[number] if number == 0 else [{"type": "text", "text": texts[number]}]
        row["message"]["content"] = content
    own.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run("ingest")
    assert listed(run) == ["aaaa"]
    document = run("session", "show", "aaaa", "--json").json
    assert [(one["task"], one["report"]) for one in document["subagents"]] == [("Find the callers", "Two callers.")]
    assert "nothing to ingest" in run("ingest").err


def test_init_offers_what_is_there(repo: Path, home: Path, run: Run) -> None:
    write(home, repo, "aaaa", ("user", "Add retries"), ("assistant", "Done."))
    write(home, repo, "bbbb", ("user", "Add docs"), ("assistant", "Done."))
    err = run("init", "--yes", "--no-agents").err
    assert "2 sessions of Claude Code since" in err and "`backstory ingest`" in err
    assert listed(run) == [], "nothing is taken in unasked"
    run("ingest")
    assert "sessions of" not in run("init", "--yes", "--no-agents").err


def test_init_takes_in_what_the_person_wants(repo: Path, home: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home, repo, "aaaa", ("user", "Add retries"), ("assistant", "Done."))
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("backstory.cli.console.click.confirm", lambda text, **more: asked.append(text) or True)
    run("init", "--no-agents")
    monkeypatch.undo()
    assert list((home.parent / "data").rglob("*.aaaa.json"))
    assert "1 session of Claude Code since" in asked[-1] and asked[-1].endswith("ingest them? 1 s")


def test_what_commit_messages_state_is_observed(project: Path, run: Run) -> None:
    git(project, "commit", "-q", "--allow-empty", "-m", "Drop the cache\n\nWe decided to ask the database each time.")
    git(project, "commit", "-q", "--allow-empty", "-m", 'Revert "Cache the pool"\n\nThis reverts commit 1234567.')
    kept = run("ingest", "--json").json["kept"]
    assert {(one["kind"], one["title"]) for one in kept} == {
        ("decision", "Drop the cache"), ("attempt", "Cache the pool"),
    }  # fmt: skip
    item = run("list", "decision", "--json").json["items"][0]
    assert item["origin"]["how"] == "observed" and item["origin"]["author"] == "Ada <ada@example.org>"
    assert run("ingest", "--json").json["kept"] == []
    assert run("list", "--json").json["total"] == 2
    review = run("ingest", "--review").out
    assert "Ada, commit " in review
    assert "the user" not in review


def test_damaged_files_of_a_folder_are_named(sessions: list[Path], home: Path, run: Run) -> None:
    kept = home / "copy"
    (kept / "code").mkdir(parents=True)
    text = sessions[0].read_text()
    (kept / "good.jsonl").write_text(text)
    (kept / "torn.jsonl").write_text(text.replace("aaaa", "tttt") + "{ broken\n")
    (kept / "rubbish.jsonl").write_bytes(bytes(range(128, 256)))
    (kept / "cut.json").write_text('{"messages": [')
    (kept / "empty.jsonl").write_text("")
    (kept / "package.json").write_text('{"name": "shop"}')
    (kept / "code" / "tsconfig.json").write_text("{ // a comment\n}")
    ran = run("ingest", str(kept), ok=False)
    assert ran.code == 3 and "Ingested 2 sessions" in ran.err
    assert f"`{kept / 'torn.jsonl'}`: 1 row could not be read" in ran.err
    for name in ("rubbish.jsonl", "cut.json"):
        assert f"`{kept / name}` was left out: it is damaged, or cannot be opened" in ran.err
    for name in ("good", "empty", "package", "tsconfig"):
        assert f"{name}.json" not in ran.err


def test_a_folder_with_nothing_but_damaged_files_is_not_called_known(project: Path, home: Path, run: Run) -> None:
    kept = home / "copy"
    kept.mkdir()
    (kept / "rubbish.jsonl").write_bytes(b"\xff\xfe\x00")
    ran = run("ingest", str(kept), ok=False)
    assert ran.code == 3 and "rubbish.jsonl` was left out" in ran.err and "ingested before" not in ran.err


def test_an_empty_folder_says_that_no_conversation_is_in_it(project: Path, home: Path, run: Run) -> None:
    (home / "copy").mkdir()
    ran = run("ingest", str(home / "copy"))
    assert ran.code == 0 and "it has no conversation" in ran.err and "ingested before" not in ran.err


def test_a_project_without_sessions_is_not_called_known(project: Path, run: Run) -> None:
    assert "no agent on this machine has a session of this project" in run("ingest").err


def test_what_was_said_while_the_memory_was_off_stays_out_until_its_file_is_named(
    project: Path, home: Path, run: Run
) -> None:
    run("config", "set", "enabled", "false")
    (switched,) = home.parent.rglob("projects/*/off")
    private = switched.parent
    run("config", "set", "enabled", "false")
    run("config", "unset", "enabled")
    switches = [line.split() for line in (private / "off").read_text().splitlines()]
    assert [word for _, word in switches] == ["off", "on"]
    (private / "off").write_text("2026-11-20T00:00:00 off\n2026-11-21T00:00:00 on\n")
    kept = write(home, project, "kept", ("user", "Always run make lint before you commit."), day=22)
    off = write(home, project, "off", ("user", "Never mention the merger."), day=20)
    ran = run("ingest")
    assert "Ingested 1 session" in ran.err
    assert "1 session held while the memory was switched off stays off the record" in ran.err
    assert run("ingest", "--json").json["off_record"] == [str(off)]
    assert "merger" not in run("list", "--all").out and kept.exists()
    assert "Ingested 1 session" in run("ingest", str(off)).err
    assert "merger" in run("list", "--all").out
    assert "off the record" not in run("ingest").err


def test_what_is_left_out_of_a_long_session_is_said(project: Path, home: Path, run: Run) -> None:
    said = [
        text
        for number in range(100)
        for text in (
            ("user", f"Never edit src/{chr(97 + number // 10) * 4}{chr(97 + number % 10) * 4}.py by hand."),
            ("assistant", f"ok {number}"),
        )
    ]
    path = write(home, project, "long", *said)
    path.write_text(
        re.sub(r"T10:(\d+):00", lambda m: f"T{10 + int(m[1]) // 60:02d}:{int(m[1]) % 60:02d}:00", path.read_text())
    )
    ran = run("ingest")
    assert "60 of 100 prompts" in ran.err
    assert "40 prompts of long sessions left out" in ran.err
    assert "40 more statements left out" in ran.err
    assert run("ingest", "--all", "--json").json["left_out"] == {"prompts": 0, "records": 0}


def test_texts_of_a_folder_that_are_no_conversations_are_named(project: Path, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "chats"
    folder.mkdir()
    (folder / "chat.txt").write_text("User: how is it keyed?\nAssistant: By the id.\nUser: ok\nAssistant: Done.\n")
    (folder / "notes.txt").write_text("Remember the milk.\n")
    (folder / "empty.md").write_text("")
    ran = run("ingest", str(folder))
    assert "Ingested 1 session" in ran.err
    assert f"left out, because it is not a readable conversation: `{folder / 'notes.txt'}`\n" in ran.err
    assert "empty.md" not in ran.err
    assert f"hint: `backstory ingest {folder / 'notes.txt'}` keeps it as a source" in ran.err
    assert run("ingest", str(folder), "--json").json["texts"] == [str(folder / "notes.txt")]


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.jsonl", "a.json"])
def test_an_empty_file_is_an_error(project: Path, run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("")
    ran = run("ingest", str(path), ok=False)
    assert f"`{path}` is empty" in ran.err and "hint:" in ran.err
    assert run("list", "--json").json["total"] == 0


def test_reverts_that_say_nothing_are_no_attempts(project: Path, run: Run) -> None:
    for subject in ("more debugging", "Try something", "WIP", "fix tests again", "Cache the sorted keys"):
        git(project, "commit", "--allow-empty", "-qm", f'Revert "{subject}"')
    reason = "It printed the tokens of customers into the log."
    git(project, "commit", "--allow-empty", "-qm", f'Revert "add debug print"\n\n{reason}')
    run("ingest")
    titles = {item["title"] for item in run("list", "--json").json["items"]}
    assert titles == {"Cache the sorted keys", "add debug print"}
