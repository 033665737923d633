"""Text laid out by terminal cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.cli.layout import cut_text, fit_spans, measure_text, pad_text, wrap_text

WORDS = st.lists(st.text("abcdefgh数据库池é🎉-./", min_size=1, max_size=9), min_size=1, max_size=20).map(" ".join)


@pytest.mark.parametrize(
    ("text", "cells"), [("", 0), ("abc", 3), ("naïve — “so”", 12), ("数据库", 6), ("🎉🎉", 4), ("e\u0301", 1)]
)
def test_a_text_is_measured_in_cells(text: str, cells: int) -> None:
    assert measure_text(text) == cells
    assert measure_text(pad_text(text, 20)) == 20


@pytest.mark.parametrize(
    ("text", "room", "cut"),
    [
        ("The strong reason is about get", 18, "The strong reason…"),
        ("The strong reason is about get", 20, "The strong reason…"),
        ("The strong reason", 17, "The strong reason"),
        ("数据库连接池应该", 9, "数据库连…"),
        ("数据库连接，应该", 11, "数据库连…"),
        ("src/backstory/cli/layout.py", 10, "src/backs…"),
        ("one, two, three", 10, "one, two…"),
    ],
)
def test_a_text_is_cut_between_words(text: str, room: int, cut: str) -> None:
    assert cut_text(text, room) == cut
    assert measure_text(cut) <= room


@given(WORDS, st.integers(4, 40))
def test_whatever_is_cut_fits_and_begins_alike(text: str, room: int) -> None:
    cut = cut_text(text, room)
    assert measure_text(cut) <= room
    assert text.startswith(cut.removesuffix("…"))


@given(WORDS, st.integers(16, 60))
def test_wrapped_lines_fit_and_lose_nothing(text: str, room: int) -> None:
    lines = wrap_text(text, room, first="- ", rest="  ")
    assert all(measure_text(line) <= room for line in lines)
    assert "".join(line[2:] for line in lines).replace(" ", "") == text.replace(" ", "")


@given(st.lists(st.tuples(WORDS, st.sampled_from(["", "1", "33"])), min_size=1, max_size=5), st.integers(16, 60))
def test_styles_stay_with_their_characters(spans: list[tuple[str, str]], room: int) -> None:
    def styled(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
        return [(character, style) for text, style in pieces for character in text if character != " "]

    fitted = fit_spans(spans, room, indent="    ")
    assert [pair for line in fitted for pair in styled(line)] == styled(spans)
    assert all(measure_text("".join(text for text, _ in line)) <= room for line in fitted)
