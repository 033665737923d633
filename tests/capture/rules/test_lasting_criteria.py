"""Criteria of a ticket that all later work is checked by: on what the code runs, and which list of exceptions stays.

The other criteria are about what is built, and end with the ticket.
"""

import pytest

from backstory.capture.prompts import read_prompt

_TICKET = (
    "# T-12: export\n\n## Scope\n1. A button.\n\n## Acceptance criteria\n- {}\n- it survives a restart\n\nA plan first."
)


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "criterion",
    [
        "The code runs on PHP 7.2.5: no typed properties, no arrow functions",
        "runs on Node 16: no top-level await",
        "everything still compiles with Kotlin 1.6",
        "`phpstan-baseline.neon` and `psalm-baseline.xml` do not grow",
        "the file .rubocop_todo.yml must not grow",
        "eslint-todo.json gets no new entries",
    ],
)
def test_what_all_later_work_is_checked_by_is_a_rule(criterion: str) -> None:
    assert list_rules(_TICKET.format(criterion)) == [criterion]


@pytest.mark.parametrize(
    "criterion",
    [
        "the button works on mobile",
        "the list does not grow beyond 100 rows",
        "the export takes less than 5 s",
        "unchanged behaviour without the option",
    ],
)
def test_what_is_built_ends_with_the_ticket(criterion: str) -> None:
    assert list_rules(_TICKET.format(criterion)) == []


@pytest.mark.parametrize("report", ["- works on Python 3.12\n- fails on Python 3.13", "- the code runs on PHP 8.1"])
def test_what_somebody_tried_is_no_criterion(report: str) -> None:
    assert list_rules(f"What I see:\n\n{report}\n\nWhy?") == []
