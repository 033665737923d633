"""A call with something that does not exist is told from an error of the code."""

import pytest

from backstory.model.miscalled_runs import is_miscall, is_miscalled
from backstory.model.session import CommandRun


@pytest.mark.parametrize(
    "message",
    [
        "mypy: error: unrecognized arguments: --strikt",
        "error: unexpected argument '--al-features' found",
        "unknown flag: --porcelan",
        'npm error Missing script: "lnt"',
        "make: *** No rule to make target 'deploy'.  Stop.",
        "bash: ./gradlew: No such file or directory",
        "error: no such command: `clipy`",
        "ERROR: file or directory not found: tests/test_x.py",
    ],
)
def test_a_call_with_something_that_does_not_exist(message: str) -> None:
    assert is_miscall(message)


@pytest.mark.parametrize(
    "message",
    [
        "make: *** No rule to make target 'bar.c', needed by 'bar.o'.  Stop.",
        "sh: 1: eslint: not found",
        "/usr/bin/python3: No module named pytest",
        "src/a.py:3: error: Unknown argument type [arg-type]",
        "a.c:3: error: invalid argument to unary",
        "error TS5023: Unknown compiler option 'strct'.",
        "Error: Unknown option 'foo' in webpack.config.js",
        "AssertionError: 'unknown option --x' not in output",
        "FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'",
    ],
)
def test_an_error_of_the_code_or_of_the_machine(message: str) -> None:
    assert not is_miscall(message)


def test_a_run_with_red_tests_was_called_well() -> None:
    run = CommandRun(
        "pytest", "test", failed=True, red=("tests/test_cli.py::test_option",), summary="no such option: -x"
    )
    assert not is_miscalled(run)
