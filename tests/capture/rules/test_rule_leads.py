"""Chatter before a colon is no part of the shown rule; a condition, an exception, a place and a name are."""

import pytest

from backstory.capture.rules.rule_leads import cut_lead, name_teller


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The third thing, very important: ask me before you touch core.py", "ask me before you touch core.py"),
        ("What's really important to me: show me the diff first", "show me the diff first"),
        ("One more thing that you should know, please ask before a release", "please ask before a release"),
        ("Ada corrected me exactly this in my last PR: all text goes through _()", "Ada: all text goes through _()"),
        ("Right, and Johan told me that only yesterday: no raw SQL here", "Johan: no raw SQL here"),
        (
            "A last thing for the release branch: never merge main into it",
            "the release branch: never merge main into it",
        ),
        ("I have a wish for your answers too: please make them shorter", "your answers: please make them shorter"),
    ],
)
def test_what_only_leads_to_a_rule_is_cut(text: str, shown: str) -> None:
    assert cut_lead(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "If it is a thing of the parser: ask me before you touch it",
        "One thing unless Ada is away: ask her before a release",
        "When I touched the schema Johan told me: never edit a migration",
        "The release notes: Ilse writes those at release time",
        "Commits: never amend them",
        "For PR texts: always in English",
        "Not the most important thing: names are in English",
    ],
)
def test_what_bounds_a_rule_stays(text: str) -> None:
    assert cut_lead(text) == text


def test_who_told_a_rule_is_named() -> None:
    quote = "Petra told me that last week: never use raw SQL here."
    assert name_teller("never use raw SQL here", quote) == "Petra: never use raw SQL here"
    assert name_teller("Petra: never use raw SQL here", quote) == "Petra: never use raw SQL here"
    assert name_teller("never use raw SQL here", "Mind this: never use raw SQL here.") == "never use raw SQL here"
