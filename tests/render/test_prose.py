import pytest

from backstory.render.prose import bare, begun, in_turn, listed, run_on, sentences, series, stop


def test_small_sentences() -> None:
    assert stop("Done") == "Done."
    assert stop("Done?") == "Done?"
    assert stop("") == ""
    assert bare("Done. ") == "Done"
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert series(["a.", "b"]) == "a and b"
    assert series(["a, x", "b"]) == "a, x; b"
    assert series(["a", "b", "c"]) == "a; b; c"
    assert sentences(["one", "Two.", ""]) == "One. Two."
    assert in_turn(["a"]) == "a"
    assert in_turn(["a", "then b."]) == "a, and after that b"
    assert in_turn(["a", "b", "c"]) == "a, then b, and then c"
    assert run_on("Title", ["Fix: a", "Impact: b"]) == "Title. Fix: a. Impact: b"


@pytest.mark.parametrize("text", ["# x", "> x", "- x", "1. x", "```", "---", "===", "| a", "<b>", "+ x", "~~~ y", "#"])
def test_a_paragraph_cannot_become_a_block(text: str) -> None:
    assert begun(text) != text
    assert begun(text).replace("\\", "") == text


@pytest.mark.parametrize("text", ["`x` is", "*so*", "-5", "#1 is", "2026 was", "x", ""])
def test_ordinary_beginnings_stay(text: str) -> None:
    assert begun(text) == text
