"""The user's own patterns: what may be one, and that none destroys a text or takes for ever."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.redact import custom
from backstory.redact.custom import LARGEST, LONGEST, pattern_fault
from backstory.redact.gate import Gate

GOOD = (
    r"ACME-[0-9]{6}", r"(?i)project\s+nightjar\w*", r"\b[a-z0-9-]+\.corp\.example\b", r"[\w.]{1,60}@corp\.example",
    r"\d{3}-\d{2}-\d{4}", r"\d{6,}", r"(?i)customer:\s*.*", r"cust_[a-z]+", "größe-[0-9]+", r"\d{4}-\d{2}-\d{2}",
)  # fmt: skip


@pytest.mark.parametrize("pattern", GOOD)
def test_patterns_for_secrets_are_taken(pattern: str) -> None:
    assert pattern_fault(pattern) == ""


@pytest.mark.parametrize(
    ("pattern", "what"),
    [
        (".", "a single character"), ("0", "a single character"), ("[a-z]", "a single character"), ("x*", "the empty"),
        (r"\b", "the empty"), ("", "the empty"), (".+", "a single character"), (r"\w\B", "a single character"),
        ("(?s).{2,}", "most of an"), (r"\w{3,}", "most of an"), (r"[a-z ]{4,}", "most of an"),
        (r"\b[a-z]+\b\s\b", "most of an ordinary"), ("imported", "`imported`"), ("(?i)PINNED", "`pinned`"),
        ("trust", "`untrusted`"), ("expl.*", "`explicit`"), ("(a", "not a valid"), (r"(a)\1", "not a valid"),
        ("x" * (LONGEST + 1), "more than the"), (r"\w{1,900}y", "too large"), ("(.{1,30}){1,30}z", "too large"),
    ],
)  # fmt: skip
def test_a_pattern_that_would_destroy_is_refused(pattern: str, what: str) -> None:
    assert what in pattern_fault(pattern)


@given(st.text(alphabet=r".*+?[]()|\bwWdDsSaz09{},^$-é", max_size=14))
@settings(max_examples=150)
def test_a_pattern_that_is_taken_leaves_most_of_an_ordinary_text(pattern: str) -> None:
    if pattern_fault(pattern):
        return
    for text in custom._ORDINARY:
        clean = Gate(patterns=(pattern,)).clean(text)
        kept = sum(word in clean for word in text.split())
        assert kept > len(text.split()) // 4


TEXT = "The invoice run for the northern region failed again because nobody had renewed the certificate. " * 4


def test_a_pattern_that_takes_most_of_a_text_is_passed_over_and_named() -> None:
    gate = Gate(patterns=(r"[a-z]{3,}", "TICKET-[0-9]+"))
    assert gate.clean(TEXT + "TICKET-12345") == TEXT + "[REDACTED:pattern-2]"
    assert gate.patterns.exceeded == {1: "[a-z]{3,}"}
    assert gate.clean("nightjar") == "[REDACTED:pattern-1]", "a short text may be the secret and nothing else"


def test_a_long_list_of_what_a_pattern_is_for_goes_whole() -> None:
    """However much of the text it is: numbers and hosts are no ordinary words."""
    gate = Gate(patterns=(r"ACME-[0-9]{6}", r"[a-z0-9]+\.corp\.example"))
    text = "\n".join(f"ACME-{n:06d} h{n}.corp.example" for n in range(200))
    clean = gate.clean(text)
    assert "ACME-0" not in clean and "corp.example" not in clean and not gate.patterns.exceeded


@given(
    st.lists(
        st.sampled_from([TEXT, "TICKET-12345 ", "ghp_" + "Zq4n8Vb2Kx7Lm1Pw9Rt3Yc6Hd5Jf0Ga8Se2u ", "a1b2 "]), max_size=5
    )
)
@settings(max_examples=40)
def test_what_is_clean_stays_clean(parts: list[str]) -> None:
    gate = Gate(key=b"k" * 32, patterns=(r"[a-z]{3,}", r"TICKET-[0-9]+"))
    once = gate.clean("".join(parts))
    assert gate.clean(once) == once


def test_the_largest_patterns_are_searched_with_bounded_automata() -> None:
    """Steps of the automaton bound the work for a byte of text."""
    for pattern in (r"[\w.]{1,200}@corp", r"(?i)(acme|globex|initech)-[a-z0-9-]{4,40}\.internal"):
        assert pattern_fault(pattern) == "" and custom._size(custom._compiled(pattern)) <= LARGEST
