"""Rules of all projects in plain words, and sentences with the same words that lay nothing down."""

import pytest

from backstory.capture.rules.rules import find_rules


@pytest.mark.parametrize(
    "prompt",
    [
        "Everywhere: commit subjects in lower case, please",
        "Everywhere, in all my projects, I want commit subjects in lower case",
        "In all my projects I want type hints on every function",
        "Across all our repos we sign commits",
        "In all of my repos: no tabs in the sources",
    ],
)
def test_a_rule_of_all_projects_says_where_it_holds(prompt: str) -> None:
    (rule,) = find_rules(prompt)
    assert (rule.kind, rule.text, rule.tags) == ("rule", prompt, ("everywhere",))


@pytest.mark.parametrize(
    "prompt",
    [
        "Everywhere I look there are warnings",
        "in all projects we have this problem",
        "I prefer the second option",
        "I'd rather you didn't touch that file",
        "don't use a loop to sum them, use sum()",
        "you should ask before this one",
        "we deploy it only",
        "we merge the two lists only if both exist",
        "no, use the pool instead of a new connection",
        "Can you always see the logs?",
        "Tom says we should never use mocks",
    ],
)
def test_the_same_words_for_something_else_lay_nothing_down(prompt: str) -> None:
    assert find_rules(prompt) == []


def test_what_a_function_always_does_binds_the_code() -> None:
    assert [one.kind for one in find_rules("The function should always return a list")] == ["decision"]
    assert [one.kind for one in find_rules("Each function should always have a docstring")] == ["rule"]
