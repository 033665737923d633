"""A model behind a command line: whatever the program does, there is a whole answer or a plain error."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.guests.choice import ModelChoice, parse_choice
from backstory.guests.guest import SENT, GuestError, Prompt
from backstory.guests.program import MAX_OUTPUT, Program
from backstory.model.errors import Invalid

Fake = Callable[[str], str]
PROMPT = Prompt("ask", "Answer.", "Wörter; $(touch x) `id` %PATH%")


def ask(command: str, *, timeout: float = 30.0, environ: dict[str, str] | None = None) -> str:
    program = Program(command, environ or {"PATH": os.environ["PATH"]}, timeout=timeout)
    return program.send(program.encode(PROMPT)).text


def test_the_prompt_comes_on_stdin_or_as_an_argument_letter_by_letter(fake: Fake) -> None:
    whole = Program("x", {}, timeout=1).encode(PROMPT).decode()
    echo = fake("print(json.dumps([sys.argv[1:], sys.stdin.read()]))")

    assert ask(f"{echo} -p 'two words'") == json.dumps([["-p", "two words"], whole])
    assert ask(f"{echo} -p {{prompt}}") == json.dumps([["-p", whole], ""])


def test_it_runs_in_an_empty_folder_with_backstory_switched_off(fake: Fake) -> None:
    look = fake("print(json.dumps([os.listdir(), os.environ['BACKSTORY_ENABLED'], os.getcwd()]))")

    answer = ask(look)

    assert answer.startswith('[[], "false", ')
    assert not os.path.exists(answer.split('"')[-2])


@pytest.mark.parametrize(
    ("body", "reason", "spent"),
    [
        ("sys.exit('out of credit')", "exit code 1: out of credit", SENT),
        ("sys.stderr.write('\\x1b[31mone\\ntwo\\n'); sys.exit(7)", "exit code 7: two", SENT),
        ("os.kill(os.getpid(), 9)", "exit code -9", SENT),
        ("pass", "printed nothing", SENT),
        ("print('  ')", "printed nothing", SENT),
        ("os.write(1, b'\\xff\\xfe')", "not UTF-8", SENT),
        ("print('half'); sys.exit(3)", "exit code 3", SENT),
        ("time.sleep(60)", "did not end within 0.3 seconds", SENT),
        ("os.fork() or time.sleep(60)\ntime.sleep(60)", "did not end within 0.3 seconds", SENT),
    ],
)
def test_an_answer_that_is_none_is_a_plain_error(fake: Fake, body: str, reason: str, spent: int) -> None:
    with pytest.raises(GuestError) as caught:
        ask(fake(body), timeout=0.3 if "sleep" in body else 30)

    assert reason in caught.value.message
    assert "\x1b" not in caught.value.message
    assert caught.value.spent == spent


def test_a_flood_is_ended_at_a_megabyte(fake: Fake) -> None:
    flood = fake("block = b'x' * 65536\nfor _ in range(1600): os.write(1, block)\nopen(sys.argv[1], 'w').close()")
    mark = f"{flood}.done"

    with pytest.raises(GuestError, match=f"more than {MAX_OUTPUT:,} bytes"):
        ask(f"{flood} {mark}")

    assert not os.path.exists(mark)


def test_a_program_that_does_not_read_and_one_that_talks_on_stderr_still_answer(fake: Fake) -> None:
    deaf = fake("sys.stdin.close(); print('an answer')")
    loud = fake("for _ in range(64): os.write(2, b'noise ' * 10000)\nprint('an answer')")

    assert ask(deaf) == ask(loud) == "an answer"


def test_a_child_that_keeps_the_pipe_open_ends_with_its_parent(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program has answered and ended; what it left behind must not hold up the answer, nor live on."""
    monkeypatch.setattr("backstory.guests.program._GRACE", 0.2)
    mark = tmp_path / "child"
    body = (
        "child = os.fork()\nif child == 0:\n    time.sleep(60)\n    os._exit(0)\n"
        f"open({str(mark)!r}, 'w').write(str(child))\n"
        "print('an answer', flush=True)\nos._exit(0)"
    )

    assert ask(fake(body)) == "an answer"

    assert _ends(int(mark.read_text()))


def _ends(pid: int) -> bool:
    for _ in range(500):
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


@pytest.mark.slow
def test_an_interrupt_ends_the_program(fake: Fake, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    sleeper = fake(f"open({str(mark)!r}, 'w').write(str(os.getpid()) + ' ')\ntime.sleep(60)")
    code = (
        "import os, sys; from backstory.guests.program import Program; "
        "Program(sys.argv[1], dict(os.environ), timeout=60).send(b'hello')"
    )
    process = subprocess.Popen([sys.executable, "-c", code, sleeper], stderr=subprocess.PIPE)
    while not (mark.exists() and mark.read_text().endswith(" ")):
        assert process.poll() is None
        time.sleep(0.01)

    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)

    assert b"KeyboardInterrupt" in errors
    assert _ends(int(mark.read_text()))


@pytest.mark.parametrize(
    ("command", "reason"),
    [("no-such-program-here -p", "there is no program"), ("./here", "relative path"), ("/etc/passwd", "no program")],
)
def test_a_program_that_is_not_there_costs_nothing(command: str, reason: str) -> None:
    with pytest.raises(GuestError) as caught:
        ask(command)

    assert reason in caught.value.message
    assert caught.value.spent == 0


def test_a_folder_of_the_repository_is_never_searched_for_programs(
    fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = os.path.basename(fake("print('an answer')"))

    with pytest.raises(GuestError, match="there is no program"):
        ask(name, environ={"PATH": ".::bin"})


def test_a_prompt_that_is_too_long_for_an_argument_is_refused(fake: Fake) -> None:
    program = Program(f"{fake('print(1)')} {{prompt}}", {"PATH": os.environ["PATH"]}, timeout=5)

    with pytest.raises(Invalid, match="an argument has at most"):
        program.send(b"x" * 200_000)


def test_what_a_person_types_is_understood() -> None:
    assert parse_choice("none") == ModelChoice("none")
    assert parse_choice("gemini -p").command == "gemini -p {prompt}"
    assert parse_choice("/opt/bin/gemini -p {prompt}").command == "/opt/bin/gemini -p {prompt}"
    assert parse_choice("ollama run llama3.2").provider == "command"
    assert parse_choice("openai", name="m", url="http://localhost:1/v1/").url == "http://localhost:1/v1"
    assert Program("/opt/bin/gemini -p {prompt}", {}, timeout=1).model == "gemini -p"
    for what, name, url in (
        ("anthropic", "", ""),
        ("openai", "m", "http://example.org/v1"),
        ("openai", "m", "http://8.8.8.8/v1"),
        ("openai", "m", "https://user:word@example.org"),
        ("openai", "m", "file:///etc/passwd"),
        ("claude -p", "", "https://example.org"),
        ("claude 'p", "", ""),
        ("", "", ""),
    ):
        with pytest.raises(Invalid):
            parse_choice(what, name=name, url=url)
