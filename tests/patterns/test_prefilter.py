"""A text that a pattern matches always has one of the words that the pattern is said to need."""

import gc
import importlib
import pkgutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.growth import assert_linear
from tests.sweeps import share

from backstory import capture, recall
from backstory.patterns.pattern import Pattern, list_possible
from backstory.patterns.prefilter import FREE, MOST, find_needs

for _room in (capture, recall):
    for _module in pkgutil.walk_packages(_room.__path__, f"{_room.__name__}."):
        importlib.import_module(_module.name)
ALL = sorted({(one.source, one.flags) for one in gc.get_objects() if isinstance(one, Pattern)})
NEEDY = [one for one in ALL if find_needs(*one) != FREE]
EDGES = st.sampled_from(("", " ", "\n", "x", "é", "'", "7", "·"))


@pytest.mark.slow
@settings(max_examples=share(150, 400), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(NEEDY), EDGES, EDGES)
def test_what_a_pattern_matches_has_its_words(data: st.DataObject, one: tuple[str, int], head: str, tail: str) -> None:
    pattern = Pattern(*one)
    text = data.draw(st.from_regex(pattern.compiled))
    for whole in (text, text.upper(), f"{head}{text}{tail}"):
        if pattern.compiled.search(whole):
            assert pattern.may_match(whole), (one, whole)


def test_most_patterns_have_words() -> None:
    assert len(NEEDY) > 0.6 * len(ALL), "run `python scripts/pattern_keys.py`"


def test_a_text_without_the_words_is_not_searched() -> None:
    pattern = next(Pattern(*one) for one in NEEDY if Pattern(*one).compiled.search("we decided to keep the queue"))
    assert pattern.may_match("We decided to keep the queue.")
    assert not pattern.may_match("Blue sky, green grass.")
    assert pattern.split("Blue sky, green grass.") == ["Blue sky, green grass."]
    assert pattern.sub("-", "Blue sky, green grass.") == "Blue sky, green grass."
    assert [*pattern.finditer("Blue sky"), *pattern.findall("Blue sky"), pattern.match("Blue sky")] == [None]


WORDS = st.sampled_from(("we", "decided", "never", "instead", "because", "queue", "don't", "für", "以后", "x" * MOST))


@given(st.lists(WORDS, max_size=6).map(" ".join))
def test_of_many_patterns_those_are_searched_that_may_match(text: str) -> None:
    rows = [(number, Pattern(*one)) for number, one in enumerate(ALL[::20])]
    possible = [row for row in rows if row[1].may_match(text) or not text.isascii()]
    assert list(list_possible(rows, text)) == possible


def test_letters_that_stand_for_others_are_searched_for_everything() -> None:
    pattern = next(Pattern(*one) for one in NEEDY)
    assert pattern.may_match("\u017fky")
    assert pattern.may_match("x" * (MOST + 1))


def test_a_pattern_that_the_file_does_not_have_is_searched() -> None:
    pattern = Pattern(r"\bbluish sky of no other pattern\b")
    assert find_needs(pattern.source, pattern.flags) == FREE
    assert pattern.search("a bluish sky of no other pattern")


def test_the_end_of_a_search_ends_a_word() -> None:
    """A word that is cut by the end is another word, which the keys of the text do not have."""
    pattern = next(Pattern(*one) for one in NEEDY if Pattern(*one).compiled.search("instead"))
    whole = "instead" + "y"
    assert (pattern.search(whole, 0, 7) is None) == (pattern.compiled.search(whole, 0, 7) is None)


def test_a_long_text_is_read_once() -> None:
    pattern = Pattern(*NEEDY[0])
    assert_linear(pattern.search, "blue sky ")
