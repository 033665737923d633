"""Bans for the time being that only point: `don't touch that until Ben is back`. Later nobody could tell what it is."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.patterns.holds import only_points


def rules(prompt: str, *earlier: str) -> list[str]:
    turns = [Turn("user", prompt, "2026-11-20T10:00:00Z", line=1)]
    return [
        one.text
        for one in find_candidates(turns, known_paths=lambda path: False, earlier=lambda: earlier)
        if one.kind == "rule"
    ]


@pytest.mark.parametrize(
    "hold",
    [
        "don't touch this until Ben is back",
        "don't change them until the release",
        "Please leave that as it is until Maria is done",
        "Don't touch it before the audit is over",
    ],
)
def test_a_hold_that_only_points_is_no_rule_by_itself(hold: str) -> None:
    assert not rules(hold)
    assert not rules("What does the exporter do? " + hold)


def test_a_hold_joins_the_sentence_that_names_what_it_is_about() -> None:
    assert rules("Ben is rewriting src/exporter.py. Don't touch it until Ben is back.") == [
        "Ben is rewriting src/exporter.py. Don't touch it until Ben is back"
    ]


def test_a_hold_that_names_something_stands_by_itself() -> None:
    assert rules("hands off the exporter until Ben is back") == ["hands off the exporter until Ben is back"]
    assert rules("The week is short. Don't touch src/a.py until Ben is back.") == [
        "Don't touch src/a.py until Ben is back"
    ]


def test_a_ban_that_only_points_is_no_rule_in_a_second_prompt() -> None:
    """Each of them may be about another thing. A deed is named by its verb."""
    before = "The lock file looks odd. don't touch that until Thursday, and run the tests"
    assert not rules("The signer is slow. don't touch that until Thursday, and look at the docs", before)
    assert rules("Look at the docs, and don't push it", "Now the signer. Don't push it!")


@pytest.mark.parametrize(
    ("ban", "points"),
    [
        ("don't touch that", True), ("leave it alone", True), ("don't push it", False), ("hands off api.py", False),
        ("don't touch that file", True), ("don't edit those tables until the migration is done", True),
        ("that is fine", False),
    ],
)  # fmt: skip
def test_a_ban_names_a_thing_or_a_deed_or_points(ban: str, points: bool) -> None:
    assert only_points(ban) is points
