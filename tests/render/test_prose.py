import pytest

from backstory.render.prose import (
    end_sentence,
    escape_line_start,
    in_turn,
    join_listed,
    join_series,
    make_sentences,
    run_on,
    strip_stop,
)


def test_small_sentences() -> None:
    assert end_sentence("Done") == "Done."
    assert end_sentence("Done?") == "Done?"
    assert end_sentence("") == ""
    assert strip_stop("Done. ") == "Done"
    assert join_listed(["a"]) == "a"
    assert join_listed(["a", "b", "c"]) == "a, b and c"
    assert join_series(["a.", "b"]) == "a and b"
    assert join_series(["a, x", "b"]) == "a, x; b"
    assert join_series(["a", "b", "c"]) == "a; b; c"
    assert make_sentences(["one", "Two.", ""]) == "One. Two."
    assert in_turn(["a"]) == "a"
    assert in_turn(["a", "then b."]) == "a, and after that b"
    assert in_turn(["a", "b", "c"]) == "a, then b, and then c"
    assert run_on("**Title.**", ["Why: a"]) == "**Title.** Why: a"
    assert run_on("Title", ["Fix: a", "Impact: b"]) == "Title. Fix: a. Impact: b"


@pytest.mark.parametrize("text", ["# x", "> x", "- x", "1. x", "```", "---", "===", "| a", "<b>", "+ x", "~~~ y", "#"])
def test_a_paragraph_cannot_become_a_block(text: str) -> None:
    assert escape_line_start(text) != text
    assert escape_line_start(text).replace("\\", "") == text


@pytest.mark.parametrize("text", ["`x` is", "*so*", "-5", "#1 is", "2026 was", "x", ""])
def test_ordinary_beginnings_stay(text: str) -> None:
    assert escape_line_start(text) == text
