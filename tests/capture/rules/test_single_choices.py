"""Orders and choices for the task at hand are not rules, however much their words look like those of rules."""

import pytest

from backstory.capture.rules.single_choices import settles_one_thing
from backstory.capture.selection import select_prompt


@pytest.mark.parametrize(
    "sentence",
    [
        "emit all checks in one block at the end of the header, that's easiest to read",
        "put the limit into the constructor, it is easier to find there",
        "instead of lerna let's use pnpm for all workspaces",
        "json lines then, with its own flag",
        "never commit it",
    ],
)
def test_what_is_built_or_picked_settles_one_thing(sentence: str) -> None:
    assert settles_one_thing(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "put a changelog line into every pull request",
        "write commit subjects in the imperative",
        "run the whole suite before you say something is finished",
        "a second reviewer is required for anything under auth/",
        "links in the documentation point at a tagged version instead of at main",  # a way against another one lasts
        "make small commits, not one big one",
        "the history stays as it is",
    ],
)
def test_what_is_said_of_the_work_settles_more(sentence: str) -> None:
    assert not settles_one_thing(sentence)


def test_an_order_to_build_makes_no_rule() -> None:
    prompt = "OK, a macro then. Emit all checks in one block at the end of the header, that's easiest to read."
    assert "rule" not in [one.kind for one in select_prompt(prompt)]
