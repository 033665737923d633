import re

from hypothesis import given
from hypothesis import strategies as st

from backstory.render.fence import Blocks, fence_text, make_nonce

KEY = b"k" * 32


def test_the_nonce_never_occurs_in_the_payload() -> None:
    first = make_nonce(KEY, "stable", "payload")
    second = make_nonce(KEY, "stable", f"payload that saw {first}")
    assert first != second
    assert second not in f"payload that saw {first}"


def test_the_nonce_needs_the_key() -> None:
    assert make_nonce(KEY, "stable", "") != make_nonce(b"other", "stable", "") != make_nonce(b"", "stable", "")


@given(st.text(max_size=50), st.lists(st.text(max_size=20), max_size=3), st.lists(st.text(max_size=20), max_size=3))
def test_one_opening_one_closing(intro: str, stable: list[str], tail: list[str]) -> None:
    text = fence_text(intro, Blocks([*stable, *tail], stable), "end", KEY)
    ident = re.match(r'<backstory-context id="([k-z]{8})">\n', text)
    assert ident
    assert text.endswith(f'\n</backstory-context id="{ident[1]}">\n')
    assert text.count(ident[1]) == 2


def test_the_tail_does_not_move_the_beginning() -> None:
    one = fence_text("intro", Blocks(["stable", "now: this"], ["stable"]), "end", KEY)
    other = fence_text("intro", Blocks(["stable", "now: that"], ["stable"]), "end", KEY)
    assert one.partition("now:")[0] == other.partition("now:")[0]
