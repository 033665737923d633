from hypothesis import given
from hypothesis import strategies as st

from backstory.model.similarity import find_duplicates, jaccard_similarity, word_set

LONG = (
    "the worker reads the outbox table in order and sends each row to its receiver with one connection per receiver "
    "only and releases it before the call"
)


def test_the_same_but_for_case_and_stops() -> None:
    assert find_duplicates([("a", "VAT rates change on 1 January"), ("b", "VAT rates change on 1 January.")]) == {
        "b": "a"
    }


def test_one_word_of_many() -> None:
    words = [a + b for a in "abcdefgh" for b in "stuvwxyz"]
    other = [*words[:30], "other", *words[31:]]
    assert find_duplicates([("a", " ".join(words)), ("b", " ".join(other))]) == {"b": "a"}
    assert find_duplicates([("a", " ".join(words[20:40])), ("b", " ".join(other[20:40]))]) == {}


def test_one_word_of_few_is_another_record() -> None:
    assert find_duplicates([("a", "use redis for sessions"), ("b", "use postgres for sessions")]) == {}


def test_order_matters() -> None:
    assert find_duplicates([("a", "use psycopg instead of asyncpg"), ("b", "use asyncpg instead of psycopg")]) == {}


def test_a_negation_or_a_number_is_never_a_detail() -> None:
    assert find_duplicates([("a", LONG), ("b", LONG.replace("sends", "never sends"))]) == {}
    assert find_duplicates([("a", LONG + " after 3 tries"), ("b", LONG + " after 5 tries")]) == {}


def test_signs_tell_apart() -> None:
    assert find_duplicates([("a", "write it in C"), ("b", "write it in C++")]) == {}


def test_three_of_a_kind_point_to_the_first() -> None:
    assert find_duplicates([("a", LONG), ("b", LONG), ("c", LONG)]) == {"b": "a", "c": "a"}


def test_empty_texts_are_not_alike() -> None:
    assert find_duplicates([("a", ""), ("b", "…")]) == {}


@given(st.lists(st.text("ab c", max_size=12), max_size=12))
def test_against_the_plain_comparison(texts: list[str]) -> None:
    """The prefix filter finds exactly what comparing each with each finds."""
    keyed = [(str(i), t) for i, t in enumerate(texts)]
    out = find_duplicates(keyed)
    for i, (key, text) in enumerate(keyed):
        alone = [k for k, t in keyed[:i] if k not in out and find_duplicates([(k, t), (key, text)])]
        assert (key in out) == bool(alone)
        assert out.get(key, "") in ("", *alone)


@given(st.sets(st.text("abc", max_size=2)), st.sets(st.text("abc", max_size=2)))
def test_jaccard_is_the_share_of_common_elements(a: set[str], b: set[str]) -> None:
    assert jaccard_similarity(a, b) == jaccard_similarity(b, a) == (len(a & b) / len(a | b) if a | b else 0.0)


def test_the_words_of_a_text() -> None:
    assert word_set("Use Redis; use `redis-py`, Straße 3.") == {"use", "redis", "py", "strasse", "3"}
    assert word_set("…") == set()


@given(st.text(max_size=60) | st.text(alphabet="aB1 _-.\t\x1céß", max_size=60))
def test_words_are_the_runs_of_letters_and_digits(text: str) -> None:
    assert word_set(text) == set("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())
