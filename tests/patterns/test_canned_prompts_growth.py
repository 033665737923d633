"""Patterns that look for the beginning of a line read blank lines once."""

import pytest
from tests.growth import assert_linear

from backstory.agents.specstory.transcript import _ATTACHED
from backstory.patterns.canned_prompts import _DOCUMENT


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["\n", " \n", "\t\n"])
@pytest.mark.parametrize("search", [_DOCUMENT.compiled.search, _ATTACHED.search], ids=["document", "image"])
def test_blank_lines_are_read_once(search: object, piece: str) -> None:
    assert callable(search)
    assert_linear(search, piece)
