"""Checks that are red are told with what is wrong, until they pass."""

import msgspec

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.recall.past.openings import leans
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements
from backstory.recall.work.red_checks import describe_failing, list_red_checks

ERROR = "src/pool.py:121: error: Incompatible return value type"


def run(command: str, *, failed: bool, made: str, kind: str = "types") -> CommandRun:
    errors = (ERROR,) if failed else ()
    return CommandRun(command, kind, made, int(failed), failed, (), "Found 1 error in 1 file" if failed else "", errors)


def session(ident: str, day: str, *runs: CommandRun) -> Session:
    return Session(
        id=ident, agent="claude-code", branch="feat/pool", started=f"{day}T09:00:00Z", ended=f"{day}T10:00:00Z",
        prompts=(Prompt("make the pool wait", f"{day}T09:00:00Z"),), edited=("pool.py",), answered=True,
        answers=(Answer("The pool waits for a free connection.", f"{day}T10:00:00Z"),), commands=runs,
    )  # fmt: skip


RED = run("mypy src", failed=True, made="2026-11-18T09:30:00Z")


def test_a_blocker_names_the_first_error() -> None:
    assert describe_failing(RED) == f"`mypy src`: {ERROR} (Found 1 error in 1 file)"


def test_a_red_test_run_names_its_tests() -> None:
    red = CommandRun("pytest", "test", "", 1, True, ("tests/a.py::test_b",), "1 failed", ("E   assert 1 == 2",))
    assert describe_failing(red) == "`pytest`: 1 failed (tests/a.py::test_b)"


def test_a_red_check_of_an_earlier_session_stays_with_its_age() -> None:
    past = PastWork((session("s2", "2026-11-19"), session("s1", "2026-11-18", RED)))
    moment = BriefRequest(project="shop", branch="feat/pool", now="2026-11-20T09:00:00Z")
    notes = [note for _, note in now_statements(moment, (), past=past) if note.label == "blocker"]
    assert [(note.text, note.detail) for note in notes] == [(describe_failing(RED), "2 days ago")]


def test_a_check_that_passes_since_is_no_blocker() -> None:
    green = run("mypy src tests", failed=False, made="2026-11-19T09:30:00Z")
    assert not list_red_checks(PastWork((session("s2", "2026-11-19", green), session("s1", "2026-11-18", RED))))


def test_an_order_by_number_opens_no_work() -> None:
    assert leans("do 1 now")
    assert leans("ok, 2 and 3 please")
    assert not leans("do 1 request at a time")


def test_a_build_is_over_once_tests_passed() -> None:
    build = run("cd app && go build ./... | head -20", failed=True, made="2026-11-18T09:30:00Z", kind="build")
    tests = run("go test ./...", failed=False, made="2026-11-19T09:30:00Z", kind="test")
    assert list_red_checks(PastWork((session("s1", "2026-11-18", build),)))
    assert not list_red_checks(PastWork((session("s2", "2026-11-19", tests), session("s1", "2026-11-18", build))))


def test_a_check_is_known_by_its_program_behind_what_sets_it_up() -> None:
    red = run("cd /home/ines/shop && mypy src", failed=True, made="2026-11-18T09:30:00Z")
    green = run("export CI=1; mypy src tests", failed=False, made="2026-11-19T09:30:00Z")
    assert not list_red_checks(PastWork((session("s2", "2026-11-19", green), session("s1", "2026-11-18", red))))


def test_what_failed_weeks_ago_is_no_blocker() -> None:
    old = msgspec.structs.replace(session("s1", "2026-10-18", RED), branch="main")
    past = PastWork((msgspec.structs.replace(session("s2", "2026-11-19"), branch="main"), old))
    assert not list_red_checks(past)


def test_an_error_that_is_cut_is_told_once() -> None:
    error = "registry.go:83:29: cannot use provider (variable of type *cursor.Provider) as spi.Provider value " * 3
    red = CommandRun("go build", "build", "", 1, True, (), error[:150] + "…", (error,))
    assert describe_failing(red).count("registry.go:83:29") == describe_failing(
        msgspec.structs.replace(red, summary="")
    ).count("registry.go:83:29")


def test_types_are_over_once_the_same_program_ran_tests() -> None:
    check = run("cargo +1.88.0 check --locked", failed=True, made="2026-11-18T09:30:00Z")
    tests = run("cargo nextest run --locked", failed=False, made="2026-11-18T09:50:00Z", kind="test")
    assert not list_red_checks(PastWork((session("s1", "2026-11-18", check, tests),)))
    other = msgspec.structs.replace(tests, command="pytest -q")
    assert list_red_checks(PastWork((session("s1", "2026-11-18", RED, other),)))


def test_a_call_that_could_not_work_is_no_run_of_the_check() -> None:
    call = CommandRun("mypy --strikt src", "types", "2026-11-18T09:40:00Z", 2, True, (),
                      "mypy: error: unrecognized arguments: --strikt")  # fmt: skip
    passed = run("mypy src", failed=False, made="2026-11-18T09:35:00Z")
    assert [one.command for one, _ in list_red_checks(PastWork((session("s1", "2026-11-18", RED, call),)))] == [
        "mypy src"
    ]
    assert not list_red_checks(PastWork((session("s1", "2026-11-18", RED, passed, call),)))
