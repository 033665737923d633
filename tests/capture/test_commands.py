"""Command lines: what they are, whose exit code they have, how one test is run."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.capture.commands.chosen_tests import is_one_test
from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.commands import classify_command, name_one_test, read_outcome

KINDS = [
    row.replace("\\n", "\n").partition(":")[::2]
    for row in (Path(__file__).parent / "kinds.txt").read_text().splitlines()
]
"""Kind and command, one in a line."""


@pytest.mark.parametrize("command", ["CC=gcc ./unittest.sh", "bash unittest.sh", "sh scripts/jest.sh", "pytest.cmd"])
def test_a_script_that_is_named_like_a_tool_takes_no_words_of_it(command: str) -> None:
    assert (classify_command(command), name_one_test(command)) == ("test", "")


@pytest.mark.parametrize(("kind", "command"), KINDS)
def test_the_kind_of_a_command(kind: str, command: str) -> None:
    assert classify_command(command.strip()) == kind


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("cd a && CI=1 uv run pytest -n2 tests/x.py::y -x | tail", "CI=1 uv run pytest PATH::NAME"),
        (".venv/bin/python -m pytest -q", ".venv/bin/python -m pytest PATH::NAME"),
        ("bash -lc 'npx jest --ci'", "npx jest PATH -t NAME"),
        ("python -m unittest discover", "python -m unittest MODULE.CLASS.NAME"),
        ("cargo test --all", "cargo test NAME"),
        ("./mvnw -q test", "./mvnw test -Dtest=CLASS#NAME"),
        ("docker compose exec web pytest tests", "docker compose exec web pytest PATH::NAME"),
        ("lein test :only a.b", "lein test :only NAMESPACE/NAME"),
        ("TZ=UTC bin/kaocha unit", "TZ=UTC bin/kaocha --focus NAMESPACE/NAME"),
        ("sbt 'core/testOnly a.B'", "sbt 'testOnly CLASS -- -z NAME'"),
        ("npm test", ""),
        ("ruff check", ""),
    ],
)
def test_how_one_test_is_run(command: str, form: str) -> None:
    assert name_one_test(command) == form


@pytest.mark.parametrize(
    ("command", "one"),
    [
        ("pytest", False), ("pytest -q tests", False), ("pytest tests/test_a.py", True), ("pytest -k name", True),
        ("go test ./...", False), ("go test ./a -run '^X$'", True), ("cargo test", False),
        ("cargo test tests::a", True),
        ("cargo test -- --nocapture", False), ("mvn test", False), ("mvn -Dtest=A#b test", True),
        ("npx jest -t x", True),
        ("cargo test --bin shop ledger", True), ("cargo test -p core", False), ("cargo nextest run ledger", True),
        ("cargo nextest run -j 4", False), ("terraform test -filter=tests/a.tftest.hcl", True),
        ("terraform test", False), ("bats test/ledger.bats", True), ("mix test", False),
        ("xcodebuild test -only-testing:Shop/Ledger", True), ("flutter test test/ledger_test.dart", True),
        ("python -m unittest", False), ("python -m unittest a.B.c", True), ("python -m unittest discover -s t", False),
    ],
)  # fmt: skip
def test_whether_chosen_tests_are_run(command: str, one: bool) -> None:
    assert is_one_test(command) is one


@pytest.mark.parametrize(
    ("command", "code", "failed"),
    [
        ("pytest -q | tail -3", 0, True),
        ("pytest -q 2>&1 | tee log", 0, True),
        ("pytest -q || true", 0, True),
        ("pytest -q; echo done", 0, True),
        ("set -o pipefail; pytest -q | tail", 1, True),
    ],
)
def test_another_programs_exit_code_is_not_believed(command: str, code: int, failed: bool) -> None:
    outcome = read_outcome(command, "FAILED tests/a.py::b - boom\n1 failed, 2 passed in 0.1s", code)
    assert (outcome.failed, outcome.red) == (failed, ("tests/a.py::b",))
    green = read_outcome(command, "3 passed in 0.1s", 0)
    assert not green.failed and green.summary == "3 passed in 0.1s"


def test_an_exit_code_that_is_hidden_is_unknown() -> None:
    assert read_outcome("pytest | tail", "3 passed in 0.1s", 0).exit_code is None
    assert read_outcome("pytest", "3 passed in 0.1s", 0).exit_code == 0
    assert read_outcome("pytest; echo $?", "boom\n1", 0).exit_code == 1


@pytest.mark.parametrize(
    "command", ["cat log.txt", "git log", "grep -rn failed .", "sed -n 1,20p ci.log", "gh run view --log"]
)
def test_reports_that_are_only_shown_are_not_outcomes(command: str) -> None:
    outcome = read_outcome(command, "FAILED tests/a.py::b - boom\n1 failed, 2 passed in 0.1s")
    assert not outcome.failed and not outcome.red


@given(st.text(), st.text(), st.none() | st.integers(-1, 255), st.booleans())
def test_no_text_makes_it_fail(command: str, output: str, code: int | None, failed: bool) -> None:
    outcome = read_outcome(command, output, code, failed)
    assert "\n" not in outcome.summary
    assert outcome.kind == classify_command(command)
    name_one_test(command)
    is_one_test(command)


SHELL = st.lists(
    st.sampled_from(
        ["'", '"', "\\", "$(", ")", "`", "&&", "||", ";", "|", "\n", "<<EOF", "EOF", "pytest", "bash -c ", "uv run ",
         " ", "2>&1", ">", "#", "-m", "python", "docker exec", "timeout", "env", "{", "}", "é", "[", "]"]
    ),
    max_size=30,
).map("".join)  # fmt: skip


@given(SHELL)
def test_broken_shell_makes_it_fail_as_little(command: str) -> None:
    for invocation in split_command(command):
        assert invocation.program or invocation.args or invocation.path
    read_outcome(command, command)


REPORTS = st.lists(
    st.sampled_from(
        ["FAILED a::b - c", "=" * 20, "1 failed in 0.1s", "\x1b[31m", "\r", "● x › y", "FAIL a.js", "error: x", "E   y",
         "--- FAIL: T (0s)", "Tests: 1 failed, 1 total", "Ran 3 tests in 0.1s", "    x", "\n", "not ok 1 - a", "1..2"]
    ),
    max_size=40,
)  # fmt: skip


@given(REPORTS)
def test_pieces_of_reports_make_it_fail_as_little(lines: list[str]) -> None:
    for command in ("pytest", "make test", "npm run lint", "cargo build"):
        read_outcome(command, "\n".join(lines))


@pytest.mark.parametrize("piece", ["(", "$(", "`", "'", '"', "<<A ", "a=", "&& ", "bash -c ", "\\"])
def test_long_command_lines_take_their_length(piece: str) -> None:
    assert_linear(split_command, piece, 2_000)


@pytest.mark.parametrize(
    "piece",
    ["a", " ", "_", "=", "\n", "FAILED a::[", "error: ", "E   ", "  1) a\n", "1 failed, ", "● x", "a.b.C: ", "\x1b]",
     "-" * 30 + "\nx\n", "TASK [x] ***\n", "TASK [x] ***\nfatal: [h]: FAILED!\n", "TEST CASE:  x\n", "==> X a.b ",
     "  1) x\n", "x: FAIL\n", "- x *** FAILED ***\n", "FAIL in (x) (y)\n", "Failure (x): ", "[FAIL] a 1 ",
     "[  FAILED  ] a.b", "[-] x 1ms", "x : ok=1 changed=1 ", "h: Test Failed at "],
)  # fmt: skip
def test_long_outputs_take_their_length(piece: str) -> None:
    assert_linear(lambda text: read_outcome("make test", text), piece, 10_000)


@pytest.mark.parametrize(("command", "one_test", "is_one"), [
    ("python manage.py test shop.tests", "python manage.py test MODULE.CLASS.NAME", True),
    ("./manage.py test -v 2", "./manage.py test MODULE.CLASS.NAME", False),
    ("uv run python src/manage.py test --parallel", "uv run python src/manage.py test MODULE.CLASS.NAME", False),
    ("python -m django test shop", "python -m django test MODULE.CLASS.NAME", True),
])  # fmt: skip
def test_django_runs_tests(command: str, one_test: str, is_one: bool) -> None:
    assert (classify_command(command), name_one_test(command), is_one_test(command)) == ("test", one_test, is_one)
    printed = "FAIL: test_merge (shop.tests.CartTests.test_merge)\nRan 4 tests in 0.1s\n\nFAILED (failures=1)\n"
    assert read_outcome(command, printed, None).red == ("shop.tests.CartTests.test_merge",)
    assert classify_command("./manage.py migrate") == "other"


@pytest.mark.parametrize(
    "command",
    ["make check", "npm run ci", "./ci.sh", "just verify-all", "bash scripts/all.sh", "make check; make lint"],
)
def test_a_task_that_prints_a_test_report_ran_tests(command: str) -> None:
    output = "F.\n=== short test summary info ===\nFAILED t.py::test_x - assert 1\n1 failed, 1 passed in 0.10s\n"
    outcome = read_outcome(command, output, 0)
    assert (outcome.kind, outcome.failed, outcome.red) == ("test", True, ("t.py::test_x",))


@pytest.mark.parametrize("command", ["cat test.log", "git diff HEAD~1 -- test.log", "grep failed test.log"])
def test_what_only_shows_a_test_report_ran_none(command: str) -> None:
    assert read_outcome(command, "1 failed, 1 passed in 0.10s\n", 0).kind != "test"


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("./gradlew build", "BUILD SUCCESSFUL in 3s\n"),
        ("mvn -q package", "[INFO] BUILD SUCCESS\n"),
        ("make", "cc -o a a.c\n"),
    ],
)
def test_a_build_without_tests_is_a_build(command: str, output: str) -> None:
    assert read_outcome(command, output, 0).kind == "build"


@pytest.mark.parametrize(
    ("command", "output", "red"),
    [
        (
            "mvn -o -q -Dtest=TestRotation test",
            "[ERROR] TestRotation.survivesTheWindow:14 expected:<1> but was:<0>\nTests run: 5, Failures: 1, Errors: 0",
            "TestRotation.survivesTheWindow",
        ),
        (
            "./build/tests",
            "LooksInParent\n/src/AppTest.cpp:19: FAILED:\n  CHECK( a )\ntest cases: 8 | 7 passed | 1 failed\n",
            "LooksInParent",
        ),
    ],
)
def test_an_output_that_was_shortened_names_its_red_test(command: str, output: str, red: str) -> None:
    assert read_outcome(command, output, 1).red == (red,)
