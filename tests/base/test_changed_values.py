"""Orders that set something to a number."""

import pytest

from backstory.base.changed_values import find_changed
from backstory.base.tokenizer import query_terms, split_words


def find(text: str) -> str | None:
    asked = query_terms(text, 32, span=6000)
    place = find_changed(split_words(text), asked, range(len(asked)))
    return None if place is None else asked[place].form


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("raise size to 50", "size"),
        ("lower the backoff to 200 ms", "backoff"),
        ("bump the cap for uploads to about 9 MB", "uploads"),
        ("setze die Frist auf 12", "frist"),
    ],
)
def test_what_is_set_to_a_number(text: str, subject: str) -> None:
    assert find(text) == subject


@pytest.mark.parametrize(
    "text", ["set a timer to 10 minutes", "set my alarm to 7", "raise the limit", "what is the size of 50 eggs"]
)
def test_anything_else_sets_nothing(text: str) -> None:
    assert find(text) is None
