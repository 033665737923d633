"""Sentences that say nothing by themselves."""

import pytest

from backstory.recall.text.idle_sentences import is_idle


@pytest.mark.parametrize(
    "sentence",
    [
        "Two things.", "ok, three more points:", "One last remark before I go", "Noch zwei Sachen.", "Deux choses :",
        "Your worry is justified.", "Your suspicion holds.", "As expected.", "Fair, leave it.", "Good catch!",
        "Correct.",
    ],
)  # fmt: skip
def test_what_only_leads_in_or_agrees_is_idle(sentence: str) -> None:
    assert is_idle(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Two things must hold: no new dependency, no lock.", "Three points are never rounded.",
        "Your worry is justified, the pipe stays open.", "As expected, `poll()` costs 2.5 ms.",
        "Correct the rounding in `sum()`.", "Good catch with the symlink, that needs a test.",
        "Your objection was that the cache grows.",
    ],
)  # fmt: skip
def test_what_says_more_is_not(sentence: str) -> None:
    assert not is_idle(sentence)
