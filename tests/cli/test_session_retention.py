"""Sessions stay as long as they count: they are forgotten with their words, and old ones go that no record names."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.test_sessions import _open, row

from backstory.api import ingest_transcript

Take = Callable[..., None]


@pytest.fixture
def take(project: Path, home: Path) -> Take:
    """Takes in a session with a prompt and an answer."""

    def take(session: str, prompt: str, answer: str = "Done.", year: int = 2026) -> None:
        path = home / f"{session}.jsonl"
        text = row("user", prompt, 1) + row("assistant", [{"type": "text", "text": answer}], 2)
        path.write_text(text.replace("3f0c6c1e", session).replace("2026-", f"{year}-"))
        ingest_transcript(_open(project, home, session), "claude-code", str(path), session)

    return take


def listed(run: Run) -> set[str]:
    return {item["id"] for item in run("session", "list", "--json").json["items"]}


def test_what_is_forgotten_leaves_sessions(take: Take, run: Run, home: Path) -> None:
    run("config", "set", "--user", "capture.archive", "true")
    words = "The zeppelin exporter listens on port 7312"
    take("aaaa", f"Remember where it is: {words}")
    take("bbbb", "Something else")
    run("remember", "fact", words)
    ident = run("list", "fact", "--json").json["items"][0]["id"]
    run("forget", ident, "--yes", ok=False)
    data = home.parent / "data"
    left = [path for path in data.rglob("*") if path.is_file() and b"zeppelin" in path.read_bytes()]
    assert [path.name for path in left if "sessions" in path.parts or "archive" in path.parts] == []
    assert listed(run) == {"aaaa", "bbbb"}
    assert "Something else" in run("show", "bbbb").out


def test_old_sessions_go_unless_a_record_names_them(take: Take, run: Run) -> None:
    directive = '<backstory:remember type="decision">Use psycopg 3</backstory:remember>'
    take("old1", "Ask", year=2001)
    take("old2", "Ask", directive, year=2001)
    take("new1", "Ask")
    run("doctor", "--fix", ok=False)
    assert listed(run) == {"old2", "new1"}
    assert any(row["id"] for row in run("list", "decision", "--json").json["items"])


def test_nothing_goes_where_everything_is_kept(take: Take, run: Run) -> None:
    run("config", "set", "--user", "capture.keep", "0")
    take("old1", "Ask", year=2001)
    run("doctor", "--fix", ok=False)
    assert listed(run) == {"old1"}


def test_a_copy_outlives_the_transcript(take: Take, run: Run, home: Path) -> None:
    secret = "ghp_" + "Zq4n8Vb2Kx7Lm1Pw9Rt3Yc6Hd5Jf0Ga8Se2u"
    run("config", "set", "--user", "capture.archive", "true")
    take("aaaa", f"Use {secret} for it")
    os.unlink(home / "aaaa.jsonl")
    turns = run("show", "aaaa", "--turns", "--json").json["dialogue"]
    assert [turn["role"] for turn in turns] == ["user", "assistant"]
    assert secret not in turns[0]["text"] and turns[0]["text"].startswith("Use [REDACTED")
    places = run("status", "--storage", "--json").json["places"]
    assert places["archive"]["bytes"] > 0 and places["sessions"]["files"] == 1


def test_transcripts_are_not_copied_unasked(take: Take, run: Run, home: Path) -> None:
    take("aaaa", "Ask")
    assert not list((home.parent / "data").rglob("archive"))
