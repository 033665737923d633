"""The text of the HTML that answers are exported as."""

import pytest
from tests.growth import assert_linear

from backstory.agents.chats.transcript import _strip_html


@pytest.mark.parametrize("piece", ["<a ", "<", "</a ", "<!--", "<!", "<?", "<a b='", '<a b=">', "&", "&#"])
def test_unclosed_tags_are_read_once(piece: str) -> None:
    assert_linear(_strip_html, piece, 2_000)


def test_a_sign_that_opens_no_tag_is_text() -> None:
    assert _strip_html("<p>if a < b <b>and</b> c <d</p><!-- <i>no</i> -->") == "if a < b and c <d"
