"""What a person tells around a decision is none: a story, a feeling, a fault, whom something concerns."""

import pytest

from backstory.capture.text.backgrounds import tells


@pytest.mark.parametrize(
    "plain",
    [
        "i have a bad feeling about the parser and nested quotes",
        "what worries me is the importer",
        "the third thing they noticed is odd: with --watch the cursor disappears",
        "the two new modules miss their docstrings",
        "in chrome the bar is 40 px high and in firefox 52.",
        "we are back on the invoice export from last week",
        "some of our customers have 300 shops, and every report runs for an hour",
        "yasmin went through the patch with me for an hour, which was generous of her",
        "we had a fork of that library once and it cost us a whole winter",
        "that kind of mistake we should notice before our users do",
        "leave it as it is until i am back",
        "a large part of the team works on a train, without a network",
        "honestly, we turned the header off because it looked busy",
        "i have slept on the colours",
    ],
)
def test_background(plain: str) -> None:
    assert tells(plain)


@pytest.mark.parametrize(
    "plain",
    [
        "we decided to keep the old endpoint until march",
        "i removed the retry because it hid the real error",
        "we agreed with otto on one schema per tenant",
        "many of our users are on phones, so the table must fit on 360 px",
        "the flags that were marked stay in one block",
        "otto said that 30 seconds is enough",
        "we had two formats and from now on there is one",
        "i don't want a second config file",
        "all of the dates are written in utc",
    ],
)
def test_no_background(plain: str) -> None:
    assert not tells(plain)
