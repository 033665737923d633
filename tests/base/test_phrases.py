"""Phrases in a list of words: alternatives, words that may be missing, open endings, the longest that begins first."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from backstory.base.phrases import Phrases

PARTS = ["a", "b", "a/b", "~/a", "~/a/c", "long*", "longer", "c", "a/long*"]
WORDS = ["a", "b", "c", "long", "longer", "longest", "lo"]

phrases = st.lists(st.sampled_from(PARTS), min_size=1, max_size=4)


def list_all(parts: list[str]) -> list[list[str]]:
    """The phrases of a row, each with all of its words."""
    chosen = product(*[part.split("/") for part in parts])
    return [[word for word in one if word != "~"] for one in chosen if set(one) != {"~"}]


def fits(phrase: list[str], words: list[str]) -> bool:
    pairs = list(zip(phrase, words, strict=False))
    ends = all(word.startswith(part[:-1]) if part[-1] == "*" else word == part for part, word in pairs)
    return len(pairs) == len(phrase) and ends


@given(st.lists(phrases, max_size=5), st.lists(st.sampled_from(WORDS), max_size=8))
def test_the_longest_phrase_is_found_that_begins_first(rows: list[list[str]], words: list[str]) -> None:
    every = [phrase for row in rows for phrase in list_all(row)]
    first = next((place for place in range(len(words)) if any(fits(one, words[place:]) for one in every)), None)
    expected = None
    if first is not None:
        expected = first, first + max(len(one) for one in every if fits(one, words[first:]))
    assert Phrases("; ".join(" ".join(row) for row in rows)).find(words) == expected


def test_a_table_may_stand_on_several_lines_and_end_with_a_sign() -> None:
    table = Phrases("\nno longer;\nis/are ~/now gone;\nabandon*;\n")
    assert table.find(["they", "are", "now", "gone"]) == (1, 4)
    assert table.find(["it", "was", "abandoned"]) == (2, 3)
    assert table.find(["no", "it", "is"]) is None
