"""Which short prompts go on from what the agent did."""

import pytest

from backstory.base.follow_ups import is_follow_up
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    "text",
    [
        "yes, apply it",
        "oui, vas-y",
        "now the tests",
        "et maintenant le commit",
        "und jetzt die Doku",
        "the other one too",
        "same for windows please",
        "let's take your first suggestion",
    ],
)
def test_a_prompt_that_only_goes_on_is_one(text: str) -> None:
    assert is_follow_up(split_words(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rename the column",
        "now rename the column",
        "the tests are slow",
        "yes, and the export of the ledger has to be in cents from now on",
        "and",
    ],
)
def test_another_prompt_is_none(text: str) -> None:
    assert not is_follow_up(split_words(text))
