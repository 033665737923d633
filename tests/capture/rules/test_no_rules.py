"""Sentences with the words of rules that are none: faults, stories, jokes, praise, and texts for others."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates


def rules(text: str) -> list[str]:
    turns = [Turn("user", text, line=1), Turn("assistant", "Done.", line=2)]
    return [one.text for one in find_candidates(turns, known_paths=lambda path: False) if one.kind == "rule"]


@pytest.mark.parametrize(
    "text",
    [
        "The importer always stops at row 500 and never closes the file, please fix that.",
        "As a translator I never want to see the raw keys. Build that.",
        "You always know where to look!",
        "you never listen",
        "In our company we have many small tools and everyone parses dates differently: one by hand, one by regex.",
        "In our team everybody names branches differently and nobody cares.",  # a bad state, and no custom
        "No no, no ISO, and no weeks. Nobody in our company would type that.",  # a verdict on what is built
        "hahaha never deploy on a friday",
        "Translate to French: Close the lid. Never open it while it is hot.",
        "Write a mail to the testers: from now on they must not use the old build. Never share the link.",
    ],
)
def test_what_only_has_the_words_of_a_rule_is_none(text: str) -> None:
    assert rules(text) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("As a rule I never want merge commits here.", "never want merge commits here"),
        ("You never push, I do that.", "You never push, I do that"),
        ("Never write to prod, fix it in staging first", "Never write to prod, fix it in staging first"),
        (
            "Write a message to Bob: the build is done.\n\nNever touch the release branch.",
            "Never touch the release branch",
        ),
    ],
)
def test_a_rule_beside_them_is_kept(text: str, rule: str) -> None:
    assert any(rule in one for one in rules(text))
