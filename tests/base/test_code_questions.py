"""Which names a question asks the code about."""

import pytest

from backstory.base.code_questions import list_symbols


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("what does parse_header return?", ["parse_header"]),
        ("where is `RetryTable` defined", ["retrytable"]),
        ("explain src/pool/take.py", ["src/pool/take.py"]),
        ("what does take() do", ["take"]),
        ("which fields does the Ticket struct have?", ["ticket"]),
        ("what does shop.pool.take do?", ["shop.pool.take"]),
        ("what does example.org say, e.g. today", []),
        ("who maintains the retry table", []),
        ("see https://example.org/page.html", []),
        ("the function is slow, e.g. at 3.5 MB", []),
    ],
)
def test_names_from_code_are_known_by_their_form(text: str, symbols: list[str]) -> None:
    assert list_symbols(text) == symbols
