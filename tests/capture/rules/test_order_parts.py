"""An order with a rule in one sentence is a task and a rule."""

import pytest

from backstory.capture.rules.rules import find_rules
from backstory.capture.sessions.task_lines import find_task

BOTH = [
    ("write the exporter; never print to stdout, always use logging", "write the exporter",
     "never print to stdout, always use logging"),
    ("never print to stdout; now write the exporter", "now write the exporter", "never print to stdout"),
    ("write the exporter and always use logging", "write the exporter", "always use logging"),
    ("fix the login bug; no new dependencies", "fix the login bug", "no new dependencies"),
    ("port the parser to rust, never use unsafe", "port the parser to rust", "never use unsafe"),
    ("add a retry; then run the tests; never retry POST requests", "add a retry; then run the tests",
     "never retry POST requests"),
    ("fix the parser, but don't touch docs/changelog.rst", "fix the parser", "don't touch docs/changelog.rst"),
    ("schreib den Exporter, und nimm immer logging", "schreib den Exporter", "nimm immer logging"),
    ("ajoute un bouton d'export; ne jamais commiter sans les tests", "ajoute un bouton d'export",
     "ne jamais commiter sans les tests"),
    ("añade el exportador; nunca imprimas en stdout", "añade el exportador", "nunca imprimas en stdout"),
    ("rename foo to bar - and never use abbreviations in names", "rename foo to bar",
     "never use abbreviations in names"),
    ("go on with step 2; no new deps", "go on with step 2", "no new deps"),
    ("add pagination; every endpoint needs a test", "add pagination", "every endpoint needs a test"),
    ("ich brauche einen Export als CSV; nie Pandas benutzen", "ich brauche einen Export als CSV",
     "nie Pandas benutzen"),
    ("continue; never push without the tests", "", "never push without the tests"),
    ("scrivi l'exporter; usa sempre logging", "scrivi l'exporter", "usa sempre logging"),
]  # fmt: skip
WHOLE = [
    "use tabs; write tests for everything; never squash",
    "no mocks in the tests, so use the fakes; commits stay small",
    "write docs; never use emojis",
    "run black before each commit; never push to main",
]
NO_RULES = [
    "fix the flaky test; it always fails on windows",
    "add a cache that never expires and always returns the last value",
    "fix the parser, don't touch db.py",
    "now test it, and always use the small model",
    "update the readme; use the same style as before",
]


@pytest.mark.parametrize(("prompt", "task", "rule"), BOTH)
def test_order_and_rule_are_kept_apart(prompt: str, task: str, rule: str) -> None:
    assert find_task(prompt) == task
    assert [one.text for one in find_rules(prompt)] == [rule]
    assert [one.quote for one in find_rules(prompt)] == [prompt]


@pytest.mark.parametrize("prompt", WHOLE)
def test_rules_in_a_row_are_kept_together(prompt: str) -> None:
    assert find_task(prompt) == prompt
    assert [one.text for one in find_rules(prompt)] == [prompt]


@pytest.mark.parametrize("prompt", NO_RULES)
def test_an_order_with_its_details_is_whole(prompt: str) -> None:
    assert find_task(prompt) == prompt
    assert not find_rules(prompt)


def test_what_points_at_the_order_stays_with_it() -> None:
    [rule] = find_rules("update the migrations and never edit them by hand")
    assert rule.why == "update the migrations and"
