"""Orders that a rule forbids in other words, and questions in the present tense for what was decided."""

from typing import Any

import pytest

from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.visibility import View

RULES = {
    "dependency": "No new crates",
    "readme": "Leave the readme alone, Ingrid writes that section",
}


@pytest.fixture
def ask(world: Any) -> Any:
    for title in RULES.values():
        world.add(title, kind="rule", made="2026-11-01T00:00:00Z")
    world.add("Bookmarks are kept in the profile and survive a restart", kind="decision", made="2026-11-01T00:00:00Z")
    for number in range(60):
        world.add(f"Bump the {number}th part of the build", kind="fact", made="2025-01-01T00:00:00Z")
    index = world.fresh()

    def ask(text: str) -> list[str]:
        return [hit.title for hit in find_relevant(index._db.con, View(encode_path(index.tree)), text)]

    return ask


@pytest.mark.parametrize(
    ("prompt", "rule"),
    [
        ("pull memchr in for the scan", "dependency"),
        ("explain the upper bound in README.md", "readme"),
        ("composer require carrot/soup:^3", "dependency"),
        ("Add resilience4j for the backoff.", "dependency"),
        ("please try @types/node for that", "dependency"),
        ("use github.com/pkg/errors for wrapping", "dependency"),
        ("Nimm lodash für das Debounce", "dependency"),
    ],
)
def test_an_order_brings_the_rule_about_its_kind(ask: Any, prompt: str, rule: str) -> None:
    assert RULES[rule] in ask(prompt)


@pytest.mark.parametrize(
    "prompt", ["add logging to the worker", "use RetryPolicy.fits for the delay", "add docs/router.md for that"]
)
def test_what_is_no_library_brings_none(ask: Any, prompt: str) -> None:
    assert RULES["dependency"] not in ask(prompt)


def test_a_rule_about_what_is_new_is_none_about_the_news(ask: Any) -> None:
    assert RULES["dependency"] not in ask("Put the change into the changelog")


@pytest.mark.parametrize("prompt", ["whats a good name for a cat", "bring me a soup in a bowl"])
def test_everyday_life_brings_none(ask: Any, prompt: str) -> None:
    assert ask(prompt) == []


@pytest.mark.parametrize("prompt", ["where do favourites survive a restart?", "where are bookmarks kept?"])
def test_a_question_in_the_present_finds_the_decision(ask: Any, prompt: str) -> None:
    assert ask(prompt) == ["Bookmarks are kept in the profile and survive a restart"]
