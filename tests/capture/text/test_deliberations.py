"""Sentences that stand around a decision."""

import pytest

from backstory.capture.text.deliberations import deliberates
from backstory.capture.text.prose import read_sentences


@pytest.mark.parametrize(
    "text",
    [
        "She should only look and tell us.",
        "Before you touch anything, please describe to me how a page is built.",
        "I have shown it to the board, and they have three objections:",
        "If a parcel is suddenly renumbered, 300 labels are no longer found.",
        "The port is shared with the scanner, so that a long call blocks it.",
        "Wilhelmina wants to see the numbers before she decides.",
        "He will then send it to the printers.",
        "Edeltraud tests it on the tablet as soon as it is merged.",
        "Mr. Okoro has to read the whole contract first.",
        "I wonder whether the last one should not be first.",
        "Please have somebody go through the templates and find every such place.",
        "Please leave the red test as it is.",
        "I want wall time and peak memory.",
        "For this comparison alone you may skip the linter.",
        "Just the label test today, my train leaves at five.",
        "The rest tomorrow, Okoro wants a look first.",
        "Good, just as it should be.",
        "I only want to know how many labels there are, nothing has to change.",
        "Instead of make labels.",
        "The printer takes an empty label, it shouldn't.",
        "Only print the table, I don't need the script.",
    ],
)
def test_it_lays_down_nothing(text: str) -> None:
    assert all(deliberates(one) for one in read_sentences(text, person=True))


@pytest.mark.parametrize(
    "text",
    [
        "She wants one file per month.",
        "The port must not be shared with the scanner.",
        "If a parcel is renumbered, the old number must never be reused.",
        "Wilhelmina insists that every label has a date.",
        "Before you commit, always run the linter.",
        "Please leave the generated files alone.",
        "I want the list to be sorted by date because people read it from above.",
        "He wants to have the amount in cents.",
        "Instead of lerna let's use pnpm.",
        "The rest stays as it is.",
        "Only print labels that have a date, always.",
    ],
)
def test_it_lays_down_something(text: str) -> None:
    assert not any(deliberates(one) for one in read_sentences(text, person=True))
