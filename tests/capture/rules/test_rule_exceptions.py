"""A rule is kept with the exception that the next sentence makes to it."""

import pytest

from backstory.capture.selection import select_prompt


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in select_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "don't call the staging API from tests, use the fake in tests/fake.py. Well, except for test_smoke",
        "Always use the fake in tests. Except in test_smoke, that one needs the real thing",
        "No new dependencies please. Only exception is pytest-xdist",
        "Never log user ids. But in debug builds it's fine",
        "comments in English please. Well, except for the German legal texts",
        "Keine neuen Abhängigkeiten. Ausnahme ist pytest-xdist",
    ],
)
def test_the_exception_belongs_to_the_rule(prompt: str) -> None:
    assert list_rules(prompt) == [prompt]


@pytest.mark.parametrize(
    "prompt",
    [
        "Never push to main. Add the exception class to errors.py",
        "Never push to main. In the parser it's broken",
        "Never push to main. Aside from that, fix the login bug",
        "Never push to main. The exception in parse() is still raised",
        "Never push to main. Except that the tests fail, all is fine",
        "Never push to main. À part ça, corrige le parser",
    ],
)
def test_other_sentences_are_no_exceptions(prompt: str) -> None:
    assert list_rules(prompt) == ["Never push to main"]


@pytest.mark.parametrize(
    "prompt",
    ["push only after I have looked at it", "commit only when I say so", "only push once Jana has seen it",
     "release notes only go out after I have read them", "open the PR only when CI is green"],
)  # fmt: skip
def test_what_has_to_happen_before_a_step_is_a_rule(prompt: str) -> None:
    assert list_rules(prompt) == [prompt]


@pytest.mark.parametrize(
    "prompt",
    ["retry only after the timeout has passed", "return early only when the list is empty",
     "call flush only once the buffer is full", "the commit hook runs only if I set the flag",
     "merge conflicts only after I rebase", "I'll do the merge now and ping you"],
)  # fmt: skip
def test_an_order_about_the_code_is_none(prompt: str) -> None:
    assert not list_rules(prompt)
