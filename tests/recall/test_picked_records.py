"""A brief shows the record of a short reply, because no quote says what was chosen."""

import pytest

from backstory.recall.statements import _joins_reply


@pytest.mark.parametrize(
    ("title", "is_joined"),
    [
        ("zod is 12 kB, valibot 2 kB. valibot then", True),
        ("The header row stays. It is what the import reads first", False),
        ("valibot", False),
        ("", False),
    ],
)
def test_a_reply_of_a_few_words_needs_its_record(title: str, is_joined: bool) -> None:
    assert _joins_reply(title) is is_joined
