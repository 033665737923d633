"""`don't forget to run the tests` is of the task at hand; what says when it comes again is a rule."""

import pytest

from backstory.capture.selection import select_prompt


def list_rules(prompt: str) -> list[str]:
    return [one.text for one in select_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "don't forget to run the tests",
        "fix the parser. and don't forget to run the tests at the end!",
        "please don’t forget to commit",
        "remember to add a test for it",
        "remember to update the changelog",
        "vergiss nicht, die Tests laufen zu lassen",
    ],
)
def test_an_errand_is_no_rule(prompt: str) -> None:
    assert list_rules(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "don't forget to always run the tests",
        "never forget to run the tests before you commit",
        "remember to run the linter before committing",
        "remember to commit after each step",
        "please remember to use pnpm",
        "don't forget: tests run with -n 2",
        "from now on don't forget to run the tests",
    ],
)
def test_what_comes_again_is_a_rule(prompt: str) -> None:
    assert len(list_rules(prompt)) == 1


@pytest.mark.parametrize(
    "prompt",
    [
        "every time you load it, it does not remember the bounds",
        "whenever I press save the page jumps to the top",
        "each time we deploy, it still shows the old version",
        "Another thing when I pay in parts, there is the whole sum on the slip, not the one of my items.",
        "One more thing: whenever I press save nothing happens, never a line in the log",
        "when I log in I always see the old list, never the new one",
    ],
)
def test_a_defect_that_comes_again_is_no_rule(prompt: str) -> None:
    assert list_rules(prompt) == []


def test_what_is_to_be_done_each_time_is_one() -> None:
    assert len(list_rules("every time you change the schema, run the migrations test")) == 1
    assert len(list_rules("When you add an endpoint, there is always a test to write")) == 1
