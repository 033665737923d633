"""Small tables of values are sentences; larger ones, and tables of prose, are left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.recall.text.small_tables import describe_table, fold_tables
from backstory.recall.text.substance import split_sentences


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (
            "| Setting | Value |\n|---|---|\n| first delay | 400 ms |\n| statuses | 502, 503 |\n| jitter | none |",
            "first delay: 400 ms; statuses: 502, 503; jitter: none",
        ),
        (
            "| Fall | Zeit |\n|:--|--:|\n| Treffer | 8.4 µs |\n| **405** | **38.6 µs** |",
            "Treffer: 8.4 µs; 405: 38.6 µs",
        ),
        (
            "| size | recovered | pages |\n|---|---|---|\n| 250 | 74% | 396 |\n| 400 | 97% | 391 |",
            "250: recovered 74%, pages 396; 400: recovered 97%, pages 391",
        ),
        ("| Code in | may use |\n|---|---|\n| main | the old API |\n| java11 | the new API too |", ""),
        ("| a | b |\n| c | d1 |\n| e | f2 |", ""),
        ("| a | b |\n|---|---|\n" + "\n".join(f"| row {n} | {n} |" for n in range(12)), ""),
        ("| a | b |\n|---|---|\n| x | 1 |\n| y |", ""),
    ],
)
def test_a_small_table_of_values_is_one_sentence(table: str, sentence: str) -> None:
    assert describe_table(table.splitlines()) == sentence


def test_it_stands_between_the_sentences_around_it() -> None:
    text = "It works now\n| case | time |\n|---|---|\n| hit | 8.4 µs |\n| miss | 9.1 µs |\nThe price is the eight sets."
    assert split_sentences(text) == ["It works now", "hit: 8.4 µs; miss: 9.1 µs", "The price is the eight sets."]
    assert split_sentences(text) == split_sentences(text)


@given(st.lists(st.sampled_from(["| a | 1 |", "|---|---|", "text", "| b | c | d |", "", "|", "|-|"]), max_size=12))
def test_lines_beside_tables_stay_and_rows_never_do(lines: list[str]) -> None:
    folded = list(fold_tables(lines))
    assert [line for line in folded if line == "text"] == [line for line in lines if line == "text"]
    assert not any(line.startswith("|") for line in folded)
