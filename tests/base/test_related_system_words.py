"""Words about systems: a person says what a program names otherwise, in any project."""

import pytest

from backstory.base.related_system_words import SYSTEM_GROUPS
from backstory.base.related_words import find_related


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("vanished", "expire"),
        ("misspelt", "typo"),
        ("interrupted", "range"),
        ("tool", "binary"),
        ("moved", "renames"),
        ("override", "precedence"),
        ("keyboard", "sigint"),
        ("laptop", "box"),
    ],
)
def test_a_plain_word_leads_to_what_a_program_calls_it(word: str, other: str) -> None:
    assert other in find_related(word)


def test_each_group_is_words_and_ends_in_a_mark() -> None:
    groups = SYSTEM_GROUPS.strip().split(";")
    assert not groups[-1].strip() and all(len(group.split()) > 1 for group in groups[:-1])
