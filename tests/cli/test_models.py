"""The commands that ask a model: naming it, asking, what is printed, exit codes."""

import json
import stat
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

ECHO = """
import json, sys
lines = [json.loads(line) for line in sys.stdin.read().splitlines() if line.startswith('{"')]
first = lines[0]["text"].split("\\n")[0]
true = {"text": first, "evidence": [{"source": lines[0]["id"], "quote": first}], "kind": KIND}
lie = {"text": first, "evidence": [{"source": "zzzzzzzz", "quote": first}], "kind": KIND}
print(json.dumps({"statements": STATEMENTS}))
"""


@pytest.fixture
def model(project: Path, run: Run, tmp_path: Path) -> str:
    """A command line that repeats the first line of the first source; it is named as the model."""
    command = write_model(tmp_path, "[true]")
    run("model", "use", command, "--name", "tiny-1")
    return command


def write_model(folder: Path, statements: str, kind: str = "") -> str:
    path = folder / f"model-{len(list(folder.glob('model-*')))}"
    body = ECHO.replace("STATEMENTS", statements).replace("KIND", repr(kind))
    path.write_text(f"#!{sys.executable} -S\n{body}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_ask_without_a_model(project: Path, run: Run) -> None:
    run("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "Its types are maintained.")

    answer = run("ask", "why", "did", "we", "leave", "asyncpg?")
    assert "Use psycopg 3 instead of asyncpg" in answer.out and "“Its types are maintained.”" in answer.out
    fields = run("ask", "why did we leave asyncpg?", "--json").json
    assert fields["answered"] and fields["statements"][0]["support"][0]["kind"] == "decision"
    nothing = run("ask", "which moon of Jupiter is the largest?", ok=False)
    assert (nothing.code, nothing.out) == (1, "") and "the memory has no answer" in nothing.err
    assert run("ask", "why?", "--dry-run", ok=False).code == 2
    assert run("suggest", "--dry-run", ok=False).code == 2


def test_a_model_is_named_shown_tested_and_sent_away(
    project: Path, run: Run, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = run("model").out
    assert f"`{model}` (tiny-1)" in shown and "0 of 1,000,000 tokens" in shown
    assert "tiny-1 answers, and its quotes are correct" in run("model", "test").err
    assert "made-up" in run("model", "test", "--dry-run").out
    assert run("model", "--json").json["usage"]["calls"] == 1

    run("model", "use", "openai", "--name", "m", "--url", "http://localhost:1/v1")
    fields = run("model", "--json").json
    assert (fields["provider"], fields["name"], fields["command"]) == ("openai", "m", "")
    refused = run("model", "test", ok=False)
    assert refused.code == 1 and "no connection to `http://localhost:1/v1/chat/completions`" in refused.err

    assert "no program `nothing-like-it`" in run("model", "use", "nothing-like-it -p", ok=False).err
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("model", "use", "curl", ok=False).code == 2  # an agent cannot let a model in
    assert run("config", "set", "model.command", "curl", "--user", ok=False).code == 2
    run("model", "use", "none")
    assert "nothing is ever sent" in run("model").out


def test_ask_summarize_suggest_and_extract_with_a_model(project: Path, run: Run, model: str, tmp_path: Path) -> None:
    run("remember", "decision", "Use psycopg 3 instead of asyncpg", "--why", "Its types are maintained.")
    run("remember", "fact", "The pool holds ten connections")
    answer = run("ask", "why did we leave asyncpg?")
    assert "in the words of tiny-1" in answer.err
    assert "“Use psycopg 3 instead of asyncpg”" in answer.out
    assert run("ask", "why did we leave asyncpg?", "--no-model", "--json").json["model"] == ""
    shown = run("ask", "why did we leave asyncpg?", "--dry-run")
    assert '"text":"Use psycopg 3' in shown.out and "nothing was sent" in shown.err

    ids = [item["short"] for item in run("list", "--json").json["items"]]
    kept = run("summarize", *ids, "--with-model", "--json").json
    assert (kept["origin"]["how"], kept["fields"]["model"], kept["refused"]) == ("inferred", "tiny-1", [])
    assert "model: tiny-1" in run("show", kept["id"]).out
    assert "The pool holds ten" in run("suggest", "the asyncpg pool", "--with-model").out

    notes = tmp_path / "notes.md"
    notes.write_text("We decided to keep all prices as whole cents.\n")
    run("model", "use", write_model(tmp_path, "[true, lie]", "decision"), "--name", "tiny-2")
    taken = run("extract", str(notes), "--with-model", ok=False)
    assert taken.code == 3 and "zzzzzzzz" in taken.err
    assert "We decided to keep all prices as whole cents." in taken.out
    assert "whole cents" in run("ingest", "--review").out
    assert run("model", "--json").json["usage"]["calls"] == 4


def test_lies_and_failures_write_nothing(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "fact", "The pool holds ten connections")
    run("checkpoint", "The pool works")
    run("checkpoint", "The pool is tested")
    (ident,) = [item["short"] for item in run("list", "fact", "--json").json["items"]]
    before = run("list", "--all", "--json").json["items"]
    gone = tmp_path / "gone"
    gone.write_text("#!/bin/sh\n")
    gone.chmod(0o755)
    commands = (
        write_model(tmp_path, "[lie]"),
        write_model(tmp_path, "sys.exit('no credit')"),
        write_model(tmp_path, "'none'"),
        str(gone),
    )
    for command in commands:
        run("model", "use", command)
        if command == str(gone):
            gone.unlink()
        for argv in (("summarize", ident, "--with-model"), ("compress", "--with-model"), ("ask", "the pool?")):
            failed = run(*argv, ok=False)
            assert failed.code == 1, (command, argv, failed)
            assert failed.out == ""
    assert run("list", "--all", "--json").json["items"] == before
    assert json.loads(run("model", "--json").out)["usage"]["calls"] == 12


def test_without_a_model_extract_keeps_what_the_rules_find(project: Path, run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("We decided to use psycopg 3 instead of asyncpg because its types are maintained.\n")

    (kept,) = run("extract", str(notes), "--json").json["kept"]

    assert kept["kind"] == "decision" and "psycopg 3" in kept["title"]
    assert run("extract", str(notes), "--json").json["kept"] == []
