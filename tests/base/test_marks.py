"""The words of a mark that stands for a secret are nobody's; what only looks like one stays."""

import pytest

from backstory.base.marks import drop_marks
from backstory.base.tokenizer import query_terms
from backstory.redact.gate import Gate


@pytest.mark.parametrize("key", [b"", b"k" * 32])
def test_marks_go_and_the_words_round_them_stay(key: bytes) -> None:
    text = Gate(key=key).clean("rotate " + "ghp_" + "abcdefghijklmnopqrstuvwxyz" + "0123456789 in May")
    assert "REDACTED" in text
    assert drop_marks(text).split() == ["rotate", "in", "May"]
    assert {term.form for term in query_terms(text)} == {"rotate", "may"}


@pytest.mark.parametrize(
    "text", ["", "no mark", "[REDACTED:", "[REDACTED: see below] x", "a [REDACTED:" + "x" * 300 + "] b", "[REDACTED]"]
)
def test_what_is_no_mark_stays(text: str) -> None:
    assert drop_marks(text) == text


def test_several_marks_go() -> None:
    assert drop_marks("a[REDACTED:x]b [REDACTED:y:0a1b2c3d]c [REDACTED:").split() == ["a", "b", "c", "[REDACTED:"]


def test_a_call_asks_for_its_function() -> None:
    forms = {term.form for term in query_terms("time.Sleep(50 * unit) in refresh() is fine")}
    assert {"timesleep", "refresh"} <= forms
    assert "timesleep50" not in forms
