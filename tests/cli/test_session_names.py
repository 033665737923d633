"""A session has one short form in every output, and every command takes it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.test_ingest import write

from backstory.base.session_names import short_session

WHOLE = "0198f0aa-1234-7abc-8def-0123456789ab"
OTHER = "0198f0aa-1234-7abc-8def-ba9876543210"
SHORT = "456789ab"


@pytest.fixture
def known(project: Path, home: Path, run: Run) -> Path:
    """Two sessions whose ids begin alike, as those of one minute do."""
    said = [
        ("user", "Make the retry budget configurable in pool.py"),
        ("assistant", "The retry budget of the pool is an option now.\n\nNext steps:\n- document the budget\n- tag it"),
    ]
    write(home, project, OTHER, ("user", "Say hello"), ("assistant", "Written."), day=18)
    write(home, project, WHOLE, *said, day=20)
    run("ingest")
    return project


def hook(project: Path, event: str, session: str, **more: str) -> str:
    payload = json.dumps({"session_id": session, "cwd": str(project), "hook_event_name": event, **more})
    words = [sys.executable, "-m", "backstory", "hook", "claude-code", event]
    return subprocess.run(words, cwd=project, input=payload, text=True, capture_output=True, check=False).stdout


def test_every_output_prints_the_same_short_form(known: Path, run: Run) -> None:
    assert short_session(WHOLE) == SHORT
    hook(known, "session-start", WHOLE, source="startup")
    told = hook(known, "prompt", OTHER, prompt="what did we say about the retry budget of the pool?")
    outputs = {
        "session list": run("session", "list").out,
        "log": run("log").out,
        "recall": run("recall", "retry budget").out,
        "suggest": run("suggest").out,
        "next": run("next").out,
        "last": run("last", "-n", "9").out,
        "prompt hook": told,
    }
    for name, text in outputs.items():
        assert SHORT in text, f"{name}: {text}"
        rest = text.replace(WHOLE, "").replace(SHORT, "")
        assert not re.search(r"0198f0aa|23456789ab|-0123456", rest), f"{name} shortens it in another way: {text}"


def test_every_command_takes_the_short_form(known: Path, run: Run) -> None:
    page = run("session", "show", WHOLE).out
    assert "retry budget" in page
    for words in (("show",), ("session", "show")):
        assert run(*words, SHORT).out == run(*words, WHOLE).out
    assert run("log", "--session", SHORT).out == run("log", "--session", WHOLE).out
    assert run("brief", "--session", SHORT).out == run("brief", "--session", WHOLE).out


def test_a_session_that_only_hooks_told_of_is_taken_too(project: Path, run: Run) -> None:
    for event in ("session-start", "prompt"):
        hook(project, event, WHOLE, source="startup", prompt="make the retry budget an option")
    run("status")
    assert run("show", SHORT).out == run("show", WHOLE).out != ""
    assert run("log", "--session", SHORT).out == run("log", "--session", WHOLE).out != ""


def test_a_short_form_that_fits_several_is_none(known: Path, run: Run) -> None:
    ran = run("brief", "--session", "0198f0aa", ok=False)
    assert ran.code != 0 and "0198f0aa" in ran.err


def test_a_generated_id_has_a_short_form_that_every_command_takes(project: Path, run: Run) -> None:
    """The file of such a session has a digest in place of its id, so that only the file says the id."""
    whole = run("session", "new", "--agent", "codex-cli", "--goal", "Port the importer to the new parser").out.strip()
    run("event", "add", "--session", whole, "--kind", "prompt", "Port the importer to the new parser")
    short = short_session(whole)
    assert short in run("session", "list").out
    for command in (
        ["session", "show", short],
        ["session", "pack", short],
        ["log", "--session", short],
        ["brief", "--session", short],
        ["show", short],
        ["session", "close", short],
        ["session", "show", short[-6:]],
        ["log", "--session", whole],
        ["forget", short, "--dry-run"],
    ):
        ran = run(*command)
        assert ran.code == 0, f"{command}: {ran.err}"
    told = run("forget", short, "--dry-run", "--json")
    assert json.loads(told.out)["sessions"] == [whole]
