"""What is reserved for people: a typed answer at a terminal, or the token of a person's script."""

import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import TOKEN, Run

from backstory.store.person_token import FILE, keep_token, make_token, matches_token

Typed = Callable[..., tuple[int, str]]
WAIT = 60


@pytest.fixture
def record(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> str:
    """A record in a project; nobody has a token."""
    monkeypatch.delenv("BACKSTORY_PERSON_TOKEN")
    return str(run("remember", "fact", "The moon is made of cheese", "--json").json["short"])


@pytest.fixture
def typed(project: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Runs a command in a terminal of its own; `answer` is typed once it asks, `early` before it does."""
    monkeypatch.setenv("NO_COLOR", "1")

    def typed(*argv: str, answer: str = "", early: str = "", background: bool = False) -> tuple[int, str]:
        mine, theirs = pty.openpty()
        words = [sys.executable, "-m", "backstory", *argv]
        if background:  # a shell keeps the foreground, and its child gets a process group of its own
            shell = "import os,subprocess,sys;sys.exit(subprocess.run(sys.argv[1:],process_group=0).returncode)"
            words = [sys.executable, "-c", shell, *words]
        if early:
            os.write(mine, early.encode())
        child = subprocess.Popen(
            [sys.executable, "-c", LEAD, *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
            start_new_session=True, pass_fds=[theirs], env={**os.environ, "TERMINAL": str(theirs)},
        )  # fmt: skip
        os.close(theirs)
        out = ""
        while select.select([mine], [], [], WAIT)[0]:
            try:
                piece = os.read(mine, 4096).decode()
            except OSError:
                break
            out += piece
            if answer and out.rstrip().endswith((":", "]")):
                os.write(mine, answer.encode())
                answer = ""
        os.close(mine)
        return child.wait(WAIT), out

    return typed


LEAD = """
import fcntl, os, subprocess, sys, termios
fcntl.ioctl(int(os.environ["TERMINAL"]), termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal the controlling one of this session, as a terminal window does, and becomes the command."""


@pytest.mark.parametrize("words", [("trust",), ("trust", "ID"), ("trust", "--all"), ("trust", "--revoke"),
                                   ("trust", "--token"), ("reject", "ID"), ("forget", "ID", "--yes")])  # fmt: skip
def test_without_a_terminal_nobody_is_a_person(record: str, run: Run, words: tuple[str, ...]) -> None:
    ran = run(*[record if word == "ID" else word for word in words], ok=False)
    assert ran.code == 2
    assert "only a person can do this, and there is no terminal to ask at" in ran.err
    assert "The moon" in run("list").out


def test_a_person_answers_at_the_terminal(record: str, typed: Typed, run: Run) -> None:
    code, out = typed("reject", record, answer="n\n")
    assert code == 1
    assert "nothing was done" in out
    code, out = typed("reject", record, answer="y\n")
    assert code == 0
    assert f"Reject fact {record}" in out
    assert record in run("reject", "--list").out


def test_yes_does_not_answer_for_a_person(record: str, typed: Typed, run: Run) -> None:
    code, out = typed("forget", record, "--yes", answer="\n")
    assert code == 1
    assert "for good? [y/N]" in out
    assert typed("forget", record, "--yes", answer="y\n")[0] == 0
    assert "The moon" not in run("list").out


def test_what_was_typed_before_the_question_is_no_answer(record: str, typed: Typed, run: Run) -> None:
    code, out = typed("reject", record, early="y\ny\n")
    assert code == 1
    assert "something was typed before the question" in out
    assert record not in run("reject", "--list").out


def test_a_process_in_the_background_is_not_asked(record: str, typed: Typed) -> None:
    code, out = typed("reject", record, background=True)
    assert code == 2
    assert "there is no terminal to ask at" in out


def test_an_agent_is_refused_and_a_person_in_its_terminal_types_a_word(
    record: str, typed: Typed, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CURSOR_TRACE_ID", "abc")
    ran = run("reject", record, ok=False)
    assert ran.code == 2
    assert "this is cursor" in ran.err
    assert typed("reject", record, answer="y\n")[0] == 1
    code, out = typed("reject", record, answer="person\n")
    assert code == 0, out
    assert record in run("reject", "--list").out


def test_a_token_lets_scripts_of_a_person_pass_but_no_agent(
    record: str, typed: Typed, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out = typed("trust", "--token", "-q", answer="y\n")
    assert code == 0
    token = out.split()[-1]
    kept = Path(os.environ["BACKSTORY_HOME"]) / FILE
    assert kept.stat().st_mode & 0o777 == 0o600
    assert token not in kept.read_text()
    monkeypatch.setenv("BACKSTORY_PERSON_TOKEN", token)
    assert run("forget", record, ok=False).code == 1  # who is clear, whether is not
    monkeypatch.setenv("CLAUDECODE", "1")
    assert run("forget", record, "--yes", ok=False).code == 2
    monkeypatch.delenv("CLAUDECODE")
    run("forget", record, "--yes")
    run("trust", "--token", "--revoke")
    assert run("trust", ok=False).code == 2


def test_a_token_that_others_can_read_does_not_count(tmp_path: Path) -> None:
    home = str(tmp_path / "data")
    assert not matches_token(home, TOKEN)
    token = make_token(home)
    assert matches_token(home, token)
    assert not matches_token(home, "")
    assert not matches_token(home, token[:-1])
    os.chmod(os.path.join(home, FILE), 0o644)
    assert not matches_token(home, token)
    keep_token(home, TOKEN)
    assert matches_token(home, TOKEN)
    assert not matches_token(home, token)


@pytest.mark.parametrize("words", [("clean", "--purge", "--yes"), ("uninstall", "--yes"),
                                   ("import", "memory.tar.gz", "--replace")])  # fmt: skip
def test_an_agent_takes_no_memory_away(
    record: str, run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    run("export", "--private", "-o", "memory.tar.gz")
    monkeypatch.setenv("CLAUDECODE", "1")
    ran = run(*words, ok=False)
    assert ran.code == 2
    assert "in a terminal" in ran.err
    assert "The moon" in run("list").out


def test_a_rejection_is_undone_by_a_person_only(record: str, typed: Typed, run: Run) -> None:
    assert typed("reject", record, answer="y\n")[0] == 0
    assert run("undo", ok=False).code == 2
    assert record in run("reject", "--list").out
    assert typed("undo", answer="y\n")[0] == 0
    assert record not in run("reject", "--list").out


def test_status_says_who_speaks(record: str, run: Run) -> None:
    assert "a script: there is no terminal; its records are `stated`" in run("status", "--explain").out
