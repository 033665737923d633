"""What an agent tells while it works is parted from what it says at the end."""

import pytest

from backstory.patterns.narration import drop_progress, split_narration

ANSWER = (
    "The dialog of `orders` did not open because of a stray closing tag in the template. "
    "It is gone, and the dialog opens by itself where there is no order yet."
)


def test_what_was_told_between_the_calls_is_parted_from_the_answer() -> None:
    told = (
        "Let me look at the dialog of orders. Now let me check the template: I see the issue! The guest has no name. "
        "Let me check the bookings:"
    )
    assert split_narration(f"{told}\n\n{ANSWER}") == (told, ANSWER)


@pytest.mark.parametrize(
    "text",
    [
        f"Let me sum up. {ANSWER}",
        f"{ANSWER} Let me know what you think. Let me know if it fails. Let me know when it is merged.",
        "Let me look. Let me run it. Let me see. Done.",
        "",
    ],
)
def test_an_answer_stays_whole(text: str) -> None:
    assert split_narration(text) == ("", text)


def test_titles_of_thoughts_are_dropped_where_an_editor_joins_them_to_the_answer() -> None:
    text = "**Executing terminal selection tool****Preparing final summary response**Full suite is green: `pytest -q`."
    assert drop_progress(text) == "Full suite is green: `pytest -q`."
    for kept in (
        "**Testing**: run `pytest`",
        "**Handling of errors**\n\nThey are raised.",
        "see **Running tests** below",
    ):
        assert drop_progress(kept) == kept
