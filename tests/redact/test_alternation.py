"""Two patterns that are searched as one find what one pattern of both finds."""

from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.redact.patterns import Alternation, Pattern
from backstory.redact.scan import SHAPED

SOURCES = (rb"ab+", rb"b[a-c]*d", rb"\bc", rb"a|cb", rb"d{2,}", rb"x*", rb"(?i:B)c", rb"[^a]b\b")


@given(
    st.sampled_from(SOURCES),
    st.sampled_from(SOURCES),
    st.text("abcdBx -", max_size=40).map(str.encode),
    st.integers(0, 10),
    st.integers(0, 10),
)
def test_it_finds_what_one_pattern_of_both_finds(left: bytes, right: bytes, text: bytes, skip: int, rest: int) -> None:
    start, end = min(skip, len(text)), max(min(skip, len(text)), len(text) - rest)
    both = Pattern(b"(?:%s)|(?:%s)" % (left, right))
    alternation = Alternation(Pattern(left), Pattern(right))
    assert list(alternation.each(text, start, end)) == list(both.each(text, start, end))


def test_the_left_one_counts_where_both_match() -> None:
    alternation = Alternation(Pattern(rb"key"), Pattern(rb"keyring|ring"))
    assert list(alternation.each(b"a keyring", 0, 9)) == [[(2, 5)], [(5, 9)]]


def test_time_is_linear_however_many_matches_there_are() -> None:
    def search(text: str) -> None:
        for _ in SHAPED.each(text.encode(), 0, len(text)):
            pass

    assert_linear(search, " --password x mysql -u root -psecret")
