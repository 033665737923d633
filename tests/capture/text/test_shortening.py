"""Texts of turns as a session keeps them."""

from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.text.shortening import RAW, Shortener, join_ends

BLOCK = "```js\n" + "this.position = -1;\n" * 20 + "```\n"


def test_code_that_is_cut_stays_code() -> None:
    text = f"The buffer starts empty.\n{BLOCK}" + "It wraps around after three. " * 20 + f"\n{BLOCK}That was all."
    short = Shortener(str).ends(text, 300)
    outside = "".join(short.split("```")[::2])
    assert short.count("```") % 2 == 0
    assert "this.position" in short
    assert "this.position" not in outside
    assert outside.startswith("The buffer starts empty.") and outside.endswith("That was all.")


def test_a_text_that_fits_is_left_alone() -> None:
    assert Shortener(str).ends(f"Done.\n{BLOCK}", 1_000) == f"Done.\n{BLOCK}".strip()
    assert join_ends(BLOCK) == BLOCK


@given(
    st.lists(st.sampled_from(["```", "```py", "x = 1", "A sentence about it.", "  ```"]), max_size=30),
    st.integers(9, 90),
)
def test_fences_are_paired_where_the_middle_is_left_out(lines: list[str], limit: int) -> None:
    text = "\n".join(lines)
    fences = sum(line.strip().startswith("```") for line in Shortener(str).ends(text, limit).splitlines())
    whole = sum(line.strip().startswith("```") for line in lines)
    assert len(text.strip()) <= limit or whole % 2 or fences % 2 == 0 or _is_cut_inside_a_fence(text.strip(), limit)


def _is_cut_inside_a_fence(text: str, limit: int) -> bool:
    """Whether one of the two cuts goes through the signs of a fence."""
    return any("`" in text[max(0, at - 3) : at + 3] for at in (limit * 2 // 3, len(text) - limit // 3))


def test_what_is_looked_at_of_a_long_text_is_bounded() -> None:
    text = join_ends("a" * RAW + "b" * RAW + "c" * RAW)
    assert text == "a" * RAW + "\n…\n" + "c" * RAW
