"""Texts are chosen by what they add for their length."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from backstory.base.token_estimate import estimate_tokens
from backstory.recall.text.coverage import Coverage, Text, choose_texts, read_terms

NAMES = ["upload", "quota", "413", "`give_away`", "runtime.exs", "Hania", "the", "staging"]
WORDS = st.sampled_from(NAMES)


def make(texts: Sequence[str]) -> list[Text]:
    return [Text(key, read_terms(text), estimate_tokens(text), 1.0) for key, text in enumerate(texts)]


def choose(*texts: str) -> list[int]:
    rows = make(texts)
    return [text.key for text, _ in choose_texts(Coverage(rows), rows)]


def test_names_numbers_and_people_are_worth_more_than_plain_words() -> None:
    terms = read_terms("we asked Hania about `random_fil` and 413 in traversal")
    assert terms["hania"] == terms["random"] > terms["413"] > terms["travers"] > 0
    assert "and" not in terms


def test_what_is_told_already_adds_less() -> None:
    rows = make(["the quota is in `Plug.Upload`", "LiveView calls `random_file`"])
    coverage = Coverage(rows)
    before = coverage.measure(rows[0])
    coverage.add(rows[0].terms)
    assert coverage.measure(rows[0]) < before
    assert coverage.measure(rows[1]) > coverage.measure(rows[0])


def test_what_comes_from_the_same_source_adds_less() -> None:
    texts = ["the quota is in `Plug.Upload`", "LiveView calls `random_file`", "staging answers with 413"]
    first, second, third = (text._replace(source=source) for text, source in zip(make(texts), (1, 1, 2), strict=True))
    coverage = Coverage([first, second, third])
    before = coverage.measure(second), coverage.measure(third)
    coverage.count_text(first)
    assert coverage.measure(second) < before[0]
    assert coverage.measure(third) == before[1]


def test_another_subject_comes_before_a_repetition() -> None:
    assert (
        choose("the quota of `Plug.Upload` is bytes", "the quota of Plug.Upload: bytes", "Hania tests staging")[2] == 1
    )


@given(st.lists(st.lists(WORDS, min_size=1, max_size=9).map(" ".join), max_size=25))
def test_every_step_takes_the_text_that_adds_most_for_its_length(texts: list[str]) -> None:
    rows = make(texts)
    plain, order = Coverage(rows), []
    rest = {row.key: row for row in rows}
    while rest:
        best = min(rest.values(), key=lambda row: (-plain.measure(row) / (row.cost + 6) ** 0.75, row.key))
        plain.add(best.terms)
        order.append(rest.pop(best.key).key)
    assert choose(*texts) == order
