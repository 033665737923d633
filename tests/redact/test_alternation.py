"""Patterns that are searched as one find what one pattern of all finds."""

from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.redact.patterns import Alternation, Pattern, Screen
from backstory.redact.scan import SHAPED

SOURCES = (rb"ab+", rb"b[a-c]*d", rb"\bc", rb"a|cb", rb"d{2,}", rb"x*", rb"(?i:B)c", rb"[^a]b\b")


@given(
    st.lists(st.sampled_from(SOURCES), min_size=2, max_size=4),
    st.text("abcdBx -", max_size=40).map(str.encode),
    st.integers(0, 10),
    st.integers(0, 10),
)
def test_it_finds_what_one_pattern_of_all_finds(sources: list[bytes], text: bytes, skip: int, rest: int) -> None:
    start, end = min(skip, len(text)), max(min(skip, len(text)), len(text) - rest)
    whole = Pattern(b"|".join(b"(?:%s)" % source for source in sources))
    alternation = Alternation(*map(Pattern, sources))
    assert list(alternation.each(text, start, end)) == list(whole.each(text, start, end))


@given(st.lists(st.sampled_from(SOURCES), min_size=1, max_size=4), st.text("abcdBx -", max_size=40).map(str.encode))
def test_a_screen_tells_which_patterns_match(sources: list[bytes], text: bytes) -> None:
    patterns = [Pattern(source) for source in sources]
    within = [number for number, pattern in enumerate(patterns) if pattern.within(text)]
    assert sorted(Screen(*patterns, after=0).match(text)) == within


def test_a_screen_names_every_pattern_before_it_is_worth_compiling() -> None:
    screen = Screen(Pattern(rb"a"), Pattern(rb"b"), after=2)
    assert [list(screen.match(b"b")) for _ in range(3)] == [[0, 1], [0, 1], [1]]


def test_the_first_one_counts_where_several_match() -> None:
    alternation = Alternation(Pattern(rb"key"), Pattern(rb"keyring|ring"))
    assert list(alternation.each(b"a keyring", 0, 9)) == [[(2, 5)], [(5, 9)]]


def test_time_is_linear_however_many_matches_there_are() -> None:
    def search(text: str) -> None:
        for _ in SHAPED.each(text.encode(), 0, len(text)):
            pass

    assert_linear(search, " --password x mysql -u root -psecret")
