"""The last test run that a brief tells."""

import msgspec
import pytest

from backstory.model.session import Answer, CommandRun, Session
from backstory.model.snapshot import Change, Commit, GitState
from backstory.recall.past.red_tests import show_command
from backstory.recall.past.red_tests import test_notes as list_notes
from backstory.recall.past.sessions import PastWork, file_notes
from backstory.recall.text.moment import BriefRequest

RED = CommandRun(
    "pytest", made="2026-05-01T10:00:00Z", kind="test", failed=True, summary="1 failed", red=("t.py::test_a",)
)


@pytest.mark.parametrize(("answer", "is_red"), [
    ("The button is blue now, all 14 tests pass.", False),
    ("The whole suite passes.", False),
    ("Not all tests were run.", True),
    ("The button is blue now.", True),
])  # fmt: skip
def test_a_red_run_that_a_later_session_contradicts_is_not_the_state(answer: str, is_red: bool) -> None:
    said = Answer("test_a is red.", "2026-05-01T10:01:00Z", 3)
    earlier = Session(id="one", agent="codex", commands=(RED,), answers=(said,))
    later = Session(id="two", agent="codex", answers=(Answer(answer, "2026-05-02T10:00:00Z", 9),))
    notes = list_notes(BriefRequest(), PastWork((later, earlier)), GitState())
    assert bool(notes) is is_red
    assert list_notes(BriefRequest(), PastWork((earlier,)), GitState())


def test_a_test_run_stands_without_the_file_that_was_written_before_it() -> None:
    command = "cat > t.py <<'EOF'\nassert pool\nEOF\ncd app\npython -m pytest ../t.py -q 2>&1 | tail -5"
    assert show_command(command) == "cd app; python -m pytest ../t.py -q"


def _list_red(*runs: CommandRun) -> str:
    session = Session(id="one", agent="codex", commands=runs)
    return list_notes(BriefRequest(), PastWork((session,)), GitState())[0].text


def test_a_run_of_chosen_names_leaves_another_test_red() -> None:
    whole = msgspec.structs.replace(
        RED, command="vendor/bin/phpunit --no-coverage", red=("LangTest::testKeys",), line=1
    )
    chosen = msgspec.structs.replace(
        RED, command="vendor/bin/phpunit --filter Iban", failed=False, red=(), summary="OK", line=2
    )
    assert "red: LangTest::testKeys" in _list_red(whole, chosen)
    assert "red" not in _list_red(whole, msgspec.structs.replace(whole, failed=False, red=(), summary="OK", line=3))
    again = msgspec.structs.replace(chosen, command="vendor/bin/phpunit --filter testKeys")
    assert "red" not in _list_red(whole, again)


def test_a_run_behind_another_command_covers_the_places_of_its_tests_alone() -> None:
    red = msgspec.structs.replace(RED, command="sed -i s/a/b/ src/a.py; pytest tests/a.py", red=("test_x",), line=1)
    green = msgspec.structs.replace(RED, failed=False, red=(), summary="OK", line=2)
    whole = msgspec.structs.replace(green, command="sed -i s/b/c/ src/b.py; pytest tests/a.py tests/c.py")
    assert "red" not in _list_red(red, whole)
    assert "red: test_x" in _list_red(
        red, msgspec.structs.replace(green, command="cp tests/a.py b/; pytest tests/c.py")
    )


@pytest.mark.parametrize(("command", "shown"), [
    ("sed -i 's/a/b/; s/^c/d; e/' src/a.py && pytest tests -q", "pytest tests -q"),
    ('git commit -m "Fix a; then b && c" && npm test', "npm test"),
    ("echo it\\'s; pytest tests", "pytest tests"),
    ("pytest -k 'a; b'; git status", "pytest -k 'a; b'"),
    ("for i in 1 2 3; do go test -run Fifo ./... 2>&1 | tail -3; done", "go test -run Fifo ./..."),
    ("for p in a b; do (cd $p && npm test); done", "npm test"),
])  # fmt: skip
def test_a_chain_is_not_taken_apart_within_quotes(command: str, shown: str) -> None:
    assert show_command(command) == shown


def test_a_text_that_is_read_later_names_the_commit_of_the_run() -> None:
    run = CommandRun("pytest", "test", "2026-05-01T10:00:00Z", summary="9 passed", commit="1234567890ab")
    past = PastWork((Session(id="one", agent="codex", commands=(run,)),))
    head = GitState(commits=[Commit("1234567890ab", "Begin", "Ada", "2026-05-01T09:00:00Z")])
    assert "no commit since" in list_notes(BriefRequest(), past, head)[0].detail
    (note,) = list_notes(BriefRequest(stable_first=True), past, head)
    assert "at 1234567" in note.detail and "since" not in note.detail


def test_a_text_that_is_read_later_leaves_the_state_of_files_to_git() -> None:
    past = PastWork((Session(id="one", agent="codex", edited=("a.py",)),))
    dirty = GitState(changes=[Change("a.py", "modified")])
    assert file_notes(past, dirty)[0].text == "a.py (not committed)"
    assert file_notes(past, dirty, states=False)[0].text == "a.py"


def test_the_last_file_beyond_those_that_have_room_is_named_too() -> None:
    past = PastWork((Session(id="one", agent="codex", edited=("src/a.py", "src/b.py", "src/c.py", "src/d.py")),))
    assert file_notes(past, GitState(), 3)[0].text == "src/{d.py, c.py, b.py, a.py}"
    assert file_notes(past, GitState(), 2)[0].text == "src/{d.py, c.py} and 2 more"


def test_a_run_of_all_packages_of_go_covers_every_test() -> None:
    red = msgspec.structs.replace(RED, command="go test ./pkg/cloud/... ./pkg/spi/...", red=("TestSync/sizes",), line=1)
    green = msgspec.structs.replace(RED, failed=False, red=(), summary="ok", line=2)
    whole = msgspec.structs.replace(green, command="cd /home/ines/shop/cli && go test ./... 2>&1 | tail -20")
    assert "red" not in _list_red(red, whole)
    assert "red: TestSync/sizes" in _list_red(red, msgspec.structs.replace(green, command="go test ./pkg/spi/..."))
    again = msgspec.structs.replace(green, command="go test -race ./pkg/cloud/... ./pkg/spi/... ./pkg/log/...")
    assert "red" not in _list_red(red, again)


def test_red_tests_stand_with_the_run_that_reported_them() -> None:
    whole = msgspec.structs.replace(
        RED, command="npx xo && node --test test/*.ts", red=("drain() rejects new tasks",), line=1
    )
    part = msgspec.structs.replace(
        RED, command="node --test test/basic.ts", failed=False, red=(), summary="90 passed", line=2
    )
    assert _list_red(whole, part) == (
        "`node --test test/basic.ts`: 90 passed; still red: drain() rejects new tasks (in `node --test test/*.ts`)"
    )


def test_a_deep_folder_is_named_by_its_ends_where_there_is_little_room() -> None:
    folder = "shop-orders/src/main/java/org/example/shop/orders"
    past = PastWork(
        (Session(id="one", agent="codex", edited=(f"{folder}/Cart.java", f"{folder}/Item.java", "a/b.java")),)
    )
    whole, short = (file_notes(past, GitState(), is_tight=is_tight)[0].text for is_tight in (False, True))
    assert folder in whole and "…" not in whole
    assert "shop-orders/…/shop/orders/{" in short and "a/b.java" in short


def test_a_command_that_the_project_does_not_have_is_no_test_run() -> None:
    missing = CommandRun(
        command="make check", kind="test", failed=True, summary="make: *** No rule to make target 'check'.  Stop."
    )
    session = Session(id="one", agent="codex", commands=(missing,))
    assert not list_notes(BriefRequest(), PastWork((session,)), GitState())
