"""A failed command that the person turned down is no blocker."""

import pytest

from backstory.model.session import CommandRun, Prompt, Session
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements
from backstory.recall.work.red_checks import list_red_checks
from backstory.recall.work.refused_runs import drop_refused

DAY = "2026-11-18T09:"


def session(command: str, kind: str, prompt: str, *later: CommandRun) -> Session:
    failed = CommandRun(command, kind, f"{DAY}10:00Z", 2, True, (), f"cannot run {command}", ("error",))
    return Session(
        id="s1", agent="claude-code", branch="feat/pool", started=f"{DAY}00:00Z", ended=f"{DAY}30:00Z",
        prompts=(Prompt("add the pool", f"{DAY}00:00Z"), Prompt(prompt, f"{DAY}11:00Z")), edited=("pool.py",),
        answered=True, commands=(failed, *later),
    )  # fmt: skip


TURNED_DOWN = [
    ("make check", "build", "no. not make check, there is no makefile"),
    ("make check", "build", "we have no Makefile. never run `make check` here"),
    ("cd app && make lint 2>&1 | tail -5", "lint", "Don't use make lint please"),
    ("npm run lint -- --fix", "lint", "use biome instead of npm run lint"),
    ("tox -e mypy", "types", "no tox on this machine, mypy directly"),
    ("./gradlew build", "build", "there is no ./gradlew in this repo"),
    ("make check", "build", "make check does not exist any more. use just verify"),
    ("mypy .", "types", "forget mypy, we use pyright"),
    ("mvn verify", "build", "statt mvn verify bitte nur mvn package"),
    ("make check", "build", "pas make check, il n'y a pas de makefile"),
    ("make check", "build", "en lugar de make check, usa cargo clippy"),
]


@pytest.mark.parametrize(("command", "kind", "prompt"), TURNED_DOWN)
def test_a_command_that_was_turned_down_is_no_blocker(command: str, kind: str, prompt: str) -> None:
    past = PastWork((session(command, kind, prompt),))
    assert not list_red_checks(past)
    moment = BriefRequest(project="shop", branch="feat/pool", now="2026-11-20T09:00:00Z")
    assert not [note for _, note in now_statements(moment, (), past=past) if note.label == "blocker"]
    assert not drop_refused(past.sessions[0].commands, past.sessions)


STANDS = [
    ("make check", "build", "why does make check fail?"),
    ("make check", "build", "why not make check?"),
    ("make check", "build", "do not merge before make check passes"),
    ("make check", "build", "no, keep the pool at five connections"),
    ("make check", "build", "don't run make deploy"),
    ("mypy src", "types", "not only mypy, ruff as well"),
    ("npm run build", "build", "no npm audit please, I only want the build to pass"),
    ("go vet ./...", "lint", "never go back to the old pool"),
    ("cargo build", "build", "without cargo build being green we ship nothing"),
    ("make check", "build", "please don't skip make check"),
    ("make check", "build", "and don't forget make check at the end"),
    ("make check", "build", "never drop make check from the workflow"),
]


@pytest.mark.parametrize(("command", "kind", "prompt"), STANDS)
def test_a_command_that_was_not_turned_down_stays_a_blocker(command: str, kind: str, prompt: str) -> None:
    assert list_red_checks(PastWork((session(command, kind, prompt),)))


def test_what_was_run_in_place_of_a_command_that_was_refused_ends_it() -> None:
    clippy = CommandRun("cargo clippy --all-targets", "lint", f"{DAY}12:00Z", 0)
    assert not list_red_checks(PastWork((session("just lint", "lint", "nope, cargo clippy", clippy),)))
    assert list_red_checks(PastWork((session("just lint", "lint", "ok. now cargo clippy", clippy),)))
    assert list_red_checks(PastWork((session("just lint", "lint", "nope, cargo clippy"),)))
    assert list_red_checks(PastWork((session("just lint", "lint", "no, rename the flag", clippy),)))


def test_a_command_that_was_tried_again_after_the_refusal_stays_a_blocker() -> None:
    again = CommandRun("make check", "build", f"{DAY}20:00Z", 2, True, (), "1 error", ("error",))
    assert list_red_checks(PastWork((session("make check", "build", "not make check", again),)))
