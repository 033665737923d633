"""Runs of commands in the last sessions, and whether they did what they are for."""

import pytest

from backstory.base.recent_work import Run


@pytest.mark.parametrize(
    ("summary", "works"),
    [
        ("12 passed", True),
        ("1 failed; red: test_ledger", True),
        ("2 tests, 1 failure", True),
        ("5 runs, 9 assertions, 1 failures, 0 errors", True),
        ("Tests: 5, Assertions: 9, Failures: 1.", True),
        ("2 tests, 2 failures", False),
        ("Tests: 5, Failures: 5", False),
        ("0 tests, 1 failure", False),
        ("error: no such file", False),
    ],
)
def test_a_command_of_which_some_tests_failed_runs_them(summary: str, works: bool) -> None:
    assert Run((1, f"test: `mix test` gave {summary}", 1)).has_worked == works


def test_other_commands_that_count_failures_have_failed() -> None:
    assert not Run((1, "deploy: `make deploy` gave 2 tests, 1 failure", 1)).has_worked
