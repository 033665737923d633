"""A question that the code answers brings only what the code does not say."""

from collections.abc import Callable
from typing import Any

import pytest

from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.visibility import View
from backstory.model.record import Origin


@pytest.fixture
def ask(world: Any) -> Callable[[str], list[str]]:
    world.add("Never call parse_header with the body, it keeps a copy", kind="rule")
    world.add("parse_header splits at the first colon now", kind="decision", origin=Origin(how="inferred"))
    world.add("RetryTable moved to its own file", kind="decision", origin=Origin(how="inferred"))
    index = world.fresh()

    def ask(text: str) -> list[str]:
        return [hit.title for hit in find_relevant(index._db.con, View(encode_path(index.tree)), text)]

    return ask


@pytest.mark.parametrize(
    "prompt", ["what does parse_header return?", "explain parse_header", "list the arguments of parse_header"]
)
def test_a_question_to_the_code_brings_the_rule_and_not_what_mentions_the_name(
    ask: Callable[[str], list[str]], prompt: str
) -> None:
    assert ask(prompt) == ["Never call parse_header with the body, it keeps a copy"]


@pytest.mark.parametrize(
    "prompt", ["where is RetryTable defined", "which methods does RetryTable have", "add a docstring to RetryTable"]
)
def test_it_brings_nothing_where_the_memory_only_mentions_the_name(
    ask: Callable[[str], list[str]], prompt: str
) -> None:
    assert ask(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "why does parse_header split at the first colon?",
        "what does parse_header do now?",
        "where did we move RetryTable",
    ],
)
def test_a_question_for_more_than_the_code_says_is_answered(ask: Callable[[str], list[str]], prompt: str) -> None:
    assert len(ask(prompt)) >= 1


@pytest.mark.parametrize(
    "prompt", ["how is the retry table built?", "which file handles the retry table?", "explain the retry table"]
)
def test_a_question_where_something_is_done_brings_no_mention_of_it(world: Any, prompt: str) -> None:
    world.add("The retry table has a column for the tenant", kind="decision", origin=Origin(how="inferred"))
    world.add("The retry table is never emptied by hand", kind="rule")
    index = world.fresh()
    told = find_relevant(index._db.con, View(encode_path(index.tree)), prompt)
    assert [hit.title for hit in told] == ["The retry table is never emptied by hand"]


@pytest.mark.parametrize("prompt", ["what does RetryTable implement?", "which file holds the RetryTable?"])
def test_a_record_that_only_says_what_was_changed_stays_out(world: Any, prompt: str) -> None:
    world.add("Add RetryTable to the pool", kind="fact", origin=Origin(how="stated"))
    world.add("RetryTable is a file because the pool forks", kind="decision", origin=Origin(how="stated"))
    index = world.fresh()
    told = find_relevant(index._db.con, View(encode_path(index.tree)), prompt)
    assert [hit.title for hit in told] == ["RetryTable is a file because the pool forks"]
