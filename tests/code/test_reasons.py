"""How sure a ranking is, and the words for its reasons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.code.reasons import BLENDED, GUESS, LIKELY, NAME, POSSIBLE, TEXT, Certainty, describe_reason, name_words


def test_one_file_far_ahead_is_likely_and_the_rest_are_guesses() -> None:
    certainty = Certainty([9.0, 4.0, 3.5])
    assert certainty.of(9.0, {"body": 9.0}) == LIKELY
    assert certainty.of(4.0, {"body": 4.0}) == GUESS


@pytest.mark.parametrize(
    ("why", "certainty"),
    [({"body": 5.0}, LIKELY), ({"meant text": 5.0}, POSSIBLE), ({"body": 4.0, BLENDED: 1.0}, POSSIBLE)],
)
def test_a_file_found_by_meaning_must_stand_out_further(why: dict[str, float], certainty: str) -> None:
    assert Certainty([5.0, 4.6]).of(5.0, why) == certainty
    assert Certainty([5.0, 3.0]).of(5.0, why) == LIKELY


@pytest.mark.parametrize(
    ("gap", "why", "certainty"),
    [
        (1.5, {"meant text": 5.0}, POSSIBLE),
        (3.0, {"meant text": 5.0}, LIKELY),
        (1.5, {"meant text": 4.0, BLENDED: 1.0}, LIKELY),
        (1.5, {"body": 5.0}, LIKELY),
    ],
)
def test_a_file_found_by_related_words_alone_must_stand_out_most(
    gap: float, why: dict[str, float], certainty: str
) -> None:
    assert Certainty([5.0, 5.0 - gap]).of(5.0, why) == LIKELY
    assert Certainty([5.0, 5.0 - gap]).of(5.0, why, has_own_words=False) == certainty


def test_many_alike_are_guesses_and_a_few_are_possible() -> None:
    assert Certainty([5.0] * 40).of(5.0, {}) == GUESS
    assert Certainty([5.0] * 4).of(5.0, {}) == POSSIBLE


def test_what_a_person_lifted_is_no_guess() -> None:
    certainty = Certainty([9.0, 2.0])
    assert certainty.of(2.0, {"body": 1.0}) == GUESS
    for lift in ("pin", "anchor", "edited"):
        assert certainty.of(2.0, {"body": 1.0, lift: 1.0}) == POSSIBLE


def test_an_edit_of_now_makes_no_file_likely() -> None:
    alike = Certainty([5.0, 3.5, 3.5])
    assert alike.of(5.0, {"body": 5.0}) == LIKELY
    assert alike.of(5.0, {"body": 3.5, "edited": 1.5}) == POSSIBLE
    assert Certainty([2.85]).of(2.85, {"edited": 1.5, "recent": 1.35}) == POSSIBLE
    assert Certainty([4.5]).of(4.5, {"body": 3.0, "edited": 1.5}) == LIKELY


def test_own_changes_are_the_reason_also_below_zero() -> None:
    assert describe_reason(-3.4, {"own": -3.4}) == "you changed it lately"
    assert describe_reason(-2.7, {"own": -0.5, "role": -2.2}) == "you changed it lately"


@given(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=60))
def test_certainty_never_rises_down_the_list_and_at_most_two_are_likely(scores: list[float]) -> None:
    steps = [LIKELY, POSSIBLE, GUESS]
    certainty = Certainty(scores)
    listed = [steps.index(certainty.of(score, {})) for score in sorted(scores, reverse=True)]
    assert listed == sorted(listed)
    assert listed.count(0) <= 2


@pytest.mark.parametrize(
    ("why", "reason"),
    [
        ({"mention": 2.0, "body": 1.0, "role": -3.0}, "named in the goal"),
        ({"bigram": 2.0, "path": 1.0}, "its text fits the goal"),
        ({"meant name": 2.0, "meant history": 1.0}, "it means what the goal says"),
        ({"path": 2.0, "recent": 1.5}, "its name fits the goal, changed lately"),
        ({"body": 2.0, BLENDED: 4.0}, "its text fits the goal"),
        ({"role": -3.0}, ""),
    ],
)
def test_a_reason_is_the_strongest_signal(why: dict[str, float], reason: str) -> None:
    assert describe_reason(sum(why.values()), why) == reason


def test_the_reason_of_the_text_names_the_words() -> None:
    assert name_words(TEXT, ["lexer", "span", "offset", "string"]) == "has `lexer`, `span` and `offset`"
    assert name_words(f"{TEXT}, changed lately", ["lexer"]) == "has `lexer`, changed lately"
    assert name_words(TEXT, []) == TEXT
    assert name_words(NAME, ["lexer", "span"]) == "its path has `lexer` and `span`"
    assert name_words("named in the goal", ["lexer"]) == "named in the goal"
