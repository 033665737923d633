"""The text of a rule as a brief shows it: what is left out is in the quote."""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.rules.rule_display import MOST_WORDS
from backstory.capture.text.candidate import Candidate


def find_rules(prompt: str) -> list[Candidate]:
    return [one for one in read_prompt(prompt) if one.kind == "rule"]


def test_a_long_breath_leaves_the_clause_and_its_reason() -> None:
    prompt = (
        "good. by the way when I start the server here it just sits there and waits for a password and then dies "
        "because I have a keyring on this machine and your script asks it, so from now on it's NO_KEYRING=1 make serve "
        "and you do it the same way otherwise we see different things"
    )
    (rule,) = find_rules(prompt)
    assert rule.text.startswith("from now on it's NO_KEYRING=1 make serve")
    assert len(rule.text.split()) <= MOST_WORDS
    assert "by the way" not in f"{rule.text} {rule.why}"
    assert not rule.why.endswith("so")


@pytest.mark.parametrize(
    ("prompt", "texts"),
    [
        (
            (
                "commit it, and subjects in here are a plain sentence, present tense, no chore colon business "
                "and no signed off line, and no rebasing, rebasing's mine, and stay out of the notes file I write that "
                "at release"
            ),
            ["subjects in here", "no rebasing, rebasing's mine", "stay out of the notes file"],
        ),
        ("Two habits of ours: clocks are passed in and never read in a function.", ["clocks are passed in and never"]),
    ],
)
def test_nothing_is_said_twice_and_nothing_leads_in(prompt: str, texts: list[str]) -> None:
    found = [one.text for one in find_rules(prompt)]
    assert all(sum(text in one for one in found) == 1 for text in texts), found
    assert not any(one.startswith(("commit", "and ", "so ", "Two habits")) for one in found)


def test_a_name_before_a_colon_stays() -> None:
    (rule,) = find_rules("rules for the api folder: never return raw rows.")
    assert rule.text.startswith("for the api folder: ")
