"""Text on one line: what is shortened, and what never is."""

import pytest

from backstory.model.text import one_line


@pytest.mark.parametrize("limit", range(30, 75))
def test_the_mark_of_a_secret_is_never_cut(limit: int) -> None:
    text = f"the password is postgres://[REDACTED:url-login:df3aa3fa]@db.example.com/x {'and more ' * 9}"
    short = one_line(text, limit)
    assert "[REDACTED:" not in short or "[REDACTED:url-login:df3aa3fa]" in short
    assert "[" in short or len(short) <= limit
    assert one_line(text[text.index("[") :], 12).startswith("[REDACTED:url-login:df3aa3fa]")
