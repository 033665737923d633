"""Values behind a preposition of one thing."""

import pytest
from tests.base.overturns.marked_talk import BETWEEN, Turn, list_overturns

GIVEN_OTHERWISE: list[tuple[Turn, Turn, str, str]] = [
    (
        (
            1,
            "Print the report with a table of contents on page two, the captions in blue.",
            "The report is printed so.",
        ),
        (2, "the captions must be in black, the copier swallows blue", "The captions are black."),
        "blue",
        "black",
    ),
    (
        (1, "Die Meldungen sind auf Deutsch, die Logs auf Englisch.", "So ist es umgesetzt."),
        (2, "die Meldungen sollen auf Polnisch sein, das Werk steht in Lodz", "Die Meldungen sind auf Polnisch."),
        "Deutsch",
        "Polnisch",
    ),
    (
        (1, "the license server is in us-east-1, so expect some latency", "Then 90 ms are fine."),
        (2, "they moved the license server over to us-west-2 on sunday", "`license.toml` names us-west-2."),
        "us-east-1",
        "us-west-2",
    ),
    (
        (1, "the oven runner sits on lab-host-02", "Noted."),
        (2, "the oven runner moved to lab-host-07", "The label is lab-host-07."),
        "lab-host-02",
        "lab-host-07",
    ),
]


@pytest.mark.parametrize(("first", "later", "old", "new"), GIVEN_OTHERWISE)
def test_the_value_is_replaced_where_it_stands(first: Turn, later: Turn, old: str, new: str) -> None:
    """What stands beside it in the same sentence holds on: no whole sentence is marked."""
    marked = list_overturns(first, BETWEEN, later)[first[1]]
    assert marked.figure is not None
    assert (marked.figure.written, marked.value) == (old, new)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        # a part or a kin of the thing
        ((1, "the license server is in us-east-1", "Noted."),
         (2, "they moved the license bucket over to us-west-2", "The bucket's region is us-west-2.")),
        ((1, "the probe is on channel blue", "Noted."),
         (2, "the pump should be on channel green", "The pump is on channel green.")),
        # another way in which it is
        ((1, "store the photos in redis", "Photos are in redis."),
         (2, "the photos should be in color", "Photos are in color.")),
        # both hold
        ((1, "the report is in English", "The report is in English."),
         (2, "the report should also be in Polish", "The report is in English and in Polish.")),
        # nothing is done about it
        ((1, "the captions are in blue", "Noted."), (2, "the captions are in blue?", "Yes.")),
        ((1, "the captions are in blue", "Noted."), (2, "would the captions be in black on a copier?", "In grey.")),
    ],
)  # fmt: skip
def test_a_value_stands(first: Turn, later: Turn) -> None:
    assert first[1] not in list_overturns(first, BETWEEN, later)
