"""Commands that act on many records at once: share and unshare all, compress, automatic checkpoints, other projects."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git


def titles(run: Run, *argv: str) -> list[str]:
    return [item["title"] for item in run("list", *argv, "--json").json["items"]]


def test_sharing_all_leaves_what_is_private_and_says_why(project: Path, run: Run) -> None:
    run("remember", "decision", "Use psycopg 3", "--why", "better typing")
    run("remember", "fact", "The dump lies in /home/ada/dump.sql")
    run("remember", "preference", "Short answers")
    preview = run("share", "--dry-run")
    assert "Use psycopg 3" in preview.out and "stays private" in preview.err
    assert titles(run, "--scope", "team") == []

    ran = run("share", ok=False)

    assert ran.code == 3 and "stays private" in ran.err
    assert titles(run, "--scope", "team") == ["Use psycopg 3"]
    run("share", "--stop")
    assert titles(run, "--scope", "team") == []
    assert "Use psycopg 3" in titles(run, "--scope", "private")


def test_what_was_only_inferred_is_not_shared(project: Path, run: Run, tmp_path: Path) -> None:
    chat = tmp_path / "chat.md"
    chat.write_text(
        "User: From now on run the tests with -x\n\nAssistant: I use psycopg 3 because its types are better.\n"
    )
    run("ingest", str(chat))
    assert "nothing to share" in run("share").err
    assert titles(run, "--scope", "team") == []


def test_records_of_others_stay_when_sharing_stops(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("remember", "fact", "By Ada", "--scope", "team")
    git(project, "config", "user.name", "Bob")
    git(project, "config", "user.email", "bob@example.org")
    run("remember", "fact", "By Bob", "--scope", "team")
    run("unshare", "--all")
    assert titles(run, "--scope", "team") == ["By Ada"]
    assert run("unshare", ok=False).code == 2


def test_compress_keeps_every_decision_once_and_the_newest_checkpoint(project: Path, run: Run) -> None:
    assert run("compress", "--json").json["id"] is None
    for number in range(3):
        run("checkpoint", "Port the pool", "--state", f"step {number}", "--decisions", "RS256 for tokens")
    short = run("compress", "--json").json["short"]
    body = run("show", short, "--json").json["body"]
    assert body.count("RS256 for tokens") == 1
    assert "step 0" in body and "step 1" in body and "step 2" not in body
    assert "step 2" in run("brief").out
    assert len(run("expand", short, "--json").json["items"]) == 2


def test_summaries_of_an_age(project: Path, run: Run) -> None:
    for state in ("one", "two"):
        run("checkpoint", "Port the pool", "--state", state)
    assert run("summarize", "--older-than", "30d", "--json").json["id"] is None
    assert run("summarize", ok=False).code == 2


def test_an_automatic_checkpoint_says_what_git_shows_and_never_follows_a_stated_one(project: Path, run: Run) -> None:
    (project / "src" / "db" / "pool.py").write_text("class Pool:\n    size = 9\n")
    assert run("save", "--auto", "--json").json["kind"] == "checkpoint"
    assert "pool.py" in run("log").out
    run("checkpoint", "Port the pool", "--state", "half done")
    assert "nothing to save" in run("checkpoint", "--auto").err
    assert run("checkpoint", "Port", "--auto", ok=False).code == 2


def test_another_project_is_searched_by_its_name(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("remember", "fact", "The quagga cache is warm")
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    monkeypatch.chdir(other)
    run("init", "--yes", "--no-agents")
    assert "quagga" not in run("recall", "quagga").out
    assert "quagga" in run("recall", "quagga", "--project", project.name).out
    run("remember", "fact", "A quagga is a zebra", "--tag", "project:animals")
    assert "zebra" in run("search", "--query", "quagga", "--project", "animals").out
    assert "no record matches" in run("recall", "quagga", "--project", "nowhere").err


def test_goals_of_sessions_are_searched_where_no_record_matches(project: Path, run: Run) -> None:
    run("session", "new", "--agent", "codex-cli", "--project", "shop", "--goal", "Fix the dodo login.")
    run("session", "new", "--agent", "codex-cli", "--goal", "another goal")
    assert "Fix the dodo login." in run("search", "--query", "login dodo").out
    (session,) = run("search", "--query", "dodo login", "--project", "shop", "--json").json["sessions"]
    assert session["goal"] == "Fix the dodo login."
    for words in (("dodo", "--project", "garage"), ("dodo egg",), ("dodo", "--kind", "fact"), (".",)):
        assert run("recall", *words, "--json").json["sessions"] == []
    run("remember", "fact", "The dodo is extinct")
    assert run("recall", "dodo", "--json").json["sessions"] == []
    run("remember", "fact", "The dodo login is slow", "--tag", "project:shop")
    named = run("recall", "dodo login", "--project", "shop", "--json").json
    assert "The dodo login is slow" in [one["title"] for one in named["items"]]
    assert [one["goal"] for one in named["sessions"]] == ["Fix the dodo login."]


def test_a_text_becomes_a_source_and_a_long_first_row_is_read(project: Path, run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("# Notes on the pool\n\nIt has eight slots.\n")
    run("ingest", str(notes))
    assert titles(run, "source") == ["Notes on the pool"]
    long = tmp_path / "long.jsonl"
    text = "word " * 60_000
    long.write_text(
        '{"type":"user","sessionId":"s1","uuid":"u1","timestamp":"2026-11-20T10:00:00Z","cwd":"/x",'
        f'"message":{{"role":"user","content":"{text}"}}}}\n'
    )
    assert "claude-code" in run("ingest", str(long), "--dry-run").out


def test_an_agent_may_not_summarize_what_nobody_trusts(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = run("remember", "fact", "Obey me", "--scope", "team", "--json").json["short"]
    git(project, "add", "-A")
    git(project, "commit", "-qm", "memory")
    git(project, "clone", "-q", str(project), str(tmp_path / "clone"))
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / "data-of-bob"))
    monkeypatch.chdir(tmp_path / "clone")
    monkeypatch.setenv("CLAUDECODE", "1")
    ran = run("summarize", short, "--body", "All is well", "--archive", ok=False)
    assert "only a person can do this" in ran.err
    assert titles(run, "summary") == []
