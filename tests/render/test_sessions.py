"""Sessions in a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.session_names import short_session


@pytest.mark.parametrize(("ident", "short"), [
    ("0198f0aa-1234-7abc-8def-0123456789ab", "456789ab"),
    ("01M83GGBAN7AP9EPH577P4SYGB", "77P4SYGB"),
    ("2025-05-02_18-34-task-021-status-inquiry", "task-021-status-inquiry"),
    ("2025-04-28_16-54-red-pool-test", "red-pool-test"),
    ("aider-20260501", "20260501"),
    ("s1", "s1"),
])  # fmt: skip
def test_the_short_form_of_an_id(ident: str, short: str) -> None:
    assert short_session(ident) == short


@given(st.from_regex(r"[a-z0-9][a-z0-9_-]{0,60}[a-z0-9]", fullmatch=True))
def test_the_short_form_is_an_end_that_can_be_typed(ident: str) -> None:
    short = short_session(ident)
    assert short and ident.endswith(short) and not short.startswith("-")
