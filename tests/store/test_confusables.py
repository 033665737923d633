"""Words as a reader takes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.store.confusables import fold_words


@pytest.mark.parametrize(
    "text",
    [
        "USE  psycopg-3", "Uѕе рѕуϲοрɡ 3", "ｕｓｅ ｐｓｙｃｏｐｇ ３", "use p\u0332s\u0332ycopg 3", "us\u200be psyc0pg 3",  # noqa: E501
        "𝐮𝐬𝐞 𝓹𝓼𝔂𝓬𝓸𝓹𝓰 𝟛", "üśé psýcopg 3", "use\u2060psycopg\u00a03",
        "uꜱe psycopg 3",
    ],
)  # fmt: skip
def test_spelling_is_folded(text: str) -> None:
    assert fold_words(text).text == "usepsycopg3"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("port 30", "port 300"),
        ("psycopg 2", "psycopg 3"),
        ("use redis", "use rabbit"),
        ("日本", "日木"),
        ("v10", "v1o1"),
    ],
)
def test_other_words_stay_other_words(one: str, other: str) -> None:
    assert fold_words(one).text != fold_words(other).text


@given(st.text(max_size=80))
def test_any_text_folds_and_its_places_fit(text: str) -> None:
    words = fold_words(text)
    assert "".join(words.words) == words.text
    assert len(words.starts) == len(words.words)
    for start, word in zip(words.starts, words.words, strict=True):
        assert words.text[start : start + len(word)] == word
        assert start + len(word) in words.ends


@given(st.text(alphabet="abc xyz,.", max_size=40))
def test_folding_is_the_same_for_both_ways_of_reading(text: str) -> None:
    """The short way for ASCII says what the long one says."""
    assert fold_words(text).words == fold_words(text + " é").words[: len(fold_words(text).words)]


def test_signs_without_blanks_count_one_by_one() -> None:
    assert fold_words("数据库使用").words == tuple("数据库使用")
