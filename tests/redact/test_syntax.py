"""The word behind a telling word, read without the grammar, says what the grammar would say."""

from re import _parser

from hypothesis import given
from hypothesis import strategies as st

from backstory.redact.scan import LONGEST_WORD, SHORTEST_VALUE
from backstory.redact.syntax import AFTER_STRONG, ASSIGNED, read_word_beside
from backstory.redact.words import STRONG, WEAK

WORDS = st.sampled_from(
    [
        *("is", "was", "are", "as", "by", "to", "be", "of", "for", "on", "est", "ist", "value", "string", "default"),
        *("a", "x", "12", "4711", "walnut", "password", "key", "my.", "x=1", "str:", "'a'", "|", "-"),
    ]
)


@given(st.lists(WORDS, min_size=1, max_size=8), st.sampled_from((" ", "  ", "\t", "\n")))
def test_it_agrees_with_the_grammar(words: list[str], joint: str) -> None:
    text = b"password " + joint.join(words).encode()
    last = len(b"password")

    word = read_word_beside(text, last)

    if word:
        assert ASSIGNED.at(text, last, len(text)) is None
        reach = AFTER_STRONG.begin(text, last, len(text))
        assert reach == (last + 1 + SHORTEST_VALUE if len(word) >= SHORTEST_VALUE else -1)


def test_no_telling_word_is_longer_than_what_is_read_again() -> None:
    for words in (STRONG, WEAK):
        assert _parser.parse(words.decode("latin-1")).getwidth()[1] <= LONGEST_WORD
