"""Rules that hold for a time: those of the moment are none, and the others name their time."""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.rules.rules import find_rules


@pytest.mark.parametrize(
    "prompt",
    [
        "for the rest of this session, never run the slow tests",
        "For the next hour, always ask before you run anything",
        "for the next two hours never push to main from here",
        "until the end of the session, run only unit tests from now on",
        "in this conversation never use emojis in your answers",
        "für den Rest der Sitzung nie die langsamen Tests laufen lassen",
        "pour le reste de la session, ne lance jamais les tests lents",
    ],
)
def test_what_holds_for_the_session_or_an_hour_is_no_rule(prompt: str) -> None:
    assert find_rules(prompt) == []


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        ("For this release, never change the schema.", "For this release, never change the schema"),
        ("during the freeze, never touch the schema of billing",
         "during the freeze, never touch the schema of billing"),
        ("ok. for the whole sprint, always ask before a merge", "for the whole sprint, always ask before a merge"),
        ("as long as the migration runs, don't touch the schema without asking",
         "as long as the migration runs, don't touch the schema without asking"),
        ("In general, never push to main from here", "never push to main from here"),
        ("Always wait for a while before you retry a deploy", "Always wait for a while before you retry a deploy"),
    ],
)  # fmt: skip
def test_a_rule_names_the_time_that_it_holds_for(prompt: str, text: str) -> None:
    assert [one.text for one in find_rules(prompt)] == [text]


@pytest.mark.parametrize(
    ("prompt", "texts"),
    [
        ("From now on run the tests with -x. Never touch docs/changelog.rst.",
         ["From now on run the tests with -x", "Never touch docs/changelog.rst"]),
        ("always run the tests with -x. never edit the changelog",
         ["always run the tests with -x", "never edit the changelog"]),
    ],
)  # fmt: skip
def test_a_sentence_ends_behind_an_option_of_one_letter(prompt: str, texts: list[str]) -> None:
    assert [one.text for one in find_rules(prompt)] == texts


@pytest.mark.parametrize(
    ("prompt", "is_rule"),
    [
        ("please keep the tests out of this commit, I'll commit them separately in a minute", False),
        ("leave lockfiles out of every commit that isn't about dependencies", True),
    ],
)
def test_what_is_kept_out_of_this_commit_is_no_rule(prompt: str, is_rule: bool) -> None:
    assert any(one.kind == "rule" for one in read_prompt(prompt)) is is_rule
