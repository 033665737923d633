"""Patterns that are searched together are found where each of them is by itself."""

import re

from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.text import signals
from backstory.capture.text.patterns import Pattern, PatternSet
from backstory.capture.text.prose import MASK

WORDS = [*re.findall(r"[a-zà-ÿ’']{2,12}", " ".join(signals._PATTERNS.values())), "3 passed", "42%", "a/b.py", "(x)"]
TEXTS = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=5)), max_size=12).map(" ".join)


@given(TEXTS, st.sampled_from(["", MASK, "\x01", "\n", "\x1c", "’", "?"]))
def test_a_set_says_what_its_patterns_say(text: str, sign: str) -> None:
    plain = f"{text}{sign}{text[:20]}".lower()
    alone = [name for name, pattern in signals._SIGNAL_PATTERNS.items() if plain and pattern.search(plain)]
    assert list(signals._SIGNAL_SET.search(plain)) == alone


def test_what_the_engines_take_differently_is_left_to_pythons() -> None:
    patterns = {
        "before": Pattern(r"(?<!no )tests"),
        "both": Pattern(r"tests?"),
        "big": Pattern(r"TESTS", re.IGNORECASE),
        "least": Pattern(r"^x{,2}tests"),
        "letter": Pattern(r"\w·"),
    }
    together = PatternSet(patterns, "·")
    for text in ("no tests", "xtests", "tests·", "é·", "ab·", "\x01·", "tests\n", ""):
        assert list(together.search(text)) == [n for n, p in patterns.items() if text and p.search(text)], text
