"""A text on one line ends after a whole word where it is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.text import LONG_WORD, one_line

WORDS = st.lists(st.text("abcé数", min_size=1, max_size=LONG_WORD + 6), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "limit", "line"),
    [
        ("a text\n of  words", 0, "a text of words"),
        ("the widest column", 14, "the widest…"),
        ("the widest column", 17, "the widest column"),
        ("one, two, three", 9, "one…"),
        ("see src/backstory/cli/commands/remember.py", 20, "see…"),
        ("see src/backstory/cli/commands/remember.py", 34, "see src/backstory/cli/commands/re…"),
        ("数据库连接池应该使用异步驱动程序而不是同步驱动程序因为性能更好", 9, "数据库连接池应该…"),
    ],
)
def test_a_cut_falls_between_words(text: str, limit: int, line: str) -> None:
    assert one_line(text, limit) == line


@given(WORDS, st.integers(2, 80))
def test_a_line_fits_and_its_words_are_whole_or_long(words: list[str], limit: int) -> None:
    text = " ".join(words)
    line = one_line(text, limit)
    assert len(line) <= limit
    if line == text:
        return
    kept = line.removesuffix("…")
    assert line.endswith("…") and text.startswith(kept)
    last, full = kept.split(" ")[-1], words[kept.count(" ")]
    assert last == full or len(words) == 1 or kept.count(" ") == 0 or len(last) > LONG_WORD - 1
