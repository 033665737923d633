"""A value that a person gave gives way to the one that came later, though nothing there says that it corrects it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.recall.text.revisions import Uttered, find_revisions, mark_revised, read_figures


def utter(*texts: str) -> list[Uttered]:
    """Prompts at even places, answers at odd ones."""
    return [Uttered(place, place % 2 == 0, tuple(text.split(" / "))) for place, text in enumerate(texts)]


def mark(rows: list[Uttered], place: int) -> str:
    revisions = find_revisions(rows)
    return " / ".join(mark_revised(text, rows[place].when, revisions)[0] for text in rows[place].sentences)


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("wait 5s, then 2 minutes", [("5", "s"), ("2", "min")]),
        ("höchstens eine Minute, fünf Versuche", [("1", "min"), ("5", "versuch")]),
        ("it gets the answer a second time", []),
        ("the limit is 40", [("40", "limit")]),
        ("src/a2.py:17 and v1.2", []),
        ("80% of 3 MB", [("80", "%"), ("3", "mb")]),
    ],
)
def test_a_figure_is_a_number_with_what_it_counts(text: str, figures: list[tuple[str, str]]) -> None:
    assert [figure.meaning for figure, _ in read_figures(text)] == figures


def test_the_last_of_three_values_is_in_force() -> None:
    rows = utter(
        "Sessions end after 30 minutes.", "`Session.expire` is 30 minutes now.",
        "Jo runs the desk, she wants sessions to end after 10 minutes.", "`Session.expire` is 10 minutes.",
        "The desk was too quick, make it 20 minutes.", "`Session.expire` is 20 minutes.",
    )  # fmt: skip
    assert "30 minutes [replaced by 20 minutes]" in mark(rows, 0)
    assert "30 minutes [replaced by 20 minutes]" in mark(rows, 1), "what the agent answered is marked as well"
    assert "10 minutes [replaced by 20 minutes]" in mark(rows, 2)
    assert "[now" not in mark(rows, 4)


def test_several_values_in_place_of_one_are_no_single_value() -> None:
    rows = utter(
        "a pause of one second is fine", "It sleeps 1 s.", "pauses must be 2, 4, 8 seconds, 1 minute at most", "Ok."
    )
    assert "one second [no longer]" in mark(rows, 0)


def test_a_mention_replaces_nothing() -> None:
    before = ("The timeout is 5 s.", "`timeout` is 5 s.")
    assert "[now" not in mark(utter(*before, "Their build takes 20 s on a laptop.", "I see."), 0), "it settles nothing"
    assert "[now" not in mark(utter(*before, "Names must have 20 letters at most.", "Done."), 0), "another thing"
    assert "[now" not in mark(utter(*before, "The log must hold 20 MB.", "Done."), 0), "another unit"
    assert "[now" not in mark(utter(*before, "Should the timeout be at most 9 s?", "No."), 0), "a question"


@given(st.lists(st.text(alphabet="ab 0123456789.,smin", max_size=40), min_size=1, max_size=6))
def test_marks_only_add_to_a_text(texts: list[str]) -> None:
    rows = utter(*texts)
    revisions = find_revisions(rows)
    for row in rows:
        for text in row.sentences:
            marked, _ = mark_revised(text, row.when, revisions)
            rest = iter(marked)
            assert all(char in rest for char in text)
    assert all(mark_revised(text, rows[-1].when, revisions)[0] == text for text in rows[-1].sentences)


def test_a_number_in_a_query_is_no_value() -> None:
    rows = utter("The limit must be 6 rows.", "`limit` is 6 rows.", "Make it 9 rows, the limit was too low.", "Done.")
    assert "6 [replaced by 9] rows" in mark(rows, 0)
    assert mark_revised("SELECT rows WHERE limit = 6", 0, find_revisions(rows))[0] == "SELECT rows WHERE limit = 6"


@pytest.mark.parametrize(
    ("later", "is_replaced"),
    [
        ("A cap of 20 makes no sense for this crawl, make it 8 seconds and forget the 20.", False),
        ("The old cap makes no sense for this crawl, make it 8 seconds and forget the rest.", True),
    ],
)
def test_a_sentence_that_names_the_value_it_replaces_replaces_no_other(later: str, is_replaced: bool) -> None:
    rows = utter(
        "The balancer of the crawl needs 350 ms, set the cap by that.", "The crawl waits 350 ms, as the cap says.",
        later, "The cap of the crawl is 8 seconds.",
    )  # fmt: skip
    assert ("350 ms [replaced by 8 seconds]" in mark(rows, 0)) is is_replaced
