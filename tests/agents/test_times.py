"""Times of transcripts, in whatever unit and form an agent writes them."""

import math

import pytest

from backstory.agents.messages import format_time


@pytest.mark.parametrize("value", [1_763_546_400, 1_763_546_400_000, 1_763_546_400_000_000, "1763546400000"])
def test_seconds_and_their_parts_since_the_epoch_are_told_apart(value: object) -> None:
    assert format_time(value) == "2025-11-19T10:00:00Z"


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, 10**400, -1, 0, True, "9" * 40, [], None])
def test_what_is_no_time_gives_none_and_ends(value: object) -> None:
    assert format_time(value) == ""
