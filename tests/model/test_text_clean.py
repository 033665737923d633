"""`clean`: what a reader does not see, a model does not get."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.text import clean_text


@pytest.mark.parametrize(
    ("dirty", "expected"),
    [
        ("a\x1b[31mred\x1b[0m", "ared"),
        ("\x1b]8;;https://x.test\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]52;c;ZWNobw==\x07text", "text"),
        ("\x9b2Jtext", "text"),
        ("shown\roverwritten", "shown\noverwritten"),
        ("a\r\nb\u2028c", "a\nb\nc"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("tag\U000e0041\U000e007f", "tag"),
        ("vs\U000e0100\ufe01 filler\u3164\uffa0", "vs filler"),
        ("lone \ud800 surrogate", "lone  surrogate"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("Zoë 日本 👍\ufe0f", "Zoë 日本 👍\ufe0f"),
        ("unfinished \x1b[31", "unfinished 31"),
    ],
)
def test_clean(dirty: str, expected: str) -> None:
    assert clean_text(dirty) == expected


@given(st.text(st.characters(codec=None)))
def test_nothing_hidden_is_left(text: str) -> None:
    out = clean_text(text)
    assert not [c for c in out if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cs")]
    assert not set(out) & set("\u200b\u200d\u202e\u2066\ufeff\u00ad\U000e0041")
    assert clean_text(out) == out
    out.encode()
